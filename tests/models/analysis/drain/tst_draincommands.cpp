// SPDX-License-Identifier: GPL-3.0-or-later
// Commands for operators' shells: an external name must remain a single word, whatever it contains.
#include "models/analysis/drain/draincommands.h"
#include "tests/support/testentry.h"

#include <QProcess>
#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace lockstep;

namespace {

/// The words as a shell sees them, one per line.
std::string wordsInAShell(const std::string& words)
{
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"), QStringLiteral("printf '%s\\n' ") + QString::fromStdString(words)});
    return shell.waitForFinished() ? shell.readAllStandardOutput().toStdString() : "failed";
}

} // namespace

class TestDrainCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slurmAndKubernetesAreToldWhatAndWhy()
    {
        const std::vector<std::string> nodes{"node-018", "node-019.hall"};
        const DrainOrder order{nodes, "blocked_cold_plate", "node-018 gpu1: 14 K hotter"};
        QCOMPARE(drainCommands(DrainTool::Slurm, order),
                 std::string("scontrol update nodename=node-018 state=drain reason='Lockstep: node-018 gpu1: 14 K "
                             "hotter'\nscontrol update nodename=node-019.hall state=drain reason='Lockstep: node-018 "
                             "gpu1: 14 K hotter'\n"));
        const std::string kubernetes = drainCommands(DrainTool::Kubernetes, order);
        for (const char* line :
             {"kubectl cordon node-018\n", "kubectl taint nodes node-018 lockstep/cause=blocked_cold_plate:NoSchedule",
              "kubectl label nodes node-018 lockstep/cause=blocked_cold_plate",
              "kubectl annotate nodes node-019.hall lockstep/reason='Lockstep: node-018"})
            QVERIFY2(kubernetes.find(line) != std::string::npos, line);
    }

    void whatIsQuotedIsOneWord_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"plain", "it's", "$(touch /tmp/lockstep-was-here)", "`id`", "a; rm -rf ~", "\"\\\"",
                                 "'", "''", "*", "a  b", "14 K \xC2\xB7 \xE2\x86\x92 slower", "!!", ""})
            QTest::newRow(text) << QByteArray(text);
    }

    void whatIsQuotedIsOneWord()
    {
        QFETCH(QByteArray, text);
        QCOMPARE(wordsInAShell(shellWord(text.toStdString())), text.toStdString() + "\n");
    }

    void aReasonIsOneLineAndNotEndless()
    {
        const std::vector<std::string> nodes{"n1"};
        const std::string hostile = "down\nscontrol update nodename=all state=drain\r" + std::string(1000, 'x');
        const std::string commands = drainCommands(DrainTool::Slurm, {nodes, "nic_down", hostile});
        QCOMPARE(std::ranges::count(commands, '\n'), 1);
        QVERIFY(commands.size() < 300);
        std::string umlauts = "x";
        for (int at = 0; at < 300; ++at)
            umlauts += "\xC3\xBC";
        const std::string cut = drainCommands(DrainTool::Slurm, {nodes, "nic_down", umlauts});
        QVERIFY(cut.ends_with("\xC3\xBC'\n"));
    }

    void aNodeThatIsNoHostNameIsLeftOut_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const char* name :
             {"node-[001-064]", "a,b", "n1 state=idle", "-x", "n1;reboot", "$HOME", "", "n1\nn2", "ALL*"})
            QTest::newRow(name) << QByteArray(name);
    }

    void aNodeThatIsNoHostNameIsLeftOut()
    {
        QFETCH(QByteArray, name);
        QVERIFY(!isHostName(name.toStdString()));
        const std::vector<std::string> nodes{name.toStdString(), "n2"};
        for (const DrainTool tool : {DrainTool::Slurm, DrainTool::Kubernetes}) {
            const std::string commands = drainCommands(tool, {nodes, "nic_down", "down"});
            QVERIFY(commands.starts_with("# omitted"));
            QCOMPARE(std::ranges::count(commands, '\n'), tool == DrainTool::Slurm ? 2 : 5);
        }
    }
};

LOCKSTEP_TEST(tst_draincommands, TestDrainCommands)
#include "tst_draincommands.moc"
