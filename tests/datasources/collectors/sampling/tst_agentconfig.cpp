// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/sampling/agentconfig.h"
#include "datasources/collectors/sampling/collectorset.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

class TestAgentConfig : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEmptyFileGivesTheDefaults()
    {
        const auto result = parseAgentConfig("", "agent.toml");
        QVERIFY(result.isOk());
        QVERIFY(result.value().tickPeriod == std::chrono::seconds(1));
        QCOMPARE(result.value().fastRate, 10U);
        QCOMPARE(result.value().server.listen, std::string("127.0.0.1:7117"));
        QVERIFY(result.value().collectorsOff.empty());
        QVERIFY(!result.value().position);
        QVERIFY(!result.value().selfTest.isEnabled);
    }

    void everyKeyIsRead()
    {
        const auto result = parseAgentConfig(R"(
root = "/host"
[node]
name = "gpu-17"
row = "B"
rack = "B04"
unit = 12
height = 8
[sampling]
period = 0.5
fast_rate = 20
rescan = 30
[server]
listen = "0.0.0.0:7117"
certificate = "/c.pem"
key = "/k.pem"
client_ca = "/ca.pem"
token_file = "/t"
[collectors]
nvidia = false
jobs = true
[disk]
ignore = ["loop"]
[network]
ignore = []
[nvidia]
library = "/opt/libnvidia-ml.so.1"
[jobs]
socket = "/run/jobs.sock"
[traces]
record = true
folder = "/scratch/traces"
[flight_recorder]
folder = "/scratch/dumps"
prefix = "fr_"
keep = "/var/lib/lockstep"
fetch = true
[selftest]
enabled = true
interval_h = 6
tests = ["gpu", "disk"]
seconds = 0.5
folder = "/scratch"
cublas = "/opt/cublas"
peers = ["n1:7117", "n2:7117"]
ca = "/ca.pem"
)",
                                             "agent.toml");
        QVERIFY2(result.isOk(), result.isOk() ? "" : result.error().message.c_str());
        const AgentConfig& config = result.value();
        QCOMPARE(config.root, std::string("/host"));
        QCOMPARE(config.nodeName, std::string("gpu-17"));
        QCOMPARE(config.position.value().rack, std::string("B04"));
        QCOMPARE(config.position.value().row, std::string("B"));
        QCOMPARE(config.position.value().bottomUnit, 12U);
        QCOMPARE(config.position.value().heightUnits, 8U);
        QVERIFY(config.tickPeriod == std::chrono::milliseconds(500));
        QVERIFY(config.rescanPeriod == std::chrono::seconds(30));
        QCOMPARE(config.fastRate, 20U);
        QCOMPARE(config.server.clientCaFile, std::string("/ca.pem"));
        QCOMPARE(config.server.bearerTokenFile, std::string("/t"));
        QVERIFY(config.collectorsOff == std::set<std::string>{"nvidia"});
        QVERIFY(config.ignoredDisks == std::vector<std::string>{"loop"});
        QVERIFY(config.ignoredInterfaces.empty());
        QCOMPARE(config.nvmlLibrary, std::string("/opt/libnvidia-ml.so.1"));
        QCOMPARE(config.jobSocket, std::string("/run/jobs.sock"));
        QVERIFY(config.recordsTraces);
        QCOMPARE(config.traceFolder, std::string("/scratch/traces"));
        QCOMPARE(config.dumps.folder, std::string("/scratch/dumps"));
        QCOMPARE(config.dumps.prefix, std::string("fr_"));
        QCOMPARE(config.dumps.keep, std::string("/var/lib/lockstep"));
        QVERIFY(config.handsOverDumps);
        QVERIFY(config.selfTest.isEnabled);
        QVERIFY(config.selfTest.interval == std::chrono::hours(6));
        QVERIFY((config.selfTest.plan.kinds == std::set<SelfTestKind>{SelfTestKind::Gpu, SelfTestKind::Disk}));
        QVERIFY(config.selfTest.plan.each == std::chrono::milliseconds(500));
        QCOMPARE(config.selfTest.plan.folder, std::string("/scratch"));
        QCOMPARE(config.selfTest.plan.cublas, std::string("/opt/cublas"));
        QVERIFY((config.selfTest.plan.peers == std::vector<std::string>{"n1:7117", "n2:7117"}));
        QCOMPARE(config.selfTest.peerCa, std::string("/ca.pem"));
        QVERIFY(config.selfTest.program.empty()); // no key starts another program
    }

    void errorsNameFileLineAndWhatWasExpected_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* text, int line, const char* expected) {
            QTest::newRow(name) << QString::fromLatin1(text) << line << QString::fromLatin1(expected);
        };
        row("no TOML", "a = = 1", 1, "");
        row("unknown table", "\n[nodes]\n", 2,
            "unknown key 'nodes' in the agent configuration; expected collectors, disk");
        row("unknown key", "[node]\nnmae = \"a\"\n", 2, "unknown key 'nmae' in [node]; expected height, name");
        row("unknown collector", "[collectors]\ngpu = true\n", 2, "expected agent, cgroup, cpu");
        row("table is a value", "node = 3\n", 1, "'node': expected a table [node]");
        row("number as text", "[sampling]\n\nperiod = \"1\"\n", 3,
            "'period' in [sampling]: expected a number from 0.1 to 60 seconds");
        row("period too short", "[sampling]\nperiod = 0.01\n", 2, "from 0.1 to 60 seconds");
        row("period not a number", "[sampling]\nperiod = nan\n", 2, "from 0.1 to 60 seconds");
        row("fast rate too high", "[sampling]\nfast_rate = 50\n", 2, "a whole number from 0 to 20");
        row("fast rate negative", "[sampling]\nfast_rate = -1\n", 2, "a whole number from 0 to 20");
        row("flag as number", "[collectors]\ncpu = 1\n", 2, "'cpu' in [collectors]: expected true or false");
        row("list of numbers", "[disk]\nignore = [1]\n", 2, "'ignore': expected a list of strings");
        row("text as number", "[nvidia]\nlibrary = 1\n", 2, "'library' in [nvidia]: expected a string");
        row("empty name", "[node]\nname = \"\"\n", 2, "must not be empty");
        row("unit without rack", "[node]\nunit = 3\n", 2, "requires a \"rack\"");
        row("key without certificate", "[server]\nkey = \"k\"\n", 1, "both \"certificate\" and \"key\"");
        row("traces without a token", "[traces]\nrecord = true\n", 2, "requires a \"token_file\" in [server]");
        row("dumps that nobody keeps", "[flight_recorder]\nfetch = true\n", 2, "requires \"keep\"");
        row("dumps without a token", "[flight_recorder]\nkeep = \"/k\"\nfetch = true\n", 3,
            "requires a \"token_file\" in [server]");
        row("dumps somewhere", "[flight_recorder]\nfolder = \"dumps\"\n", 2, "must be an absolute path");
        row("unknown test", "[selftest]\ntests = [\"tpu\"]\n", 2, "unknown test \"tpu\"");
        row("peers without a token", "[selftest]\npeers = [\"n1:7117\"]\n", 2, "requires a \"token_file\" in [server]");
        row("test folder somewhere", "[selftest]\nfolder = \"tmp\"\n", 2, "must be an absolute path");
        row("client CA alone", "[server]\nclient_ca = \"c\"\n", 2, "\"client_ca\" requires");
    }

    void errorsNameFileLineAndWhatWasExpected()
    {
        QFETCH(QString, text);
        QFETCH(int, line);
        QFETCH(QString, expected);
        const auto result = parseAgentConfig(text.toStdString(), "agent.toml");
        QVERIFY(!result.isOk());
        const QString message = QString::fromStdString(result.error().message);
        QVERIFY2(message.startsWith(QStringLiteral("agent.toml:%1:").arg(line)), qPrintable(message));
        QVERIFY2(message.contains(expected), qPrintable(message));
    }

    void aMissingFileSaysSo()
    {
        const auto result = readAgentConfig("/nowhere/agent.toml");
        QVERIFY(!result.isOk());
        QVERIFY(result.error().message.find("cannot read /nowhere/agent.toml: No such file") == 0);
    }

    void aFolderInPlaceOfAFileIsNoCrash()
    {
        const QTemporaryDir folder;
        static_cast<void>(readAgentConfig(folder.path().toStdString()));
    }

    void theExampleIsValidAndShowsTheDefaults()
    {
        const std::string path
            = qEnvironmentVariable("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/agent/agent.toml";
        const auto example = readAgentConfig(path);
        QVERIFY2(example.isOk(), example.isOk() ? "" : example.error().message.c_str());
        const AgentConfig defaults;
        QVERIFY(example.value().tickPeriod == defaults.tickPeriod);
        QVERIFY(example.value().rescanPeriod == defaults.rescanPeriod);
        QCOMPARE(example.value().fastRate, defaults.fastRate);
        QCOMPARE(example.value().server.listen, defaults.server.listen);
        QCOMPARE(example.value().nvmlLibrary, defaults.nvmlLibrary);
        QVERIFY(example.value().ignoredDisks == defaults.ignoredDisks);
        QVERIFY(example.value().ignoredInterfaces == defaults.ignoredInterfaces);
        QVERIFY(example.value().collectorsOff.empty());
    }

    void theExamplesInTheManualAreValid_data()
    {
        QTest::addColumn<QString>("page");
        for (const char* page : {"facility.md", "schedulers.md", "switches.md"})
            QTest::newRow(page) << QString::fromLatin1(page);
    }

    /// Every TOML block on these pages is a valid configuration. Blocks that begin with [[link]] belong to a cluster
    /// file.
    void theExamplesInTheManualAreValid()
    {
        QFETCH(QString, page);
        QFile file(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/resources/manual/") + page);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArrayList blocks = file.readAll().split('`');
        int examples = 0;
        for (const QByteArray& block : blocks) {
            if (!block.startsWith("toml\n") || block.startsWith("toml\n[[link]]"))
                continue;
            ++examples;
            const auto config = parseAgentConfig(block.mid(5).toStdString(), page.toStdString());
            QVERIFY2(config.isOk(), config.isOk() ? "" : config.error().message.c_str());
        }
        QVERIFY(examples >= 2);
    }

    void theExampleNamesEveryCollector()
    {
        QFile file(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/resources/agent/agent.toml"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        for (const std::string& name : collectorNames())
            QVERIFY2(text.contains("\n" + QByteArray::fromStdString(name) + " = true"), name.c_str());
    }

    void everyCollectorGoesByTheNameOfItsRow()
    {
        for (const AgentPurpose purpose : {AgentPurpose::Serve, AgentPurpose::Once}) {
            const Collectors collectors = makeCollectors(AgentConfig(), purpose);
            QCOMPARE(collectors.size(), collectorNames().size());
            for (std::size_t at = 0; at < collectors.size(); ++at)
                QCOMPARE(std::string(collectors[at]->name()), collectorNames()[at]);
        }
    }
};

LOCKSTEP_TEST(tst_agentconfig, TestAgentConfig)
#include "tst_agentconfig.moc"
