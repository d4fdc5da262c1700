// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/analyses.h"
#include "app/dashboard/tracedesk.h"
#include "models/core/batchqueue.h"
#include "models/store/clustermodel.h"
#include "models/view/timewindow.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

/// What the pump would do.
void drain(BatchQueue& queue, ClusterModel& cluster, TimePoint now)
{
    QTest::qWait(5);
    while (queue.size() > 0)
        cluster.apply(queue.take(128), now);
}

/// A rank that computes and takes part in one all-reduce; the later the rank, the later it comes.
QString writeRank(const QTemporaryDir& folder, int rank)
{
    const QString path = folder.filePath(u"rank%1.json"_s.arg(rank));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(path));
    file.write(u"[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"ts\":1000000,\"dur\":%1,\"args\":{}},"
               "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce\",\"ts\":%2,\"dur\":%3,"
               "\"args\":{\"stream\":7}}]"_s.arg(rank * 30 + 1)
                   .arg(1000002 + rank * 30)
                   .arg(100 - rank * 30)
                   .toUtf8());
    return path;
}

} // namespace

class TestTraceDesk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ranksOfATraceBecomeLanesInItsOwnTime()
    {
        const QTemporaryDir folder;
        ClusterModel cluster;
        TimeWindow time;
        BatchQueue queue(1024);
        Analyses analyses(cluster);
        TraceDesk desk(cluster, time, queue, analyses);
        QSignalSpy shown(&desk, &TraceDesk::shown);
        QSignalSpy aboutToShow(&desk, &TraceDesk::aboutToShow);
        desk.open({writeRank(folder, 0), writeRank(folder, 1), writeRank(folder, 2)});
        QTRY_COMPARE(shown.count(), 1);
        QCOMPARE(aboutToShow.count(), 1);
        const auto isWhole = [&] {
            drain(queue, cluster, desk.now());
            const auto& jobs = analyses.sync().snapshot()->jobs;
            return !jobs.empty() && !jobs.front()->steps.empty();
        };
        QTRY_VERIFY(isWhole());
        QCOMPARE(cluster.store().spans().lanes().size(), std::size_t{3});
        QCOMPARE(cluster.store().topology()->count(EntityKind::Gpu), std::size_t{3});
        QVERIFY(time.extent().from == TimePoint(std::chrono::seconds(1)));
        QVERIFY(!time.isFollowing());
        // The last to come is the one to blame.
        const auto& job = *analyses.sync().snapshot()->jobs.front();
        QVERIFY(!job.culprits.empty());
        QCOMPARE(job.ranks[job.culprits.front().culprit.index], 2U);
        QCOMPARE(cluster.store().sources().front().state, SourceState::Closed);
        QVERIFY(cluster.store().node({EntityKind::Node, 0}).freshness == Freshness::Live);
    }

    void whatCannotBeReadIsSaidAndNothingElseGoes()
    {
        ClusterModel cluster;
        TimeWindow time;
        BatchQueue queue(1024);
        Analyses analyses(cluster);
        TraceDesk desk(cluster, time, queue, analyses);
        QSignalSpy problem(&desk, &TraceDesk::problem);
        QSignalSpy aboutToShow(&desk, &TraceDesk::aboutToShow);
        desk.open({u"/nowhere/rank0.json"_s});
        QTRY_COMPARE(problem.count(), 1);
        QVERIFY(problem[0][0].toString().contains(u"/nowhere/rank0.json"_s));
        QCOMPARE(aboutToShow.count(), 0);
    }

    void openingAnotherStopsTheFirst()
    {
        const QTemporaryDir folder;
        ClusterModel cluster;
        TimeWindow time;
        BatchQueue queue(1024);
        Analyses analyses(cluster);
        TraceDesk desk(cluster, time, queue, analyses);
        QSignalSpy shown(&desk, &TraceDesk::shown);
        desk.open({writeRank(folder, 0)});
        desk.open({writeRank(folder, 1), writeRank(folder, 2)});
        QTRY_COMPARE(shown.count(), 1);
        QTest::qWait(50);
        QCOMPARE(shown.count(), 1);
        QCOMPARE(cluster.store().topology()->clusterName(), QFileInfo(folder.path()).fileName().toStdString());
    }
};

QTEST_GUILESS_MAIN(TestTraceDesk)
#include "tst_tracedesk.moc"
