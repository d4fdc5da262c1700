// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/steps/driftcurve.h"
#include "models/analysis/sync/tracking/steps/stragglerhistory.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "tests/models/analysis/sync/tracking/smalljob.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <memory>

using namespace lockstep;

namespace {

constexpr std::uint32_t ranks = SmallJob::ranks;
constexpr std::uint32_t slowRank = 5;
constexpr std::int64_t stepNs = SmallJob::stepNs;

std::shared_ptr<const JobSync> afterSteps(std::uint32_t steps, const SmallJob::SlowdownAt& slowdown)
{
    SmallJob job;
    job.run(0, steps, slowRank, slowdown);
    return job.job();
}

SyncStep stepOf(std::uint32_t number, std::vector<float> slowdown)
{
    SyncStep step;
    step.step = number;
    step.range = {TimePoint(Duration(number * stepNs)), TimePoint(Duration((number + 1) * stepNs))};
    step.slowdown = std::move(slowdown);
    return step;
}

} // namespace

class DriftTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRankThatBecomesSlowerSteadilyDrifts()
    {
        // 3 % over 1,500 steps: two percent per thousand.
        const auto job = afterSteps(1500, [](std::uint32_t step) { return 1 + 0.03 * step / 1500; });
        const DriftEstimate& drift = job->drifts[slowRank];
        QVERIFY(std::abs(drift.perThousandSteps - 0.02) < 0.002);
        QVERIFY(drift.sigma > 6);
        QVERIFY(std::abs(drift.perThousandSteps - 0.02) < 5 * drift.error);
        QVERIFY(std::abs(drift.now - 1.03) < 0.004);
        QVERIFY(!drift.isJump);
        const CulpritRow* row = SmallJob::rowOf(*job, slowRank);
        QVERIFY(row != nullptr);
        QCOMPARE(static_cast<int>(row->pattern), static_cast<int>(StragglerPattern::Drift));
        QVERIFY2(row->evidence.find("per 1\u2009000 steps") != std::string::npos, row->evidence.c_str());
    }

    void ranksThatKeepTheirPaceDoNotDrift()
    {
        const auto job = afterSteps(1500, [](std::uint32_t) { return 1.0; });
        QCOMPARE(job->drifts.size(), std::size_t{ranks});
        for (const DriftEstimate& drift : job->drifts) {
            QVERIFY(drift.steps > 1000);
            QVERIFY(!isDrift(drift));
        }
    }

    void aRankThatBecameSlowAtOnceIsSystemicAndNoDrift()
    {
        const auto job = afterSteps(600, [](std::uint32_t step) { return step < 400 ? 1 : 1.16; });
        QVERIFY(job->drifts[slowRank].sigma > 6); // a line alone would be taken in
        QVERIFY(job->drifts[slowRank].isJump);
        QCOMPARE(static_cast<int>(SmallJob::rowOf(*job, slowRank)->pattern),
                 static_cast<int>(StragglerPattern::Systemic));
    }

    void oneBadStepIsTransient()
    {
        const auto job = afterSteps(600, [](std::uint32_t step) { return step == 570 ? 1.5 : 1; });
        QCOMPARE(static_cast<int>(SmallJob::rowOf(*job, slowRank)->pattern),
                 static_cast<int>(StragglerPattern::Transient));
    }

    void tooFewStepsTellNothing()
    {
        const auto job = afterSteps(150, [](std::uint32_t step) { return 1 + 0.0001 * step; });
        for (const DriftEstimate& drift : job->drifts)
            QCOMPARE(drift.steps, 0.0);
    }

    void theCurveIsBoundedAndGoesBackOverThousandsOfSteps_data()
    {
        QTest::addColumn<std::uint32_t>("steps");
        QTest::newRow("one") << 1U;
        QTest::newRow("as many as points") << 256U;
        QTest::newRow("one more") << 257U;
        QTest::newRow("thousands") << 5'003U;
        QTest::newRow("for ever") << 50'021U;
    }

    void theCurveIsBoundedAndGoesBackOverThousandsOfSteps()
    {
        QFETCH(std::uint32_t, steps);
        DriftCurve curve;
        for (std::uint32_t step = 0; step < steps; ++step)
            curve.add(stepOf(step, {1, 1 + static_cast<float>(step) / 100'000}));
        const auto points = curve.points();
        QVERIFY(points.size() <= DriftCurve::maxPoints + 1);
        QVERIFY(points.size() >= std::min<std::size_t>(steps, DriftCurve::maxPoints / 2));
        std::uint32_t next = points.front()->firstStep;
        QVERIFY(steps - next >= std::min(steps, 4096U));
        for (const auto& point : points) {
            QCOMPARE(point->firstStep, next);
            QCOMPARE(point->lastStep - point->firstStep + 1, point->steps);
            QCOMPARE(point->range,
                     (TimeRange{TimePoint(Duration(point->firstStep * stepNs)),
                                TimePoint(Duration((point->lastStep + 1) * stepNs))}));
            const float middle = static_cast<float>(point->firstStep + point->lastStep) / 2;
            QVERIFY(std::abs(point->slowdown[1] - (1 + middle / 100'000)) < 1e-4F);
            QCOMPARE(point->slowdown[0], 1.0F);
            next = point->lastStep + 1;
        }
        QCOMPARE(next, steps);
    }

    void aRankThatCameLateOrFellSilentHasNoDataThen()
    {
        constexpr float nothing = std::numeric_limits<float>::quiet_NaN();
        DriftCurve curve;
        for (std::uint32_t step = 0; step < 600; ++step) {
            std::vector<float> slowdown{step < 300 ? 1.1F : nothing};
            if (step >= 400)
                slowdown.push_back(1.2F);
            curve.add(stepOf(step, slowdown));
        }
        const auto points = curve.points();
        QCOMPARE(points.front()->slowdown.front(), 1.1F);
        QVERIFY(std::isnan(points.back()->slowdown.front()));
        QCOMPARE(points.back()->slowdown.back(), 1.2F);
        QCOMPARE(points.front()->slowdown.size(), std::size_t{1});
    }
};

LOCKSTEP_TEST(tst_drift, DriftTest)
#include "tst_drift.moc"
