// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"
#include "views3d/geometry/hallcamera.h"
#include "views3d/geometry/rackdrag.h"

#include <QTest>

using namespace lockstep;

namespace {

/// Racks A1, A2, A3 in one row and B1 in another.
struct FourRacks
{
    explicit FourRacks(float pitch = 0.8F)
    {
        TopologyBuilder builder;
        const auto add = [&](const char* name, float x, float z) {
            RackPlace place;
            place.x = x;
            place.z = z;
            place.isPlaced = true;
            return builder.addRack(name, place);
        };
        for (int at = 0; at < 3; ++at)
            row.push_back(add(at == 0 ? "A1" : at == 1 ? "A2" : "A3", static_cast<float>(at) * pitch, 0));
        lone = add("B1", 0.35F, 4.85F);
        hall = HallGeometry(*builder.build());
    }
    [[nodiscard]] RackDrag drag(EntityRef rack) const
    {
        const HallRack& here = *hall.rack(rack);
        return {hall.racks(), here, here.box.centre()};
    }
    /// Vertically down onto the point to which the grip is moved.
    [[nodiscard]] static Ray above(QVector3D point) { return {point + QVector3D(0, 10, 0), {0, -1, 0}}; }

    std::vector<EntityRef> row;
    EntityRef lone;
    HallGeometry hall;
};

bool isAt(const Box& box, float x, float z)
{
    return std::abs(box.low.x() - x) < 1e-4F && std::abs(box.low.z() - z) < 1e-4F;
}

} // namespace

class TestRackDrag : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPixelsRayMeetsTheFloorWhereThatPixelIsDrawn()
    {
        HallCamera camera;
        camera.turnTo(CameraPreset::Iso);
        const QSizeF viewport(800, 500);
        const QVector3D wanted(0.7F, 1.2F, -0.4F);
        const auto pixel = camera.project(wanted, viewport);
        QVERIFY(pixel);
        const auto found = levelPointOf(camera.ray(*pixel, viewport), wanted.y());
        QVERIFY(found);
        QVERIFY2((*found - wanted).length() < 1e-3F, qPrintable(QString::number(double{(*found - wanted).length()})));
    }

    void aLevelLookMeetsNoFloor()
    {
        QVERIFY(!levelPointOf({{0, 1, 5}, {0, 0, -1}}, 0)); // parallel to the floor
        QVERIFY(!levelPointOf({{0, 1, 5}, {0, 0.5F, -1}}, 0)); // upwards
        QVERIFY(!levelPointOf({{0, 1, 5}, {0, -0.01F, -1}}, 0)); // hundreds of metres away
        QVERIFY(!levelPointOf({{0, 3000, 0}, {-1, -0.05F, 0}}, 0)); // outside of any hall
    }

    void theRackKeepsToATenthOfAMetre()
    {
        FourRacks racks;
        RackDrag drag = racks.drag(racks.lone);
        drag.follow(FourRacks::above(drag.origin().centre() + QVector3D(1.234F, 0, 2.36F)));
        QVERIFY2(isAt(drag.box(), 1.6F, 7.2F),
                 qPrintable(QStringLiteral("%1 %2").arg(double{drag.box().low.x()}).arg(double{drag.box().low.z()})));
        QVERIFY(qFuzzyCompare(drag.box().size(), drag.origin().size()));
        QVERIFY(drag.hasMoved() && !drag.isBlocked());
    }

    void aTremblingHandMovesNothing()
    {
        FourRacks racks;
        RackDrag drag = racks.drag(racks.lone); // at no multiple of a tenth
        drag.follow(FourRacks::above(drag.origin().centre() + QVector3D(0.04F, 0, -0.04F)));
        QVERIFY(!drag.hasMoved());
    }

    void itGetsInLineWithARowAtTheRowsOwnPitch()
    {
        FourRacks racks(0.65F);
        RackDrag drag = racks.drag(racks.lone);
        QVERIFY(std::abs(drag.pitch() - 0.8F) < 1e-4F); // without a neighbour
        const QVector3D wanted(1.97F, 0, 0.03F); // 1.95 is three pitches, and on no tenth
        drag.follow(FourRacks::above(drag.origin().centre() + wanted - drag.origin().low));
        QVERIFY2(isAt(drag.box(), 1.95F, 0),
                 qPrintable(QStringLiteral("%1 %2").arg(double{drag.box().low.x()}).arg(double{drag.box().low.z()})));
        QVERIFY(std::abs(drag.pitch() - 0.65F) < 1e-4F);
        QVERIFY(!drag.isBlocked());
    }

    void whoStandsThereIsNamed()
    {
        FourRacks racks;
        RackDrag drag = racks.drag(racks.lone);
        drag.follow(FourRacks::above(racks.hall.rack(racks.row[1])->box.centre() + QVector3D(0.2F, 0, 0.3F)));
        QVERIFY(drag.isBlocked());
        QCOMPARE(drag.blockedBy(), racks.row[1]);
        drag.follow(FourRacks::above(racks.hall.rack(racks.row[1])->box.centre() + QVector3D(0.2F, 0, 3)));
        QVERIFY(!drag.isBlocked());
    }

    void sideBySideIsNoCollision()
    {
        FourRacks racks;
        RackDrag drag = racks.drag(racks.row[0]);
        const QVector3D by(0.2F, 0, 0); // its right side touches the next one's left
        drag.follow(FourRacks::above(drag.origin().centre() + by));
        QVERIFY(drag.hasMoved());
        QVERIFY(!drag.isBlocked());
    }

    void itsOwnPlaceIsFree()
    {
        FourRacks racks;
        RackDrag drag = racks.drag(racks.row[2]);
        drag.follow(FourRacks::above(drag.origin().centre() + QVector3D(0.3F, 0, 0)));
        QVERIFY(!drag.isBlocked());
    }
};

LOCKSTEP_TEST(tst_rackdrag, TestRackDrag)
#include "tst_rackdrag.moc"
