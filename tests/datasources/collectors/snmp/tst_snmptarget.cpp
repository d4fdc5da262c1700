// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/facility/facilitycollector.h"
#include "datasources/collectors/snmp/snmpoptions.h"
#include "models/core/batch.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/datasources/collectors/snmp/rawresponder.h"
#include "tests/datasources/collectors/snmp/snmpdaemon.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTemporaryDir>
#include <QTest>

#include <optional>

using namespace lockstep;
using namespace lockstep::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const FacilityPlace rackPlace{{EntityKind::Rack, "A03"}};

SnmpOid oidOf(const std::string& behind)
{
    return *parseSnmpOid("1.3.6.1.4.1.318." + behind);
}

SnmpRow numberRow(std::string_view metric, const std::string& behind, FacilityPlace place = rackPlace)
{
    SnmpRow row;
    row.oid = oidOf(behind);
    row.reading = {std::move(place), metric, 1, 0, -1e9, 1e9};
    return row;
}

SnmpRow columnRow(std::string_view metric, const std::string& behind, const std::string& sensor)
{
    SnmpRow row = numberRow(metric, behind, {{EntityKind::Rack, "A03"}, {EntityKind::Sensor, sensor}});
    row.isColumn = true;
    return row;
}

std::string messageOf(const Result<FacilityReport>& report)
{
    return report.isOk() ? "answered; " + report.value().note : report.error().message;
}

std::optional<double> valueOf(const Result<FacilityReport>& report, std::string_view metric,
                              const std::string& sensor = {})
{
    if (report.isOk()) {
        for (const FacilityValue& each : report.value().values) {
            const bool isIt = sensor.empty() ? each.place.size() == 1 : each.place.back().name == sensor;
            if (each.metric == metric && isIt)
                return each.value;
        }
    }
    return std::nullopt;
}

bool has(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

/// SNMP devices on loopback: Debian's snmpd, and peers that stall or send nonsense.
class TestSnmpTarget : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] DeviceSecret secret(const QString& name, const QByteArray& text,
                                      QFile::Permissions permissions = QFile::ReadOwner | QFile::WriteOwner) const
    {
        QFile file(m_folder.filePath(name));
        file.remove();
        if (!file.open(QIODevice::WriteOnly) || file.write(text + '\n') < 0)
            qFatal("no secret");
        file.setPermissions(permissions);
        return {file.fileName().toStdString(), {}};
    }

    [[nodiscard]] SnmpOptions optionsOf(std::uint16_t port, std::vector<SnmpRow> rows) const
    {
        SnmpOptions options;
        options.device.host = "127.0.0.1";
        options.device.place = rackPlace;
        options.device.timeout = test::hangTimeout;
        options.port = port;
        options.identity.community = secret(u"community"_s, "hush");
        options.rows = std::move(rows);
        return options;
    }

    [[nodiscard]] SnmpOptions withUser(SnmpOptions options) const
    {
        options.identity.isV3 = true;
        options.identity.community = {};
        options.identity.user = "op";
        options.identity.authentication = "SHA-256";
        options.identity.authenticationSecret = secret(u"auth"_s, "authsecret");
        options.identity.privacySecret = secret(u"privacy"_s, "privsecret");
        return options;
    }

    static std::vector<SnmpRow> powerRow() { return {numberRow(metrics::rack::power, "1.1")}; }

