// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/facility/facilitycollector.h"
#include "datasources/collectors/ibswitches/ibswitchtarget.h"
#include "models/core/batch.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/datasources/collectors/ibswitches/fabricsimulator.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTest>

#include <optional>

using namespace lockstep;
using namespace lockstep::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

std::string messageOf(const Result<FacilityReport>& report)
{
    return report.isOk() ? "answered; " + report.value().note : report.error().message;
}

std::optional<double> valueOf(const Result<FacilityReport>& report, std::string_view metric, const std::string& device,
                              const std::string& port)
{
    const FacilityPlace place{{EntityKind::Switch, device}, {EntityKind::Port, port}};
    if (report.isOk()) {
        for (const FacilityValue& each : report.value().values) {
            if (each.metric == metric && each.place == place)
                return each.value;
        }
    }
    return std::nullopt;
}

bool has(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

/// Scripts that replace infiniband-diags.
class StandInTools
{
public:
    StandInTools() : m_path(qgetenv("PATH")) { qputenv("PATH", m_folder.path().toUtf8() + ':' + m_path); }
    ~StandInTools() { qputenv("PATH", m_path); }
    StandInTools(const StandInTools&) = delete;
    StandInTools& operator=(const StandInTools&) = delete;

    void put(const QString& name, const QByteArray& script) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write("#!/bin/sh\n" + script) < 0)
            qFatal("no stand-in");
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

private:
    QTemporaryDir m_folder;
    QByteArray m_path;
};

constexpr const char* twoSwitches
    = "cat <<'END'\n"
      "SW     3  1 0x0000000000200001 4x HDR - SW     2  5 0x0000000000200000 ( 'MF0;spine1:MQM8700/U1' - 'leaf1' )\n"
      "SW     3  2 0x0000000000200001 4x ???                                    'MF0;spine1:MQM8700/U1'\n"
      "SW     2  5 0x0000000000200000 4x HDR - SW     3  1 0x0000000000200001 ( 'leaf1' - 'MF0;spine1:MQM8700/U1' )\n"
      "END\n";

constexpr const char* calmCounters = "cat <<'END'\n"
                                     "# Port counters: Lid 2 port 5 (CapMask: 0x1300)\n"
                                     "PortSelect:......................5\n"
                                     "LinkDownedCounter:...............255\n"
                                     "PortXmitData:....................4896\n"
                                     "END\n";

} // namespace

/// Switches of a fabric that Debian's ibsim simulates, and tools that hang, fail or print wrong output.
class TestIbSwitches : public QObject
{
    Q_OBJECT

private:
    static IbSwitchOptions options()
    {
        IbSwitchOptions options;
        options.isWanted = true;
        options.timeout = test::hangTimeout;
        return options;
    }

