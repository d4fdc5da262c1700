// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/framepump.h"
#include "models/core/batch.h"
#include "models/store/clustermodel.h"
#include "models/view/timewindow.h"
#include "tests/support/testentry.h"

#include <QTest>

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

/// A replay whose window was sent somewhere and waits for what is to be seen there.
struct Replay
{
    Replay()
    {
        time.setExtent({TimePoint(), TimePoint(std::chrono::hours(1))});
        time.setPreparation([](const TimeWindow::Place&) { return false; });
        pump.setReplay([this] { return time.cursor(); });
        pump.start();
        time.setCursor(TimePoint(std::chrono::minutes(30)));
    }

    BatchQueue queue{100};
    ClusterModel cluster;
    TimeWindow time;
    FrameStats frames;
    FramePump pump{queue, cluster, time, frames};
};

} // namespace

class TestFramePump : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsRecordedWaitsForASeekingWindow()
    {
        Replay replay;
        replay.queue.push(tickOf("node-1"));
        QTest::qWait(60); // some turns, no more than one a frame
        QVERIFY(replay.time.isSeeking());
        QCOMPARE(replay.queue.size(), std::size_t{1});
        replay.time.arrive();
        QTRY_COMPARE(replay.queue.size(), std::size_t{0});
        QCOMPARE(replay.cluster.store().topology()->count(EntityKind::Node), std::size_t{1});
    }

    void butNotForOneThatNeverArrives()
    {
        Replay replay;
        replay.queue.push(tickOf("node-1"));
        QTRY_COMPARE(replay.queue.size(), std::size_t{0});
        QVERIFY(replay.time.isSeeking());
    }
};

LOCKSTEP_TEST(tst_framepump, TestFramePump)
#include "tst_framepump.moc"
