// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "tests/app/agent/agenttostore.h"
#include "tests/datasources/collectors/ibswitches/fabricsimulator.h"
#include "tests/datasources/collectors/modbus/modbusserver.h"
#include "tests/datasources/collectors/snmp/snmpdaemon.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;
using namespace Qt::StringLiterals;

namespace {

constexpr std::string_view modbusRows = R"(interval = 1
loop = "cdu-9"
serves = ["A01", "A02"]
[[modbus.reading]]
metric = "loop.flow"
register = "input"
address = 12
type = "float32"
[[modbus.reading]]
metric = "loop.supply_temperature"
address = 100
type = "int16"
scale = 0.1
[[modbus.reading]]
metric = "sensor.pump_speed"
sensor = "pump 1"
address = 101
scale = 0.001
max = 1
[[modbus.reading]]
metric = "rack.power"
rack = "A01"
address = 102
scale = 100
)";

} // namespace

/// Tests devices with a mapping table: from the device through the agent and its service to the data in the store.
class TestFacilityAgent : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAModbusDeviceSaysIsStoredUnderItsThings()
    {
        ModbusServer device;
        device.setInputFloat(12, 182.5F);
        device.setHolding(100, 321);
        device.setHolding(101, 600);
        device.setHolding(102, 415);
        AgentToStore cluster(fmt::format("[[modbus]]\nhost = \"127.0.0.1\"\nport = {}\n{}", device.port(), modbusRows));
        const auto flow = [&] {
            return cluster.value(metrics::loop::flow, EntityKind::Loop, "cdu-9");
        };
        QVERIFY(cluster.waitUntil([&] { return flow() == 182.5F; }));
        QCOMPARE(cluster.value(metrics::loop::supplyTemperature, EntityKind::Loop, "cdu-9"), std::optional(32.1F));
        QCOMPARE(cluster.value(metrics::rack::power, EntityKind::Rack, "A01"), std::optional(41'500.0F));
        QCOMPARE(cluster.value(metrics::sensor::pumpSpeed, EntityKind::Loop, "cdu-9",
                               std::pair(EntityKind::Sensor, std::string_view("pump 1"))),
                 std::optional(0.6F));
        device.setInputFloat(12, 90);
        QVERIFY(cluster.waitUntil([&] { return flow() == 90.0F; }));
    }

    void whatAnSnmpDeviceSaysIsStoredUnderItsThings()
    {
        if (!SnmpDaemon::isInstalled())
            QSKIP("snmpd is not installed");
        SnmpDaemon device;
        device.put({{u"1.1"_s, u"integer 4150"_s}, {u"2.1"_s, u"gauge 120"_s}, {u"2.2"_s, u"gauge 240"_s}});
        qputenv("LOCKSTEP_TEST_COMMUNITY", "hush");
        AgentToStore cluster(fmt::format("[[snmp]]\nhost = \"127.0.0.1\"\nport = {}\ninterval = 1\nrack = \"A03\"\n"
                                         "community_env = \"LOCKSTEP_TEST_COMMUNITY\"\n"
                                         "[[snmp.reading]]\nmetric = \"rack.power\"\n"
                                         "oid = \"1.3.6.1.4.1.318.1.1\"\nscale = 10\n"
                                         "[[snmp.reading]]\nmetric = \"sensor.power\"\n"
                                         "column = \"1.3.6.1.4.1.318.2\"\nsensor = \"outlet {{index}}\"\n",
                                         device.port()));
        QVERIFY(cluster.waitUntil([&] {
            return cluster.value(metrics::sensor::power, EntityKind::Rack, "A03",
                                 std::pair(EntityKind::Sensor, std::string_view("outlet 2")))
                == 240.0F;
        }));
        QCOMPARE(cluster.value(metrics::rack::power, EntityKind::Rack, "A03"), std::optional(41'500.0F));
    }

    void aLinkOfAFabricThatIsTakenDownIsStored()
    {
        FabricSimulator fabric;
        if (!fabric.missing().isEmpty())
            QSKIP(qPrintable(u"there is no "_s + fabric.missing()));
        AgentToStore cluster("[ibswitches]\ninterval = 5\n");
        const auto isUp = [&](std::string_view device, std::string_view port) {
            return cluster.value(metrics::port::up, EntityKind::Switch, device, std::pair(EntityKind::Port, port));
        };
        QVERIFY(cluster.waitUntil([&] { return isUp("leaf1", "5") == 1.0F && isUp("spine1", "1") == 1.0F; }));
        fabric.say("unlink \"leaf1\"[5]");
        QVERIFY(cluster.waitUntil([&] { return isUp("leaf1", "5") == 0.0F && isUp("leaf1", "1") == 1.0F; }));
        const auto isReported = [&] {
            return std::ranges::any_of(cluster.store().events().events(),
                                       [](const auto& each) { return each.event.code == codes::portDown; });
        };
        QVERIFY(cluster.waitUntil(isReported));
    }
};

LOCKSTEP_TEST(tst_facilityagent, TestFacilityAgent)
#include "tst_facilityagent.moc"
