// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alerts.h"
#include "models/analysis/causality/joinedalerts.h"
#include "tests/support/resourcefile.h"
#include "tests/support/testentry.h"
#include "tests/views3d/drillworld.h"
#include "views3d/overlay/hallannotator.h"
#include "views3d/overlay/halllabels.h"
#include "views3d/overlay/halloverlay.h"
#include "views3d/overlay/halltip.h"
#include "views3d/values/hallstage.h"

#include <QFont>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using test::resourceFile;

namespace {

QSizeF sizeOf(const QString& text)
{
    return {7.0 * static_cast<double>(text.size()), 15};
}

/// The initial view of the demo's hall at a given size, without rendering it.
struct FirstLook
{
    FirstLook(QSizeF size, int seconds, const std::string& drill = "quiet-day")
        : viewport(size),
          world(resourceFile("clusters/demo.toml"), resourceFile("drills/" + drill + ".toml")),
          context(world.context()),
          stage(context)
    {
        world.run(seconds);
        world.colourBy("gpu.temperature");
        stage.refreshGeometry();
        camera.fitIso(stage.geometry().opening(), viewport, legend());
        stage.refreshBoxes(camera, viewport, false);
        stage.refreshColours();
    }

    [[nodiscard]] QRectF legend() const { return {viewport.width() - 177, viewport.height() - 82, 165, 70}; }
    [[nodiscard]] QRectF seen(const Box& box) const
    {
        QPolygonF corners;
        for (const QVector3D corner : box.corners())
            corners << camera.project(corner, viewport).value_or(QPointF(-1e6, -1e6));
        return corners.boundingRect();
    }
    [[nodiscard]] LabelView view() const
    {
        return {stage.topology(),
                stage.geometry(),
                stage.plan(),
                stage.list(),
                camera,
                viewport,
                {legend()},
                sizeOf,
                [this](EntityRef entity) { return QString::fromStdString(stage.topology().name(entity)); },
                QStringLiteral("cold aisle"),
                QStringLiteral("hot aisle"),
                [](EntityRef) {
                    return false;
                }};
    }

    QSizeF viewport;
    DrillWorld world;
    ViewContext context;
    HallStage stage;
    HallCamera camera;
};

bool isNamed(const std::vector<HallLabel>& labels, const char* name)
{
    return std::ranges::find(labels, QString::fromLatin1(name), &HallLabel::text) != labels.end();
}

} // namespace

