// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/core/eventcodes.h"
#include "models/core/topology/topologybuilder.h"
#include "models/ingest/derived.h"
#include "tests/support/fakespansource.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/timeline/timelinerows.h"
#include "widgets/timeline/timelineview.h"

#include <QAction>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <set>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

/// A view of 16 ranks on two nodes after 30 s, which shows one second that is not the newest.
struct Shown
{
    explicit Shown(QSize size = {1000, 300})
    {
        world.introduce();
        world.run(30);
        view.resize(size);
        view.show();
        const TimePoint from = world.now() - 10s;
        world.time.setRange({from, from + 1s});
        QCoreApplication::processEvents();
    }

    void wheel(QPointF at, QPoint delta, Qt::KeyboardModifiers held = Qt::NoModifier)
    {
        QWidget* target = view.viewport();
        QWheelEvent event(at, target->mapToGlobal(at), {}, delta, Qt::NoButton, held, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(target, &event);
    }
    void move(QPoint at, Qt::MouseButtons buttons = Qt::NoButton, Qt::KeyboardModifiers held = Qt::NoModifier)
    {
        QMouseEvent event(QEvent::MouseMove, at, view.viewport()->mapToGlobal(at), Qt::NoButton, buttons, held);
        QCoreApplication::sendEvent(view.viewport(), &event);
    }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers held = Qt::NoModifier)
    {
        QTest::mousePress(view.viewport(), Qt::LeftButton, held, from);
        move((from + to) / 2, Qt::LeftButton, held);
        move(to, Qt::LeftButton, held);
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, held, to);
    }
    [[nodiscard]] TimePoint timeAt(int x) const
    {
        const TimelineGeometry g = view.geometryNow();
        return TimeAxis{world.time.range(), static_cast<double>(g.axisWidth())}.timeAt(x - g.labelWidth);
    }
    [[nodiscard]] int pixelOf(TimePoint time) const
    {
        const TimelineGeometry g = view.geometryNow();
        const TimeAxis axis{world.time.range(), static_cast<double>(g.axisWidth())};
        return g.labelWidth + static_cast<int>(axis.pixelOf(time));
    }
    /// Height of the middle of a rank's row in the viewport, scrolled into sight if need be.
    [[nodiscard]] int yOf(const QString& rank)
    {
        for (const TimelineRow& row : view.rows().rows()) {
            if (row.title != rank)
                continue;
            view.verticalScrollBar()->setValue(row.top);
            return view.geometryNow().viewY(row.top) + (row.bottom - row.top) / 2;
        }
        return -1;
    }

    FakeWorld world{{.nodes = 2, .gpusPerNode = 8}, FakeTrainingOptions{.ranks = 16}};
    TimelineView view{world.context()};
};

std::optional<StoredSpan> findSpan(const ClusterStore& store, const char* laneName, SpanKind kind, TimePoint after)
{
    for (const SpanLane& lane : store.spans().lanes()) {
        if (store.spans().names().name(lane.name) != laneName)
            continue;
        for (const StoredSpan& span : lane.spans) {
            if (span.spanKind() == kind && span.startNs >= after.time_since_epoch().count())
                return span;
        }
    }
    return std::nullopt;
}

} // namespace

