// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testentry.h"
#include "views3d/overlay/hallcallouts.h"
#include "views3d/overlay/halloverlay.h"

#include <QTest>

#include <random>

using namespace lockstep;

namespace {

constexpr QSizeF viewport(800, 600);

QSizeF measure(const QString& text)
{
    return {7.0 * static_cast<double>(text.size()), 14};
}

HallRack rackOf(std::uint32_t units, bool isTurned = false)
{
    const float height = HallGeometry::plinth + static_cast<float>(units) * HallGeometry::unitHeight;
    HallRack rack{{EntityKind::Rack, 0}, {{0, 0, 0}, {0.6F, height, 1.2F}}};
    rack.units = units;
    rack.isTurned = isTurned;
    return rack;
}

HallCamera lookingAt(const HallRack& rack, float distanceFactor = 1)
{
    HallCamera camera;
    camera.turnTo(CameraPreset::Front);
    camera.fit(rack.box, viewport);
    camera.distance *= distanceFactor;
    return camera;
}

} // namespace

/// Overlays on the picture: callouts and the rack-unit scale.
class TestHallWriting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void calloutsNeitherOverlapNorLeaveTheScreenNorHideOnePoint()
    {
        std::vector<CalloutRequest> requests;
        for (int at = 0; at < 5; ++at)
            requests.push_back({QStringLiteral("node-%1 gpu3").arg(at), QPointF(780 - at * 25, 8 + at * 18), 0});
        const QRectF legend(600, 500, 190, 90);
        const auto placed = placeCallouts(requests, viewport, {&legend, 1}, measure);
        QVERIFY2(placed.size() >= 4, qPrintable(QString::number(placed.size())));
        for (const HallCallout& callout : placed) {
            QVERIFY(QRectF(QPointF(), viewport).contains(callout.plate));
            QVERIFY(!callout.plate.contains(callout.at));
            for (const HallCallout& other : placed)
                QVERIFY(&other == &callout || !other.plate.intersects(callout.plate));
        }
    }

    void calloutsKeepOffTheLegend()
    {
        const QRectF legend(600, 440, 190, 150);
        const auto placed = placeCallouts({{QStringLiteral("node-1"), {620, 450}, 0}}, viewport, {&legend, 1}, measure);
        QCOMPARE(placed.size(), std::size_t{1});
        QVERIFY(!placed.front().plate.intersects(legend));
    }

    void calloutsDoNotKnot()
    {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> across(0, 360);
        std::uniform_real_distribution<double> down(0, 350);
        const QRectF legend(183, 268, 165, 70);
        std::size_t placedInAll = 0;
        for (int round = 0; round < 200; ++round) {
            std::vector<CalloutRequest> requests;
            for (int at = 0; at < 6; ++at)
                requests.push_back({QStringLiteral("node-%1 gpu3 · 84").arg(at), {across(random), down(random)}, 0});
            const auto placed = placeCallouts(requests, {360, 350}, {&legend, 1}, measure);
            placedInAll += placed.size();
            for (const HallCallout& callout : placed) {
                QVERIFY(!callout.plate.intersects(legend));
                for (const HallCallout& other : placed) {
                    if (&other == &callout)
                        continue;
                    QVERIFY(!other.plate.contains(callout.at));
                    QVERIFY(callout.leader().intersects(other.leader(), nullptr) != QLineF::BoundedIntersection);
                    for (double along = 0; along <= 1; along += 0.05)
                        QVERIFY(!other.plate.contains(callout.leader().pointAt(along)));
                }
            }
        }
        QVERIFY2(placedInAll > 700, qPrintable(QString::number(placedInAll))); // of 1200, in so small a view
    }

    void theWorstIsCalledOutEvenOverNames()
    {
        std::vector<QRectF> names; // all over the view
        for (int x = 0; x < 360; x += 40) {
            for (int y = 0; y < 350; y += 30)
                names.push_back(QRectF(x, y, 30, 15));
        }
        std::vector<CalloutRequest> requests;
        for (int at = 0; at < 4; ++at)
            requests.push_back({QStringLiteral("node-%1 gpu3 · 84").arg(at), QPointF(60 + 70 * at, 180), 0});
        const auto placed = placeCallouts(requests, {360, 350}, {}, measure, names);
        QCOMPARE(placed.size(), std::size_t{2});
        QCOMPARE(placed.front().text, requests.front().text);
    }

    void whatIsAtOnePlaceIsCalledOutOnce()
    {
        const std::vector<CalloutRequest> requests{{QStringLiteral("gpu6"), {400, 300}, 1},
                                                   {QStringLiteral("gpu7"), {403, 301}, 2},
                                                   {QStringLiteral("gpu5"), {398, 299}, 2}};
        const auto placed = placeCallouts(requests, viewport, {}, measure);
        QCOMPARE(placed.size(), std::size_t{1});
        QCOMPARE(placed.front().text, QStringLiteral("gpu6, and 2 more here"));
        QCOMPARE(placed.front().colour, Rgb{1});
    }

    void whatIsOffScreenIsNotCalledOut()
    {
        QVERIFY(placeCallouts({{QStringLiteral("node-1"), {-20, 40}, 0}}, viewport, {}, measure).empty());
    }

    void fromCloseByEveryUnitHasItsNumber()
    {
        const HallRack rack = rackOf(10);
        const RackUnitScale tape = tapeAlong(rack, lookingAt(rack), viewport, 14);
        QCOMPARE(tape.numbers.size(), std::size_t{10});
        QCOMPARE(tape.numbers.front().text, QStringLiteral("U1"));
        QCOMPARE(tape.numbers.back().text, QStringLiteral("U10"));
        for (std::size_t at = 1; at < tape.numbers.size(); ++at)
            QVERIFY(tape.numbers[at].at.y() < tape.numbers[at - 1].at.y()); // the lowest unit is the first
    }

    void fromAfarEveryFifthAndTenth()
    {
        const HallRack rack = rackOf(42);
        const RackUnitScale near = tapeAlong(rack, lookingAt(rack), viewport, 14);
        const RackUnitScale far = tapeAlong(rack, lookingAt(rack, 5), viewport, 14);
        QCOMPARE(near.numbers.size(), std::size_t{9}); // 1, 5, 10, ... 40
        QCOMPARE(far.numbers.size(), std::size_t{5}); // 1, 10, 20, 30, 40
    }

    void marksLieAtTheUnits()
    {
        const HallRack rack = rackOf(42);
        const HallCamera camera = lookingAt(rack);
        const RackUnitScale tape = tapeAlong(rack, camera, viewport, 14);
        const float middleOfFive = HallGeometry::plinth + 4.5F * HallGeometry::unitHeight;
        const auto expected = camera.project({0, middleOfFive, 1.2F}, viewport);
        QCOMPARE(tape.numbers[1].text, QStringLiteral("U5"));
        QVERIFY(std::abs(tape.numbers[1].at.y() - expected->y()) < 0.5);
    }

    void ofATurnedRackTheOtherSideIsMeasured()
    {
        const HallRack rack = rackOf(42, true);
        const HallCamera camera = lookingAt(rack);
        const RackUnitScale tape = tapeAlong(rack, camera, viewport, 14);
        const auto bottom = camera.project({0.6F, HallGeometry::plinth, 0}, viewport);
        QVERIFY(QLineF(tape.lines.front().p1(), *bottom).length() < 0.5);
    }

    void whatHasNoUnitsIsNotMeasured()
    {
        const HallRack rack = rackOf(0);
        QVERIFY(tapeAlong(rack, lookingAt(rackOf(10)), viewport, 14).lines.empty());
    }
};

LOCKSTEP_TEST(tst_hallwriting, TestHallWriting)
#include "tst_hallwriting.moc"
