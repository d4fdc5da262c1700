// SPDX-License-Identifier: GPL-3.0-or-later
// Number of alerts per operator, compared with the rates of EEMUA 191. Uses the same pipeline as a window.
#include "app/scoring/trialplan.h"
#include "app/scoring/trialplayer.h"
#include "datasources/clusterfile/simulationfile.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/resourcefile.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using test::resourceFile;
using namespace lockstep::scoring;

namespace {

constexpr double tenMinutes = 600;
constexpr std::ptrdiff_t onAnOrdinaryDay = 1; ///< new ones in ten minutes
constexpr std::ptrdiff_t inAnUpset = 10; ///< in its first ten minutes

TrialResult play(const sim::Drill& drill, std::uint64_t seed)
{
    const Stage stage{readSimulationFile(resourceFile("clusters/demo.toml")).value(), nullptr};
    Trial trial;
    trial.name = drill.name;
    trial.drill = drill;
    trial.seed = seed;
    return playTrial(stage, trial, {}, MatchRules());
}

/// The largest number of new alerts within any ten minutes.
std::ptrdiff_t maxInTenMinutes(const TrialResult& result)
{
    std::ptrdiff_t max = 0;
    for (const RaisedAlert& first : result.alerts) {
        const double from = result.secondOf(first.reported);
        max = std::max(max, std::ranges::count_if(result.alerts, [&](const RaisedAlert& each) {
                           const double second = result.secondOf(each.reported);
                           return second >= from && second < from + tenMinutes;
                       }));
    }
    return max;
}

std::string titlesOf(const TrialResult& result)
{
    std::string titles;
    for (const RaisedAlert& each : result.alerts)
        titles += each.title + '\n';
    return titles;
}

} // namespace

class TestAlertRates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anOrdinaryDayHasAtMostOneInTenMinutes()
    {
        sim::Drill quiet;
        quiet.name = "Quiet";
        quiet.durationSeconds = test::isSanitized ? 60 : 3 * tenMinutes;
        const TrialResult result = play(quiet, 611);
        QVERIFY2(maxInTenMinutes(result) <= onAnOrdinaryDay, titlesOf(result).c_str());
    }

    void anUpsetHasAtMostTenInItsFirstTenMinutes_data()
    {
        QTest::addColumn<QStringList>("drills");
        QTest::newRow("five at once") << QStringList{
            QStringLiteral("pump-degradation"), QStringLiteral("congested-spine"), QStringLiteral("power-capped-rack"),
            QStringLiteral("hot-aisle-recirculation"), QStringLiteral("gpu-off-the-bus")};
        if (test::isSanitized)
            return;
        QTest::newRow("a hash and a neighbour")
            << QStringList{QStringLiteral("hash-polarisation"), QStringLiteral("noisy-neighbour")};
        QTest::newRow("a spine and a storage")
            << QStringList{QStringLiteral("congested-spine"), QStringLiteral("storage-contention")};
        QTest::newRow("restarts and a flapping link")
            << QStringList{QStringLiteral("restart-loop"), QStringLiteral("flapping-link")};
    }

    void anUpsetHasAtMostTenInItsFirstTenMinutes()
    {
        QFETCH(const QStringList, drills);
        sim::Drill drill;
        for (const QString& name : drills) {
            const sim::Drill read = readDrillFile(resourceFile("drills/" + name.toStdString() + ".toml")).value();
            drill = drill.faults.empty() ? read : together(drill, read);
        }
        if (test::isSanitized)
            drill.durationSeconds = 120;
        const TrialResult result = play(drill, 613);
        QCOMPARE(result.problem, "");
        // Otherwise, a run without any alert would also pass.
        QVERIFY(!result.alerts.empty());
        QVERIFY2(maxInTenMinutes(result) <= inAnUpset, titlesOf(result).c_str());
        // Nor may there be a flood of one cause: at most two a fault.
        QVERIFY2(result.alerts.size() <= 2 * drill.faults.size(), titlesOf(result).c_str());
    }
};

LOCKSTEP_TEST(tst_alertrates, TestAlertRates)
#include "tst_alertrates.moc"