class TestTimelineView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWheelZoomsAndKeepsTheMomentUnderTheCursor()
    {
        Shown s;
        const TimePoint before = s.timeAt(700);
        s.wheel({700, 150}, {0, 120});
        QCOMPARE(s.world.time.range().length(), Duration(800ms));
        QVERIFY(std::chrono::abs(s.timeAt(700) - before) < 1us);
    }

    void theWheelOverTheLabelsScrollsLanesAndLeavesTimeAlone()
    {
        Shown s;
        const TimeRange range = s.world.time.range();
        s.wheel({20, 150}, {0, -120});
        QVERIFY(s.view.verticalScrollBar()->value() > 0);
        QCOMPARE(s.world.time.range(), range);
    }

    void dragPansByAsMuchTimeAsItMovesPixels()
    {
        Shown s;
        const TimePoint grabbed = s.timeAt(600);
        s.drag({600, 150}, {400, 150});
        QVERIFY(std::chrono::abs(s.timeAt(400) - grabbed) < 2us);
        QCOMPARE(s.world.time.range().length(), Duration(1s));
    }

    void shiftDragMarksARangeAndEscapeClearsIt()
    {
        Shown s;
        const TimeRange range = s.world.time.range();
        s.drag({400, 150}, {600, 150}, Qt::ShiftModifier);
        QVERIFY(s.world.time.marked().has_value());
        QCOMPARE(s.world.time.marked()->from, s.timeAt(400));
        QCOMPARE(s.world.time.marked()->to, s.timeAt(600));
        QCOMPARE(s.world.time.range(), range);
        QTest::keyClick(&s.view, Qt::Key_Escape);
        QVERIFY(!s.world.time.marked().has_value());
    }

    void controlDragZoomsToTheBoxAndLeavesTheMarkAlone()
    {
        Shown s;
        const TimeRange box{s.timeAt(400), s.timeAt(600)};
        s.drag({400, 150}, {600, 150}, Qt::ControlModifier);
        QCOMPARE(s.world.time.range(), box);
        QVERIFY(!s.world.time.marked().has_value());
    }

    void doubleClickWithinAMarkedRangeZoomsToIt()
    {
        Shown s;
        const TimeRange marked{s.timeAt(400), s.timeAt(600)};
        s.world.time.setMarked(marked);
        QTest::mouseDClick(s.view.viewport(), Qt::LeftButton, Qt::NoModifier, {500, 150});
        QCOMPARE(s.world.time.range(), marked);
    }

    void zoomingInOnThePastEndsFollowingAndKeepsTheMoment()
    {
        Shown s;
        s.world.time.follow(10s);
        const TimePoint before = s.timeAt(500);
        s.wheel({500, 150}, {0, 120});
        QVERIFY(!s.world.time.isFollowing());
        QVERIFY(std::chrono::abs(s.timeAt(500) - before) < 20us);
    }

    void zoomingInAtTheNewestDataOrOutGoesOnFollowing()
    {
        Shown s;
        s.world.time.follow(10s);
        s.wheel({980, 150}, {0, 120});
        QVERIFY(s.world.time.isFollowing());
        QCOMPARE(s.world.time.range().length(), Duration(8s));
        s.wheel({500, 150}, {0, -120});
        QVERIFY(s.world.time.isFollowing());
    }

    void doubleClickFitsAllData()
    {
        Shown s;
        QTest::mouseDClick(s.view.viewport(), Qt::LeftButton, Qt::NoModifier, {600, 150});
        QCOMPARE(s.world.time.range(), s.world.time.extent());
    }

    void keysZoomPanAndFollow()
    {
        Shown s;
        QTest::keyClick(&s.view, Qt::Key_W);
        QCOMPARE(s.world.time.range().length(), Duration(700ms));
        QTest::keyClick(&s.view, Qt::Key_L);
        QVERIFY(s.world.time.isFollowing());
    }

    void clickingALaneSelectsItsGpu()
    {
        Shown s;
        QTest::mouseClick(s.view.viewport(), Qt::LeftButton, Qt::NoModifier, {600, s.yOf(QStringLiteral("rank 9"))});
        const EntityRef chosen = s.world.selection.current();
        QCOMPARE(chosen.kind, EntityKind::Gpu);
        QCOMPARE(s.world.cluster.store().topology()->name(chosen), std::string("gpu1"));
    }

    void aSelectedLoopBringsTheLanesThatItCoolsIntoViewAndMarksThem()
    {
        FakeWorld world{{.nodes = 8, .gpusPerNode = 8}, FakeTrainingOptions{.ranks = 64}}; // in two racks
        TimelineView view(world.context());
        TopologyBuilder builder;
        builder.addRack("A02", {});
        const EntityRef loop = builder.add(EntityKind::Loop, "cdu-2", {});
        builder.serve(loop, {"A02"});
        world.cluster.setTopology(builder.build());
        world.introduce();
        world.run(5);
        view.resize(1000, 300);
        view.show();
        QCoreApplication::processEvents();
        const ClusterStore& store = world.cluster.store();
        const auto cooled = view.rows().lanesWithin(loop, store);
        QCOMPARE(cooled.size(), std::size_t{32});
        QCOMPARE(cooled.front()->title, QStringLiteral("rank 32"));
        for (int visit = 0; visit < 2; ++visit) { // there, back, and there again
            view.verticalScrollBar()->setValue(0);
            world.selection.clear();
            const QImage before = view.grab().toImage();
            world.selection.select(loop);
            const TimelineGeometry geometry = view.geometryNow();
            QCOMPARE(geometry.viewY(cooled.front()->top), geometry.scrolledTop());
            const QPoint mark(1, geometry.viewY(cooled.front()->top) + 5);
            QCOMPARE(view.viewport()->grab().toImage().pixelColor(mark), toColor(world.theme.palette().accent));
            QVERIFY(before != view.grab().toImage());
        }
    }

    void theJobThatAnAlertAffectsComesFirst()
    {
        FakeWorld world{{.nodes = 8, .gpusPerNode = 8}, FakeTrainingOptions{.ranks = 48, .job = "chat"}};
        world.train({.ranks = 16, .firstNode = 6, .job = "train"});
        TimelineView view(world.context());
        TopologyBuilder builder;
        builder.addRack("A02", {});
        const EntityRef loop = builder.add(EntityKind::Loop, "cdu-2", {});
        const EntityRef other = builder.add(EntityKind::Loop, "cdu-3", {});
        builder.serve(loop, {"A02"});
        world.cluster.setTopology(builder.build());
        world.introduce();
        world.run(5);
        view.resize(1000, 300);
        view.show();
        QCoreApplication::processEvents();
        const auto first = [&view] {
            return view.rows().rows().front().title;
        };
        const auto report = [&world](EntityRef entity, const std::string& code, Severity severity, std::string job) {
            Derived derived;
            derived.events.push_back({entity, {world.now(), severity, 0, code, "trouble", {.job = std::move(job)}}});
            world.cluster.applyDerived(derived);
        };
        QCOMPARE(first(), QStringLiteral("chat"));
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum());
        report(loop, codes::loopFlow, Severity::Warning, ""); // no job is slower yet
        QCOMPARE(first(), QStringLiteral("chat")); // of rank 32
        report(loop, codes::loopFlow, Severity::Critical, "train");
        QCOMPARE(first(), QStringLiteral("train"));
        QCOMPARE(view.verticalScrollBar()->value(), 0);
        report(other, codes::loopSupply, Severity::Warning, "chat");
        QCOMPARE(first(), QStringLiteral("train"));
        world.selection.select(other);
        QCOMPARE(first(), QStringLiteral("chat"));
        world.selection.select(loop);
        QCOMPARE(first(), QStringLiteral("train"));
    }

    void atTheOnsetOfAnAlertItsLanesStayInView()
    {
        FakeWorld world{{.nodes = 8, .gpusPerNode = 8}, FakeTrainingOptions{.ranks = 48, .job = "chat"}};
        world.train({.ranks = 16, .firstNode = 6, .job = "train"});
        world.introduce();
        world.run(5);
        const EntityRef gpu{EntityKind::Gpu, 50};
        Derived derived;
        derived.events.push_back({gpu, {world.now(), Severity::Warning, 0, codes::gpuLost, "lost", {.job = "train"}}});
        world.cluster.applyDerived(derived);
        world.run(5);
        TimelineView view(world.context());
        view.resize(1000, 300);
        view.show();
        world.time.setCursor(world.now() - 1s);
        world.selection.select(gpu);
        world.time.setCursor(world.now() - 8s); // where the job is last again
        QCOMPARE(view.rows().rows().front().title, QStringLiteral("chat"));
        const TimelineGeometry geometry = view.geometryNow();
        const int y = geometry.viewY(view.rows().lanesWithin(gpu, world.cluster.store()).front()->top);
        QVERIFY2(y >= geometry.scrolledTop() && y < view.viewport()->height(), qPrintable(QString::number(y)));
    }

    /// Once: the user may scroll away afterwards.
    void lanesSelectedWhileHiddenAreInViewWhenShown()
    {
        FakeWorld world{{.nodes = 8, .gpusPerNode = 8}, FakeTrainingOptions{.ranks = 48, .job = "chat"}};
        world.introduce();
        world.run(5);
        TimelineView view(world.context());
        view.resize(1000, 300);
        view.show();
        view.hide();
        world.selection.select({EntityKind::Gpu, 40});
        QCOMPARE(view.verticalScrollBar()->value(), 0);
        view.show();
        QVERIFY(view.verticalScrollBar()->value() > 0);
        view.verticalScrollBar()->setValue(0);
        view.hide();
        view.show();
        QCOMPARE(view.verticalScrollBar()->value(), 0);
    }

    void inAReplayTheAffectedJobComesFirstFromTheAlertOn()
    {
        FakeWorld world{{.nodes = 8, .gpusPerNode = 8}, FakeTrainingOptions{.ranks = 48, .job = "chat"}};
        world.train({.ranks = 16, .firstNode = 6, .job = "train"});
        world.introduce();
        world.run(5);
        Derived derived;
        derived.events.push_back(
            {{EntityKind::Gpu, 50}, {world.now(), Severity::Warning, 0, codes::gpuLost, "lost", {.job = "train"}}});
        world.cluster.applyDerived(derived);
        world.run(5);
        world.time.setCursor(world.now() - 8s);
        TimelineView view(world.context());
        view.show();
        QCOMPARE(view.rows().rows().front().title, QStringLiteral("chat"));
        world.time.setCursor(world.now() - 1s);
        QCOMPARE(view.rows().rows().front().title, QStringLiteral("train"));
        // A moment has one order, however it was reached.
        world.time.setCursor(world.now() - 8s);
        QCOMPARE(view.rows().rows().front().title, QStringLiteral("chat"));
        world.time.follow();
        QCOMPARE(view.rows().rows().front().title, QStringLiteral("train"));
    }

    void downChoosesTheNextLane()
    {
        Shown s;
        QTest::keyClick(&s.view, Qt::Key_Down);
        QTest::keyClick(&s.view, Qt::Key_Down);
        QCOMPARE(s.world.cluster.store().topology()->name(s.world.selection.current()), std::string("gpu1"));
    }

    void hoveringAnAllReduceSaysWhoWhatAndHowLong()
    {
        Shown s;
        const auto span = findSpan(s.world.cluster.store(), "rank 2", SpanKind::Collective, s.world.time.range().from);
        QVERIFY(span.has_value());
        const TimePoint middle{Duration(span->startNs + span->durationNs / 2)};
        const QPoint point(s.pixelOf(middle), s.yOf(QStringLiteral("rank 2")));
        const HoverText text = s.view.explain(point);
        QCOMPARE(text.sentence,
                 QStringLiteral("rank 2: all_reduce #%1 on dp2, 512\u2009MB, 40\u2009ms").arg(span->sequence));
        s.move(point);
        QCOMPARE(s.world.selection.hovered().kind, EntityKind::Gpu);
        QVERIFY(s.world.selection.hoveredTime().has_value());
    }

    void hoveringAWaitSaysWhatItWaitedFor()
    {
        Shown s;
        const auto span = findSpan(s.world.cluster.store(), "rank 0", SpanKind::Wait, s.world.time.range().from);
        QVERIFY(span.has_value());
        const TimePoint middle{Duration(span->startNs + span->durationNs / 2)};
        const HoverText text = s.view.explain({s.pixelOf(middle), s.yOf(QStringLiteral("rank 0"))});
        QVERIFY2(text.sentence.startsWith(QStringLiteral("rank 0 waited ")), qPrintable(text.sentence));
        QVERIFY2(text.sentence.contains(QStringLiteral("in all_reduce")), qPrintable(text.sentence));
    }

    void whatMovesBeneathARestingPointerIsExplainedAnew()
    {
        Shown s;
        const int y = s.yOf(QStringLiteral("rank 2"));
        s.move({600, y});
        const TimePoint before = *s.world.selection.hoveredTime();
        s.world.time.pan(20ms);
        QTRY_COMPARE(*s.world.selection.hoveredTime(), before + 20ms);
    }

    void pPinsTheLaneUnderThePointerAndScrollingLeavesItOnTop()
    {
        Shown s;
        s.move({600, s.yOf(QStringLiteral("rank 9"))});
        QTest::keyClick(&s.view, Qt::Key_P);
        QCOMPARE(s.view.rows().pinnedCount(), std::size_t{1});
        QCOMPARE(s.view.rows().laneCount(), std::size_t{16});
        for (const int scroll : {0, 60, s.view.verticalScrollBar()->maximum()}) {
            s.view.verticalScrollBar()->setValue(scroll);
            const TimelineGeometry geometry = s.view.geometryNow();
            const TimelineRow* top = s.view.rows().at(geometry.rowY(geometry.lanesTop() + 2));
            QVERIFY(top != nullptr && top->isPinned);
            QCOMPARE(top->title, QStringLiteral("rank 9"));
            QCOMPARE(geometry.viewY(top->top), geometry.lanesTop());
            // The rows below it scroll, and the last one can be reached.
            const TimelineRow* below = s.view.rows().at(geometry.rowY(geometry.scrolledTop() + 2));
            QVERIFY(below != nullptr && !below->isPinned);
        }
        const TimelineGeometry geometry = s.view.geometryNow();
        QCOMPARE(geometry.viewY(s.view.rows().height()), geometry.height);
        s.move({600, geometry.lanesTop() + 3});
        QTest::keyClick(&s.view, Qt::Key_P);
        QCOMPARE(s.view.rows().pinnedCount(), std::size_t{0});
    }

    void aPinnedLaneIsClickedWhereItStands()
    {
        Shown s;
        s.move({600, s.yOf(QStringLiteral("rank 9"))});
        QTest::keyClick(&s.view, Qt::Key_P);
        s.view.verticalScrollBar()->setValue(80);
        QTest::mouseClick(s.view.viewport(), Qt::LeftButton, Qt::NoModifier,
                          {600, s.view.geometryNow().lanesTop() + 5});
        const EntityRef chosen = s.world.selection.current();
        QCOMPARE(s.world.cluster.store().topology()->path(chosen),
                 s.world.cluster.store().topology()->path(s.view.rows().rows().front().entity));
        QCOMPARE(s.view.rows().rows().front().title, QStringLiteral("rank 9"));
    }

    void pinsSurviveReorderingFilterAndAnotherSession()
    {
        Shown s;
        QSignalSpy changed(&s.view.pins(), &LanePins::changed);
        for (const char* const rank : {"rank 12", "rank 4"}) {
            s.move({600, s.yOf(QLatin1String(rank))});
            QTest::keyClick(&s.view, Qt::Key_P);
        }
        QCOMPARE(changed.count(), 2);
        const auto isPinnedFirst = [](const TimelineView& view) {
            const auto& rows = view.rows().rows();
            return rows.size() > 2 && rows[0].title == QLatin1String("rank 12")
                && rows[1].title == QLatin1String("rank 4") && rows[1].isPinned && !rows[2].isPinned;
        };
        for (QAction* order : s.view.orders().actions()) {
            order->setChecked(true);
            QVERIFY2(isPinnedFirst(s.view), qPrintable(order->text()));
        }
        s.view.filterLine().setText(QStringLiteral("7"));
        QVERIFY(isPinnedFirst(s.view));
        QCOMPARE(s.view.rows().laneCount(), std::size_t{3});
        QCOMPARE(s.view.rows().matchCount(), std::size_t{1});

        Shown later;
        later.view.showViewState(s.view.viewState());
        QVERIFY(isPinnedFirst(later.view));
        QCOMPARE(later.view.filterLine().text(), QStringLiteral("7"));
        QCOMPARE(later.view.orders().current(), TimelineOrder::ByBlame);
        QTest::keyClick(&later.view, Qt::Key_P, Qt::ShiftModifier);
        QCOMPARE(later.view.rows().pinnedCount(), std::size_t{0});
    }

    void morePinsThanHaveRoomScrollWithTheOthers()
    {
        Shown s;
        const std::size_t lanes = s.world.cluster.store().spans().lanes().size();
        for (std::size_t lane = 0; lane < lanes; ++lane)
            s.view.pins().toggle(s.world.cluster.store(), lane);
        const TimelineGeometry geometry = s.view.geometryNow();
        QCOMPARE(s.view.rows().pinnedCount(), lanes);
        QVERIFY(geometry.frozen < geometry.lanesHeight());
        s.view.verticalScrollBar()->setValue(s.view.verticalScrollBar()->maximum());
        QCOMPARE(s.view.geometryNow().viewY(s.view.rows().height()), geometry.height);
        s.view.grab();
    }

    void hoveringDoesNotPaintThePictureAnew()
    {
        Shown s;
        s.view.grab();
        const std::uint64_t builds = s.view.pictureBuilds();
        s.move({500, 150});
        s.view.grab();
        s.move({700, 170});
        s.view.grab();
        QCOMPARE(s.view.pictureBuilds(), builds);
        s.wheel({700, 150}, {0, 120});
        s.view.grab();
        QCOMPARE(s.view.pictureBuilds(), builds + 1);
    }

    void whatComesBesideTheWindowPaintsNothing()
    {
        Shown s;
        s.view.grab();
        const std::uint64_t builds = s.view.pictureBuilds();
        s.world.run(3);
        s.view.grab();
        QCOMPARE(s.view.pictureBuilds(), builds);
        s.world.time.follow(std::chrono::seconds(5));
        s.view.grab();
        QCOMPARE(s.view.pictureBuilds(), builds + 1);
        s.world.run(1);
        s.view.grab();
        QCOMPARE(s.view.pictureBuilds(), builds + 2);
    }

    void aWindowThatCreepsOnByLessThanAPixelKeepsItsPicture()
    {
        Shown s;
        s.world.time.setRange({s.world.now() - 1000s, s.world.now()});
        s.view.grab();
        const std::uint64_t builds = s.view.pictureBuilds();
        const Duration pixel = 1000s / s.view.geometryNow().axisWidth();
        s.world.time.pan(pixel / 3);
        s.view.grab();
        QCOMPARE(s.view.pictureBuilds(), builds);
        s.world.time.pan(pixel / 3);
        s.view.grab();
        QCOMPARE(s.view.pictureBuilds(), builds + 1);
    }

    void aSpanThatComesLateIntoTheWindowIsPainted()
    {
        Shown s;
        s.view.grab();
        const std::uint64_t builds = s.view.pictureBuilds();
        auto batch = std::make_shared<Batch>(*s.world.fake().tick(s.world.now() + 1s).front());
        batch->names = std::make_shared<std::vector<std::string>>(std::vector<std::string>{"", "llama-70b", "rank 0"});
        Span late;
        late.start = s.world.time.range().from + 100ms;
        late.end = late.start + 50ms;
        late.entity = 1;
        late.job = 1;
        late.lane = 2;
        batch->tick->spans.push_back(late);
        s.world.apply(batch);
        s.view.grab();
        QCOMPARE(s.view.pictureBuilds(), builds + 1);
    }

    void spansReadFromTheRecordingAreShownAndExplained()
    {
        Shown s;
        FakeSpanSource source(s.world.cluster);
        const SpanLane& lane = s.world.cluster.store().spans().lanes().front();
        const NameTable& names = s.world.cluster.store().spans().names();
        const TimePoint then = s.world.time.extent().from - 3600s;
        auto past = std::make_shared<PastSpans>(TimeRange{then, then + 60s});
        NameTable& own = past->spans().names();
        const std::vector<NameId> ids{NameId{0}, own.intern("checkpoint_write"), own.intern(names.name(lane.name))};
        Span span;
        span.start = then + 10s;
        span.end = then + 20s;
        span.op = 1;
        span.lane = 2;
        span.kind = SpanKind::Checkpoint;
        past->spans().add(lane.entity, span, ids);
        past->seal();
        s.world.time.setRange({then, then + 60s});
        s.view.grab();
        const std::uint64_t builds = s.view.pictureBuilds();
        const QPoint middle(s.pixelOf(then + 15s), s.yOf(toQString(names.name(lane.name))));
        const QRgb before = s.view.grab().toImage().pixel(middle);
        source.read(past);
        const QRgb after = s.view.grab().toImage().pixel(middle);
        QVERIFY(s.view.pictureBuilds() > builds);
        QVERIFY(before != after);
        QVERIFY2(s.view.explain(middle).sentence.contains(QStringLiteral("checkpoint_write")),
                 qPrintable(s.view.explain(middle).sentence));
        source.read(nullptr);
        QCOMPARE(s.view.grab().toImage().pixel(middle), before);
    }

    void thePastIsPaintedAsThePresentIs()
    {
        Shown s;
        s.world.time.setExtent({s.world.now() - 7200s, s.world.now()});
        const TimeRange now{s.world.now() - 10s, s.world.now() - 8s};
        const auto lanesOnly = [&] {
            QCoreApplication::processEvents();
            const TimelineGeometry g = s.view.geometryNow();
            return s.view.viewport()->grab().toImage().copy(g.lanes().adjusted(g.labelWidth, 0, 0, 0));
        };
        s.world.time.setRange(now);
        s.world.time.setCursor(now.to);
        const QImage present = lanesOnly();
        FakeSpanSource source(s.world.cluster);
        constexpr Duration ago = 3600s;
        source.readCopyFrom(s.world.time.extent(), ago);
        QCOMPARE(lanesOnly(), present);
        s.world.time.setRange({now.from - ago, now.to - ago});
        s.world.time.setCursor(now.to - ago);
        QCOMPARE(lanesOnly(), present);
        s.view.orders().action(TimelineOrder::ByWait)->setChecked(true); // there, too, the straggler waited least
        QCOMPARE(s.view.rows().rows().back().title, QStringLiteral("rank 3"));
        source.read(nullptr);
        s.view.orders().action(TimelineOrder::ByNode)->setChecked(true);
        QVERIFY(lanesOnly() != present);
    }

    void leavingTheViewEndsTheHover()
    {
        Shown s;
        s.move({600, 150});
        QVERIFY(s.world.selection.hovered().isValid());
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(s.view.viewport(), &leave);
        QVERIFY(!s.world.selection.hovered().isValid());
    }

    void aHiddenViewDoesNotPaintAndCatchesUpWhenShown()
    {
        Shown s;
        s.view.hide();
        QCoreApplication::processEvents();
        const std::uint64_t builds = s.view.pictureBuilds();
        s.world.run(5);
        s.world.selection.select({EntityKind::Gpu, 1});
        QCoreApplication::processEvents();
        QCOMPARE(s.view.pictureBuilds(), builds);
        s.view.show();
        s.view.grab();
        QVERIFY(s.view.pictureBuilds() > builds);
    }

    void worstWaitsFirstPutsTheStragglerLast()
    {
        Shown s;
        s.world.time.fitExtent();
        s.view.orders().action(TimelineOrder::ByWait)->setChecked(true);
        QCOMPARE(s.view.rows().rows().size(), std::size_t{16});
        QCOMPARE(s.view.rows().rows().back().title, QStringLiteral("rank 3"));
        s.view.orders().action(TimelineOrder::ByNode)->setChecked(true);
        QCOMPARE(s.view.rows().rows().front().kind, TimelineRow::Kind::JobHeading);
    }

    void theCaptionCountsLanes()
    {
        Shown s;
        QVERIFY2(s.view.caption().contains(QStringLiteral("16 lanes")), qPrintable(s.view.caption()));
        QSignalSpy changed(&s.view, &TimelineView::captionChanged);
        s.world.time.setRange({s.world.now() - 8s, s.world.now() - 5s});
        QCOMPARE(changed.count(), 1);
    }

    void withoutSpansItSaysWhatToDo()
    {
        FakeWorld world;
        TimelineView view(world.context());
        view.resize(600, 200);
        view.show();
        const QImage empty = view.grab().toImage();
        QCOMPARE(view.caption(), QString());
        QCOMPARE(view.pictureBuilds(), std::uint64_t{0});
        int inked = 0;
        const QRgb ground = empty.pixel(0, empty.height() - 3);
        for (int x = 0; x < empty.width(); ++x) {
            for (int y = 0; y < empty.height(); ++y)
                inked += empty.pixel(x, y) != ground ? 1 : 0;
        }
        QVERIFY(inked > 200);
    }

    void aStaleNodesTailIsHatched()
    {
        Shown s;
        s.world.silence(10);
        s.world.time.setRange({s.world.now() - 20s, s.world.now()});
        const int y = s.yOf(QStringLiteral("rank 1"));
        const QImage image = s.view.grab().toImage();
        // Between the last tick and now: at least two colours, in a row that had one colour when idle.
        std::set<QRgb> colours;
        for (int x = s.pixelOf(s.world.now() - 5s); x < s.pixelOf(s.world.now() - 3s); ++x)
            colours.insert(image.pixel(x, y));
        QVERIFY(colours.size() >= 2);
        const HoverText text = s.view.explain({s.pixelOf(s.world.now() - 4s), y});
        QVERIFY2(text.sentence.contains(QStringLiteral("stale")), qPrintable(text.sentence));
    }
};

LOCKSTEP_GUI_TEST(tst_timelineview, TestTimelineView)
#include "tst_timelineview.moc"
