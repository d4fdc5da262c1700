// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"
#include "views3d/geometry/drawlist.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

using namespace lockstep;

namespace {

RackPlace rackAlong(float x)
{
    RackPlace place;
    place.x = x;
    return place;
}

constexpr QSizeF viewport(1280, 800);

/// Two racks of four nodes of 8 U with 8 GPUs and two cores each.
TopologyPtr twoRacks()
{
    TopologyBuilder builder;
    for (int rackAt = 0; rackAt < 2; ++rackAt) {
        const EntityRef rack
            = builder.addRack("R" + std::to_string(rackAt), rackAlong(0.8F * static_cast<float>(rackAt)));
        for (std::uint32_t nodeAt = 0; nodeAt < 4; ++nodeAt) {
            const EntityRef node
                = builder.addNode("n" + std::to_string(rackAt * 4) + std::to_string(nodeAt), rack, {1 + nodeAt * 8, 8});
            for (int gpu = 0; gpu < 8; ++gpu)
                builder.add(EntityKind::Gpu, std::to_string(gpu), node);
            for (int core = 0; core < 2; ++core)
                builder.add(EntityKind::Core, std::to_string(core), node);
        }
    }
    return builder.build();
}

struct Scene
{
    explicit Scene(CameraPreset preset, float distanceFactor = 1) : topology(twoRacks()), geometry(*topology)
    {
        camera.turnTo(preset);
        camera.fit(geometry.bounds(), viewport);
        camera.distance *= distanceFactor;
        plan = planDetail(geometry, camera, viewport, {});
        list = DrawList(*topology, geometry, plan, camera.eye());
    }

    TopologyPtr topology;
    HallGeometry geometry;
    HallCamera camera;
    DetailPlan plan;
    DrawList list;
};

/// The entity at a pixel, found by testing every box. Slow but simple, to check the fast method against.
EntityRef pickedSlowly(const DrawList& list, const Ray& ray)
{
    EntityRef best;
    float nearest = INFINITY;
    for (const DrawBox& box : list.boxes()) {
        const auto distance = entryDistance(ray, box.box);
        if (distance && *distance < nearest) {
            nearest = *distance;
            best = box.entity;
        }
    }
    return best;
}

} // namespace

