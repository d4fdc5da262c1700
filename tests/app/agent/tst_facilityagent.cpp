// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/metricnames.h"
#include "tests/app/agent/agenttostore.h"
#include "tests/datasources/collectors/modbus/modbusserver.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

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

/// Devices with a mapping table: from the device through the agent and its service into what a window stores.
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
};

LOCKSTEP_TEST(tst_facilityagent, TestFacilityAgent)
#include "tst_facilityagent.moc"
