// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testentry.h"
#include "tests/widgets/fabric/fabricfixture.h"
#include "widgets/fabric/fabricview.h"

#include <QImage>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <random>
#include <set>

using namespace lockstep;
using namespace lockstep::test;

namespace {

/// A canvas that shows port utilisation, painted once.
struct ShownLinks : FabricCanvas
{
    explicit ShownLinks(FabricWorld& world, QSize size = {800, 500}) : FabricCanvas(world.context())
    {
        setMetric(world.cluster.store().metrics().find(utilisation));
        resize(size);
        show();
        image = pictureOf(*this);
    }
    static constexpr const char* utilisation = "port.utilisation";
    QImage image;
};

/// Pixels of exactly that colour within the cells.
int countOf(const QImage& image, const QRectF& area, Rgb colour)
{
    int count = 0;
    for (int y = static_cast<int>(area.top()); y < static_cast<int>(area.bottom()); ++y) {
        for (int x = static_cast<int>(area.left()); x < static_cast<int>(area.right()); ++x)
            count += (image.pixel(x, y) & 0xFFFFFF) == colour ? 1 : 0;
    }
    return count;
}

void tickFor(FabricWorld& world, int ticks)
{
    for (int tick = 0; tick < ticks; ++tick)
        world.tick();
}

} // namespace

class TestFabricView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneHotLinkAmongThousandsIsVisibleAtAnyZoom();
    void theWorstLinkIsNamed();
    void whereNothingStandsOutNothingIsNamed();
    void aHotMomentIsShownAsLongAsItIsInTheWindow();
    void aClickSelectsTheLink();
    void arrowsWalkFromLinkToLink();
    void withoutKnownLinksItSaysWhatToDo();
    void linksThatNobodyMeasuresAreHatched();
    void aPlannedFabricIsShownBeforeAnythingIsMeasured();
    void rowsCanStandBySimilarity();
    void hiddenItDoesNothing();
    void aChosenQuantityIsShared();
    void aShiftDragSelectsAllLinksInIt();
    void whereNoSwitchIsKnownItShowsNodesByPorts();
};

void TestFabricView::oneHotLinkAmongThousandsIsVisibleAtAnyZoom()
{
    std::mt19937 random(1);
    FabricWorld world({.rails = 8, .leavesPerRail = 128, .spinesPerRail = 64, .nodesPerLeaf = 1});
    for (const QSize size : {QSize(1600, 900), QSize(400, 300), QSize(200, 120)}) {
        for (int round = 0; round < 3; ++round) {
            const auto leaf = static_cast<std::uint32_t>(random() % world.leaves());
            const auto spine = static_cast<std::uint32_t>(random() % 64);
            world.values.assign(world.values.size(), 0.1F);
            world.values[leaf * 64 + spine] = 1.0F;
            tickFor(world, 4);
            FabricCanvas canvas(world.context());
            canvas.setMetric(world.cluster.store().metrics().find("port.utilisation"));
            canvas.setTicks(1);
            canvas.resize(size);
            canvas.show();
            const QImage image = pictureOf(canvas);
            QVERIFY(canvas.isComplete());
            QVERIFY2(countOf(image, canvas.frame().area, canvas.scale().colour(1.0F)) > 0,
                     qPrintable(QString::number(leaf)));
            QVERIFY(canvas.worst().has_value());
            QCOMPARE(canvas.worst()->entity, world.port(leaf, spine));
        }
    }
}

void TestFabricView::theWorstLinkIsNamed()
{
    FabricWorld world({});
    world.values[3 * 8 + 5] = 0.9F;
    tickFor(world, 4);
    FabricView view(world.context());
    view.resize(900, 600);
    view.show();
    QSignalSpy captions(&view, &FabricView::captionChanged);
    (void)pictureOf(view.canvas());
    QVERIFY2(view.caption().contains(QStringLiteral("r0-leaf003 to r0-spine005")), qPrintable(view.caption()));
    QVERIFY(captions.count() <= 1);
}

void TestFabricView::whereNothingStandsOutNothingIsNamed()
{
    FabricWorld world({});
    for (std::size_t at = 0; at < world.values.size(); ++at)
        world.values[at] = 0.3F + 0.01F * static_cast<float>(at % 7);
    tickFor(world, 4);
    FabricView view(world.context());
    view.resize(900, 600);
    view.show();
    (void)pictureOf(view.canvas());
    QVERIFY(!view.canvas().worst());
}

