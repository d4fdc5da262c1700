// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/store/analysishost.h"
#include "tests/support/fakespansource.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/timeline/timelinehover.h"
#include "widgets/timeline/timelinerows.h"
#include "widgets/timeline/timelineview.h"

#include <QMouseEvent>
#include <QTest>

#include <algorithm>

using namespace lockstep;

namespace {

constexpr std::uint32_t straggler = 3;

/// A cluster in which the others wait for rank 3, with analysis results.
struct Watched
{
    Watched() : host(world.cluster)
    {
        host.add(std::make_unique<SyncAnalysis>(syncResults));
        world.introduce();
        for (int second = 0; second < 14; ++second) {
            world.run(1);
            QVERIFY(test::waitFor([this] { return !host.isBusy(); }));
        }
    }

    [[nodiscard]] ViewContext context()
    {
        ViewContext context = world.context();
        context.sync = &syncResults;
        return context;
    }
    [[nodiscard]] const SpanLane& laneOf(std::uint32_t rank) const
    {
        return *std::ranges::find(world.cluster.store().spans().lanes(), rank, &SpanLane::rank);
    }
    [[nodiscard]] std::size_t indexOf(const SpanLane& lane) const
    {
        return static_cast<std::size_t>(&lane - world.cluster.store().spans().lanes().data());
    }
    /// The newest wait of a rank that the analysis has seen.
    [[nodiscard]] std::optional<StoredSpan> someWait(std::uint32_t rank) const
    {
        const auto& spans = laneOf(rank).spans;
        for (std::size_t at = spans.size() - 20; at-- > 0;) {
            if (spans[at].spanKind() == SpanKind::Wait && spans[at].durationNs > 50'000'000)
                return spans[at];
        }
        return std::nullopt;
    }

    FakeWorld world{FakeClusterOptions{.nodes = 2}, FakeTrainingOptions{.ranks = 16, .straggler = straggler}};
    SyncResults syncResults;
    AnalysisHost host;
};

} // namespace

