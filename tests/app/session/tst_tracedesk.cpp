// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/analyses.h"
#include "app/session/tracecolumns.h"
#include "app/session/tracedesk.h"
#include "models/core/batchqueue.h"
#include "models/store/clustermodel.h"
#include "models/view/timewindow.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

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

/// A rank that takes part in an all-reduce now and again over a long time; the later the rank, the later it comes.
QString writeLongRank(const QTemporaryDir& folder, int rank, int seconds)
{
    const QString path = folder.filePath(u"rank%1.json"_s.arg(rank));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(path));
    QByteArray text = "[";
    for (int second = 0; second < seconds; second += 2) {
        const qint64 start = 1'000'000LL * (second + 1);
        text += u"{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"ts\":%1,\"dur\":%2,\"args\":{}},"
                "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce\",\"ts\":%3,\"dur\":%4,"
                "\"args\":{\"stream\":7}},"_s.arg(start)
                    .arg(rank * 300'000 + 100)
                    .arg(start + rank * 300'000 + 200)
                    .arg(1'000'000 - rank * 300'000)
                    .toUtf8();
    }
    text.back() = ']';
    file.write(text);
    return path;
}

/// What the composition does with a trace that has been read.
void showWhatIsRead(TraceDesk& desk)
{
    QObject::connect(&desk, &TraceDesk::read, &desk,
                     [&desk](const std::shared_ptr<OpenedTrace>& trace) { desk.show(std::move(*trace)); });
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
        showWhatIsRead(desk);
        QSignalSpy shown(&desk, &TraceDesk::read);
        desk.open({writeRank(folder, 0), writeRank(folder, 1), writeRank(folder, 2)});
        QTRY_COMPARE(shown.count(), 1);
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

    void aTraceOfAnyLengthHasDerivedColumnsOverAllOfIt_data()
    {
        QTest::addColumn<int>("seconds");
        QTest::newRow("seconds") << 20;
        QTest::newRow("longer than live history") << 1'800;
        QTest::newRow("an hour and more") << 4'000;
    }

    void aTraceOfAnyLengthHasDerivedColumnsOverAllOfIt()
    {
        QFETCH(int, seconds);
        const QTemporaryDir folder;
        ClusterModel cluster;
        TimeWindow time;
        BatchQueue queue(100'000);
        Analyses analyses(cluster);
        TraceDesk desk(cluster, time, queue, analyses);
        showWhatIsRead(desk);
        desk.open({writeLongRank(folder, 0, seconds), writeLongRank(folder, 1, seconds)});
        const auto isWhole = [&] {
            drain(queue, cluster, desk.now());
            const auto& sources = cluster.store().sources();
            return !sources.empty() && sources.front().state == SourceState::Closed && !analyses.isBusy();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isWhole(), 30'000);
        const ClusterStore& store = cluster.store();
        const MetricId blame = store.metrics().find("gpu.sync.blame");
        QVERIFY(blame.isValid());
        const TickIndex first = tickIndexOf(time.extent().from, store.tickPeriod());
        for (const TickIndex tick : {first + 3, first + seconds / 2, first + seconds - 4}) {
            const auto column = store.column(blame, tick);
            QVERIFY2(column.size() == 2, QByteArray::number(tick - first).constData());
            QVERIFY2(column[1] > 0.1F, QByteArray::number(tick - first).constData());
        }
        QVERIFY(store.spans().lanes().front().spans.front().startNs <= 2'000'000'000);
    }

    void whatIsShownIsThatOfTheCursor()
    {
        const QTemporaryDir folder;
        ClusterModel cluster;
        TimeWindow time;
        BatchQueue queue(100'000);
        Analyses analyses(cluster);
        TraceDesk desk(cluster, time, queue, analyses);
        showWhatIsRead(desk);
        desk.open({writeLongRank(folder, 0, 40), writeLongRank(folder, 1, 40)});
        QTRY_VERIFY((drain(queue, cluster, desk.now()),
                     !cluster.store().sources().empty()
                         && cluster.store().sources().front().state == SourceState::Closed && !analyses.isBusy()));
        const MetricId blame = cluster.store().metrics().find("gpu.sync.blame");
        for (const int second : {5, 30}) {
            time.setCursor(time.extent().from + std::chrono::seconds(second));
            cluster.apply({}, desk.now());
            const auto current = cluster.store().current(blame);
            const TickIndex tick = tickIndexOf(time.cursor(), cluster.store().tickPeriod());
            QCOMPARE(current.size(), std::size_t{2});
            QCOMPARE(current[1], cluster.store().column(blame, tick)[1]);
        }
        QVERIFY(cluster.store().spansMissing(time.extent()).empty());
    }

    void aTraceTooLongForColumnsInMemorySaysSo()
    {
        const QTemporaryDir folder;
        ClusterModel cluster;
        TimeWindow time;
        BatchQueue queue(100'000);
        Analyses analyses(cluster);
        TraceDesk desk(cluster, time, queue, analyses);
        showWhatIsRead(desk);
        QSignalSpy notes(&desk, &TraceDesk::note);
        QSignalSpy shown(&desk, &TraceDesk::read);
        desk.setColumnBudget(64'000);
        desk.open({writeLongRank(folder, 0, 1'800), writeLongRank(folder, 1, 1'800)});
        QTRY_COMPARE(shown.count(), 1);
        QTRY_VERIFY((drain(queue, cluster, desk.now()),
                     !cluster.store().sources().empty()
                         && cluster.store().sources().front().state == SourceState::Closed && !analyses.isBusy()));
        const auto isCut = [](const QList<QVariant>& note) {
            return note.front().toString().contains(u"into the trace"_s);
        };
        QCOMPARE(std::ranges::count_if(notes, isCut), 1);
        const MetricId blame = cluster.store().metrics().find("gpu.sync.blame");
        const TickIndex first = tickIndexOf(time.extent().from, cluster.store().tickPeriod());
        QVERIFY(!cluster.store().column(blame, first + 3).empty());
        QVERIFY(cluster.store().column(blame, first + 1'700).empty());
        QVERIFY(cluster.store().spans().lanes().front().spans.front().startNs <= 2'000'000'000); // all spans stay
    }

    void eventsACenturyApartCostNoMoreThanTwo()
    {
        ClusterModel cluster;
        MetricDescriptor metric;
        metric.name = "gpu.sync.blame";
        metric.entityKind = EntityKind::Gpu;
        cluster.declare(std::vector{metric});
        constexpr TickIndex century = 3'155'760'000;
        TraceColumns columns({0, century}, century);
        const TickRange came
            = columns.take({{metric, 0, {1.F}}, {metric, century - 1, {2.F}}}, cluster.store().metrics());
        QVERIFY(came == (TickRange{0, century}));
        QCOMPARE(columns.columnCount(), std::size_t{2});
        const MetricId id = cluster.store().metrics().find(metric.name);
        QCOMPARE(columns.value(id, 0, century - 1), 2.F);
        QVERIFY(columns.column(id, century / 2).empty());
    }

    void whatCannotBeReadIsSaidAndNothingElseGoes()
    {
        ClusterModel cluster;
        TimeWindow time;
        BatchQueue queue(1024);
        Analyses analyses(cluster);
        TraceDesk desk(cluster, time, queue, analyses);
        showWhatIsRead(desk);
        QSignalSpy problem(&desk, &TraceDesk::problem);
        QSignalSpy read(&desk, &TraceDesk::read);
        desk.open({u"/nowhere/rank0.json"_s});
        QTRY_COMPARE(problem.count(), 1);
        QVERIFY(problem[0][0].toString().contains(u"/nowhere/rank0.json"_s));
        QCOMPARE(read.count(), 0);
    }

    void openingAnotherStopsTheFirst()
    {
        const QTemporaryDir folder;
        ClusterModel cluster;
        TimeWindow time;
        BatchQueue queue(1024);
        Analyses analyses(cluster);
        TraceDesk desk(cluster, time, queue, analyses);
        showWhatIsRead(desk);
        QSignalSpy shown(&desk, &TraceDesk::read);
        desk.open({writeRank(folder, 0)});
        desk.open({writeRank(folder, 1), writeRank(folder, 2)});
        QTRY_COMPARE(shown.count(), 1);
        QTest::qWait(50);
        QCOMPARE(shown.count(), 1);
        QCOMPARE(cluster.store().topology()->clusterName(), QFileInfo(folder.path()).fileName().toStdString());
    }
};

LOCKSTEP_TEST(tst_tracedesk, TestTraceDesk)
#include "tst_tracedesk.moc"