void TestFabricView::aHotMomentIsShownAsLongAsItIsInTheWindow()
{
    FabricWorld world({});
    tickFor(world, 5);
    world.values[10] = 0.95F;
    world.tick();
    world.values[10] = 0.1F;
    tickFor(world, 10);
    ShownLinks canvas(world);
    QVERIFY(canvas.worst().has_value());
    QCOMPARE(canvas.worst()->value, 0.95F);
    canvas.setTicks(3);
    (void)pictureOf(canvas);
    QVERIFY(!canvas.worst());
}

void TestFabricView::aClickSelectsTheLink()
{
    FabricWorld world({});
    tickFor(world, 4);
    ShownLinks canvas(world);
    const QPointF middle = canvas.frame().placesArea({2, 3}, {3, 4}).center();
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, middle.toPoint());
    QCOMPARE(world.selection.current(), world.port(2, 3));
    QCOMPARE(world.selection.hovered(), world.port(2, 3));
    // Clicking a name selects its entity.
    QTest::mouseClick(&canvas, Qt::LeftButton, {},
                      QPoint(static_cast<int>(canvas.frame().area.left()) - 10, static_cast<int>(middle.y())));
    QCOMPARE(world.selection.current(), world.topology().parent(world.port(2, 3)));
}

void TestFabricView::arrowsWalkFromLinkToLink()
{
    FabricWorld world({});
    tickFor(world, 4);
    ShownLinks canvas(world);
    world.selection.select(world.port(1, 1));
    QTest::keyClick(&canvas, Qt::Key_Right);
    QCOMPARE(world.selection.current(), world.port(1, 2));
    QTest::keyClick(&canvas, Qt::Key_Up);
    QCOMPARE(world.selection.current(), world.port(0, 2));
    QTest::keyClick(&canvas, Qt::Key_Up); // the edge holds
    QCOMPARE(world.selection.current(), world.port(0, 2));
    QTest::keyClick(&canvas, Qt::Key_Escape);
    QVERIFY(!world.selection.current().isValid());
}

void TestFabricView::withoutKnownLinksItSaysWhatToDo()
{
    FabricWorld world({.rails = 1, .leavesPerRail = 2, .spinesPerRail = 2, .nodesPerLeaf = 0});
    tickFor(world, 4); // switches without known links to nodes
    FabricView view(world.context());
    view.resize(600, 400);
    view.show();
    const QImage empty = pictureOf(view.canvas());
    QVERIFY(view.canvas().content().isEmpty());
    QVERIFY(view.caption().isEmpty());
    QVERIFY(countOf(empty, QRectF(empty.rect()), world.theme.palette().panel) < empty.width() * empty.height());
}

void TestFabricView::linksThatNobodyMeasuresAreHatched()
{
    FabricWorld world({});
    world.values[0] = noData;
    tickFor(world, 4);
    const ShownLinks canvas(world);
    const QRectF cell = canvas.frame().placesArea({0, 0}, {1, 1}).adjusted(2, 2, -2, -2);
    QVERIFY(countOf(canvas.image, cell, canvas.scale().colour(0.1F)) == 0);
    std::set<QRgb> colours;
    for (int x = static_cast<int>(cell.left()); x < static_cast<int>(cell.right()); ++x)
        colours.insert(canvas.image.pixel(x, static_cast<int>(cell.center().y())));
    QVERIFY(colours.size() >= 2); // a hatch, not a plain ground
}

/// As from an ibnetdiscover file: the topology is known, and no agent has reported.
void TestFabricView::aPlannedFabricIsShownBeforeAnythingIsMeasured()
{
    FabricWorld world({});
    FabricView view(world.context());
    view.resize(800, 500);
    view.show();
    const QImage image = pictureOf(view.canvas());
    QVERIFY(!view.canvas().content().isEmpty());
    QCOMPARE(view.canvas().content().axes().rows().size(), std::size_t{8});
    QVERIFY2(view.caption().contains(u"64 links, nothing measured yet"), qPrintable(view.caption()));
    const QRectF cell = view.canvas().frame().placesArea({0, 0}, {1, 1}).adjusted(2, 2, -2, -2);
    std::set<QRgb> colours;
    for (int x = static_cast<int>(cell.left()); x < static_cast<int>(cell.right()); ++x)
        colours.insert(image.pixel(x, static_cast<int>(cell.center().y())));
    QVERIFY(colours.size() >= 2); // a hatch
    QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, cell.center().toPoint());
    QCOMPARE(world.selection.current(), world.port(0, 0));
    QTest::mouseMove(&view.canvas(), cell.center().toPoint());
}

