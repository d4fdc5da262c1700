// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/lostthroughput.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

TimeRange seconds(int from, int to)
{
    return {TimePoint(std::chrono::seconds(from)), TimePoint(std::chrono::seconds(to))};
}

} // namespace

class TestLostThroughput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void waitsAndRestartsOfAllLanesCount();
    void overlapsCountOnce();
    void onlyWhatLiesWithinTheRangeCounts();
    void nothingMeasuredIsNotNothingLost();
};

void TestLostThroughput::waitsAndRestartsOfAllLanesCount()
{
    const std::vector<LaneStretch> stretches{{1, SpanKind::Wait, seconds(0, 4)},
                                             {1, SpanKind::Compute, seconds(4, 10)},
                                             {2, SpanKind::Restart, seconds(5, 8)},
                                             {2, SpanKind::Checkpoint, seconds(0, 5)}};
    const LostThroughput lost = lostThroughput(stretches, seconds(0, 10));
    QCOMPARE(lost.waitGpuSeconds, 4.0);
    QCOMPARE(lost.restartGpuSeconds, 3.0);
    QCOMPARE(lost.gpuSeconds, 7.0);
    QCOMPARE(lost.lanes, 2U);
}

void TestLostThroughput::overlapsCountOnce()
{
    const std::vector<LaneStretch> stretches{{1, SpanKind::Wait, seconds(2, 6)},
                                             {1, SpanKind::Wait, seconds(3, 5)},
                                             {1, SpanKind::Wait, seconds(5, 8)},
                                             {1, SpanKind::Restart, seconds(7, 9)}};
    const LostThroughput lost = lostThroughput(stretches, seconds(0, 100));
    QCOMPARE(lost.waitGpuSeconds, 6.0);
    QCOMPARE(lost.gpuSeconds, 7.0);
}

void TestLostThroughput::onlyWhatLiesWithinTheRangeCounts()
{
    const std::vector<LaneStretch> stretches{{1, SpanKind::Wait, seconds(0, 20)}, {2, SpanKind::Wait, seconds(20, 30)}};
    const LostThroughput lost = lostThroughput(stretches, seconds(15, 18));
    QCOMPARE(lost.gpuSeconds, 3.0);
    QCOMPARE(lost.lanes, 1U);
}

void TestLostThroughput::nothingMeasuredIsNotNothingLost()
{
    QCOMPARE(lostThroughput({}, seconds(0, 10)).lanes, 0U);
    const std::vector<LaneStretch> busy{{1, SpanKind::Compute, seconds(0, 10)}};
    QCOMPARE(lostThroughput(busy, seconds(0, 10)).lanes, 1U);
    QCOMPARE(lostThroughput(busy, seconds(0, 10)).gpuSeconds, 0.0);
}

LOCKSTEP_TEST(tst_lostthroughput, TestLostThroughput)
#include "tst_lostthroughput.moc"