class TestWaitExplanation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWaitNamesWhoItWasFor()
    {
        Watched watched;
        const auto wait = watched.someWait(7);
        QVERIFY(wait.has_value());
        const auto story = explainWait(watched.world.cluster.store(), &watched.syncResults,
                                       watched.indexOf(watched.laneOf(7)), *wait);
        QVERIFY(story.has_value());
        QCOMPARE(story->last, watched.indexOf(watched.laneOf(straggler)));
        QVERIFY2(story->sentence.startsWith(QStringLiteral("rank 7 waited ")), qPrintable(story->sentence));
        QVERIFY2(story->sentence.contains(QStringLiteral(" for rank 3 in all_reduce #")), qPrintable(story->sentence));
        QVERIFY2(story->sentence.contains(QStringLiteral("rank 3: its compute time")), qPrintable(story->sentence));
    }

    void aWaitInThePastHasAStoryToo()
    {
        Watched watched;
        const StoredSpan wait = *watched.someWait(7);
        FakeSpanSource source(watched.world.cluster);
        constexpr Duration ago = std::chrono::hours(1);
        source.readCopyFrom(watched.world.time.extent(), ago);
        TimelineView view(watched.context());
        view.resize(1100, 520);
        view.show();
        const TimePoint middle = TimePoint(Duration(wait.startNs + wait.durationNs / 2)) - ago;
        watched.world.time.setExtent({middle - std::chrono::minutes(1), watched.world.now()});
        watched.world.time.setRange({middle - std::chrono::milliseconds(300), middle + std::chrono::milliseconds(300)});
        const auto row = std::ranges::find_if(
            view.rows().rows(), [](const TimelineRow& each) { return each.title == QStringLiteral("rank 7"); });
        const TimelineGeometry geometry = view.geometryNow();
        const QPoint point(geometry.labelWidth + geometry.axisWidth() / 2, geometry.viewY(row->top) + 12);
        const QString sentence = view.explain(point).sentence;
        QVERIFY2(sentence.startsWith(QStringLiteral("rank 7 waited ")), qPrintable(sentence));
        QVERIFY2(sentence.contains(QStringLiteral(" for rank 3 in all_reduce #")), qPrintable(sentence));
        const QImage before = view.viewport()->grab().toImage();
        QMouseEvent move(QEvent::MouseMove, point, point, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(view.viewport(), &move);
        const QImage after = view.viewport()->grab().toImage();
        const auto target = std::ranges::find_if(
            view.rows().rows(), [](const TimelineRow& each) { return each.title == QStringLiteral("rank 3"); });
        const QRect band(geometry.labelWidth, geometry.viewY((row->top + target->bottom) / 2), geometry.axisWidth(), 1);
        QVERIFY(before.copy(band) != after.copy(band)); // its arrow
    }

    void aThrottledClockIsTheReasonThatCounts()
    {
        Watched watched;
        const TickIndex tick = watched.world.cluster.store().ticks().to - 1;
        DerivedColumn column;
        column.metric.name = "gpu.throttle_reasons";
        column.metric.entityKind = EntityKind::Gpu;
        column.tick = tick;
        column.values.assign(16, 0);
        column.values[straggler] = 0x40;
        watched.world.cluster.applyDerived({{column}, {}});
        const TimePoint time = timeOfTick(tick, watched.world.cluster.store().tickPeriod());
        const ClusterStore& store = watched.world.cluster.store();
        QCOMPARE(reasonOfLateness(store, {EntityKind::Gpu, straggler}, time),
                 QStringLiteral("its clock was throttled by heat"));
        QVERIFY(!reasonOfLateness(store, {EntityKind::Gpu, 5}, time).contains(QStringLiteral("throttled")));
    }

    void computeHasNoStory()
    {
        Watched watched;
        const SpanLane& lane = watched.laneOf(2);
        const auto compute = std::ranges::find_if(
            lane.spans, [](const StoredSpan& span) { return span.spanKind() == SpanKind::Compute; });
        QVERIFY(!explainWait(watched.world.cluster.store(), &watched.syncResults, watched.indexOf(lane), *compute));
        QVERIFY(!explainWait(watched.world.cluster.store(), nullptr, 0, *watched.someWait(7)));
    }

    void maxBlamedFirstPutsTheStragglerOnTop()
    {
        Watched watched;
        TimelineView view(watched.context());
        view.resize(900, 500);
        view.show();
        view.orders().action(TimelineOrder::ByBlame)->trigger();
        QCOMPARE(view.rows().rows().front().title, QStringLiteral("rank 3"));
        view.orders().action(TimelineOrder::ByRank)->trigger();
        QCOMPARE(view.rows().rows()[1].title, QStringLiteral("rank 0"));
    }

    void hoveringAWaitDrawsItsArrow()
    {
        Watched watched;
        TimelineView view(watched.context());
        view.resize(1100, 520);
        view.show();
        const StoredSpan wait = *watched.someWait(7);
        const TimePoint middle{Duration(wait.startNs + wait.durationNs / 2)};
        watched.world.time.setRange({middle - std::chrono::milliseconds(300), middle + std::chrono::milliseconds(300)});
        const auto row = std::ranges::find_if(
            view.rows().rows(), [](const TimelineRow& each) { return each.title == QStringLiteral("rank 7"); });
        const TimelineGeometry geometry = view.geometryNow();
        const QPoint point(geometry.labelWidth + geometry.axisWidth() / 2, geometry.viewY(row->top) + 12);
        const QImage before = view.viewport()->grab().toImage();
        QVERIFY2(view.explain(point).sentence.contains(QStringLiteral("for rank 3")),
                 qPrintable(view.explain(point).sentence));
        QMouseEvent move(QEvent::MouseMove, point, point, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(view.viewport(), &move);
        const QImage after = view.viewport()->grab().toImage();
        // Between the two rows something crosses.
        const auto target = std::ranges::find_if(
            view.rows().rows(), [](const TimelineRow& each) { return each.title == QStringLiteral("rank 3"); });
        const int between = geometry.viewY((row->top + target->bottom) / 2);
        const QRect band(geometry.labelWidth, between, geometry.axisWidth(), 1);
        QVERIFY(before.copy(band) != after.copy(band));
    }
};

LOCKSTEP_GUI_TEST(tst_waitexplanation, TestWaitExplanation)
#include "tst_waitexplanation.moc"