private Q_SLOTS:
    void initTestCase()
    {
        if (!SnmpDaemon::isInstalled())
            QSKIP("snmpd is not installed");
    }

    void numbersOfEveryTypeAreRead()
    {
        SnmpDaemon device;
        device.put({{u"1.1"_s, u"integer 4150"_s},
                    {u"1.2"_s, u"gauge 4000000000"_s},
                    {u"1.3"_s, u"string 36.5 C"_s},
                    {u"1.4"_s, u"string n/a"_s},
                    {u"1.5"_s, u"integer -12"_s}});
        std::vector<SnmpRow> rows{numberRow(metrics::rack::power, "1.1"),
                                  numberRow(metrics::loop::pressure, "1.2"),
                                  numberRow(metrics::rack::inletTemperature, "1.3"),
                                  numberRow(metrics::loop::flow, "1.4"),
                                  numberRow(metrics::loop::dewPoint, "1.5"),
                                  numberRow(metrics::loop::heat, "1.99")};
        rows.front().reading.scale = 10;
        rows[1].reading.highest = 1e10;
        const auto target = makeSnmpTarget(optionsOf(device.port(), rows));
        const auto report = target->poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QCOMPARE(valueOf(report, metrics::rack::power), std::optional(41'500.0));
        QCOMPARE(valueOf(report, metrics::loop::pressure), std::optional(4e9));
        QCOMPARE(valueOf(report, metrics::rack::inletTemperature), std::optional(36.5));
        QCOMPARE(valueOf(report, metrics::loop::dewPoint), std::optional(-12.0));
        QVERIFY(!valueOf(report, metrics::loop::flow));
        QVERIFY(!valueOf(report, metrics::loop::heat));
        QVERIFY2(has(report.value().note, "has no number at 1.3.6.1.4.1.318.1.4; same error for 1 more"),
                 report.value().note.c_str());
    }

    void rowsOfATableAreSensorsByIndexAndByName()
    {
        SnmpDaemon device;
        QMap<QString, QString> values;
        for (int outlet = 101; outlet <= 148; ++outlet) {
            values.insert(u"2.%1"_s.arg(outlet), u"gauge %1"_s.arg(outlet));
            values.insert(u"3.%1"_s.arg(outlet),
                          u"string %1"_s.arg(outlet == 103 ? u"fan  tray"_s : u"n%1"_s.arg(outlet % 2)));
        }
        device.put(values);
        SnmpRow named = columnRow(metrics::sensor::current, "2", "{name} of {index}");
        named.names = oidOf("3");
        SnmpRow alike = columnRow(metrics::sensor::voltage, "2", "{name}");
        alike.names = oidOf("3");
        const auto target = makeSnmpTarget(
            optionsOf(device.port(),
                      {columnRow(metrics::sensor::power, "2", "outlet {index}"), std::move(named), std::move(alike)}));
        const auto report = target->poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QCOMPARE(report.value().note, std::string());
        QCOMPARE(report.value().values.size(), std::size_t{3 * 48});
        QCOMPARE(valueOf(report, metrics::sensor::power, "outlet 101"), std::optional(101.0));
        QCOMPARE(valueOf(report, metrics::sensor::power, "outlet 148"), std::optional(148.0));
        QCOMPARE(valueOf(report, metrics::sensor::current, "fan tray of 103"), std::optional(103.0));
        QCOMPARE(valueOf(report, metrics::sensor::voltage, "n1"), std::optional(101.0));
        QCOMPARE(valueOf(report, metrics::sensor::voltage, "n1 (105)"), std::optional(105.0));
    }

    void countersBecomeRates()
    {
        SnmpDaemon device;
        device.put({{u"4.1"_s, u"counter 4294967290"_s}});
        SnmpRow row
            = numberRow(metrics::port::receiveErrors, "4.1", {{EntityKind::Switch, "leaf1"}, {EntityKind::Port, "1"}});
        row.isCounter = true;
        const auto target = makeSnmpTarget(optionsOf(device.port(), {row}));
        auto report = target->poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QVERIFY(report.value().values.empty()); // a single sample gives no rate
        device.put({{u"4.1"_s, u"counter 994"_s}}); // 1,000 more, over its end
        report = target->poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QCOMPARE(report.value().values.size(), std::size_t{1});
        QVERIFY(report.value().values.front().value > 0);
    }

    void version3IsAskedWithAUserAndSecrets()
    {
        SnmpDaemon device;
        device.put({{u"1.1"_s, u"integer 4150"_s}});
        const auto target = makeSnmpTarget(withUser(optionsOf(device.port(), powerRow())));
        for (int turn = 0; turn < 2; ++turn) {
            const auto report = target->poll({});
            QVERIFY2(report.isOk(), messageOf(report).c_str());
            QCOMPARE(valueOf(report, metrics::rack::power), std::optional(4150.0));
        }
        // Another session with the same device and user, opened and closed meanwhile, does not disturb this one.
        {
            const auto other = makeSnmpTarget(withUser(optionsOf(device.port(), powerRow())));
            QVERIFY(other->poll({}).isOk());
        }
        const auto report = target->poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
    }

    void aDeviceThatStartsAnewIsReadAgain()
    {
        SnmpDaemon device;
        device.put({{u"1.1"_s, u"integer 4150"_s}});
        SnmpOptions options = withUser(optionsOf(device.port(), powerRow()));
        options.device.timeout = 1s;
        const auto target = makeSnmpTarget(options);
        QVERIFY(test::waitFor([&] { return target->poll({}).isOk(); }));
        device.stop();
        QVERIFY(has(messageOf(target->poll({})), "no answer within 1 s"));
        device.start();
        QVERIFY(test::waitFor([&] { return target->poll({}).isOk(); }));
    }

    void whoIsNotLetInIsReportedSoWithoutSecrets_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("reported");
        QTest::newRow("another community") << 0 << QByteArray("no answer within 1 s");
        QTest::newRow("another user") << 1 << QByteArray("nknown user name");
        QTest::newRow("another secret") << 2 << QByteArray("uthentication failure");
        QTest::newRow("another key of privacy") << 3 << QByteArray("no answer within 1 s");
        QTest::newRow("too short a secret") << 4 << QByteArray("8 characters or more");
        QTest::newRow("a file that others may read") << 5 << QByteArray("chmod 0600");
        QTest::newRow("no file") << 6 << QByteArray("nowhere");
        QTest::newRow("nothing in the environment")
            << 7 << QByteArray("LOCKSTEP_TEST_NO_SECRET, which should contain a secret, is not set");
    }

    void whoIsNotLetInIsReportedSoWithoutSecrets()
    {
        QFETCH(int, kind);
        QFETCH(QByteArray, reported);
        SnmpDaemon device;
        device.put({{u"1.1"_s, u"integer 4150"_s}});
        SnmpOptions options = optionsOf(device.port(), powerRow());
        if (kind >= 1 && kind <= 5)
            options = withUser(options);
        if (kind == 0 || kind == 3) // which the device does not answer
            options.device.timeout = 1s;
        if (kind == 0)
            options.identity.community = secret(u"community"_s, "wrongsecret");
        else if (kind == 1)
            options.identity.user = "other";
        else if (kind == 2)
            options.identity.authenticationSecret = secret(u"auth"_s, "wrongsecret");
        else if (kind == 3)
            options.identity.privacySecret = secret(u"privacy"_s, "wrongsecret");
        else if (kind == 4)
            options.identity.authenticationSecret = secret(u"auth"_s, "brief");
        else if (kind == 5)
            options.identity.authenticationSecret
                = secret(u"auth"_s, "authsecret", QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther);
        else if (kind == 6)
            options.identity.community = {"/nowhere/community", {}};
        else
            options.identity.community = {{}, "LOCKSTEP_TEST_NO_SECRET"};
        const auto report = makeSnmpTarget(options)->poll({});
        QVERIFY2(!report.isOk(), "it was let in");
        const std::string& message = report.error().message;
        QVERIFY2(has(message, reported.constData()), message.c_str());
        for (const char* const hidden : {"hush", "authsecret", "privsecret", "wrongsecret", "brief"})
            QVERIFY2(!has(message, hidden), message.c_str());
    }

    void aSecretOfTheEnvironmentIsTaken()
    {
        SnmpDaemon device;
        device.put({{u"1.1"_s, u"integer 4150"_s}});
        SnmpOptions options = optionsOf(device.port(), powerRow());
        options.identity.community = {{}, "LOCKSTEP_TEST_COMMUNITY"};
        qputenv("LOCKSTEP_TEST_COMMUNITY", "hush");
        const auto report = makeSnmpTarget(options)->poll({});
        qunsetenv("LOCKSTEP_TEST_COMMUNITY");
        QVERIFY2(report.isOk(), messageOf(report).c_str());
    }

    void whatIsNoSnmpIsSilence_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("isV3");
        for (const bool isV3 : {false, true}) {
            const char* const version = isV3 ? "version 3" : "version 2c";
            QTest::addRow("stalls, %s", version) << 0 << isV3;
            QTest::addRow("garbage, %s", version) << 1 << isV3;
            QTest::addRow("echo, %s", version) << 2 << isV3;
            QTest::addRow("lies about lengths, %s", version) << 3 << isV3;
        }
    }

    void whatIsNoSnmpIsSilence()
    {
        QFETCH(int, kind);
        QFETCH(bool, isV3);
        const RawResponder device([kind](const std::string& question) -> std::string {
            if (kind == 1)
                return std::string(1000, '\x30');
            if (kind == 2)
                return question;
            std::string lie = question;
            if (kind == 3 && lie.size() > 20)
                lie[lie.size() / 2] = '\x7F';
            return kind == 3 ? lie : std::string();
        });
        SnmpOptions options = optionsOf(device.port(), powerRow());
        options.device.timeout = 300ms;
        const auto target = makeSnmpTarget(isV3 ? withUser(options) : options);
        const auto report = target->poll({});
        QVERIFY(!report.isOk());
        QVERIFY2(!has(report.error().message, "127.0.0.1"), report.error().message.c_str());
        QVERIFY(device.questions() > 0);
    }

    /// The library asks a version 3 device for its engine id, and would hold a global lock while it waits.
    void oneThatHangsHoldsUpNeitherOthersNorTheEnd()
    {
        SnmpDaemon well;
        well.put({{u"1.1"_s, u"integer 4150"_s}});
        const RawResponder hangs([](const std::string&) { return std::string(); });
        SnmpOptions stuck = withUser(optionsOf(hangs.port(), powerRow()));
        stuck.device.timeout = 24h; // waiting for it would never return
        stuck.rows.front().reading.place = {{EntityKind::Rack, "A04"}};
        std::vector<PolledTarget> targets;
        targets.push_back({makeSnmpTarget(stuck), 50ms});
        targets.push_back({makeSnmpTarget(withUser(optionsOf(well.port(), powerRow()))), 50ms});
        FacilityCollector collector("snmp", std::move(targets));
        CollectorHarness harness(collector);
        QVERIFY(!harness.detect().isActive);
        QVERIFY(test::waitFor([&] { return hangs.questions() > 0 && collector.hasChanged(); }));
        QVERIFY2(harness.detect().detail.starts_with("1 of 2 targets answering"), harness.detect().detail.c_str());
        (void)harness.sampleUntil(
            0, [&](const NodeTick&) { return !std::isnan(harness.value(std::string(metrics::rack::power), "A03")); });
        COMPARE_NEAR(harness.value(std::string(metrics::rack::power), "A03"), 4150);
    }
};

LOCKSTEP_TEST(tst_snmptarget, TestSnmpTarget)
#include "tst_snmptarget.moc"
