// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session.h"
#include "models/core/batch.h"
#include "models/core/work/threadcputime.h"
#include "models/store/clustermodel.h"
#include "models/view/time/timewindow.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QElapsedTimer>
#include <QTest>
#include <QTimer>

#include <string>

using namespace lockstep;

namespace {

BatchPtr tickOf(const std::string& node)
{
    auto batch = std::make_shared<Batch>();
    batch->node = node;
    batch->tick.emplace();
    batch->tick->time = TimePoint(std::chrono::seconds(100));
    return batch;
}

} // namespace

class TestFramePump : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Uses nodes that report continuously and views that are slow to paint.
    void whatComesAnewIsReportedAsOftenAsViewsCanBear()
    {
        BatchQueue queue{1000};
        ClusterModel cluster;
        TimeWindow time;
        FrameStats frames;
        FramePump pump{Feed::Live, queue, cluster, time, frames, [&cluster](std::span<const BatchPtr> batches) {
                           cluster.ingest(batches, wallClockNow());
                       }};
        int reported = 0;
        connect(&cluster, &ClusterModel::changed, this, [&reported] {
            ++reported;
            for (const auto begin = threadCpuTime(); threadCpuTime() - begin < std::chrono::milliseconds(30);) { }
        });
        QTimer feeding;
        int nodes = 0;
        connect(&feeding, &QTimer::timeout, this, [&] { queue.push(tickOf("node-" + std::to_string(nodes++))); });
        feeding.start(5);
        QElapsedTimer passed;
        passed.start();
        pump.start();
        QTRY_VERIFY(reported >= 13);
        // Views get a seventh of the time once their cost is known. A busy machine only increases the interval.
        QVERIFY2(passed.elapsed() >= 1500, qPrintable(QString::number(passed.elapsed())));
    }

    /// Thousands of nodes tick at the same moment. Views must be updated even if the burst never ends.
    void aBurstIsReportedWhenItIsInOrWhenItLasts()
    {
        constexpr std::size_t many = 512;
        BatchQueue queue{4 * many};
        ClusterModel cluster;
        TimeWindow time;
        FrameStats frames;
        bool isEndless = false;
        const auto fill = [&] {
            while (queue.size() < many)
                queue.push(tickOf("node-" + std::to_string(queue.size())));
        };
        const auto started = std::chrono::steady_clock::now();
        FramePump pump{Feed::Live, queue, cluster, time, frames, [&](std::span<const BatchPtr> batches) {
                           cluster.ingest(batches, wallClockNow());
                           for (const auto begin = threadCpuTime();
                                threadCpuTime() - begin < std::chrono::milliseconds(7);) { }
                           if (isEndless)
                               fill();
                       }};
        int reported = 0;
        int early = 0;
        connect(&cluster, &ClusterModel::changed, this, [&] {
            ++reported;
            const bool isLong = std::chrono::steady_clock::now() - started >= std::chrono::milliseconds(100);
            early += queue.size() >= many / 2 && !isLong ? 1 : 0;
        });
        fill();
        pump.start();
        QTRY_VERIFY(queue.size() == 0 && reported > 0);
        QCOMPARE(early, 0);
        isEndless = true;
        const int before = reported;
        fill();
        QTRY_VERIFY(reported > before + 2);
        QVERIFY(queue.size() > 0);
    }
};

LOCKSTEP_TEST(tst_framepump, TestFramePump)
#include "tst_framepump.moc"
