// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/trialplan.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::scoring;

namespace {

sim::Drill drill(const char* name, sim::FaultKind kind, double severity)
{
    sim::Drill made;
    made.name = name;
    made.durationSeconds = 100;
    sim::DrillFault fault;
    fault.kind = kind;
    fault.target.node = 3;
    fault.severity = severity;
    made.faults = {fault};
    return made;
}

} // namespace

class TestTrialPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachDrillIsPlayedAtEachPlaceWithEachSeed()
    {
        ScoreOptions options;
        options.seeds = 2;
        options.places = 3;
        sim::Drill quiet;
        quiet.name = "Quiet day";
        const auto trials = planTrials({drill("a", sim::FaultKind::SlowGpu, 0.3), quiet}, options);
        // Without a fault there is only one place.
        QCOMPARE(trials.size(), std::size_t{3 * 2 + 2});
        QCOMPARE(trials[0].seed, std::uint64_t{1});
        QCOMPARE(trials[1].seed, std::uint64_t{2});
        QCOMPARE(trials[0].drill.faults.front().target.node.value(), 3U);
        QVERIFY(trials[2].drill.faults.front().target.node.value() != 3U);
        QVERIFY(trials[2].drill.faults.front().target.node != trials[4].drill.faults.front().target.node);
        QVERIFY(!trials[2].drill.faults.front().target.gpu.has_value());
    }

    void theSameNumberIsTheSamePlace()
    {
        const sim::Drill one = drill("a", sim::FaultKind::SlowGpu, 0.3);
        QVERIFY(atPlace(one, 2).faults.front().target.node == atPlace(one, 2).faults.front().target.node);
        QCOMPARE(atPlace(one, 0).faults.front().target.node.value(), 3U);
    }

    void severityStaysWhatAFaultCanHave()
    {
        QCOMPARE(withSeverity(drill("a", sim::FaultKind::SlowGpu, 0.3), 0.5).faults.front().severity, 0.15);
        QCOMPARE(withSeverity(drill("a", sim::FaultKind::SlowGpu, 0.3), 9).faults.front().severity, 1.0);
        QCOMPARE(withSeverity(drill("a", sim::FaultKind::BlockedColdPlate, 2.6), 2).faults.front().severity, 5.2);
    }

    void pairsAreTwoDrillsAtOnce()
    {
        ScoreOptions options;
        options.pairs = true;
        const auto trials
            = planTrials({drill("a", sim::FaultKind::SlowGpu, 0.3), sim::Drill(),
                          drill("b", sim::FaultKind::NicDown, 1), drill("c", sim::FaultKind::RackPowerCap, 1)},
                         options);
        QCOMPARE(trials.size(), std::size_t{3});
        QCOMPARE(trials.back().name, "c + a");
        QCOMPARE(trials.back().drill.faults.size(), std::size_t{2});
        QCOMPARE(trials.back().drill.faults.back().kind, sim::FaultKind::SlowGpu);
    }

    void aQuietDayHasItsLength()
    {
        ScoreOptions options;
        options.quietHours = 24;
        options.seeds = 2;
        const auto trials = planTrials({}, options);
        QCOMPARE(trials.size(), std::size_t{2});
        QCOMPARE(trials.front().drill.durationSeconds, 86'400.0);
        QVERIFY(trials.front().drill.faults.empty());
    }

    void drillsAreReadFromAFolderOrAFile()
    {
        const std::string folder = qgetenv("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/drills";
        QVERIFY(readDrills(folder).value().size() > 10);
        QCOMPARE(readDrills(folder + "/nic-down.toml").value().size(), std::size_t{1});
        QVERIFY(readDrills("/nowhere").error().message.find("/nowhere") != std::string::npos);
        QVERIFY(readDrills("/proc").error().message.find("expected drills") != std::string::npos);
    }
};

LOCKSTEP_TEST(tst_trialplan, TestTrialPlan)
#include "tst_trialplan.moc"
