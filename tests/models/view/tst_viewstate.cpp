// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "tests/support/testentry.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

/// Selection, theme and frame statistics: the state that all views share besides time.
class TestViewState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLastSelectedIsCurrent();
    void invalidThingsCannotBeSelected();
    void hoveringTellsThingAndTime();
    void aThemeSaysWhenItChanges();
    void percentilesAreNearestRank();
    void framesAreTheSumOfTheirWork();
    void idlePumpsAreNoFrames();
    void latencyIsThatOfTheOldestWaitingSample();
    void aFrameThatTookLongerThanItsWorkCountsWhole();
    void statisticsAreBounded();

private:
    static constexpr EntityRef first{EntityKind::Gpu, 1};
    static constexpr EntityRef second{EntityKind::Gpu, 2};
    static TimePoint at(std::int64_t ms) { return TimePoint(std::chrono::milliseconds(1'000'000 + ms)); }
};

void TestViewState::theLastSelectedIsCurrent()
{
    Selection selection;
    QSignalSpy changed(&selection, &Selection::selectedChanged);
    selection.select(first);
    selection.toggle(second);
    QCOMPARE(selection.current(), second);
    QVERIFY(selection.isSelected(first) && selection.isSelected(second));
    selection.toggle(second);
    QCOMPARE(selection.current(), first);
    QVERIFY(!selection.isSelected(second));
    selection.select(first); // the same again
    QCOMPARE(changed.count(), 3);
    selection.clear();
    QVERIFY(!selection.current().isValid());
}

void TestViewState::invalidThingsCannotBeSelected()
{
    Selection selection;
    selection.setSelected({first, EntityRef{}, second});
    QCOMPARE(selection.selected().size(), 2U);
    selection.toggle(EntityRef{});
    QCOMPARE(selection.selected().size(), 2U);
    selection.select(EntityRef{});
    QVERIFY(selection.selected().empty());
}

void TestViewState::hoveringTellsThingAndTime()
{
    Selection selection;
    QSignalSpy hovered(&selection, &Selection::hoveredChanged);
    selection.setHovered(first, at(1));
    selection.setHovered(first, at(1));
    selection.setHovered(first, at(2));
    QCOMPARE(hovered.count(), 2);
    QCOMPARE(selection.hoveredTime(), at(2));
    selection.setHovered({});
    QVERIFY(!selection.hovered().isValid() && !selection.hoveredTime());
    QSignalSpy metric(&selection, &Selection::metricChanged);
    selection.setMetric(MetricId{3});
    selection.setMetric(MetricId{3});
    QCOMPARE(metric.count(), 1);
}

void TestViewState::aThemeSaysWhenItChanges()
{
    Theme theme;
    QSignalSpy changed(&theme, &Theme::changed);
    theme.setDark(true);
    QCOMPARE(changed.count(), 0);
    theme.setDark(false);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(&theme.palette(), &lightPalette());
}

void TestViewState::percentilesAreNearestRank()
{
    std::vector<double> values(100);
    for (int value = 0; value < 100; ++value)
        values[static_cast<std::size_t>(value)] = 100 - value;
    const Percentiles percentiles = percentilesOf(values);
    QCOMPARE(percentiles.p50, 50.0);
    QCOMPARE(percentiles.p95, 95.0);
    QCOMPARE(percentiles.p99, 99.0);
    QCOMPARE(percentilesOf({7}).p99, 7.0);
    QCOMPARE(percentilesOf({}).p50, 0.0);
}

void TestViewState::framesAreTheSumOfTheirWork()
{
    FrameStats stats;
    stats.addWork(2ms);
    stats.addWork(3ms);
    stats.endFrame(at(0));
    stats.addWork(1ms);
    stats.endFrame(at(16));
    QCOMPARE(stats.frames(), 2U);
    QCOMPARE(stats.frameMilliseconds().p99, 5.0);
    QCOMPARE(stats.frameMilliseconds().p50, 1.0);
    {
        const FrameStats::Work work(stats);
    }
    stats.endFrame(at(32));
    QCOMPARE(stats.frames(), 3U);
}

void TestViewState::idlePumpsAreNoFrames()
{
    FrameStats stats;
    for (int pump = 0; pump < 100; ++pump)
        stats.endFrame(at(pump));
    QCOMPARE(stats.frames(), 0U);
}

void TestViewState::latencyIsThatOfTheOldestWaitingSample()
{
    FrameStats stats;
    const auto paintedBy = [&stats](int time) {
        stats.addWork(1ms);
        stats.painted();
        stats.endFrame(at(time));
    };
    paintedBy(0); // nothing new in it
    QCOMPARE(stats.sampleToPixelMilliseconds().p99, 0.0);
    stats.sampleApplied(at(10));
    stats.sampleApplied(at(5));
    stats.addWork(1ms);
    stats.endFrame(at(20)); // applied, not yet painted
    paintedBy(35);
    QCOMPARE(stats.sampleToPixelMilliseconds().p99, 30.0);
    paintedBy(99);
    QCOMPARE(stats.sampleToPixelMilliseconds().p99, 30.0);
}

void TestViewState::aFrameThatTookLongerThanItsWorkCountsWhole()
{
    FrameStats stats;
    stats.addWork(2ms);
    stats.endFrame(at(0), 12ms);
    QCOMPARE(stats.frameMilliseconds().p99, 12.0);
}

void TestViewState::statisticsAreBounded()
{
    FrameStats stats;
    for (int frame = 0; frame < 250'000; ++frame) {
        stats.addWork(frame < 150'000 ? 100ms : 1ms);
        stats.endFrame(at(frame));
    }
    QCOMPARE(stats.frames(), 250'000U);
    QCOMPARE(stats.frameMilliseconds().p99, 1.0); // the slow ones are too long ago
}

LOCKSTEP_TEST(tst_viewstate, TestViewState)
#include "tst_viewstate.moc"
