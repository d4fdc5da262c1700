// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/hangtimeout.h"
#include "tests/support/programrun.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace lockstep::test;

/// Tests lockstep-agent as a process, started like by people and by systemd.
class TestAgentProcess : public QObject
{
    Q_OBJECT

private:
    static ProgramRun run(const QStringList& arguments) { return runProgram(QStringLiteral(AGENT_PATH), arguments); }

    /// Starts an agent on a free port and waits until it serves.
    void startServing(QProcess& process, const QByteArray& config = {}) const
    {
        const QString file = writeFile(m_folder, QStringLiteral("serve.toml"),
                                       config + "[jobs]\nsocket = \""
                                           + m_folder.filePath(QStringLiteral("jobs.sock")).toUtf8() + "\"\n");
        process.start(QStringLiteral(AGENT_PATH),
                      {QStringLiteral("--config"), file, QStringLiteral("--listen"), QStringLiteral("127.0.0.1:0")});
        process.setReadChannel(QProcess::StandardError);
        QVERIFY(process.waitForStarted());
        QByteArray log;
        while (!(log.contains("serves on") && log.contains("agent: process"))) {
            QVERIFY2(process.waitForReadyRead(hangTimeoutMs), log.constData());
            log += process.readAllStandardError();
        }
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void onceJsonIsTheDocumentedInterface()
    {
        const ProgramRun outcome = run(
            {QStringLiteral("--once"), QStringLiteral("--json"), QStringLiteral("--name"), QStringLiteral("node1")});
        QCOMPARE(outcome.exitCode, 0);
        QJsonParseError error{};
        const QJsonObject report = QJsonDocument::fromJson(outcome.output, &error).object();
        QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(error.errorString()));
        QCOMPARE(report.value(u"node").toString(), QStringLiteral("node1"));
        QVERIFY(report.value(u"inventory").toArray().size() >= 10);
        bool hasCpu = false;
        for (const auto& value : report.value(u"samples").toArray()) {
            const QJsonObject sample = value.toObject();
            QCOMPARE(sample.size(), 4);
            QVERIFY(sample.value(u"value").isDouble() || sample.value(u"value").isNull());
            if (sample.value(u"metric").toString() == QLatin1String("node.cpu.utilisation")) {
                hasCpu = true;
                QVERIFY(sample.value(u"value").isDouble()); // a rate, after the second sample a number
                QCOMPARE(sample.value(u"unit").toString(), QStringLiteral("ratio"));
                QCOMPARE(sample.value(u"entity").toString(), QString());
            }
        }
        QVERIFY(hasCpu);
    }

    void aSelfTestPrintsATableOrJson()
    {
        const QStringList few{QStringLiteral("selftest"), QStringLiteral("--only"), QStringLiteral("gpu,network"),
                              QStringLiteral("--seconds"), QStringLiteral("0.05")};
        const ProgramRun table = run(few);
        QVERIFY2(table.exitCode == 0, table.output + table.log);
        QVERIFY2(table.output.contains("gpu.") && table.output.contains("network"), table.output.constData());
        const ProgramRun lines = run(few + QStringList{QStringLiteral("--json")});
        QCOMPARE(lines.exitCode, 0);
        for (const QByteArray& line : lines.output.trimmed().split('\n')) {
            const QJsonObject result = QJsonDocument::fromJson(line).object();
            QCOMPARE(result.size(), 6);
            QVERIFY(result.value(u"metric").toString().startsWith(QLatin1String("selftest.")));
            QVERIFY(!result.value(u"detail").toString().isEmpty());
        }
    }

    void aSelfTestRejectsUnknownTests()
    {
        const ProgramRun outcome
            = run({QStringLiteral("selftest"), QStringLiteral("--only"), QStringLiteral("cpu,tpu")});
        QCOMPARE(outcome.exitCode, 2);
        QVERIFY2(outcome.log.contains("unknown test \"tpu\""), outcome.log.constData());
        QCOMPARE(run({QStringLiteral("selftest"), QStringLiteral("--seconds"), QStringLiteral("0")}).exitCode, 2);
    }