/// The initial view of the hall in docks of realistic sizes: it fills them, and names let users orient themselves.
class TestHallNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theHallFillsItsDock_data()
    {
        QTest::addColumn<QSizeF>("viewport");
        QTest::newRow("watch at 1280x800") << QSizeF(362, 350);
        QTest::newRow("watch at 1600x900") << QSizeF(468, 416);
        QTest::newRow("watch at 2560x1440") << QSizeF(760, 760);
        QTest::newRow("wall") << QSizeF(960, 700);
    }
    void theHallFillsItsDock()
    {
        QFETCH(QSizeF, viewport);
        const FirstLook look(viewport, 5);
        QRectF all;
        for (const Box& box : look.stage.geometry().opening())
            all |= look.seen(box);
        QVERIFY(QRectF(QPointF(), viewport).contains(all));
        const double reach = std::max(all.width() / viewport.width(), all.height() / viewport.height());
        QVERIFY2(reach > 0.9, qPrintable(QString::number(reach)));
        for (const Box& box : look.stage.geometry().opening())
            QVERIFY2(!look.seen(box).intersects(look.legend()), "a rack stands behind the legend");
    }

    void racksAreNamedFirst()
    {
        const FirstLook look({362, 350}, 5);
        const auto names = placeRackNames(look.view());
        for (const char* end : {"A01", "A08", "B01", "B08"})
            QVERIFY2(isNamed(names, end), end); // the ends of both rows, though no rack is as wide as its name
        QVERIFY2(names.size() >= 8, qPrintable(QString::number(names.size())));
        for (const HallLabel& label : names) {
            for (const HallLabel& other : names)
                QVERIFY(&label == &other || !label.rect.intersects(other.rect));
        }
    }

    void whereOneLoopCanBeNamedItIsTheFaultyOne()
    {
        const FirstLook look({362, 350}, 150, "pump-degradation");
        const EntityRef unhealthy = look.stage.topology().find(EntityKind::Loop, {}, "cdu-1");
        const JoinedAlerts joinedAlerts(look.world.world.store());
        const auto loops = loopsWorstFirst(look.world.world.store(), look.stage.topology(), &joinedAlerts,
                                           look.world.time.cursor(), true);
        QCOMPARE(loops.size(), std::size_t{2});
        QCOMPARE(loops.front().loop, unhealthy);
        QVERIFY(loops.front().rise > loops.back().rise + 5);
        std::vector<EntityRef> order;
        for (const HallLoop& loop : loops)
            order.push_back(loop.loop);
        const auto names = placeOtherNames(look.view(), placeRackNames(look.view()), order);
        QVERIFY(!isNamed(names, "cdu-2") || isNamed(names, "cdu-1"));
    }

    void whatWasSaidLastOfALoopCounts()
    {
        ClusterStore store;
        TopologyBuilder builder;
        for (const char* name : {"cdu-1", "cdu-2", "cdu-3"})
            builder.add(EntityKind::Loop, name, {});
        store.setTopology(builder.build());
        const JoinedAlerts joinedAlerts(store);
        const TimePoint now = TimePoint(std::chrono::seconds(1'800'000'000));
        QVERIFY(!loopsWorstFirst(store, *store.topology(), &joinedAlerts, now, false)
                     .front()
                     .severity); // without data, no problem is shown
        const auto say = [&](std::uint32_t loop, Severity severity, int second) {
            Derived said;
            said.events.push_back(
                {{EntityKind::Loop, loop},
                 {now + std::chrono::seconds(second), severity, 0, "loop.flow", "said at " + std::to_string(second)}});
            (void)store.applyDerived(said);
        };
        say(1, Severity::Critical, 1);
        say(2, Severity::Warning, 2);
        say(0, Severity::Critical, 100);
        auto loops = loopsWorstFirst(store, *store.topology(), &joinedAlerts, now + std::chrono::seconds(10), false);
        QCOMPARE(loops[0].loop.index, 1U);
        QVERIFY(loops[0].severity == Severity::Critical);
        QCOMPARE(loops[1].loop.index, 2U);
        QVERIFY(!loops[2].severity); // it is labelled later
        say(1, Severity::Information, 20);
        loops = loopsWorstFirst(store, *store.topology(), &joinedAlerts, now + std::chrono::seconds(30), false);
        QCOMPARE(loops[0].loop.index, 2U);
        QVERIFY(!loops[1].severity); // it is well again
        const TimePoint later = now + std::chrono::seconds(40);
        Derived shelved;
        shelved.events.push_back({{}, shelving(joinedAlerts.at(later).front(), later, std::chrono::minutes(30), {})});
        (void)store.applyDerived(shelved);
        loops = loopsWorstFirst(store, *store.topology(), &joinedAlerts, later + std::chrono::seconds(1), false);
        for (const HallLoop& loop : loops)
            QVERIFY(!loop.severity); // as in the tree
    }

    /// A node that adds a loop while a picture is being rendered must not cause wrong labels.
    void aLoopThatIsNewerThanThePictureIsNotWrittenOnIt()
    {
        FirstLook look({800, 600}, 5);
        const std::size_t known = look.stage.topology().count(EntityKind::Loop);
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = "newcomer";
        auto layout = std::make_shared<NodeLayout>();
        layout->id = 1;
        layout->metrics = {{"loop.invented",
                            "A metric",
                            Unit::Watt,
                            MetricKind::Gauge,
                            EntityKind::Loop,
                            Direction::HighIsBad,
                            1.0F,
                            2.0F,
                            {}}};
        layout->entities = {{EntityKind::Node, "node", 0}, {EntityKind::Loop, "new", EntityDescriptor::clusterScope}};
        layout->columns = {{0, {1}}};
        auto batch = std::make_shared<Batch>();
        batch->node = identity->name;
        batch->received = look.world.world.simulation().now();
        batch->identity = identity;
        batch->tick = NodeTick{look.world.world.simulation().now(), layout, {3}, {}, {}};
        const std::vector<BatchPtr> batches{batch};
        look.world.world.cluster.apply(batches, look.world.world.simulation().now());
        QVERIFY(look.world.world.store().topology()->count(EntityKind::Loop) > known);
        QCOMPARE(look.stage.topology().count(EntityKind::Loop), known);
        Theme theme;
        FrameStats frames;
        HallOverlay overlay(theme, frames, nullptr);
        HallAnnotator annotator(look.context, look.stage, overlay);
        annotator.writeNamesAndLegend(look.camera, look.viewport);
        QCOMPARE(loopsWorstFirst(look.world.world.store(), look.stage.topology(), nullptr,
                                 look.world.world.simulation().now(), true)
                     .size(),
                 known);
    }

    void nodesOfASilentSourceHaveOneLineTogether()
    {
        FirstLook look({800, 600}, 5);
        Theme theme;
        FrameStats frames;
        HallOverlay overlay(theme, frames, nullptr);
        HallAnnotator annotator(look.context, look.stage, overlay);
        annotator.writeNamesAndLegend(look.camera, look.viewport);
        QVERIFY(annotator.texts().silence().isEmpty());
        look.world.world.cluster.apply(std::vector<BatchPtr>(),
                                       look.world.world.simulation().now() + std::chrono::minutes(1));
        const EntityRef node = look.stage.topology().findNode("node-003");
        QCOMPARE(look.world.world.store().freshness(node), Freshness::Stale);
        annotator.writeNamesAndLegend(look.camera, look.viewport);
        QCOMPARE(annotator.texts().nameOf(node), QStringLiteral("node-003"));
        QCOMPARE(annotator.texts().silence(), QStringLiteral("Data sources without data: 1"));
    }

    void reportersStandNowhere()
    {
        const FirstLook look({800, 600}, 5);
        const Topology& topology = look.stage.topology();
        const EntityRef reporter = topology.findNode("facility");
        QVERIFY(reporter.isValid());
        QVERIFY(look.stage.geometry().node(reporter) == nullptr);
        QVERIFY(look.stage.geometry().rack(topology.ancestor(reporter, EntityKind::Rack)) == nullptr);
        QVERIFY(!look.stage.geometry().boxOf(topology, topology.ancestor(reporter, EntityKind::Rack)));
    }

    void theTipStaysInTheView_data()
    {
        QTest::addColumn<QPointF>("pointer");
        for (const double x : {2.0, 180.0, 358.0}) {
            for (const double y : {2.0, 100.0, 198.0})
                QTest::addRow("%g %g", x, y) << QPointF(x, y);
        }
    }
    void theTipStaysInTheView()
    {
        QFETCH(QPointF, pointer);
        const QSizeF viewport(360, 200);
        HallTip tip;
        tip.sentence = QStringLiteral("Highest GPU temperature, deviation from peers at the same power within B04 is "
                                      "37.4 K, at gpu7 of node-047, which is said in very many words.");
        tip.facts
            = {{QStringLiteral("From"), QStringLiteral("a rack with a name that is far too long / node-047 / gpu7")},
               {QStringLiteral("Age"), QStringLiteral("0.6 s")}};
        const QRectF plate = tipRect(tip, pointer, viewport, QFont());
        QVERIFY(!plate.isEmpty());
        QVERIFY(QRectF(QPointF(0, 0), viewport).contains(plate));
    }
};

LOCKSTEP_GUI_TEST(tst_hallnames, TestHallNames)
#include "tst_hallnames.moc"
