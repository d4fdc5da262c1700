// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "datasources/clusterfile/simulationfile.h"
#include "tests/app/record/recordedsimulation.h"
#include "tests/support/testentry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

namespace {

constexpr int blockedSeconds = 240;

/// A cold plate of node-013 is blocked, under a job of 40 nodes.
void recordBlockedPlate(const std::string& folder)
{
    const std::string resources = qgetenv("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/";
    test::recordSimulation(folder, readSimulationFile(resources + "clusters/demo.toml").value(),
                           readDrillFile(resources + "drills/blocked-cold-plate.toml").value(), blockedSeconds);
}

CommandResult drainAnswerTo(const std::vector<std::string>& arguments)
{
    return recordingDrain(arguments);
}

} // namespace

class TestDrainCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { recordBlockedPlate(m_folder.path().toStdString()); }

    void eachFormNamesTheSameNode()
    {
        const std::string path = m_folder.path().toStdString();
        const CommandResult json = drainAnswerTo({"--json", path});
        QCOMPARE(json.exitCode, 0);
        const QJsonObject feed = QJsonDocument::fromJson(QByteArray::fromStdString(json.out)).object();
        const QJsonArray entries = feed[QStringLiteral("entries")].toArray();
        QVERIFY2(!entries.isEmpty(), json.out.c_str());
        const QJsonObject first = entries.first().toObject();
        QCOMPARE(first[QStringLiteral("kind")].toString(), QStringLiteral("blocked_cold_plate"));
        QCOMPARE(first[QStringLiteral("job")].toString(), QStringLiteral("train-a"));
        const QString node = first[QStringLiteral("nodes")].toArray().first().toString();
        QVERIFY(node.startsWith(QStringLiteral("node-")));
        const std::string name = node.toStdString();
        const CommandResult hosts = drainAnswerTo({"--hostfile", "--all", path});
        QCOMPARE(hosts.out, name + "\n");
        const CommandResult slurm = drainAnswerTo({"--slurm", "--all", path});
        QVERIFY2(slurm.out.find("scontrol update nodename=" + name + " state=drain reason='Lockstep: ")
                     != std::string::npos,
                 slurm.out.c_str());
        const CommandResult kubernetes = drainAnswerTo({"--kubernetes", "--all", path});
        QVERIFY2(kubernetes.out.find("kubectl cordon " + name + "\n") != std::string::npos, kubernetes.out.c_str());
        const CommandResult table = drainAnswerTo({path});
        QVERIFY2(table.out.find("nodes: " + name + "; job: train-a") != std::string::npos, table.out.c_str());
        // Without --all, only nodes that are worth draining, as in the list for recovery systems.
        const QJsonArray excluded = feed[QStringLiteral("exclude")].toArray();
        QCOMPARE(drainAnswerTo({"--hostfile", path}).out, excluded.isEmpty() ? std::string() : name + "\n");
    }

    void wrongUsageIsReported()
    {
        QCOMPARE(drainAnswerTo({}).exitCode, 2);
        QCOMPARE(drainAnswerTo({"--slurm", "--json", "x"}).exitCode, 2);
        QCOMPARE(drainAnswerTo({"--json", "/no/such/recording"}).exitCode, 1);
    }

private:
    QTemporaryDir m_folder;
};

LOCKSTEP_TEST(tst_draincommand, TestDrainCommand)
#include "tst_draincommand.moc"
