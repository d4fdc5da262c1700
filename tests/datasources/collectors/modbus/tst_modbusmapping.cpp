// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/modbus/modbustarget.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/collectors/targettables.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <array>
#include <cmath>

using namespace lockstep;

namespace {

constexpr auto whole = R"([[modbus]]
host = "cdu-9.mgmt"
port = 1502
unit = 3
interval = 5
timeout = 0.5
loop = "cdu-9"
serves = ["A01"]
[[modbus.reading]]
metric = "loop.flow"
register = "input"
address = 12
type = "float32"
order = "cdab"
min = 0
max = 2000
[[modbus.reading]]
metric = "sensor.pump_speed"
sensor = "pump 1"
unit = 4
address = 30
scale = 0.001
[[modbus.reading]]
metric = "rack.power"
rack = "A01"
address = 31
type = "uint32"
scale = 10
offset = -5
[[modbus.reading]]
metric = "loop.leak"
address = 40
bit = 2
)";

Result<std::vector<ModbusOptions>> read(const std::string& text)
{
    return test::readTargets(&readModbusTargets, text);
}

ModbusRow rowAt(ModbusTable table, std::uint16_t address, ModbusType type = ModbusType::Uint16, int unit = 1)
{
    ModbusRow row;
    row.at = {unit, table, address, type, ModbusOrder::Abcd, {}};
    return row;
}

} // namespace

