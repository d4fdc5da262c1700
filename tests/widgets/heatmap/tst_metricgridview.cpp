// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/colourscale.h"
#include "tests/support/dueevents.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/canvas/legend.h"
#include "widgets/common/controls.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/heatmap/metricgridview.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <set>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

struct Shown
{
    explicit Shown(FakeClusterOptions options, GridMode mode, const char* metric = "gpu.temperature", int seconds = 60)
        : world(options)
    {
        world.introduce();
        world.run(seconds);
        world.time.follow(60s);
        world.selection.setMetric(world.cluster.store().metrics().find(metric));
        view.setMode(mode);
        view.resize(900, 600);
        view.show();
        settle();
    }

    /// Paints until nothing is left to do.
    void settle()
    {
        do
            QCoreApplication::processEvents();
        while (!canvas().isComplete());
        QCoreApplication::processEvents();
    }

    HeatCanvas& canvas() { return view.canvas(); }
    QImage image() { return canvas().grab().toImage(); }

    /// Centre of a row's cell, that many ticks before the newest.
    QPoint cellAt(std::size_t row, int ticksBack = 1)
    {
        const HeatFrame frame = canvas().frame();
        const double y = frame.area.top() + frame.rows.yOf(static_cast<double>(row) + 0.5);
        const TimeAxis axis{frame.range, frame.area.width()};
        const TimePoint time = world.now() - ticksBack * 1s + 500ms;
        return QPointF(frame.area.left() + axis.pixelOf(time), y).toPoint();
    }

    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers held = Qt::NoModifier)
    {
        const auto move = [&](QPoint at) {
            QMouseEvent event(QEvent::MouseMove, at, canvas().mapToGlobal(at), Qt::NoButton, Qt::LeftButton, held);
            QCoreApplication::sendEvent(&canvas(), &event);
        };
        QTest::mousePress(&canvas(), Qt::LeftButton, held, from);
        move((from + to) / 2);
        move(to);
        QTest::mouseRelease(&canvas(), Qt::LeftButton, held, to);
    }

    void wheel(QPoint at, int notches)
    {
        QWheelEvent event(at, canvas().mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&canvas(), &event);
    }

    FakeWorld world;
    MetricGridView view{world.context()};
};

QRgb expectedColour(Shown& shown, float value)
{
    return toColor(shown.canvas().content().scale()->colour(value)).rgb();
}

bool isHatched(const QImage& image, QPoint around, const Palette& palette)
{
    std::set<QRgb> colours;
    for (int dy = -4; dy <= 4; ++dy) {
        for (int dx = -4; dx <= 4; ++dx)
            colours.insert(image.pixel(around + QPoint(dx, dy)));
    }
    return colours.size() == 2 && colours.contains(toColor(palette.panel).rgb());
}

constexpr FakeClusterOptions twoNodes{.nodes = 2, .gpusPerNode = 4, .hostMetrics = false};

} // namespace

class MetricGridViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesBesideTheRowsAreOfTheMomentShown()
    {
        Shown shown(twoNodes, GridMode::OverTime);
        const ClusterStore& store = shown.world.cluster.store();
        const MetricId metric = shown.world.selection.metric();
        const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
        std::set<QString> notes;
        for (const int back : {50, 20, 3}) {
            const TimePoint moment = shown.world.now() - back * 1s;
            shown.world.time.setCursor(moment);
            shown.settle();
            (void)shown.image();
            for (std::size_t row = 0; row < 8; ++row) {
                const std::span<const float> column = store.column(metric, tickIndexOf(moment, store.tickPeriod()));
                const QString note = shown.canvas().content().rowNote(store, row);
                QCOMPARE(note, valueText(descriptor, column[row]));
                notes.insert(note);
            }
        }
        QVERIFY(notes.size() > 8); // they have changed with the moment
    }

    /// Between the samples of a node that sends one per minute, its last one is shown with its age.
    void betweenSamplesTheLastOneIsShown()
    {
        Shown shown(twoNodes, GridMode::OverTime);
        shown.world.silence(10);
        const ClusterStore& store = shown.world.cluster.store();
        const TimePoint last = timeOfTick(store.ticks().to - 1, store.tickPeriod());
        shown.world.time.setCursor(last - 30s);
        shown.settle();
        shown.world.run(1);
        shown.world.time.setCursor(last + 8s);
        shown.settle();
        (void)shown.image();
        const QString note = shown.canvas().content().rowNote(store, 0);
        const float value = store.column(shown.world.selection.metric(), tickIndexOf(last, store.tickPeriod()))[0];
        QVERIFY2(note.startsWith(valueText(store.metrics().descriptor(shown.world.selection.metric()), value)),
                 qPrintable(note));
        QVERIFY2(note.contains(QStringLiteral("ago")), qPrintable(note));
    }

    void eachCellHasTheColourOfItsValue()
    {
        Shown shown(twoNodes, GridMode::OverTime);
        const QImage image = shown.image();
        const ClusterStore& store = shown.world.cluster.store();
        const MetricId metric = shown.world.selection.metric();
        for (std::size_t row = 0; row < 8; ++row) {
            for (const int back : {2, 17, 40}) {
                const float value = store.column(metric, tickIndexOf(shown.world.now() - back * 1s, 1s))[row];
                QCOMPARE(image.pixel(shown.cellAt(row, back)), expectedColour(shown, value));
            }
        }
    }

    void theScaleIsTheOneOfTheTimeWindowThatOtherViewsHaveToo()
    {
        Shown shown(twoNodes, GridMode::OverTime, "gpu.power");
        const ColourScale wanted
            = scaleOver(shown.world.cluster.store(), shown.world.selection.metric(), shown.canvas().frame().range);
        QVERIFY(shown.canvas().content().scale() == wanted);
    }

    void kindAndMetricCanBeReadHoweverNarrow()
    {
        Shown shown(twoNodes, GridMode::OverTime);
        const auto boxes = shown.view.findChildren<QComboBox*>();
        for (const int width : {360, 300, 900}) {
            shown.view.resize(width, 400);
            test::handleDueEvents();
            QVERIFY(boxes.size() == 2);
            for (const QComboBox* box : boxes) {
                QVERIFY2(box->width() >= widthForCurrentText(*box), qPrintable(box->currentText()));
                QVERIFY(shown.view.rect().contains(box->geometry()));
            }
            for (const QToolButton* button : shown.view.findChildren<QToolButton*>())
                QVERIFY(shown.view.rect().contains(button->geometry()));
        }
    }

    void oneHotGpuAmongSixteenThousandIsVisible()
    {
        Shown shown({.nodes = 2048, .gpusPerNode = 8, .hostMetrics = false}, GridMode::OverTime, "gpu.temperature", 3);
        shown.world.fake().force(1234, "gpu.temperature", 4, 120.0F);
        shown.world.run(2);
        shown.settle();
        const QRgb hottest = toColor(colourTable(ColourMap::Limit).back()).rgb();
        const QImage image = shown.image();
        int found = 0;
        for (int y = 0; y < image.height(); ++y)
            found += image.pixel(shown.cellAt(0, 1).x(), y) == hottest ? 1 : 0;
        QVERIFY(found >= 1);
        // And the pixel names the culprit, though many share it.
        const EntityRef culprit{EntityKind::Gpu, 1234 * 8 + 3};
        const auto area = shown.canvas().content().areaOf(shown.canvas().frame(), culprit);
        QVERIFY(area.has_value());
        const QPointF pixel(shown.cellAt(0, 1).x(), area->center().y());
        const auto cell = shown.canvas().content().cellAt(shown.canvas().frame(), pixel);
        QVERIFY(cell.has_value());
        QCOMPARE(cell->entity, culprit);
        QVERIFY(cell->sharing > 1);
    }

    void missingTicksAreHatched()
    {
        Shown shown(twoNodes, GridMode::OverTime);
        shown.world.fake().silence(1);
        shown.world.run(30);
        shown.settle();
        const QImage image = shown.image();
        QVERIFY(isHatched(image, shown.cellAt(5, 15), darkPalette()));
        QVERIFY(!isHatched(image, shown.cellAt(1, 15), darkPalette()));
        QVERIFY(!isHatched(image, shown.cellAt(5, 50), darkPalette()));
    }

    void whatIsWorkedOutMayComeLateAndIsNoGap()
    {
        Shown shown(twoNodes, GridMode::OverTime);
        const TickIndex newest = shown.world.cluster.store().ticks().to - 1;
        MetricDescriptor metric;
        metric.name = "gpu.test.derived";
        metric.title = "Derived";
        metric.entityKind = EntityKind::Gpu;
        metric.derivation = "a test";
        metric.fullScale = 1.0F;
        Derived derived;
        for (TickIndex tick = newest - 20; tick <= newest - 3; ++tick) {
            const bool isMissing = tick > newest - 14 && tick < newest - 8;
            derived.columns.push_back({metric, tick, std::vector<float>(8, isMissing ? noData : 0.5F)});
        }
        shown.world.cluster.applyDerived(derived);
        shown.world.selection.setMetric(shown.world.cluster.store().metrics().find(metric.name));
        shown.settle();
        const QImage image = shown.image();
        const Palette& palette = shown.world.theme.palette();
        QVERIFY(isHatched(image, shown.cellAt(2, 11), palette));
        for (int ticksBack = 1; ticksBack <= 3; ++ticksBack)
            QVERIFY(!isHatched(image, shown.cellAt(2, ticksBack), palette));
    }

    void timeBeforeTheFirstSampleIsNoGap()
    {
        Shown shown(twoNodes, GridMode::OverTime, "gpu.temperature", 20);
        const QPoint early = shown.cellAt(2, 45);
        QCOMPARE(shown.image().pixel(early), toColor(darkPalette().panel).rgb());
        QVERIFY(!isHatched(shown.image(), early, darkPalette()));
    }

    void whileNoNodeReportsTheTimeSinceIsMissing()
    {
        Shown shown(twoNodes, GridMode::OverTime);
        const TimeRange known = shown.world.time.extent();
        for (const int seconds : {10, 10}) { // as the session does while time passes
            shown.world.silence(seconds);
            shown.world.time.setExtent({known.from, shown.world.now()});
            shown.settle();
            const QImage image = shown.image();
            const Palette& palette = shown.world.theme.palette();
            QVERIFY(isHatched(image, shown.cellAt(2, 4), palette));
            QVERIFY(isHatched(image, shown.cellAt(2, seconds - 2), palette));
            QVERIFY(!isHatched(image, shown.cellAt(2, 24), palette));
        }
        shown.world.run(5);
        shown.settle();
        QVERIFY(!isHatched(shown.image(), shown.cellAt(2, 2), shown.world.theme.palette()));
        QVERIFY(isHatched(shown.image(), shown.cellAt(2, 15), shown.world.theme.palette()));
    }

    void inANarrowDockTheButtonsStayWhole()
    {
        Shown shown(twoNodes, GridMode::OverTime);
        shown.view.resize(320, 300);
        shown.settle();
        for (const QToolButton* button : shown.view.findChildren<QToolButton*>())
            QVERIFY(button->width() >= button->sizeHint().width());
    }

    void byMetricAStaleNodeIsHatchedNotShownAsItWas()
    {
        Shown shown({.nodes = 4, .gpusPerNode = 4, .hostMetrics = false}, GridMode::ByMetric);
        shown.world.fake().silence(2);
        shown.world.run(10);
        shown.settle();
        const HeatFrame frame = shown.canvas().frame();
        const auto at = [&](std::size_t row) {
            return QPointF(frame.area.left() + 8, frame.area.top() + frame.rows.yOf(static_cast<double>(row) + 0.5))
                .toPoint();
        };
        QVERIFY(isHatched(shown.image(), at(9), darkPalette()));
        QVERIFY(!isHatched(shown.image(), at(1), darkPalette()));
        const auto cell = shown.canvas().content().cellAt(frame, at(9));
        QVERIFY(cell && std::isnan(cell->value));
    }

    void hoveringTellsWhatAndWhenEverywhere()
    {
        Shown shown(twoNodes, GridMode::OverTime);
        QTest::mouseMove(&shown.canvas(), shown.cellAt(5, 10));
        QCOMPARE(shown.world.selection.hovered(), (EntityRef{EntityKind::Gpu, 5}));
        QCOMPARE(shown.world.selection.hoveredTime(), std::optional<TimePoint>(shown.world.now() - 10s));
        const auto* tip = shown.view.findChild<HoverTip*>();
        QVERIFY(tip != nullptr && tip->isVisible());
        QVERIFY2(tip->text().sentence.startsWith(QStringLiteral("gpu1: GPU temperature is")),
                 qPrintable(tip->text().sentence));
    }

    void aClickSelectsAndArrowsMoveOn()
    {
        Shown shown(twoNodes, GridMode::OverTime);
        QTest::mouseClick(&shown.canvas(), Qt::LeftButton, Qt::NoModifier, shown.cellAt(2, 10));
        QCOMPARE(shown.world.selection.current(), (EntityRef{EntityKind::Gpu, 2}));
        QTest::mouseClick(&shown.canvas(), Qt::LeftButton, Qt::ControlModifier, shown.cellAt(6, 10));
        QCOMPARE(shown.world.selection.selected().size(), std::size_t(2));
        QTest::keyClick(&shown.canvas(), Qt::Key_Down);
        QCOMPARE(shown.world.selection.current(), (EntityRef{EntityKind::Gpu, 7}));
        QTest::keyClick(&shown.canvas(), Qt::Key_Down);
        QCOMPARE(shown.world.selection.current(), (EntityRef{EntityKind::Gpu, 7}));
        QTest::keyClick(&shown.canvas(), Qt::Key_Escape);
        QVERIFY(!shown.world.selection.current().isValid());
    }

    void shiftDragMarksAndDragPans()
    {
        Shown shown(twoNodes, GridMode::OverTime);
        shown.drag(shown.cellAt(1, 40), shown.cellAt(3, 20), Qt::ShiftModifier);
        const auto marked = shown.world.time.marked();
        QVERIFY(marked.has_value());
        QVERIFY(std::chrono::abs(marked->length() - 20s) < 1s);
        QVERIFY(!shown.world.selection.current().isValid());
        const TimePoint before = shown.world.time.range().from;
        shown.drag(shown.cellAt(1, 40), shown.cellAt(1, 30));
        QVERIFY(shown.world.time.range().from < before);
        QTest::keyClick(&shown.canvas(), Qt::Key_Escape);
        QVERIFY(!shown.world.time.marked());
    }

    void theWheelZoomsTimeAtThePointer()
    {
        Shown shown(twoNodes, GridMode::OverTime);
        shown.world.time.setRange({shown.world.now() - 60s, shown.world.now()});
        shown.settle();
        const QPoint at = shown.cellAt(1, 30);
        const auto timeAt = [&] {
            const HeatFrame frame = shown.canvas().frame();
            return TimeAxis{frame.range, frame.area.width()}.timeAt(at.x() - frame.area.left());
        };
        const TimePoint under = timeAt();
        shown.wheel(at, 3);
        QVERIFY(shown.world.time.range().length() < 40s);
        QVERIFY(std::chrono::abs(timeAt() - under) < 100ms);
    }

    void byMetricTheWheelZoomsRowsAndADoubleClickFits()
    {
        Shown shown({.nodes = 64, .gpusPerNode = 8, .hostMetrics = false}, GridMode::ByMetric);
        const QPoint middle = shown.canvas().frame().area.center().toPoint();
        shown.wheel(middle, 5);
        shown.settle();
        QVERIFY(shown.canvas().frame().rows.endVisible() - shown.canvas().frame().rows.firstVisible() < 300);
        QTest::mouseDClick(&shown.canvas(), Qt::LeftButton, Qt::NoModifier, middle);
        shown.settle();
        QCOMPARE(shown.canvas().frame().rows.endVisible(), std::size_t(512));
    }

    void aFewEntitiesAreATableOfValues()
    {
        Shown shown({.nodes = 1, .gpusPerNode = 0}, GridMode::ByMetric, "core.utilisation");
        QVERIFY(shown.canvas().content().hasEntityColumns());
        QCOMPARE(shown.canvas().content().columnCount(), std::size_t(2));
        const auto cell = shown.canvas().content().cellAt(shown.canvas().frame(),
                                                          shown.canvas().frame().area.topLeft() + QPointF(5, 5));
        QVERIFY(cell.has_value());
        QCOMPARE(cell->entity, (EntityRef{EntityKind::Core, 0}));
        QTest::keyClick(&shown.canvas(), Qt::Key_Down);
        QCOMPARE(shown.world.selection.metric(), shown.world.cluster.store().metrics().find("core.frequency"));
    }

    void hiddenItDoesNotPaint()
    {
        Shown shown(twoNodes, GridMode::OverTime);
        const std::uint64_t visible = shown.canvas().paintCount();
        shown.world.run(1);
        shown.settle();
        QVERIFY(shown.canvas().paintCount() > visible);
        shown.view.hide();
        const std::uint64_t hidden = shown.canvas().paintCount();
        shown.world.run(5);
        shown.world.selection.select({EntityKind::Gpu, 1});
        shown.settle();
        QCOMPARE(shown.canvas().paintCount(), hidden);
    }

    void aNewTickCostsOneColumnAndShows()
    {
        Shown shown(twoNodes, GridMode::OverTime);
        shown.world.fake().force(0, "gpu.temperature", 1, 86.0F);
        shown.world.run(2);
        shown.settle();
        QCOMPARE(shown.image().pixel(shown.cellAt(0, 1)), expectedColour(shown, 86.0F));
    }

    void theRangeCanBeHeld()
    {
        Shown shown({.nodes = 2, .gpusPerNode = 4, .hostMetrics = false}, GridMode::OverTime, "gpu.power");
        const float high = shown.canvas().content().scale()->high;
        auto* legend = shown.view.findChild<Legend*>();
        legend->setHeld(true);
        for (std::uint32_t gpu = 1; gpu <= 4; ++gpu)
            shown.world.fake().force(0, "gpu.power", gpu, 5000.0F);
        shown.world.run(30);
        shown.settle();
        QCOMPARE(shown.canvas().content().scale()->high, high);
        legend->setHeld(false);
        shown.settle();
        QVERIFY(shown.canvas().content().scale()->high > high * 2);
    }

    void theCaptionSaysWhatIsShown()
    {
        FakeWorld world(twoNodes);
        MetricGridView view(world.context());
        QSignalSpy captions(&view, &MetricGridView::captionChanged);
        view.resize(800, 400);
        view.show();
        QCoreApplication::processEvents();
        world.introduce();
        world.run(5);
        view.setMode(GridMode::OverTime);
        QCoreApplication::processEvents();
        QCOMPARE(view.caption(), QStringLiteral("GPU temperature (°C) over time · 8 GPUs"));
        QVERIFY(!captions.isEmpty());
    }

    void aViewOfOneKindKeepsToIt()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 4});
        world.introduce();
        world.run(5);
        MetricGridView view(world.context(), EntityKind::Core);
        view.setMode(GridMode::OverTime);
        view.resize(800, 400);
        view.show();
        const auto captionNow = [&] {
            do
                QCoreApplication::processEvents();
            while (!view.canvas().isComplete());
            return view.caption();
        };
        const auto share = [&](const char* metric) {
            world.selection.setMetric(world.cluster.store().metrics().find(metric));
        };
        share("gpu.temperature");
        QVERIFY2(captionNow().contains(QStringLiteral("4 CPU cores")), qPrintable(view.caption()));
        share("core.utilisation");
        QVERIFY2(captionNow().startsWith(QStringLiteral("Core utilisation")), qPrintable(view.caption()));
        for (const QComboBox* combo : view.findChildren<QComboBox*>())
            QVERIFY(combo->isHidden() == (combo->accessibleName() == QStringLiteral("Kind of component")));
    }

    void everythingThatTakesFocusHasAName()
    {
        Shown shown(twoNodes, GridMode::OverTime);
        for (const QWidget* widget : shown.view.findChildren<QWidget*>()) {
            if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible())
                QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
        }
    }
};

LOCKSTEP_GUI_TEST(tst_metricgridview, MetricGridViewTest)
#include "tst_metricgridview.moc"
