// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ipmi/ipmitarget.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/collectors/targettables.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <optional>

using namespace lockstep;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// In the form of freeipmi 1.6 with the options that the agent gives it.
constexpr const char* board = "4,CPU Temp,Temperature,Nominal,38.00,C,0.00,0.00,0.00,95.00,100.00,100.00,'OK'\n"
                              "71,Inlet Temp,Temperature,Nominal,24.00,C,N/A,N/A,N/A,N/A,45.00,N/A,'OK'\n"
                              "540,FAN1,Fan,Critical,300.00,RPM,300.00,500.00,N/A,N/A,N/A,25500.00,'At or Below (<=) "
                              "Lower Critical Threshold'\n"
                              "674,FAN3,Fan,N/A,N/A,RPM,300.00,500.00,N/A,N/A,N/A,N/A,N/A\n"
                              "875,12V,Voltage,Nominal,12.06,V,10.17,10.30,10.74,12.95,13.26,13.39,'OK'\n"
                              "900,Temp,Temperature,Nominal,30.00,C,N/A,N/A,N/A,N/A,N/A,N/A,'OK'\n"
                              "901,Temp,Temperature,Nominal,31.00,C,N/A,N/A,N/A,N/A,N/A,N/A,'OK'\n"
                              "950,Pwr Consumption,Current,Nominal,616.00,W,N/A,N/A,N/A,896.00,980.00,N/A,'OK'\n"
                              "960,Chassis Intru,Physical Security,Nominal,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,'OK'\n";

std::optional<double> valueOf(const FacilityReport& report, std::string_view metric, const FacilityPlace& place)
{
    for (const FacilityValue& each : report.values) {
        if (each.metric == metric && each.place == place)
            return each.value;
    }
    return std::nullopt;
}

FacilityPlace sensorAt(const std::string& name)
{
    return {{EntityKind::Sensor, name}};
}

bool has(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

Result<std::vector<IpmiOptions>> read(const std::string& text)
{
    return test::readTargets(&readIpmiTargets, text);
}

} // namespace