/// The mapping table of a Modbus device: parsing, planning of requests, and decoding of registers.
class TestModbusMapping : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTableIsRead()
    {
        const auto targets = read(whole);
        QVERIFY2(targets.isOk(), targets.isOk() ? "" : targets.error().message.c_str());
        const ModbusOptions& target = targets.value().front();
        QCOMPARE(target.device.host, std::string("cdu-9.mgmt"));
        QCOMPARE(target.port, std::uint16_t{1502});
        QVERIFY(target.device.interval == std::chrono::seconds(5));
        QVERIFY(target.device.timeout == std::chrono::milliseconds(500));
        QCOMPARE(target.rows.size(), std::size_t{4});
        const ModbusRow& flow = target.rows[0];
        QVERIFY(flow.at.table == ModbusTable::Input && flow.at.order == ModbusOrder::Cdab);
        QCOMPARE(flow.at.unit, 3);
        QCOMPARE(flow.reading.highest, 2000.0);
        QVERIFY(flow.reading.place == (FacilityPlace{{EntityKind::Loop, "cdu-9"}}));
        const ModbusRow& pump = target.rows[1];
        QVERIFY(pump.reading.place == (FacilityPlace{{EntityKind::Loop, "cdu-9"}, {EntityKind::Sensor, "pump 1"}}));
        QCOMPARE(pump.at.unit, 4);
        QCOMPARE(pump.reading.highest, 2.0); // maximum of a ratio with that scale
        QVERIFY(target.rows[2].reading.place == (FacilityPlace{{EntityKind::Rack, "A01"}}));
        QCOMPARE(target.rows[2].reading.offset, -5.0);
        QCOMPARE(target.rows[3].at.bit, std::optional(2U));
    }

    void whatIsWrongIsSaidWithItsLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("reported");
        const auto row = [](const char* name, const char* text, const char* reported) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(reported);
        };
        row("no host", "[[modbus]]\nloop = \"a\"\n", "agent.toml:1:1: ");
        row("a URL", "[[modbus]]\nhost = \"tcp://a\"\n", "agent.toml:2:1: \"host\"");
        row("no reading", "[[modbus]]\nhost = \"a\"\n", "has 0 of [[modbus.reading]], expected 1 to 512");
        row("two wholes", "[[modbus]]\nhost = \"a\"\nloop = \"a\"\nrack = \"b\"\n", "either \"loop\" or \"rack\"");
        row("serves alone", "[[modbus]]\nhost = \"a\"\nserves = [\"b\"]\n", "requires a \"loop\"");
        const auto reading = [&row](const char* name, const char* text, const char* reported) {
            static const QByteArray head("[[modbus]]\nhost = \"a\"\nloop = \"b\"\n[[modbus.reading]]\n");
            row(name, head + text, reported);
        };
        reading("no metric", "address = 1\n", "agent.toml:4:1: ");
        reading("unknown metric", "metric = \"loop.flows\"\naddress = 1\n",
                "agent.toml:5:1: 'loop.flows' cannot be read");
        reading("computed metric", "metric = \"loop.heat.balance\"\naddress = 1\n", "cannot be read from a device");
        reading("metric of a GPU", "metric = \"gpu.power\"\naddress = 1\n", "cannot be read from a device");
        reading("another's metric", "metric = \"rack.power\"\naddress = 1\n",
                "agent.toml:5:1: rack.power is a metric of");
        reading("no sensor", "metric = \"sensor.power\"\naddress = 1\n", "expected a \"sensor\"");
        reading("a sensor too many", "metric = \"loop.flow\"\nsensor = \"x\"\naddress = 1\n", "expected no \"sensor\"");
        reading("a port of a loop", "metric = \"port.up\"\nport = \"1\"\naddress = 1\n", "a \"port\" and a \"switch\"");
        reading("no address", "metric = \"loop.flow\"\n", "\"address\" is missing");
        reading("beyond the last", "metric = \"loop.flow\"\naddress = 65535\ntype = \"int32\"\n", "does not fit");
        reading("unknown type", "metric = \"loop.flow\"\naddress = 1\ntype = \"float\"\n",
                "agent.toml:7:1: \"type\" is 'float', expected one of int16, uint16, int32, uint32, float32");
        reading("order of 16 bits", "metric = \"loop.flow\"\naddress = 1\norder = \"cdab\"\n",
                "applies only to 32-bit numbers");
        reading("type of a coil", "metric = \"loop.leak\"\nregister = \"coil\"\naddress = 1\ntype = \"int16\"\n",
                "\"type\" applies only to registers");
        reading("bit of a coil", "metric = \"loop.leak\"\nregister = \"coil\"\naddress = 1\nbit = 1\n",
                "\"bit\" applies only to");
        reading("no scale", "metric = \"loop.flow\"\naddress = 1\nscale = 0\n", "must not be 0");
        reading("a range the wrong way", "metric = \"loop.flow\"\naddress = 1\nmin = 2\nmax = 1\n", "less than");
        reading("twice",
                "metric = \"loop.flow\"\naddress = 1\n[[modbus.reading]]\nmetric = \"loop.flow\"\naddress = 2\n",
                "duplicate reading: loop.flow of Loop b");
        reading("a typing error", "metric = \"loop.flow\"\naddress = 1\nadress = 2\n", "unknown key 'adress'");
    }

    void whatIsWrongIsSaidWithItsLine()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, reported);
        test::checkRefused(read(text.toStdString()), reported);
    }

    void wordsAreReadInEveryOrder()
    {
        const float number = 182.5F; // 43 36 80 00
        const std::array<std::pair<ModbusOrder, std::array<std::uint16_t, 2>>, 4> rows{
            {{ModbusOrder::Abcd, {0x4336, 0x8000}},
             {ModbusOrder::Cdab, {0x8000, 0x4336}},
             {ModbusOrder::Badc, {0x3643, 0x0080}},
             {ModbusOrder::Dcba, {0x0080, 0x3643}}}};
        for (const auto& [order, words] : rows) {
            ModbusPlace at;
            at.type = ModbusType::Float32;
            at.order = order;
            QCOMPARE(modbusNumber(at, words), static_cast<double>(number));
        }
        ModbusPlace at;
        at.type = ModbusType::Int32;
        const std::array<std::uint16_t, 2> words{0xFFFF, 0xFFFE};
        QCOMPARE(modbusNumber(at, words), -2.0);
        QVERIFY(std::isnan(modbusNumber(at, std::span(words).first(1))));
        at.type = ModbusType::Uint16;
        at.bit = 0;
        QCOMPARE(modbusNumber(at, std::span(words).subspan(1)), 0.0);
        at.bit = 15;
        QCOMPARE(modbusNumber(at, std::span(words).subspan(1)), 1.0);
    }

    void neighboursAreOneQuestionAndHolesAreNotAskedFor()
    {
        const std::vector<ModbusRow> rows{rowAt(ModbusTable::Holding, 12),
                                          rowAt(ModbusTable::Holding, 10, ModbusType::Float32),
                                          rowAt(ModbusTable::Holding, 14),
                                          rowAt(ModbusTable::Input, 13),
                                          rowAt(ModbusTable::Holding, 13),
                                          rowAt(ModbusTable::Holding, 20),
                                          rowAt(ModbusTable::Holding, 21, ModbusType::Uint16, 2),
                                          rowAt(ModbusTable::Holding, 12)}; // twice, as for two bits of one
        const std::vector<ModbusBlock> blocks = planModbus(rows);
        QCOMPARE(blocks.size(), std::size_t{4});
        QCOMPARE(blocks[0].address, std::uint16_t{10});
        QCOMPARE(blocks[0].count, std::uint16_t{5});
        QCOMPARE(blocks[0].rows.size(), std::size_t{5});
        QCOMPARE(blocks[1].address, std::uint16_t{20});
        QVERIFY(blocks[2].table == ModbusTable::Input);
        QCOMPARE(blocks[3].unit, 2);
    }

    void noQuestionAsksForMoreThanAnAnswerHolds()
    {
        std::vector<ModbusRow> rows;
        for (int at = 0; at < 400; ++at)
            rows.push_back(rowAt(ModbusTable::Holding, static_cast<std::uint16_t>(2 * at), ModbusType::Uint32));
        rows.push_back(rowAt(ModbusTable::Holding, 65535));
        std::size_t planned = 0;
        for (const ModbusBlock& each : planModbus(rows)) {
            QVERIFY(each.count <= ModbusBlock::maxRegisters);
            planned += each.rows.size();
        }
        QCOMPARE(planned, rows.size());
    }
};

LOCKSTEP_TEST(tst_modbusmapping, TestModbusMapping)
#include "tst_modbusmapping.moc"
