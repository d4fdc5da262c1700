// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/resourcefile.h"
#include "tests/support/testentry.h"
#include "tests/views3d/drillworld.h"
#include "views3d/values/hallair.h"
#include "views3d/values/hallstage.h"

#include <QTest>

using namespace lockstep;
using test::resourceFile;

namespace {

/// The stage of the hall for a drill in the demo's cluster, without rendering.
struct Staged
{
    Staged(const std::string& drill, int seconds)
        : world(resourceFile("clusters/demo.toml"), resourceFile("drills/" + drill + ".toml")),
          context(world.context()),
          stage(context)
    {
        world.run(seconds);
        world.colourBy("gpu.temperature");
        refresh();
    }

    void refresh()
    {
        stage.refreshGeometry();
        HallCamera camera;
        camera.turnTo(CameraPreset::Iso);
        camera.fit(stage.geometry().opening(), {1280, 800});
        stage.refreshBoxes(camera, {1280, 800}, false);
        stage.refreshColours();
    }

    [[nodiscard]] EntityRef rack(const char* name) const { return stage.topology().find(EntityKind::Rack, {}, name); }
    /// Mean floor temperature in front of a row's racks; NaN if unknown.
    [[nodiscard]] float floorBefore(const HallAir& air, const char* rackName) const
    {
        const Box& box = stage.geometry().rack(rack(rackName))->box;
        float sum = 0;
        float count = 0;
        for (std::size_t at = 0; at < air.tiles().size(); ++at) {
            const QVector3D middle = air.tiles()[at].centre();
            const bool isBefore = middle.x() > box.low.x() && middle.x() < box.high.x() && middle.z() > box.high.z()
                && middle.z() < box.high.z() + 1;
            sum += isBefore ? air.tile(at) : 0;
            count += isBefore ? 1 : 0;
        }
        return sum / count;
    }

    DrillWorld world;
    ViewContext context;
    HallStage stage;
};

} // namespace

/// The hall shows the simulated fault.
class TestHallDrills : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBlockedColdPlateIsCalledOutWhileStillWithinItsLimit()
    {
        Staged staged("blocked-cold-plate", 120);
        const auto& hotspots = staged.stage.values().hotspots();
        QVERIFY(!hotspots.empty());
        const EntityRef found = hotspots.front().entity;
        QCOMPARE(QString::fromStdString(staged.stage.topology().path(found)).section(QStringLiteral(" / "), -2),
                 QStringLiteral("node-006 / gpu6"));
        QVERIFY(hotspots.front().fromPeers > 10);
        QVERIFY(!staged.stage.values().isCritical(staged.stage.values().of(found).value));
    }

    void onAQuietDayNothingIsHeadingForItsLimit()
    {
        DrillWorld world(resourceFile("clusters/demo.toml"), resourceFile("drills/quiet-day.toml"));
        HallValues values;
        QStringList doomed;
        for (int now = 5; now <= 400; now += 5) { // several checkpoints, after each of which GPUs warm up again
            world.run(5);
            const ClusterStore& store = world.context().cluster.store();
            for (const char* metric : {"gpu.temperature", "gpu.memory.temperature"}) {
                values.update(store, store.metrics().find(metric), HallMode::TimeToLimit, store.now(), true);
                for (std::uint32_t gpu = 0; gpu < store.topology()->count(EntityKind::Gpu); ++gpu) {
                    const HallSample sample = values.of({EntityKind::Gpu, gpu});
                    if (sample.value < 300)
                        doomed += QStringLiteral("%1 of GPU %2 at %3 s: %4 s left")
                                      .arg(QLatin1String(metric))
                                      .arg(gpu)
                                      .arg(now)
                                      .arg(static_cast<double>(sample.value));
                }
            }
        }
        QVERIFY2(doomed.isEmpty(), qPrintable(QString::number(doomed.size()) + u'\n' + doomed.mid(0, 30).join(u'\n')));
    }

    void hidingWhatIsHealthyLeavesTheSickNode()
    {
        Staged staged("blocked-cold-plate", 120);
        HallChoice choice;
        choice.hidesHealthy = true;
        staged.stage.setChoice(choice);
        staged.refresh();
        const EntityRef unhealthy = staged.stage.topology().findNode("node-006");
        QCOMPARE(staged.stage.leftOut(), staged.stage.geometry().nodes().size() - 1);
        for (const DrawBox& box : staged.stage.list().boxes()) {
            const EntityRef node
                = box.entity.isValid() ? staged.stage.topology().ancestor(box.entity, EntityKind::Node) : EntityRef{};
            QVERIFY(box.role != BoxRole::Body || !node.isValid() || node == unhealthy);
        }
    }

    void onAQuietDayNothingStandsOut()
    {
        Staged staged("quiet-day", 120);
        QVERIFY(staged.stage.values().hotspots().empty());
    }

    void recirculationWarmsTheFloorBeforeItsRacks()
    {
        Staged staged("hot-aisle-recirculation", 160);
        HallAir air(staged.stage.topology(), staged.stage.geometry());
        air.update(staged.world.world.store(), staged.stage.geometry(), staged.world.world.store().ticks().to - 1);
        QVERIFY(staged.floorBefore(air, "B04") > staged.floorBefore(air, "B07") + 5);
    }

    void ofAFloorWithoutSensorsNothingIsSaid()
    {
        Staged staged("quiet-day", 5);
        const HallAir air(staged.stage.topology(), staged.stage.geometry());
        QVERIFY(!air.tiles().empty());
        for (const HallRack& rack : staged.stage.geometry().racks()) {
            if (rack.entity.isValid()) // racks of switches have no sensors
                continue;
            QVector3D middle = rack.box.centre();
            middle.setY(-0.005F);
            for (const Box& tile : air.tiles())
                QVERIFY(!tile.overlaps({middle, middle}));
        }
    }

    void aDegradedPumpShowsInItsReturn()
    {
        Staged staged("pump-degradation", 160);
        HallAir air(staged.stage.topology(), staged.stage.geometry());
        air.update(staged.world.world.store(), staged.stage.geometry(), staged.world.world.store().ticks().to - 1);
        const EntityRef unhealthy = staged.stage.topology().find(EntityKind::Loop, {}, "cdu-1");
        const EntityRef healthy = staged.stage.topology().find(EntityKind::Loop, {}, "cdu-2");
        QVERIFY(unhealthy.isValid() && healthy.isValid());
        QVERIFY(air.coolant(unhealthy, true) > air.coolant(healthy, true) + 5);
        QVERIFY(std::abs(air.coolant(unhealthy, false) - air.coolant(healthy, false)) < 2);
    }
};

LOCKSTEP_TEST(tst_halldrills, TestHallDrills)
#include "tst_halldrills.moc"
