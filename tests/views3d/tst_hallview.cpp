// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/colourscale.h"
#include "tests/support/waiting.h"
#include "tests/views3d/hallfixture.h"
#include "tests/views3d/settle.h"
#include "views3d/hallview.h"
#include "views3d/input/hallcommand.h"
#include "views3d/overlay/halloverlay.h"
#include "views3d/render/surfaceformat.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QMainWindow>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace lockstep;
using lockstep::test::settle;

namespace {

FakeClusterOptions options(std::uint32_t nodes, std::uint32_t gpus = 8)
{
    FakeClusterOptions options;
    options.nodes = nodes;
    options.gpusPerNode = gpus;
    return options;
}

/// The picture without overlays.
QImage pictureOf(HallView& view)
{
    return view.focusProxy()->grab().toImage();
}

bool showsPicture(HallView& view)
{
    const QImage image = pictureOf(view);
    int coloured = 0;
    for (int y = 0; y < image.height(); y += 5) {
        for (int x = 0; x < image.width(); x += 5)
            coloured += image.pixelColor(x, y).lightness() > 45 ? 1 : 0;
    }
    return coloured > 200;
}

int farthestChannel(QColor a, Rgb b)
{
    const QColor other(b);
    return std::max(
        {std::abs(a.red() - other.red()), std::abs(a.green() - other.green()), std::abs(a.blue() - other.blue())});
}

/// A hall that is shown, without animation, from the front, where faces have exactly the scale's colours.
struct ShownHall
{
    explicit ShownHall(FakeClusterOptions cluster, const char* metric = "gpu.temperature") : fixture(cluster)
    {
        fixture.colourBy(metric);
        view = std::make_unique<HallView>(fixture.context());
        view->resize(800, 500);
        view->show();
        if (!QTest::qWaitForWindowExposed(view.get(), test::hangTimeoutMs))
            qFatal("no window");
        settle(*view);
        QTest::keyClick(view->focusProxy(), Qt::Key_2);
        settle(*view);
    }

    HallFixture fixture;
    std::unique_ptr<HallView> view;
};

} // namespace