    /// Polls until the report satisfies the condition, with a timeout.
    template <class Condition>
    static Result<FacilityReport> pollUntil(IbSwitchTarget& target, Condition holds)
    {
        Result<FacilityReport> report = Error{"nobody was asked"};
        static_cast<void>(test::waitFor([&] {
            report = target.poll({});
            return holds(report);
        }));
        return report;
    }

private Q_SLOTS:
    void aSimulatedFabricIsReadAndALinkThatIsTakenDownIsSeen()
    {
        FabricSimulator fabric;
        if (!fabric.missing().isEmpty())
            QSKIP(qPrintable(u"there is no "_s + fabric.missing()));
        IbSwitchTarget target(options());
        auto report = target.poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QCOMPARE(report.value().note, std::string());
        QVERIFY(report.value().conditions.empty());
        QCOMPARE(valueOf(report, metrics::port::up, "leaf1", "5"), std::optional(1.0));
        QCOMPARE(valueOf(report, metrics::port::up, "spine1", "1"), std::optional(1.0));
        QCOMPARE(valueOf(report, metrics::port::rate, "leaf1", "5"), std::optional(1e10)); // four lanes of SDR
        QVERIFY(!valueOf(report, metrics::port::up, "leaf1", "3")); // it is not connected
        QCOMPARE(valueOf(report, metrics::port::linkDownedTotal, "leaf1", "1"), std::optional(0.0));
        QVERIFY(!valueOf(report, metrics::port::transmit, "leaf1", "1")); // a single sample gives no rate

        fabric.say("PerformanceSet \"leaf1\"[1] PortCounters.LinkDownedCounter=255");
        fabric.say("PerformanceSet \"leaf1\"[1] PortCounters.SymbolErrorCounter=77");
        report = pollUntil(target, [](const auto& said) {
            return valueOf(said, metrics::port::symbolErrorsTotal, "leaf1", "1") == 77;
        });
        QCOMPARE(valueOf(report, metrics::port::linkDownedTotal, "leaf1", "1"), std::optional(255.0));
        QCOMPARE(valueOf(report, metrics::port::symbolErrorsTotal, "leaf1", "1"), std::optional(77.0));
        QVERIFY(valueOf(report, metrics::port::symbolErrors, "leaf1", "1").value_or(0) > 0);
        QVERIFY(valueOf(report, metrics::port::receive, "leaf1", "1").value_or(0) > 0); // the questions themselves
        QVERIFY(valueOf(report, metrics::port::utilisation, "leaf1", "1").value_or(1) < 0.1);
        QVERIFY(!valueOf(report, metrics::port::symbolErrors, "leaf1", "2"));

        fabric.say("unlink \"leaf1\"[5]");
        report
            = pollUntil(target, [](const auto& said) { return valueOf(said, metrics::port::up, "leaf1", "5") == 0; });
        QCOMPARE(valueOf(report, metrics::port::up, "leaf1", "5"), std::optional(0.0));
        QVERIFY(!report.value().conditions.empty());
        const FacilityCondition& down = report.value().conditions.front();
        QCOMPARE(down.code, std::string(codes::portDown));
        QCOMPARE(down.text, std::string("Switch leaf1, port 5: the link to spine1 port 1 is down"));

        fabric.say("link \"leaf1\"[5] \"spine1\"[1]");
        report
            = pollUntil(target, [](const auto& said) { return valueOf(said, metrics::port::up, "leaf1", "5") == 1; });
        QVERIFY(report.isOk() && report.value().conditions.empty());
    }

    void namesAreThoseOfTopologiesAndOldCountersDo()
    {
        StandInTools tools;
        tools.put(u"ibnetdiscover"_s, twoSwitches);
        // Like a device without 64-bit counters.
        tools.put(u"perfquery"_s, QByteArray("[ \"$1\" = -x ] && exit 1\n") + calmCounters);
        IbSwitchTarget target(options());
        const auto report = target.poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QCOMPARE(valueOf(report, metrics::port::up, "spine1", "1"), std::optional(1.0));
        QCOMPARE(valueOf(report, metrics::port::rate, "leaf1", "5"), std::optional(2e11));
        QCOMPARE(valueOf(report, metrics::port::linkDownedTotal, "leaf1", "5"), std::optional(255.0));
    }

    void toolsThatLieAreSaid_data()
    {
        QTest::addColumn<QByteArray>("discovery");
        QTest::addColumn<QByteArray>("query");
        QTest::addColumn<QByteArray>("reported");
        QTest::newRow("no adapter") << QByteArray("echo 'ibwarn: can not open UMAD port' >&2; exit 1\n") << QByteArray()
                                    << QByteArray("ibnetdiscover failed: ibwarn: can not open UMAD port");
        QTest::newRow("nothing") << QByteArray("exit 0\n") << QByteArray() << QByteArray("found no switch");
        QTest::newRow("garbage") << QByteArray("echo '<html>'\n") << QByteArray() << QByteArray("found no switch");
        QTest::newRow("hangs") << QByteArray("sleep 1000\n") << QByteArray() << QByteArray("did not finish within 1 s");
        QTest::newRow("no end") << QByteArray("exec yes 'SW'\n") << QByteArray() << QByteArray("ibnetdiscover");
        QTest::newRow("no counters") << QByteArray(twoSwitches) << QByteArray("echo none; exit 0\n")
                                     << QByteArray("spine1: unexpected output of perfquery: 'none'; 1 more failed");
        QTest::newRow("counters that hang") << QByteArray(twoSwitches) << QByteArray("sleep 1000\n")
                                            << QByteArray("perfquery did not finish within 1 s");
        QTest::newRow("counters that fail") << QByteArray(twoSwitches) << QByteArray("echo 'no path' >&2; exit 2\n")
                                            << QByteArray("perfquery failed: no path");
    }

