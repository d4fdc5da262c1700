// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/facility/facilitycollector.h"
#include "datasources/collectors/modbus/modbustarget.h"
#include "models/core/batch.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/datasources/collectors/modbus/modbusserver.h"
#include "tests/datasources/collectors/modbus/rawdevice.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <optional>

using namespace lockstep;
using namespace lockstep::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const FacilityPlace loopPlace{{EntityKind::Loop, "cdu-9"}};

ModbusRow row(std::string_view metric, ModbusTable table, std::uint16_t address, ModbusType type, double scale = 1)
{
    ModbusRow made;
    made.at.table = table;
    made.at.address = address;
    made.at.type = type;
    made.reading = {loopPlace, metric, scale, 0, -1e9, 1e9};
    return made;
}

ModbusOptions optionsOf(std::uint16_t port, std::vector<ModbusRow> rows)
{
    ModbusOptions options;
    options.device.host = "127.0.0.1";
    options.device.place = loopPlace;
    options.device.serves = {"A01", "A02"};
    options.device.timeout = test::hangTimeout;
    options.port = port;
    options.rows = std::move(rows);
    return options;
}

std::vector<ModbusRow> flowRow()
{
    return {row(metrics::loop::flow, ModbusTable::Input, 12, ModbusType::Float32)};
}

std::string messageOf(const Result<FacilityReport>& report)
{
    return report.isOk() ? "answered; " + report.value().note : report.error().message;
}

std::optional<double> valueOf(const Result<FacilityReport>& report, std::string_view metric)
{
    if (report.isOk()) {
        for (const FacilityValue& each : report.value().values) {
            if (each.metric == metric)
                return each.value;
        }
    }
    return std::nullopt;
}

bool has(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

/// The answer to a question for registers, in the protocol's words, with these bytes behind its header.
std::string reply(const std::string& question, const std::string& payload, int lengthLie = 0)
{
    std::string text = question.substr(0, 4); // transaction and protocol
    const std::size_t length = payload.size() + 1 + static_cast<std::size_t>(lengthLie);
    text += static_cast<char>(length >> 8U);
    text += static_cast<char>(length & 0xFFU);
    text += question[6]; // unit
    return text + payload;
}

} // namespace