    void onceReadsBelowAnotherRoot()
    {
        const QTemporaryDir root;
        QVERIFY(QDir(root.path()).mkpath(QStringLiteral("sys/class/thermal/thermal_zone0")));
        QFile type(root.filePath(QStringLiteral("sys/class/thermal/thermal_zone0/type")));
        QVERIFY(type.open(QIODevice::WriteOnly) && type.write("acpitz\n") > 0);
        type.close();
        QFile temperature(root.filePath(QStringLiteral("sys/class/thermal/thermal_zone0/temp")));
        QVERIFY(temperature.open(QIODevice::WriteOnly) && temperature.write("36600\n") > 0);
        temperature.close();
        const ProgramRun outcome = run({QStringLiteral("--once"), QStringLiteral("--root"), root.path()});
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY2(outcome.output.contains("thermal     1 sensor"), outcome.output.constData());
        QVERIFY(outcome.output.contains("cpu         off: "));
        QVERIFY(outcome.output.contains("36.6"));
    }

    /// Values that could be read are printed nevertheless.
    void onceFailsWhereATargetDoesNotAnswer()
    {
        const QString config = writeFile(m_folder, QStringLiteral("once.toml"),
                                         "[[modbus]]\nhost = \"127.0.0.1\"\nport = 1\nloop = \"cdu-9\"\n"
                                         "[[modbus.reading]]\nmetric = \"loop.flow\"\naddress = 12\n");
        const ProgramRun outcome = run({QStringLiteral("--once"), QStringLiteral("--config"), config});
        QCOMPARE(outcome.exitCode, 1);
        QVERIFY2(outcome.output.contains("modbus"), outcome.output.constData());
        QVERIFY2(outcome.log.contains("modbus: off: 0 of 1 targets answering; modbus://127.0.0.1:1: cannot connect: "),
                 outcome.log.constData());
    }

    void helpAndVersionGoToStandardOutput()
    {
        const ProgramRun help = run({QStringLiteral("--help")});
        QCOMPARE(help.exitCode, 0);
        for (const char* option : {"--config", "--listen", "--once", "--json", "--root", "--name", "--version"})
            QVERIFY2(help.output.contains(option), option);
        QVERIFY(run({QStringLiteral("--version")}).output.startsWith("lockstep-agent "));
    }

    void wrongUsageAndWrongConfigurationExitWithTwoAndSayWhy()
    {
        const ProgramRun usage = run({QStringLiteral("--fast")});
        QCOMPARE(usage.exitCode, 2);
        QVERIFY(usage.log.contains("unknown option --fast"));
        const QString file = writeFile(m_folder, QStringLiteral("wrong.toml"), "[sampling]\nfast_rate = 99\n");
        const ProgramRun config = run({QStringLiteral("--config"), file});
        QCOMPARE(config.exitCode, 2);
        QVERIFY2(config.log.contains(file.toUtf8()
                                     + ":2:1: 'fast_rate' in [sampling]: expected a whole number from 0 to 20"),
                 config.log.constData());
    }

    void itRefusesToServeOtherAddressesInTheClear()
    {
        const ProgramRun outcome = run({QStringLiteral("--listen"), QStringLiteral("0.0.0.0:0")});
        QCOMPARE(outcome.exitCode, 1);
        QVERIFY2(outcome.log.contains("0.0.0.0"), outcome.log.constData());
    }

    void itStopsCleanlyOnASignal_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
    }

    void itStopsCleanlyOnASignal()
    {
        QFETCH(int, signal);
        QProcess process;
        startServing(process);
        QVERIFY(!QTest::currentTestFailed());
        QVERIFY(QFile::exists(m_folder.filePath(QStringLiteral("jobs.sock"))));
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished(hangTimeoutMs));
        QVERIFY(process.exitStatus() == QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
        QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("jobs.sock"))));
    }

    void itLoadsNoGuiLibrary()
    {
        QProcess process;
        startServing(process);
        QVERIFY(!QTest::currentTestFailed());
        QFile maps(QStringLiteral("/proc/%1/maps").arg(process.processId()));
        QVERIFY(maps.open(QIODevice::ReadOnly));
        const QByteArray text = maps.readAll();
        QVERIFY(text.contains("libgrpc++"));
        for (const char* library : {"libQt", "libX11", "libGL", "libvtk"})
            QVERIFY2(!text.contains(library), library);
        process.terminate();
        QVERIFY(process.waitForFinished(hangTimeoutMs));
    }
};

LOCKSTEP_TEST(tst_agentprocess, TestAgentProcess)
#include "tst_agentprocess.moc"