    void toolsThatLieAreSaid()
    {
        QFETCH(QByteArray, discovery);
        QFETCH(QByteArray, query);
        QFETCH(QByteArray, reported);
        StandInTools tools;
        tools.put(u"ibnetdiscover"_s, discovery);
        tools.put(u"perfquery"_s, query);
        IbSwitchOptions its = options();
        if (reported.contains("did not finish within 1 s"))
            its.timeout = 1s;
        IbSwitchTarget target(its);
        const auto report
            = pollUntil(target, [&](const auto& said) { return has(messageOf(said), reported.constData()); });
        const std::string message = messageOf(report);
        QVERIFY2(has(message, reported.constData()), message.c_str());
        QCOMPARE(report.isOk(), !query.isEmpty()); // links are reported without counters
    }

    void aToolThatHangsDoesNotHoldUpTheEnd()
    {
        StandInTools tools;
        tools.put(u"ibnetdiscover"_s, "sleep 86400\n");
        IbSwitchOptions its = options();
        its.timeout = 24h; // waiting for the tool would never return
        std::vector<PolledTarget> targets;
        targets.push_back({std::make_unique<IbSwitchTarget>(its), 50ms});
        FacilityCollector collector("ibswitches", std::move(targets));
        CollectorHarness harness(collector);
        QVERIFY(!harness.detect().isActive);
    }

    void whatAToolComplainsOfInLinesIsReportedInOne()
    {
        StandInTools tools;
        tools.put(u"ibnetdiscover"_s, "printf 'ibwarn: one\\nibwarn:\\ttwo\\n' >&2; exit 1\n");
        std::vector<PolledTarget> targets;
        targets.push_back({std::make_unique<IbSwitchTarget>(options()), 10ms});
        FacilityCollector collector("ibswitches", std::move(targets), 10s);
        CollectorHarness harness(collector);
        const std::string reported = "ibnetdiscover failed: ibwarn: one ibwarn: two";
        QVERIFY2(has(harness.detect().detail, reported.c_str()), harness.detect().detail.c_str());
        const NodeTick tick = harness.sampleUntil(0, [](const NodeTick& each) { return !each.events.empty(); });
        QVERIFY(!tick.events.empty());
        QVERIFY2(has(tick.events.front().text, reported.c_str()), tick.events.front().text.c_str());
    }

    void theAdapterIsHandedOnAsAWordOfItsOwn()
    {
        StandInTools tools;
        tools.put(u"ibnetdiscover"_s, "echo \"$# $1 $2 $3 $4 $5\" >&2; exit 1\n");
        IbSwitchOptions its = options();
        its.adapter = "mlx5_0";
        its.port = 2;
        const std::string message = messageOf(IbSwitchTarget(its).poll({}));
        QVERIFY2(has(message, "5 -C mlx5_0 -P 2 --ports"), message.c_str());
    }

    void whatIsWrongInTheConfigurationIsSaid()
    {
        const auto message = [](const char* text) {
            const auto top = parseToml(std::string("[ibswitches]\n") + text, "agent.toml");
            TomlTable table(top.value(), "agent.toml", "the agent configuration");
            const auto read = readIbSwitchOptions(table, "agent.toml");
            return read.isOk() ? std::string("fine") : read.error().message;
        };
        QCOMPARE(message("adapter = \"mlx5_0\"\nport = 1\ninterval = 60\ntimeout = 60\n"), std::string("fine"));
        for (const char* const text :
             {"adapter = \"-x\"\n", "adapter = \"a b\"\n", "port = 0\n", "interval = 1\n", "guid = \"x\"\n"})
            QVERIFY2(message(text).starts_with("agent.toml:2"), message(text).c_str());
    }
};

LOCKSTEP_TEST(tst_ibswitches, TestIbSwitches)
#include "tst_ibswitches.moc"