void TestFabricView::rowsCanStandBySimilarity()
{
    FabricWorld world({.rails = 1, .leavesPerRail = 12, .spinesPerRail = 8, .nodesPerLeaf = 1});
    for (std::uint32_t leaf = 0; leaf < 12; ++leaf) {
        for (std::uint32_t spine = 0; spine < 8; ++spine)
            world.values[leaf * 8 + spine] = spine % 2 == leaf % 2 ? 0.8F : 0.1F;
    }
    tickFor(world, 4);
    ShownLinks canvas(world);
    canvas.setOrder(MatrixOrder::Similarity);
    (void)pictureOf(canvas);
    int changes = 0;
    for (std::size_t row = 1; row < 12; ++row) {
        const auto parity = [&](std::size_t at) {
            return canvas.content().axes().rows()[at].name.right(1).toInt() % 2;
        };
        changes += parity(row) != parity(row - 1) ? 1 : 0;
    }
    QCOMPARE(changes, 1);
}

void TestFabricView::hiddenItDoesNothing()
{
    FabricWorld world({});
    tickFor(world, 3);
    FabricCanvas canvas(world.context());
    FabricCanvas other(world.context()); // receives the same signals as the hidden one, after it
    for (FabricCanvas* each : {&canvas, &other})
        each->setMetric(world.cluster.store().metrics().find("port.utilisation"));
    other.resize(300, 200);
    other.show();
    QTRY_VERIFY(other.paintCount() > 0);
    const auto others = other.paintCount();
    tickFor(world, 5);
    QTRY_VERIFY(other.paintCount() > others);
    QCOMPARE(canvas.paintCount(), std::uint64_t{0});
    canvas.show();
    QTRY_VERIFY(canvas.paintCount() > 0);
}

void TestFabricView::aChosenQuantityIsShared()
{
    FabricWorld world({});
    tickFor(world, 3);
    FabricView view(world.context());
    const MetricId metric = world.cluster.store().metrics().find("port.utilisation");
    QVERIFY(!world.selection.metric().isValid()); // showing one is not choosing it
    world.selection.setMetric(metric);
    view.resize(600, 400);
    view.show();
    (void)pictureOf(view.canvas());
    QVERIFY(view.caption().startsWith(QStringLiteral("Port utilisation")));
}

void TestFabricView::aShiftDragSelectsAllLinksInIt()
{
    FabricWorld world({});
    tickFor(world, 4);
    ShownLinks canvas(world);
    const QPoint from = canvas.frame().placeArea({1, 2}).center().toPoint();
    const QPoint to = canvas.frame().placeArea({2, 4}).center().toPoint();
    QTest::mousePress(&canvas, Qt::LeftButton, Qt::ShiftModifier, from);
    QTest::mouseMove(&canvas, to);
    QTest::mouseRelease(&canvas, Qt::LeftButton, Qt::ShiftModifier, to);
    QCOMPARE(world.selection.selected().size(), 6U);
    for (std::uint32_t leaf = 1; leaf <= 2; ++leaf) {
        for (std::uint32_t spine = 2; spine <= 4; ++spine)
            QVERIFY(world.selection.isSelected(world.port(leaf, spine)));
    }
}

void TestFabricView::whereNoSwitchIsKnownItShowsNodesByPorts()
{
    FabricWorld world({.rails = 2, .leavesPerRail = 0, .spinesPerRail = 0});
    TopologyBuilder builder;
    for (const char* name : {"mlx5_0/1", "mlx5_1/1"})
        (void)builder.add(EntityKind::Port, name, builder.addNode("n1", {}, {}));
    (void)builder.add(EntityKind::Switch, "nvswitch0", builder.addNode("n1", {}, {})); // not part of the fabric
    world.cluster.setTopology(builder.build());
    FabricView view(world.context());
    const auto columns = [&] {
        return view.canvas().content().axes().columns().size();
    };
    world.tick();
    view.resize(600, 400);
    view.show();
    world.tick();
    (void)pictureOf(view.canvas());
    QCOMPARE(columns(), 2U);
    view.setShape(MatrixShape::LeafSpine); // the user's choice stays
    world.tick();
    (void)pictureOf(view.canvas());
    QCOMPARE(columns(), 0U);
}

LOCKSTEP_GUI_TEST(tst_fabricview, TestFabricView)
#include "tst_fabricview.moc"