/// Management controllers by IPMI: output of ipmi-sensors, and substitutes that hang, fail or print nonsense.
class TestIpmiTarget : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QByteArray m_path = qgetenv("PATH");

    void put(const QByteArray& script) const
    {
        QFile file(m_folder.filePath(u"ipmi-sensors"_s));
        if (!file.open(QIODevice::WriteOnly) || file.write("#!/bin/sh\n" + script) < 0)
            qFatal("no stand-in");
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    static IpmiOptions local()
    {
        IpmiOptions options;
        options.device.host = IpmiOptions::thisMachine;
        options.device.timeout = test::hangTimeout;
        return options;
    }

private Q_SLOTS:
    void initTestCase() { qputenv("PATH", m_folder.path().toUtf8() + ':' + m_path); }
    void cleanupTestCase() { qputenv("PATH", m_path); }

    void sensorsOfThisMachineBearTheirLimits()
    {
        put(QByteArray("cat <<'END'\n") + board + "END\n");
        const auto said = IpmiTarget(local()).poll({});
        QVERIFY2(said.isOk(), said.isOk() ? "" : said.error().message.c_str());
        const FacilityReport& report = said.value();
        QCOMPARE(report.note, std::string());
        QCOMPARE(valueOf(report, metrics::sensor::temperature, sensorAt("CPU Temp")), std::optional(38.0));
        QCOMPARE(valueOf(report, metrics::sensor::temperatureHighLimit, sensorAt("CPU Temp")), std::optional(95.0));
        QCOMPARE(valueOf(report, metrics::sensor::temperatureMargin, sensorAt("CPU Temp")), std::optional(62.0));
        QCOMPARE(valueOf(report, metrics::sensor::fan, sensorAt("FAN1")), std::optional(300.0));
        QCOMPARE(valueOf(report, metrics::sensor::fanLowLimit, sensorAt("FAN1")), std::optional(500.0));
        QVERIFY(!valueOf(report, metrics::sensor::fanLowLimit, sensorAt("FAN3"))); // it is absent
        QCOMPARE(valueOf(report, metrics::sensor::voltageHighLimit, sensorAt("12V")), std::optional(13.26));
        QCOMPARE(valueOf(report, metrics::sensor::power, sensorAt("Pwr Consumption")), std::optional(616.0));
        QCOMPARE(valueOf(report, metrics::sensor::temperature, sensorAt("Temp")), std::optional(30.0));
        QCOMPARE(valueOf(report, metrics::sensor::temperature, sensorAt("Temp (2)")), std::optional(31.0));
        QCOMPARE(report.conditions.size(), std::size_t{1});
        QCOMPARE(report.conditions.front().code, std::string(codes::facilityPart));
        QVERIFY(report.conditions.front().severity == Severity::Critical);
        QVERIFY2(report.conditions.front().text.starts_with("This node: sensor FAN1 reports Critical 'At or Below"),
                 report.conditions.front().text.c_str());
    }

    void anotherMachinesSensorsAreOfItsRackAndRowsSayMore()
    {
        const auto targets = read("[[ipmi]]\nhost = \"bmc-n017\"\nconfig_file = \"/run/n017.conf\"\nrack = \"A03\"\n"
                                  "node = \"n017\"\n[[ipmi.reading]]\nname = \"Inlet Temp\"\n"
                                  "metric = \"rack.inlet_temperature\"\n[[ipmi.reading]]\nname = \"Temp\"\n"
                                  "metric = \"rack.power\"\nmax = 10\n");
        QVERIFY2(targets.isOk(), targets.isOk() ? "" : targets.error().message.c_str());
        const auto sensors = readIpmiSensors(board);
        QVERIFY(sensors.isOk());
        PlausibilityFilter gate;
        const FacilityReport report = ipmiReport(sensors.value(), targets.value().front(), gate);
        const FacilityPlace rack{{EntityKind::Rack, "A03"}};
        QCOMPARE(valueOf(report, metrics::rack::inletTemperature, rack), std::optional(24.0));
        QCOMPARE(valueOf(report, metrics::sensor::temperature,
                         {{EntityKind::Rack, "A03"}, {EntityKind::Sensor, "n017 CPU Temp"}}),
                 std::optional(38.0));
        QVERIFY(!valueOf(report, metrics::rack::power, rack)); // beyond its range
        QCOMPARE(gate.refused(), std::uint64_t{1});
    }

    void aProgramThatLiesIsSaid_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("reported");
        QTest::newRow("no device") << QByteArray("echo 'could not find inband device' >&2; exit 1\n")
                                   << QByteArray("ipmi-sensors failed: could not find inband device");
        QTest::newRow("nothing") << QByteArray("exit 0\n") << QByteArray("unexpected output of ipmi-sensors");
        QTest::newRow("garbage") << QByteArray("echo '<html>,,,,'\n")
                                 << QByteArray("unexpected output of ipmi-sensors: '<html>,,,,'");
        QTest::newRow("hangs") << QByteArray("sleep 1000\n") << QByteArray("did not finish within 1 s");
        QTest::newRow("no end") << QByteArray("exec yes ',,'\n") << QByteArray("ipmi-sensors");
    }

    void aProgramThatLiesIsSaid()
    {
        QFETCH(QByteArray, script);
        QFETCH(QByteArray, reported);
        put(script);
        IpmiOptions options = local();
        if (reported.contains("within 1 s"))
            options.device.timeout = 1s;
        const auto said = IpmiTarget(options).poll({});
        QVERIFY(!said.isOk());
        QVERIFY2(has(said.error().message, reported.constData()), said.error().message.c_str());
        QVERIFY2(!has(said.error().message, "localhost"), said.error().message.c_str());
    }

    void passwordsAreInAFileOfOnesOwnAndOnNoCommandLine()
    {
        put("shift 7; echo \"$@\" >&2; exit 1\n");
        QFile file(m_folder.filePath(u"n017.conf"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("username op\npassword hush\n") > 0);
        file.close();
        IpmiOptions options = local();
        options.device.host = "bmc-n017";
        options.configFile = file.fileName().toStdString();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther);
        auto said = IpmiTarget(options).poll({});
        QVERIFY2(!said.isOk() && has(said.error().message, "chmod 0600"), said.error().message.c_str());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        said = IpmiTarget(options).poll({});
        QVERIFY2(!said.isOk() && has(said.error().message, "--hostname=bmc-n017 --config-file=/"),
                 said.error().message.c_str());
        QVERIFY(!has(said.error().message, "hush"));
    }

    void whatIsWrongInTheConfigurationIsSaid()
    {
        QVERIFY(read("[[ipmi]]\n").isOk());
        for (const auto& [text, reported] : {std::pair("host = \"a\"\n", "set both \"host\" and"),
                                             {"config_file = \"/a\"\n", "set both \"host\" and"},
                                             {"host = \"-a\"\nconfig_file = \"/a\"\n", "set both \"host\" and"},
                                             {"host = \"a\"\nconfig_file = \"a\"\n", "absolute path"},
                                             {"node = \"a\"\n", "requires a \"rack\""},
                                             {"rack = \"b\"\n[[ipmi.reading]]\nmetric = \"rack.power\"\n", "name"}}) {
            const auto targets = read(std::string("[[ipmi]]\n") + text);
            QVERIFY2(!targets.isOk(), text);
            QVERIFY2(targets.error().message.starts_with("agent.toml:") && has(targets.error().message, reported),
                     targets.error().message.c_str());
        }
    }
};

LOCKSTEP_TEST(tst_ipmitarget, TestIpmiTarget)
#include "tst_ipmitarget.moc"
