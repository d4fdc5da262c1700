// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts of all analyses in the demo's drills: the first one, its delay, and none on a quiet day.
#include "datasources/clusterfile/simulationfile.h"
#include "models/analysis/detect/limitanalysis.h"
#include "models/analysis/fabric/fabricanalysis.h"
#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/analysis/thermal/thermalmodel.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/resourcefile.h"
#include "tests/support/simulatedworld.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep;
using test::resourceFile;

namespace {

constexpr TimePoint worldStart{std::chrono::seconds(1'772'334'720)};

struct RaisedAlert
{
    double seconds = 0; ///< since the start
    DerivedEvent found;
};

/// A drill, played with all detectors.
struct PlayedDrill
{
    PlayedDrill(const std::string& cluster, const std::string& drill, std::uint64_t seed)
        : PlayedDrill(cluster, readDrillFile(resourceFile("drills/" + drill + ".toml")).value(), seed)
    { }

    PlayedDrill(const std::string& cluster, const sim::Drill& drill, std::uint64_t seed)
        : world(readSimulationFile(resourceFile("clusters/" + cluster + ".toml")).value(), drill, seed)
    {
        world.add(std::make_unique<SyncAnalysis>(syncResults));
        world.add(std::make_unique<ThermalAnalysis>());
        world.add(std::make_unique<FabricAnalysis>());
        world.add(std::make_unique<LimitAnalysis>());
    }

    [[nodiscard]] std::vector<RaisedAlert> alerts() const
    {
        std::vector<RaisedAlert> all;
        for (const LoggedEvent& logged : world.store().events().events()) {
            if (logged.event.severity != Severity::Information)
                all.push_back({std::chrono::duration<double>(logged.event.time - worldStart).count(),
                               {logged.entity, logged.event}});
        }
        return all;
    }
    [[nodiscard]] std::string texts() const
    {
        std::string all;
        for (const RaisedAlert& each : alerts())
            all += std::to_string(each.seconds) + " s " + each.found.event.code + ": " + each.found.event.text + '\n';
        return all;
    }

    SyncResults syncResults;
    SimulatedWorld world;
};

} // namespace

class TestDrillAlerts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstAlertOfTheDemoIsAboutTheLoop_data();
    void theFirstAlertOfTheDemoIsAboutTheLoop();
    void whateverTheJobsDoMeanwhileTheLoopIsReportedInTime_data();
    void whateverTheJobsDoMeanwhileTheLoopIsReportedInTime();
    void noLoopIsBlamedWhereItIsWell_data();
    void noLoopIsBlamedWhereItIsWell();
};

void TestDrillAlerts::theFirstAlertOfTheDemoIsAboutTheLoop_data()
{
    QTest::addColumn<int>("seed");
    QTest::newRow("seed 1") << 1;
    if (test::isSanitized)
        return;
    QTest::newRow("seed 2") << 2;
    QTest::newRow("seed 42") << 42;
}

void TestDrillAlerts::theFirstAlertOfTheDemoIsAboutTheLoop()
{
    QFETCH(const int, seed);
    PlayedDrill played("demo", "pump-degradation", static_cast<std::uint64_t>(seed));
    constexpr double onset = 40;
    constexpr int shown = 25; // s after the onset: five less than what an operator is promised
    played.world.run(static_cast<int>(onset) + shown);
    QVERIFY(!played.alerts().empty());
    const RaisedAlert first = played.alerts().front();
    QVERIFY2(first.found.entity.kind == EntityKind::Loop, played.texts().c_str());
    QCOMPARE(QString::fromStdString(played.world.topology().name(first.found.entity)), QStringLiteral("cdu-1"));
    QVERIFY2(first.found.event.text.starts_with("Loop cdu-1: flow 1"), played.texts().c_str());
    QVERIFY2(first.found.event.text.find(", expected 180\u2009L/min") != std::string::npos, played.texts().c_str());
    QVERIFY2(first.seconds > onset, played.texts().c_str());

    played.world.run(115);
    bool isCritical = false;
    bool isForecast = false;
    bool isHot = false;
    for (const RaisedAlert& each : played.alerts()) {
        if (each.found.entity.kind != EntityKind::Loop)
            continue;
        QCOMPARE(played.world.topology().name(each.found.entity), std::string("cdu-1")); // the other loop is healthy
        isCritical |= each.found.event.code == "loop.flow" && each.found.event.severity == Severity::Critical;
        isForecast |= each.found.event.code == "loop.forecast" && !isHot;
        isHot |= each.found.event.code.starts_with("metric.limit");
    }
    QVERIFY2(isCritical && isForecast && isHot, played.texts().c_str());
}

void TestDrillAlerts::whateverTheJobsDoMeanwhileTheLoopIsReportedInTime_data()
{
    QTest::addColumn<int>("onset");
    QTest::addColumn<int>("within");
    // During the first checkpoint the load drops, and it is unknown whether the pumps follow the load.
    QTest::newRow("about the first, at 100 s") << 100 << 45;
    if (test::isSanitized)
        return;
    for (int onset = 116; onset <= 140; onset += 16)
        QTest::addRow("about the first, at %d s", onset) << onset << 45;
    // From then on, it is known that they do not.
    for (int onset = 224; onset <= 272; onset += 24)
        QTest::addRow("about the second, at %d s", onset) << onset << 30;
}

void TestDrillAlerts::whateverTheJobsDoMeanwhileTheLoopIsReportedInTime()
{
    QFETCH(const int, onset);
    QFETCH(const int, within);
    sim::Drill drill = readDrillFile(resourceFile("drills/pump-degradation.toml")).value();
    drill.faults.front().onsetSeconds = onset;
    PlayedDrill played("demo", drill, 1);
    played.world.run(onset + within);
    QVERIFY(!played.alerts().empty());
    QVERIFY2(played.alerts().front().found.entity.kind == EntityKind::Loop, played.texts().c_str());
    QVERIFY2(played.alerts().front().seconds > onset, played.texts().c_str());
}

void TestDrillAlerts::noLoopIsBlamedWhereItIsWell_data()
{
    QTest::addColumn<QString>("cluster");
    QTest::addColumn<QString>("drill");
    QTest::addColumn<int>("seed");
    QTest::newRow("quiet 1") << "demo"
                             << "quiet-day" << 1;
    if (test::isSanitized)
        return;
    QTest::newRow("quiet 7") << "demo"
                             << "quiet-day" << 7;
    QTest::newRow("racks of GB200") << "nvl72-hall"
                                    << "quiet-day" << 1;
    for (const char* drill : {"restart-loop", "power-capped-rack", "storage-contention", "blocked-cold-plate"})
        QTest::newRow(drill) << "demo" << drill << 1;
}

void TestDrillAlerts::noLoopIsBlamedWhereItIsWell()
{
    QFETCH(const QString, cluster);
    QFETCH(const QString, drill);
    QFETCH(const int, seed);
    PlayedDrill played(cluster.toStdString(), drill.toStdString(), static_cast<std::uint64_t>(seed));
    const bool isQuiet = drill == QStringLiteral("quiet-day");
    int falselyDoomed = 0;
    std::string who;
    // Over several checkpoints, after which everything warms up again.
    for (int second = 0; second < (test::isSanitized ? 100 : isQuiet ? 400 : 200); ++second) {
        played.world.run(1);
        const auto left = played.world.latest("gpu.thermal.time_to_limit");
        const auto steady = played.world.latest("gpu.temperature.steady");
        for (std::uint32_t gpu = 0; isQuiet && gpu < left.size(); ++gpu) {
            if (left[gpu] < 300 && ++falselyDoomed < 5)
                who += played.world.topology().path({EntityKind::Gpu, gpu}) + " at " + std::to_string(second)
                    + " s: " + std::to_string(left[gpu]) + " s, steady " + std::to_string(steady[gpu]) + "\n";
        }
        for (const float seconds : played.world.latest("loop.time_to_limit"))
            QVERIFY2(!(seconds < 3600), std::to_string(seconds).c_str());
    }
    QVERIFY2(falselyDoomed == 0, (std::to_string(falselyDoomed) + " GPU seconds\n" + who).c_str());
    const bool isDemo = cluster == QStringLiteral("demo");
    for (const RaisedAlert& each : played.alerts())
        QVERIFY2(each.found.entity.kind != EntityKind::Loop && !(isQuiet && isDemo), played.texts().c_str());
}

LOCKSTEP_TEST(tst_drillalerts, TestDrillAlerts)
#include "tst_drillalerts.moc"