class TestHallView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstFrameShowsTheMachine()
    {
        HallFixture fixture(options(1, 0));
        fixture.colourBy("core.utilisation");
        HallView view(fixture.context());
        view.resize(800, 500);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, test::hangTimeoutMs));
        settle(view);
        QVERIFY(view.renderedFrames() > 0);
        QVERIFY(showsPicture(view));
    }

    void aGpusPixelsMatchTheScale()
    {
        ShownHall hall(options(8));
        hall.fixture.cluster.force(0, "gpu.temperature", 1, 30);
        hall.fixture.cluster.force(0, "gpu.temperature", 2, 58);
        hall.fixture.cluster.force(0, "gpu.temperature", 3, 86);
        hall.fixture.tick();
        settle(*hall.view);
        const MetricDescriptor metric
            = hall.fixture.model.store().metrics().descriptor(hall.fixture.selection.metric());
        const ColourScale scale = scaleFor(metric, {}); // up to the limit
        const QImage image = pictureOf(*hall.view);
        const std::array values{30.0F, 58.0F, 86.0F};
        for (std::uint32_t at = 0; at < values.size(); ++at) {
            const auto pixel = hall.view->placeOf({EntityKind::Gpu, at});
            QVERIFY(pixel && image.rect().contains(*pixel));
            const QColor seen = image.pixelColor(*pixel);
            QVERIFY2(farthestChannel(seen, scale.colour(values[at])) <= 14,
                     qPrintable(QStringLiteral("%1 at %2").arg(seen.name()).arg(double{values[at]})));
        }
    }

    void coloursStayWhenTheCameraMoves()
    {
        ShownHall hall(options(8));
        const auto before = pictureOf(*hall.view);
        for (const Qt::Key key : {Qt::Key_3, Qt::Key_Home, Qt::Key_2}) {
            QTest::keyClick(hall.view->focusProxy(), key);
            settle(*hall.view);
        }
        const auto after = pictureOf(*hall.view);
        const QPoint pixel = hall.view->placeOf({EntityKind::Gpu, 3}).value();
        QVERIFY(farthestChannel(after.pixelColor(pixel), before.pixelColor(pixel).rgb() & 0xFFFFFFU) <= 2);
    }

    void aRackIsDraggedOnlyWhileArranging()
    {
        ShownHall hall(options(8));
        HallView& view = *hall.view;
        QWidget& surface = *view.focusProxy();
        QTest::keyClick(&surface, Qt::Key_3); // from above
        settle(view);
        const EntityRef rack{EntityKind::Rack, 0};
        QSignalSpy moved(&view, &HallView::rackMoved);
        QObject::connect(&view, &HallView::rackMoved, &view,
                         [&](EntityRef of, float x, float z) { hall.fixture.model.moveRack(of, x, z); });
        const auto drag = [&](QPoint by, bool drops) {
            const QPoint from = view.placeOf(rack).value();
            QTest::mousePress(&surface, Qt::LeftButton, {}, from);
            for (int step = 1; step <= 4; ++step)
                QTest::mouseMove(&surface, from + by * step / 4);
            if (drops)
                QTest::mouseRelease(&surface, Qt::LeftButton, {}, from + by);
        };
        drag({60, 30}, true);
        QCOMPARE(moved.size(), 0); // it has turned the hall
        QTest::keyClick(&surface, Qt::Key_3);
        settle(view);
        view.setArranging(true);
        const RackPlace before = hall.fixture.topology().rackPlace(rack);
        const QPoint from = view.placeOf(rack).value();
        drag({60, 30}, false);
        QTest::keyClick(&surface, Qt::Key_Escape);
        QTest::mouseRelease(&surface, Qt::LeftButton, {}, from + QPoint(60, 30));
        QCOMPARE(moved.size(), 0);
        QVERIFY(view.isArranging()); // Escape was for the rack
        drag({60, 30}, true);
        QCOMPARE(moved.size(), 1);
        settle(view);
        const RackPlace now = hall.fixture.topology().rackPlace(rack);
        QVERIFY(now.x != before.x && now.z != before.z);
        for (const float metres : {now.x, now.z})
            QVERIFY2(std::abs(std::round(metres * 10) - metres * 10) < 1e-3F,
                     qPrintable(QString::number(double{metres})));
        const QPoint off = view.placeOf(rack).value() - (from + QPoint(60, 30));
        QVERIFY2(off.manhattanLength() < 30, qPrintable(QStringLiteral("%1 %2").arg(off.x()).arg(off.y())));
        QVERIFY(hall.fixture.selection.selected().empty()); // a drag is no click
        QSignalSpy undone(&view, &HallView::undoWanted);
        QTest::keyClick(&surface, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(undone.size(), 1);
        QTest::keyClick(&surface, Qt::Key_Escape);
        QVERIFY(!view.isArranging());
        QTest::keyClick(&surface, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(undone.size(), 1);
    }

    void aHiddenViewRendersNothing()
    {
        ShownHall hall(options(4));
        hall.view->hide();
        settle(*hall.view);
        const auto before = hall.view->renderedFrames();
        for (int at = 0; at < 3; ++at)
            hall.fixture.tick();
        hall.fixture.theme.setDark(false);
        hall.fixture.selection.select({EntityKind::Node, 1});
        hall.fixture.colourBy("gpu.power");
        settle(*hall.view);
        QCOMPARE(hall.view->renderedFrames(), before);
        hall.view->show();
        QVERIFY(QTest::qWaitForWindowExposed(hall.view.get(), test::hangTimeoutMs));
        settle(*hall.view);
        QVERIFY(hall.view->renderedFrames() > before);
        QVERIFY(hall.view->caption().startsWith(QStringLiteral("GPU power")));
    }

    void nothingIsRenderedWhileNothingChanges()
    {
        ShownHall hall(options(4));
        settle(*hall.view);
        const auto before = hall.view->renderedFrames();
        ChangeSet onlySpans;
        onlySpans.spans = true;
        Q_EMIT hall.fixture.model.changed(onlySpans);
        settle(*hall.view);
        QCOMPARE(hall.view->renderedFrames(), before);
        hall.fixture.theme.setDark(false);
        settle(*hall.view);
        QCOMPARE(hall.view->renderedFrames(), before + 1);
    }

    void pointingRendersNothingAndIsReported()
    {
        ShownHall hall(options(8));
        const auto before = hall.view->renderedFrames();
        const EntityRef gpu{EntityKind::Gpu, 2};
        QTest::mouseMove(hall.view->focusProxy(), hall.view->placeOf(gpu).value());
        QTRY_COMPARE(hall.fixture.selection.hovered(), gpu);
        settle(*hall.view);
        QCOMPARE(hall.view->renderedFrames(), before);
    }

    void aClickSelectsAndControlClickToggles()
    {
        ShownHall hall(options(8));
        const EntityRef first{EntityKind::Gpu, 2};
        const EntityRef second{EntityKind::Gpu, 1};
        QWidget* surface = hall.view->focusProxy();
        QTest::mouseClick(surface, Qt::LeftButton, Qt::NoModifier, hall.view->placeOf(first).value());
        QCOMPARE(hall.fixture.selection.selected(), std::vector{first});
        QTest::mouseClick(surface, Qt::LeftButton, Qt::ControlModifier, hall.view->placeOf(second).value());
        QCOMPARE(hall.fixture.selection.selected(), (std::vector{first, second}));
        QTest::keyClick(surface, Qt::Key_Escape);
        QVERIFY(hall.fixture.selection.selected().empty());
    }

    void flyingToAThingBringsItToTheMiddle()
    {
        ShownHall hall(options(8));
        const EntityRef node{EntityKind::Node, 6};
        hall.fixture.selection.select(node);
        QTest::keyClick(hall.view->focusProxy(), Qt::Key_F);
        settle(*hall.view);
        const QPoint off = hall.view->placeOf(node).value() - hall.view->focusProxy()->rect().center();
        QVERIFY2(off.manhattanLength() < 60, qPrintable(QString::number(off.manhattanLength())));
    }

    void whatIsInsideIsSeenOnceFlownTo()
    {
        ShownHall hall(options(8));
        const Topology& topology = hall.fixture.topology();
        QTest::keyClick(hall.view->focusProxy(), Qt::Key_1);
        for (const EntityKind kind : {EntityKind::Gpu, EntityKind::Port}) {
            for (const std::uint32_t at : {0U, static_cast<std::uint32_t>(topology.count(kind)) / 2}) {
                const EntityRef part{kind, at};
                hall.view->flyTo(part);
                settle(*hall.view);
                hall.fixture.selection.clear();
                QTest::mouseClick(hall.view->focusProxy(), Qt::LeftButton, {}, hall.view->placeOf(part).value());
                QVERIFY2(hall.fixture.selection.isSelected(part), topology.path(part).c_str());
            }
        }
    }

    void itSurvivesBeingUndockedAndDockedAgain()
    {
        HallFixture fixture(options(2));
        fixture.colourBy("gpu.temperature");
        QMainWindow window;
        window.resize(800, 500);
        auto* view = new HallView(fixture.context());
        window.setCentralWidget(view);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, test::hangTimeoutMs));
        settle(*view);
        for (int round = 0; round < 2; ++round) {
            window.takeCentralWidget();
            view->setParent(nullptr);
            view->show();
            QVERIFY(QTest::qWaitForWindowExposed(view, test::hangTimeoutMs));
            settle(*view);
            QVERIFY(showsPicture(*view));
            window.setCentralWidget(view);
            view->show();
            settle(*view);
            QVERIFY(showsPicture(*view));
        }
    }

    void itSurvivesBeingClosedAndDestroyedInTheMiddleOfThings()
    {
        HallFixture fixture(options(2));
        fixture.colourBy("gpu.temperature");
        auto view = std::make_unique<HallView>(fixture.context());
        view->resize(400, 300);
        view->show();
        QVERIFY(QTest::qWaitForWindowExposed(view.get(), test::hangTimeoutMs));
        fixture.tick();
        view->close();
        fixture.tick();
        settle(*view);
        const auto after = view->renderedFrames();
        fixture.tick();
        settle(*view);
        QCOMPARE(view->renderedFrames(), after);
        view->show();
        QVERIFY(QTest::qWaitForWindowExposed(view.get(), test::hangTimeoutMs));
        fixture.tick();
        view.reset();
        fixture.tick();
    }

    void aViewThatWasNeverShownCanBeDestroyed()
    {
        HallFixture fixture(options(1));
        HallView view(fixture.context());
        fixture.tick();
        QCOMPARE(view.renderedFrames(), std::uint64_t{0});
    }

    void aFrameSelectsWhatIsSeenInIt()
    {
        ShownHall hall(options(8));
        QWidget* surface = hall.view->focusProxy();
        const QPoint first = hall.view->placeOf({EntityKind::Gpu, 0}).value();
        const QPoint last = hall.view->placeOf({EntityKind::Gpu, 2}).value();
        const QRect frame = QRect(first, last).normalized().adjusted(-6, -6, 6, 6);
        QTest::mousePress(surface, Qt::LeftButton, Qt::ShiftModifier, frame.topLeft());
        QTest::mouseMove(surface, frame.center());
        QTest::mouseMove(surface, frame.bottomRight());
        QTest::mouseRelease(surface, Qt::LeftButton, Qt::ShiftModifier, frame.bottomRight());
        const auto& selected = hall.fixture.selection.selected();
        for (std::uint32_t at = 0; at < 3; ++at)
            QVERIFY(std::ranges::find(selected, EntityRef{EntityKind::Gpu, at}) != selected.end());
        QVERIFY(std::ranges::find(selected, EntityRef{EntityKind::Gpu, 20}) == selected.end());
    }

    void aClickOnTheLegendHoldsTheRange()
    {
        ShownHall hall(options(8));
        const auto* overlay = hall.view->findChild<HallOverlay*>();
        const QPoint legend = overlay->legendArea().center().toPoint();
        QTest::mouseClick(hall.view->focusProxy(), Qt::LeftButton, Qt::NoModifier, legend);
        QVERIFY(hall.view->choice().holdsRange);
        QVERIFY(hall.fixture.selection.selected().empty());
        hall.fixture.colourBy("gpu.power"); // it belonged to the other metric
        QVERIFY(!hall.view->choice().holdsRange);
    }

    void keysAndButtonsAskForTheSame()
    {
        ShownHall hall(options(8));
        const auto buttons = hall.view->findChildren<QToolButton*>();
        const auto checked = [&] {
            return std::ranges::count_if(buttons, [](const QToolButton* button) { return button->isChecked(); });
        };
        QCOMPARE(checked(), 0);
        for (const Qt::Key key : {Qt::Key_H, Qt::Key_T, Qt::Key_U, Qt::Key_R})
            QTest::keyClick(hall.view->focusProxy(), key);
        QCOMPARE(checked(), 4);
        QVERIFY(hall.view->choice().hidesHealthy && hall.view->choice().showsAir && hall.view->choice().measures);
        for (QToolButton* button : buttons) {
            if (button->isChecked())
                button->click();
        }
        QVERIFY(hall.view->choice() == HallChoice{});
        QTest::keyClick(hall.view->focusProxy(), Qt::Key_M);
        QCOMPARE(hall.view->findChild<QComboBox*>()->currentIndex(), 1);
    }

    void anExplodedRackFillsTheViewAndGoesBack()
    {
        ShownHall hall(options(32)); // several racks
        const EntityRef top{EntityKind::Node, 3};
        const EntityRef bottom{EntityKind::Node, 0};
        const QPoint before = hall.view->placeOf(top).value();
        const int apartBefore = hall.view->placeOf(bottom).value().y() - before.y();
        hall.fixture.selection.select(top);
        QTest::keyClick(hall.view->focusProxy(), Qt::Key_X);
        settle(*hall.view);
        const QRect view = hall.view->focusProxy()->rect();
        QVERIFY(view.contains(hall.view->placeOf(top).value()));
        QVERIFY(view.contains(hall.view->placeOf(bottom).value()));
        const int apart = hall.view->placeOf(bottom).value().y() - hall.view->placeOf(top).value().y();
        QVERIFY2(apart > view.height() / 3 && apart > 2 * apartBefore, qPrintable(QString::number(apart)));
        QTest::keyClick(hall.view->focusProxy(), Qt::Key_X);
        settle(*hall.view);
        QCOMPARE(hall.view->placeOf(top).value(), before);
    }

    void explodingShowsSomethingEvenWithoutASelection()
    {
        ShownHall hall(options(32));
        QTest::keyClick(hall.view->focusProxy(), Qt::Key_X);
        settle(*hall.view);
        const EntityRef rack = hall.view->choice().exploded;
        QVERIFY(rack.isValid());
        QVERIFY(hall.view->focusProxy()->rect().contains(hall.view->placeOf(rack).value()));
    }

    void noButtonIsGoneHoweverNarrow()
    {
        HallFixture fixture(options(4));
        HallView view(fixture.context());
        view.resize(800, 400);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, test::hangTimeoutMs));
        const auto* bar = view.findChild<HallBar*>();
        QVERIFY(bar->inMenu().isEmpty());
        for (const int width : {360, 300, 250}) {
            view.resize(width, 400);
            settle(view);
            QVERIFY(bar->isVisible());
            qsizetype reachable = bar->inMenu().size();
            for (const QToolButton* button : bar->findChildren<QToolButton*>()) {
                if (!button->isVisible())
                    continue;
                QVERIFY(bar->rect().contains(button->geometry()));
                reachable += button->defaultAction() != nullptr ? 1 : 0;
            }
            QCOMPARE(reachable, qsizetype{7});
        }
    }

    void aPictureOfAnySizeIsTakenEvenWhileHidden()
    {
        ShownHall hall(options(8));
        std::vector<QImage> taken;
        const auto take = [&taken](const QImage& picture) {
            taken.push_back(picture);
        };
        hall.view->takePicture({1600, 1000}, take);
        hall.view->hide();
        hall.fixture.colourBy("gpu.power");
        hall.view->takePicture({400, 250}, take);
        QTRY_COMPARE(taken.size(), std::size_t{2});
        QCOMPARE(taken[0].size(), QSize(1600, 1000));
        QCOMPARE(taken[1].size(), QSize(400, 250));
        const QPoint gpu = hall.view->placeOf({EntityKind::Gpu, 3}).value();
        const QSizeF shown = hall.view->focusProxy()->size();
        const double scale = 1000 / shown.height();
        const QPointF offset = (QPointF(gpu) - QRectF(QPointF(), shown).center()) * scale;
        const QColor seen = taken[0].pixelColor((QPointF(800, 500) + offset).toPoint());
        QVERIFY2(seen.lightness() > 45, qPrintable(seen.name())); // the same objects at the same places
    }

    void thePictureGoesToTheClipboard()
    {
        ShownHall hall(options(4));
        QGuiApplication::clipboard()->clear();
        QTest::keyClick(hall.view->focusProxy(), Qt::Key_P);
        QTRY_VERIFY(!QGuiApplication::clipboard()->image().isNull());
        QCOMPARE(QGuiApplication::clipboard()->image().size(), hall.view->focusProxy()->size());
    }

    void theCaptionNamesMetricAndUnit()
    {
        HallFixture fixture(options(1));
        HallView view(fixture.context());
        QSignalSpy captions(&view, &HallView::captionChanged);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, test::hangTimeoutMs));
        fixture.colourBy("gpu.clock.sm");
        settle(view);
        QVERIFY(!captions.isEmpty());
        QTRY_COMPARE(view.caption(), QStringLiteral("SM clock (Hz), lowest value in each node and rack"));
    }

    void anEmptyHallSaysWhatToDo()
    {
        HallFixture fixture(options(0));
        HallView view(fixture.context());
        view.resize(800, 500);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, test::hangTimeoutMs));
        settle(view);
        QVERIFY(view.renderedFrames() > 0);
        const QImage image = view.grab().toImage();
        // Something is written in the middle.
        int bright = 0;
        for (int x = 0; x < image.width(); ++x) {
            for (int y = image.height() / 2 - 40; y < image.height() / 2 + 40; ++y)
                bright += image.pixelColor(x, y).lightness() > 100 ? 1 : 0;
        }
        QVERIFY(bright > 100);
    }
};

int tst_hallview(int argc, char** argv)
{
    prepareSurfaceFormat();
    QApplication application(argc, argv);
    TestHallView test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_hallview.moc"
