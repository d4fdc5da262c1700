// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/incidentevidence.h"
#include "models/store/clusterstore.h"
#include "tests/support/testentry.h"
#include "tests/widgets/sync/syncmaker.h"

#include <QTest>

using namespace lockstep;

namespace {

TimeRange secondsFrom(int from, int to)
{
    return {TimePoint(std::chrono::seconds(from)), TimePoint(std::chrono::seconds(to))};
}

} // namespace

class TestMeasuredCauses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anIncidentBeginsWithTheVerdictThatTheViewsGive()
    {
        const ClusterStore store;
        const auto job = madeJob(8, 20, 5); // a step a second, from second 1
        job->verdict.cause = RankCause::Heat;
        job->verdict.causeLanes = 1;
        const std::string causes = measuredCauses(*madeSnapshot(job), store, secondsFrom(10, 15));
        QCOMPARE(QString::fromStdString(causes),
                 QStringLiteral(
                     "rank 5 slows down job: its clock was throttled by heat. Last 16 steps: 20\u2009% of the job's "
                     "GPU time spent waiting for it."));
    }

    void whatWasBeforeOrNobodysFaultIsNoCause()
    {
        const ClusterStore store;
        auto job = madeJob(8, 20, 5);
        QVERIFY(measuredCauses(*madeSnapshot(job), store, secondsFrom(1, 4)).empty()); // four steps too early
        job = madeJob(8, 20, 5);
        job->verdict.kind = VerdictKind::NoStraggler;
        QVERIFY(measuredCauses(*madeSnapshot(job), store, secondsFrom(10, 15)).empty());
        job = madeJob(8, 20, 5);
        job->verdict.kind = VerdictKind::CannotJudge;
        QVERIFY(measuredCauses(*madeSnapshot(job), store, secondsFrom(10, 15)).empty());
    }
};

LOCKSTEP_TEST(tst_measuredcauses, TestMeasuredCauses)
#include "tst_measuredcauses.moc"