class TestDrawList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRayMeetsABoxWhereItEnters()
    {
        const Box box{{1, -1, -1}, {2, 1, 1}};
        QCOMPARE(entryDistance({{0, 0, 0}, {1, 0, 0}}, box), std::optional(1.0F));
        QCOMPARE(entryDistance({{0, 0, 0}, {0.5F, 0, 0}}, box), std::optional(2.0F));
        QCOMPARE(entryDistance({{1.5F, 0, 0}, {1, 0, 0}}, box), std::optional(0.0F));
        QVERIFY(!entryDistance({{0, 0, 0}, {-1, 0, 0}}, box));
        QVERIFY(!entryDistance({{0, 2, 0}, {1, 0, 0}}, box));
        QVERIFY(!entryDistance({{0, 0, 0}, {0, 1, 0}}, box));
        QVERIFY(entryDistance({{0, 1, 1}, {1, 0, 0}}, box).has_value()); // along an edge
    }

    void detailGrowsWithSizeOnScreen()
    {
        QVERIFY(Scene(CameraPreset::Iso, 20).plan.racks.front().detail == Detail::Rack);
        QVERIFY(Scene(CameraPreset::Iso, 4).plan.nodes.front().detail == Detail::Node);
        QVERIFY(Scene(CameraPreset::Iso, 1).plan.nodes.front().detail == Detail::Parts);
        QVERIFY(Scene(CameraPreset::Iso, 0.3F).plan.nodes.front().detail == Detail::Close);
    }

    void detailDoesNotFlicker()
    {
        const Scene scene(CameraPreset::Iso, 4);
        HallCamera camera = scene.camera;
        // Find the distance at which nodes open, then step back a little: they stay open.
        DetailPlan plan = scene.plan;
        while (plan.nodes.front().detail == Detail::Node) {
            camera.distance *= 0.99F;
            plan = planDetail(scene.geometry, camera, viewport, plan);
        }
        camera.distance *= 1.03F;
        QVERIFY(planDetail(scene.geometry, camera, viewport, plan) == plan);
        QVERIFY(planDetail(scene.geometry, camera, viewport, {}) != plan);
    }

    void whatIsOutOfViewIsNotDrawn()
    {
        Scene scene(CameraPreset::Front, 0.3F);
        scene.camera.target.setX(-4);
        const DetailPlan plan = planDetail(scene.geometry, scene.camera, viewport, {});
        QVERIFY(plan.racks[0].detail == Detail::Hidden && plan.racks[1].detail == Detail::Hidden);
        QVERIFY(DrawList(*scene.topology, scene.geometry, plan, scene.camera.eye()).boxes().empty());
    }

    void everyLevelShowsEveryThingOnce_data()
    {
        QTest::addColumn<float>("factor");
        QTest::addColumn<int>("bodies");
        QTest::newRow("racks") << 20.0F << 2;
        QTest::newRow("nodes") << 4.0F << 8;
        QTest::newRow("gpus") << 1.5F << 64;
    }
    void everyLevelShowsEveryThingOnce()
    {
        QFETCH(float, factor);
        QFETCH(int, bodies);
        const Scene scene(CameraPreset::Iso, factor);
        std::set<EntityRef> seen;
        int count = 0;
        for (const DrawBox& box : scene.list.boxes()) {
            if (box.role == BoxRole::Body) {
                seen.insert(box.entity);
                ++count;
            }
        }
        QCOMPARE(count, bodies);
        QCOMPARE(seen.size(), static_cast<std::size_t>(bodies));
    }

    void pickingFindsWhatIsDrawnInFront()
    {
        for (const CameraPreset preset :
             {CameraPreset::Iso, CameraPreset::Front, CameraPreset::Top, CameraPreset::Back}) {
            for (const float factor : {0.4F, 1.0F, 4.0F}) {
                const Scene scene(preset, factor);
                int hits = 0;
                for (double x = 0; x < viewport.width(); x += 37) {
                    for (double y = 0; y < viewport.height(); y += 29) {
                        const Ray ray = scene.camera.ray({x, y}, viewport);
                        QCOMPARE(scene.list.pick(ray), pickedSlowly(scene.list, ray));
                        hits += scene.list.pick(ray).isValid() ? 1 : 0;
                    }
                }
                QVERIFY(hits > 10);
            }
        }
    }

    void theMiddleOfAGpusFrontPicksThatGpu()
    {
        const Scene scene(CameraPreset::Front);
        for (std::uint32_t index = 0; index < scene.topology->count(EntityKind::Gpu); ++index) {
            const EntityRef gpu{EntityKind::Gpu, index};
            const Box box = scene.geometry.boxOf(*scene.topology, gpu).value();
            const auto pixel = scene.camera.project({box.centre().x(), box.centre().y(), box.high.z()}, viewport);
            QVERIFY(pixel.has_value());
            QCOMPARE(scene.list.pick(scene.camera.ray(*pixel, viewport)), gpu);
        }
    }

    void oneDetailTurnsIntoTheNextWithoutAJump()
    {
        using namespace std::chrono_literals;
        const Scene far(CameraPreset::Iso, 4);
        const DetailPlan opened = Scene(CameraPreset::Iso, 1).plan;
        DetailPlan now = far.plan;
        float cover = 1;
        int steps = 0;
        for (bool isSeeking = true; isSeeking; ++steps) {
            DetailPlan next = opened;
            isSeeking = blendDetail(next, now, 20ms);
            QVERIFY(next.nodes.front().cover <= cover && next.nodes.front().cover > cover - 0.2F);
            const DrawList list(*far.topology, far.geometry, next, far.camera.eye());
            QCOMPARE(list.fading().empty(), !isSeeking); // and nothing else is drawn with holes
            cover = next.nodes.front().cover;
            now = next;
        }
        QVERIFY(steps > 5);
        QVERIFY(now == opened);
    }

    void whatComesIntoViewIsThereAtOnce()
    {
        const Scene scene(CameraPreset::Iso, 1);
        DetailPlan nothing = scene.plan;
        std::ranges::fill(nothing.racks, RackPlan{});
        std::ranges::fill(nothing.nodes, NodePlan{});
        DetailPlan next = scene.plan;
        QVERIFY(!blendDetail(next, nothing, std::chrono::milliseconds(20)));
        QVERIFY(next == scene.plan);
    }

    void aRackOpensAllOfItsNodesAtOnce()
    {
        Scene scene(CameraPreset::Iso, 4);
        for (; scene.camera.distance > 0.5F; scene.camera.distance *= 0.97F) {
            const DetailPlan plan = planDetail(scene.geometry, scene.camera, viewport, {});
            std::set<bool> open;
            for (std::size_t node = 0; node < 4 && plan.racks[0].detail != Detail::Hidden; ++node)
                open.insert(plan.nodes[node].detail >= Detail::Parts);
            QVERIFY(open.size() <= 1);
        }
    }

    void whatIsWellCanBeLeftOut()
    {
        const Scene scene(CameraPreset::Iso);
        DrawOptions options;
        options.isHealthy.assign(8, true);
        options.isHealthy[5] = false; // a node in the second rack
        const DrawList list(*scene.topology, scene.geometry, scene.plan, scene.camera.eye(), options);
        std::set<EntityRef> nodes;
        for (const DrawBox& box : list.boxes()) {
            if (box.role == BoxRole::Body)
                nodes.insert(scene.topology->ancestor(box.entity, EntityKind::Node));
        }
        QCOMPARE(nodes, (std::set{EntityRef{EntityKind::Node, 5}}));
        const auto isFootprint = [](const DrawBox& box) {
            return box.entity == EntityRef{EntityKind::Rack, 0} && box.role == BoxRole::Frame;
        };
        QCOMPARE(std::ranges::count_if(list.boxes(), isFootprint), 1); // the hall keeps its shape
    }

    void tilesTakeTheFloor()
    {
        const Scene scene(CameraPreset::Iso);
        const std::array tiles{Box{{0, -0.01F, 2}, {0.6F, 0, 2.6F}}, Box{{0.6F, -0.01F, 2}, {1.2F, 0, 2.6F}}};
        DrawOptions options;
        options.tiles = tiles;
        const DrawList list(*scene.topology, scene.geometry, scene.plan, scene.camera.eye(), options);
        QCOMPARE(std::ranges::count(list.boxes(), BoxRole::Air, &DrawBox::role), 2);
        QCOMPARE(list.boxes().back().place, std::uint32_t{1});
    }

    void nothingIsPickedBesideTheRacks()
    {
        const Scene scene(CameraPreset::Front);
        QVERIFY(!scene.list.pick(scene.camera.ray({2, 2}, viewport)).isValid());
        QVERIFY(!scene.list.depth(scene.camera.ray({2, 2}, viewport)).has_value());
    }
};

LOCKSTEP_TEST(tst_drawlist, TestDrawList)
#include "tst_drawlist.moc"