/// Modbus/TCP devices on loopback: libmodbus' own server, and peers that stall, close or send wrong data.
class TestModbusTarget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTableAndTypeIsRead()
    {
        ModbusServer server;
        server.setInputFloat(12, 182.5F);
        server.setInput(14, 0xFFF6); // -10
        server.setHolding(100, 451);
        server.setHolding(101, 0x0001);
        server.setHolding(102, 0x86A0); // 100,000 over both
        server.setCoil(3, true);
        server.setDiscrete(4, false);
        std::vector<ModbusRow> rows{
            row(metrics::loop::flow, ModbusTable::Input, 12, ModbusType::Float32),
            row(metrics::loop::dewPoint, ModbusTable::Input, 14, ModbusType::Int16, 0.1),
            row(metrics::loop::returnTemperature, ModbusTable::Holding, 100, ModbusType::Uint16, 0.1),
            row(metrics::loop::heat, ModbusTable::Holding, 101, ModbusType::Uint32),
            row(metrics::loop::filterLife, ModbusTable::Coil, 3, ModbusType::Uint16),
            row(metrics::loop::leak, ModbusTable::Discrete, 4, ModbusType::Uint16)};
        ModbusTarget target(optionsOf(server.port(), rows));
        const auto report = target.poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QCOMPARE(report.value().note, std::string());
        QCOMPARE(report.value().served, (std::vector<std::string>{"A01", "A02"}));
        QCOMPARE(valueOf(report, metrics::loop::flow), std::optional(182.5));
        QCOMPARE(valueOf(report, metrics::loop::dewPoint), std::optional(-1.0));
        COMPARE_NEAR(valueOf(report, metrics::loop::returnTemperature).value(), 45.1);
        QCOMPARE(valueOf(report, metrics::loop::heat), std::optional(100'000.0));
        QCOMPARE(valueOf(report, metrics::loop::filterLife), std::optional(1.0));
        QCOMPARE(valueOf(report, metrics::loop::leak), std::optional(0.0));
        QVERIFY(report.value().conditions.empty());
        QCOMPARE(server.questions(), 4); // neighbours in one
        QVERIFY(target.poll({}).isOk());
        QCOMPARE(server.connections(), 1);
    }

    void anAddressThatIsNotThereCostsItsNeighboursNothing()
    {
        ModbusServer server;
        server.setHolding(255, 7);
        const std::vector<ModbusRow> rows{row(metrics::loop::flow, ModbusTable::Holding, 255, ModbusType::Uint16),
                                          row(metrics::loop::pressure, ModbusTable::Holding, 256, ModbusType::Uint16)};
        ModbusTarget target(optionsOf(server.port(), rows));
        const auto report = target.poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QCOMPARE(valueOf(report, metrics::loop::flow), std::optional(7.0));
        QVERIFY(!valueOf(report, metrics::loop::pressure));
        QVERIFY2(has(report.value().note, "Illegal data address"), report.value().note.c_str());
    }

    void whatCannotBeIsRefusedCountedAndReported()
    {
        ModbusServer server;
        server.setInputFloat(12, std::numeric_limits<float>::quiet_NaN());
        server.setInput(20, 0xFFFF);
        std::vector<ModbusRow> rows = flowRow();
        rows.push_back(row(metrics::loop::pumpSpeed, ModbusTable::Input, 20, ModbusType::Uint16, 0.01));
        rows.back().reading.lowest = 0;
        rows.back().reading.highest = 1;
        ModbusTarget target(optionsOf(server.port(), rows));
        auto report = target.poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QVERIFY(report.value().values.empty());
        QVERIFY2(has(report.value().note, "Loop cdu-9: loop.flow of nan is implausible"), report.value().note.c_str());
        QVERIFY2(has(report.value().note, "2 such values, 2 so far"), report.value().note.c_str());
        QCOMPARE(report.value().conditions.size(), std::size_t{2});
        QCOMPARE(report.value().conditions.front().code, std::string(codes::agentImplausibleValue));
        server.setInputFloat(12, 180);
        report = target.poll({});
        QCOMPARE(valueOf(report, metrics::loop::flow), std::optional(180.0));
        QVERIFY2(has(report.value().note, "655.35"), report.value().note.c_str());
        QVERIFY2(has(report.value().note, "3 so far"), report.value().note.c_str());
        server.setInput(20, 60);
        report = target.poll({});
        QCOMPARE(valueOf(report, metrics::loop::pumpSpeed), std::optional(0.6));
        QVERIFY(report.value().note.empty() && report.value().conditions.empty());
    }

    void aLeakContactBecomesACondition()
    {
        ModbusServer server;
        server.setDiscrete(4, true);
        ModbusTarget target(
            optionsOf(server.port(), {row(metrics::loop::leak, ModbusTable::Discrete, 4, ModbusType::Uint16, 2)}));
        const auto report = target.poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QCOMPARE(report.value().conditions.size(), std::size_t{1});
        QCOMPARE(report.value().conditions.front().code, std::string(codes::facilityLeak));
        QVERIFY(report.value().conditions.front().severity == Severity::Critical);
        QCOMPARE(report.value().conditions.front().text, std::string("Loop cdu-9: leak detector reports Critical"));
    }

    void aConnectionThatTheDeviceHasClosedIsMadeAnew()
    {
        ModbusServer server;
        server.setInputFloat(12, 180);
        ModbusTarget target(optionsOf(server.port(), flowRow()));
        QVERIFY(target.poll({}).isOk());
        for (int turn = 2; turn < 4; ++turn) {
            server.dropConnection();
            const auto report = target.poll({});
            QVERIFY2(report.isOk(), messageOf(report).c_str());
            QCOMPARE(valueOf(report, metrics::loop::flow), std::optional(180.0));
        }
        QVERIFY(server.connections() >= 2);
    }

    void aDeviceThatLiesIsAnErrorInWords_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("reported");
        QTest::newRow("stalls") << 0 << QByteArray("did not answer within 0.5 s");
        QTest::newRow("closes") << 1 << QByteArray("closed the connection");
        QTest::newRow("garbage") << 2 << QByteArray("invalid Modbus");
        QTest::newRow("too short, then silent") << 3 << QByteArray("did not answer");
        QTest::newRow("counts more bytes than asked for") << 4 << QByteArray("invalid Modbus");
        QTest::newRow("counts bytes that never come") << 5 << QByteArray("did not answer");
        QTest::newRow("another transaction") << 6 << QByteArray("invalid Modbus");
        QTest::newRow("another function") << 7 << QByteArray("invalid Modbus");
        QTest::newRow("an exception of no kind") << 8 << QByteArray("invalid Modbus");
        QTest::newRow("fewer registers than asked for") << 9 << QByteArray("invalid Modbus");
    }

    void aDeviceThatLiesIsAnErrorInWords()
    {
        QFETCH(int, kind);
        QFETCH(QByteArray, reported);
        const RawDevice device([kind](const std::string& question) -> std::string {
            const std::string honest("\x04\x04\x43\x36\x80\x00", 6);
            switch (kind) {
            case 1:
                return {};
            case 2:
                return "HTTP/1.1 400 Bad Request\r\n\r\n<html>this is a web page and no device</html>";
            case 3:
                return reply(question, honest).substr(0, 8);
            case 4: {
                std::string long252(252, '\x04');
                long252[1] = '\xFA';
                return reply(question, long252, 9);
            }
            case 5:
                return reply(question, std::string("\x04\x04\x43", 3), 250);
            case 6:
                return "zz" + reply(question, honest).substr(2);
            case 7:
                return reply(question, std::string("\x03\x04\x43\x36\x80\x00", 6));
            case 8:
                return reply(question, std::string("\x84\x77", 2));
            case 9:
                return reply(question, std::string("\x04\x02\x43\x36", 4));
            default:
                return RawDevice::silence;
            }
        });
        ModbusOptions options = optionsOf(device.port(), flowRow());
        if (reported.startsWith("did not answer"))
            options.device.timeout = 500ms;
        ModbusTarget target(options);
        for (int turn = 0; turn < 2; ++turn) {
            const auto report = target.poll({});
            QVERIFY(!report.isOk());
            QVERIFY2(has(report.error().message, reported.constData()), report.error().message.c_str());
            QVERIFY2(report.error().message.starts_with("input register 12 to 13 of unit "),
                     report.error().message.c_str());
        }
    }

    /// Otherwise, a byte before each timeout would extend an answer indefinitely.
    void oneByteAtATimeIsSilence()
    {
        const RawDevice device(
            [](const std::string& question) { return reply(question, std::string("\x04\x04\x43\x36\x80\x00", 6)); },
            100ms);
        ModbusOptions options = optionsOf(device.port(), flowRow());
        options.device.timeout = 500ms;
        const auto report = ModbusTarget(options).poll({});
        QVERIFY(!report.isOk());
        QVERIFY2(has(report.error().message, "did not answer"), report.error().message.c_str());
    }

    void nobodyThereIsSaid()
    {
        std::uint16_t port = 0;
        {
            const RawDevice gone([](const std::string&) { return std::string(); });
            port = gone.port();
        }
        ModbusTarget target(optionsOf(port, flowRow()));
        QCOMPARE(messageOf(target.poll({})), std::string("cannot connect: Connection refused"));
        ModbusOptions options = optionsOf(port, flowRow());
        options.device.host = "nowhere.invalid";
        const std::string unresolved = messageOf(ModbusTarget(options).poll({}));
        QVERIFY2(has(unresolved, "the host name"), unresolved.c_str());
    }

    void oneThatHangsHoldsUpNeitherOthersNorTheEnd()
    {
        ModbusServer well;
        well.setInputFloat(12, 180);
        const RawDevice hangs([](const std::string&) { return std::string(RawDevice::silence); });
        ModbusOptions stuck = optionsOf(hangs.port(), flowRow());
        stuck.device.timeout = 24h; // waiting for it would never return
        stuck.rows.front().reading.place = {{EntityKind::Loop, "cdu-10"}};
        std::vector<PolledTarget> targets;
        targets.push_back({std::make_unique<ModbusTarget>(stuck), 50ms});
        targets.push_back({std::make_unique<ModbusTarget>(optionsOf(well.port(), flowRow())), 50ms});
        FacilityCollector collector("modbus", std::move(targets));
        CollectorHarness harness(collector);
        InventoryItem found;
        QVERIFY2(test::waitFor([&] { // detect() waits for no target
                     found = harness.detect();
                     return found.detail.starts_with("1 of 2 targets answering");
                 }),
                 found.detail.c_str());
        for (int round = 0; round < 10; ++round) {
            QTRY_VERIFY(well.questions() > round);
            (void)harness.sampleUntil(round * 1000, [&](const NodeTick&) {
                return !std::isnan(harness.value(std::string(metrics::loop::flow), "cdu-9"));
            });
            COMPARE_NEAR(harness.value(std::string(metrics::loop::flow), "cdu-9"), 180);
        }
        QCOMPARE(harness.layout().entities[1].serves, (std::vector<std::string>{"A01", "A02"}));
    }

    void aTickCarriesTheEventOfAnImplausibleValue()
    {
        ModbusServer server;
        server.setInputFloat(12, -5);
        std::vector<ModbusRow> rows = flowRow();
        rows.front().reading.lowest = 0;
        std::vector<PolledTarget> targets;
        targets.push_back({std::make_unique<ModbusTarget>(optionsOf(server.port(), rows)), 20ms});
        FacilityCollector collector("modbus", std::move(targets), 10s);
        CollectorHarness harness(collector);
        harness.detect();
        const auto hasEvent = [](const NodeTick& tick) {
            return !tick.events.empty();
        };
        NodeTick tick = harness.sampleUntil(0, hasEvent);
        QCOMPARE(tick.events.size(), std::size_t{1});
        QCOMPARE(tick.events.front().code, std::string(codes::agentImplausibleValue));
        QVERIFY(tick.events.front().severity == Severity::Warning);
        QVERIFY(harness.value(metrics::agent::readingsRefused) >= 1);
        QVERIFY(test::waitFor([&] { // each poll counts once
            (void)harness.sample(500);
            return harness.value(metrics::agent::readingsRefused) == 0;
        }));
        server.setInputFloat(12, 5);
        const auto declareAnew = [&] { // like an agent that has more to report than before
            harness.detect();
            tick = harness.sample(1000);
            return !tick.events.empty();
        };
        QVERIFY(test::waitFor(declareAnew));
        QVERIFY(tick.events.front().severity == Severity::Information);
        COMPARE_NEAR(harness.value(std::string(metrics::loop::flow), "cdu-9"), 5);
    }
};

LOCKSTEP_TEST(tst_modbustarget, TestModbusTarget)
#include "tst_modbustarget.moc"
