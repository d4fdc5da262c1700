// SPDX-License-Identifier: GPL-3.0-or-later
// `lockstep plan` and `lockstep place` on recordings of simulated clusters.
#include "app/record/recordcommands.h"
#include "datasources/clusterfile/simulationfile.h"
#include "models/core/units.h"
#include "tests/app/record/recordedsimulation.h"
#include "tests/support/smallrecording.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <utility>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

constexpr int planningSeconds = test::isSanitized ? 180 : 300;

sim::ClusterSpec demo()
{
    return readSimulationFile(qgetenv("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/clusters/demo.toml").value();
}

void record(const std::string& folder, sim::ClusterSpec spec, const sim::Drill& drill)
{
    test::recordSimulation(folder, std::move(spec), drill, planningSeconds);
}

CommandResult planFor(const std::vector<std::string>& arguments)
{
    return planFromRecordings(arguments);
}

CommandResult placeFor(const std::vector<std::string>& arguments)
{
    return nodesToPlace(arguments);
}

QJsonObject objectOf(const CommandResult& answer)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(answer.out)).object();
}

} // namespace

class TestPlanningCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A GPU of node-012 falls off the bus after two minutes. Job train-a takes 16 nodes, so that others are free.
    void initTestCase()
    {
        sim::ClusterSpec spec = demo();
        spec.jobs.front().nodes = 16;
        sim::Drill drill
            = readDrillFile(qgetenv("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/drills/gpu-off-the-bus.toml")
                  .value();
        drill.faults.front().onsetSeconds = 120;
        record(path(), spec, drill);
    }

    void theFailureIsCountedInTheHoursWatched()
    {
        const CommandResult answer = planFor({"--json", "--nodes", "16", "--repair-hours", "2", path()});
        QCOMPARE(answer.exitCode, 0);
        const QJsonObject plan = objectOf(answer);
        const QJsonObject gpus = plan[u"parts"_s].toArray().first().toObject();
        QCOMPARE(gpus[u"part"_s].toString(), u"GPU"_s);
        QVERIFY2(gpus[u"events"_s].toInt() == 1 && gpus[u"stops"_s].toInt() == 1, answer.out.c_str());
        QCOMPARE(gpus[u"causes"_s].toObject()[u"gpu_off_bus"_s].toInt(), 1);
        const double watched = 64 * 8 * planningSeconds / 3600.0;
        QVERIFY(std::abs(gpus[u"hours"_s].toDouble() / watched - 1) < 0.05);
        QVERIFY(std::abs(gpus[u"high"_s].toDouble() * gpus[u"hours"_s].toDouble() - 5.5716) < 1e-3); // Garwood
        const QJsonObject job = plan[u"job"_s].toObject();
        QCOMPARE(job[u"nodes"_s].toDouble(), 16.0);
        QCOMPARE(job[u"repair_h"_s].toDouble(), 2.0);
        QVERIFY(job[u"spares"_s].toDouble() >= 1);
        QVERIFY(job[u"mtbf_h_at_high_rate"_s].toDouble() < job[u"mtbf_h"_s].toDouble());
        QVERIFY(job[u"failing_cost_stopped"_s].toDouble() > 0.6); // 1 - 0.99^128 = 0.72
    }

    void theTextStatesEventsAndHours()
    {
        const std::string text = planFor({path()}).out;
        QVERIFY2(text.find(test::isSanitized ? "  GPU: 1 in 25." : "  GPU: 1 in 42.") != std::string::npos,
                 text.c_str());
        QVERIFY2(text.find("  Cooling loop: no failures in ") != std::string::npos, text.c_str());
        QVERIFY2(
            text.find("Spare nodes with which the job waits for a repair less than 5 % of the time: no silent node has")
                != std::string::npos,
            text.c_str());
        QVERIFY2(text.find("Job on 16 nodes (train-") != std::string::npos, text.c_str());
    }

    void anHourIsCountedOnce()
    {
        const CommandResult twice = planFor({path(), path()});
        QCOMPARE(twice.exitCode, 1);
        QVERIFY2(twice.err.find("overlap in time and nodes") != std::string::npos, twice.err.c_str());
    }

    /// A recording of another time without jobs or GPUs.
    void recordingsWithoutJobsAdd()
    {
        const QTemporaryDir folder;
        const std::string small = folder.path().toStdString();
        QVERIFY(test::SmallRecording::write(small).isOk());
        const CommandResult alone = planFor({small});
        QCOMPARE(alone.exitCode, 0);
        QVERIFY2(alone.out.find("GPU memory: no failures in ") != std::string::npos
                     || alone.out.find("GPU memory: unknown") != std::string::npos,
                 alone.out.c_str());
        QVERIFY2(alone.out.find("Optimal checkpoint interval (Daly): no checkpoint was recorded") != std::string::npos,
                 alone.out.c_str());
        QCOMPARE(planFor({"--json", small, path()}).exitCode, 0);
    }

    void freeNodesComeInOrderWithReasons()
    {
        const QJsonObject hints = objectOf(placeFor({"--json", "4", path()}));
        QCOMPARE(hints[u"place"_s].toArray().size(), 4);
        QStringList leaves;
        for (const QJsonValue& each : hints[u"free"_s].toArray())
            leaves << QString::fromUtf8(QJsonDocument(each.toObject()[u"leaves"_s].toArray()).toJson());
        QVERIFY(!leaves.isEmpty() && leaves.first() != u"[\n]\n"_s);
        QCOMPARE(leaves.mid(0, 4).count(leaves.first()), 4);
        QMap<QString, QString> excluded;
        for (const QJsonValue& each : hints[u"excluded"_s].toArray())
            excluded[each.toObject()[u"node"_s].toString()] = each.toObject()[u"reason"_s].toString();
        QCOMPARE(excluded[u"node-001"_s], u"held"_s);
        QCOMPARE(excluded[u"node-064"_s], u"drained"_s);
        QVERIFY(excluded.contains(u"node-012"_s)); // its GPU has failed
        const CommandResult text = placeFor({"4", path()});
        QCOMPARE(text.exitCode, 0);
        QVERIFY2(text.out.find("   1 place node-") != std::string::npos, text.out.c_str());
        QVERIFY2(text.out.find("drained or down, according to the scheduler: node-064") != std::string::npos,
                 text.out.c_str());
        QVERIFY2(text.out.find(" its slowdown limit at full power") != std::string::npos, text.out.c_str());
    }

    void tooFewFreeNodesAreAFailure()
    {
        const CommandResult answer = placeFor({"60", path()});
        QCOMPARE(answer.exitCode, 1);
        QVERIFY2(answer.err.find("of the 60 requested nodes are free") != std::string::npos, answer.err.c_str());
        QVERIFY(!answer.out.empty());
    }

    void aMomentOfThePastCountsInsteadOfTheEnd()
    {
        const TimePoint moment = SimulatedBatches::start + std::chrono::seconds(100);
        const QJsonObject hints = objectOf(placeFor({"--json", "--until", formatUtc(moment), "4", path()}));
        QCOMPARE(hints[u"moment"_s].toString().toStdString(), formatUtc(moment + std::chrono::seconds(1)));
        QCOMPARE(hints[u"place"_s].toArray().size(), 4);
        QCOMPARE(placeFor({"--until", "tomorrow", "4", path()}).exitCode, 2);
    }

    void wrongUsageIsReported()
    {
        const QTemporaryDir empty;
        QCOMPARE(planFor({}).exitCode, 2);
        QCOMPARE(planFor({"--nodes", "0", path()}).exitCode, 2);
        QCOMPARE(planFor({"--nodes", "1.5", path()}).exitCode, 2);
        QCOMPARE(planFor({"--repair-hours", "-1", path()}).exitCode, 2);
        QCOMPARE(planFor({"/no/such/recording"}).exitCode, 1);
        QCOMPARE(planFor({empty.path().toStdString()}).exitCode, 1);
        for (const char* nodes : {"0", "-1", "many", "1e3", "99999999999999999999", ""})
            QCOMPARE(placeFor({nodes, path()}).exitCode, 2);
        QCOMPARE(placeFor({}).exitCode, 2);
        QCOMPARE(placeFor({"4"}).exitCode, 2);
        QCOMPARE(placeFor({"4", path(), path()}).exitCode, 2);
        QCOMPARE(placeFor({"4", "--connect", "127.0.0.1:1", path()}).exitCode, 2);
        QCOMPARE(placeFor({"4", "/no/such/recording"}).exitCode, 1);
    }

    void aDamagedRecordingIsReported()
    {
        const QTemporaryDir folder;
        const auto written = test::SmallRecording::write(folder.path().toStdString());
        QVERIFY(written.isOk());
        QFile file(QString::fromStdString(written.value()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.seek(file.size() / 2) && file.write(QByteArray(2048, '\xff')) > 0);
        file.close();
        QVERIFY(planFor({folder.path().toStdString()}).exitCode <= 1);
        QVERIFY(placeFor({"2", folder.path().toStdString()}).exitCode <= 1);
    }

private:
    [[nodiscard]] std::string path() const { return m_folder.path().toStdString(); }

    QTemporaryDir m_folder;
};

LOCKSTEP_TEST(tst_planningcommands, TestPlanningCommands)
#include "tst_planningcommands.moc"
