// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testentry.h"
#include "views3d/geometry/hallcamera.h"

#include <QPolygonF>
#include <QTest>

#include <cmath>
#include <numbers>

using namespace lockstep;

namespace {

constexpr QSizeF cameraViewport(1280, 800);
constexpr QPointF middle(640, 400);

HallCamera someCamera()
{
    HallCamera camera;
    camera.target = {3, 1, -2};
    camera.distance = 7;
    camera.azimuth = 0.7F;
    camera.elevation = 0.4F;
    return camera;
}

bool isNear(QPointF a, QPointF b, double pixels)
{
    return std::hypot(a.x() - b.x(), a.y() - b.y()) <= pixels;
}

bool isNear(QVector3D a, QVector3D b, float metres)
{
    return (a - b).length() <= metres;
}

} // namespace

class TestHallCamera : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theTargetIsInTheMiddle()
    {
        const HallCamera camera = someCamera();
        QVERIFY(isNear(camera.project(camera.target, cameraViewport).value(), middle, 0.01));
    }

    void axesAreUprightAndOrthonormal()
    {
        HallCamera camera = someCamera();
        for (const float elevation : {-0.1F, 0.0F, 0.8F, std::numbers::pi_v<float> / 2}) {
            camera.elevation = elevation;
            QVERIFY(std::abs(camera.up().length() - 1) < 1e-5F);
            QVERIFY(std::abs(QVector3D::dotProduct(camera.up(), camera.backward())) < 1e-5F);
            QVERIFY(std::abs(QVector3D::dotProduct(camera.up(), camera.right())) < 1e-5F);
            QVERIFY(camera.up().y() >= -1e-5F);
            QCOMPARE(camera.right().y(), 0.0F);
        }
    }

    void atTheFrontRightIsAcrossAndUpIsUp()
    {
        HallCamera camera;
        QVERIFY(isNear(camera.right(), {1, 0, 0}, 1e-5F));
        QVERIFY(isNear(camera.up(), {0, 1, 0}, 1e-5F));
        QVERIFY(camera.eye().z() > camera.target.z());
        QVERIFY(camera.project({1, 0, 0}, cameraViewport)->x() > middle.x());
        QVERIFY(camera.project({0, 1, 0}, cameraViewport)->y() < middle.y());
    }

    void aRayThroughAPixelProjectsBackToIt()
    {
        const HallCamera camera = someCamera();
        for (const QPointF pixel : {QPointF(0, 0), QPointF(1280, 800), QPointF(321, 654)}) {
            for (const float along : {0.5F, 4.0F, 50.0F})
                QVERIFY(isNear(camera.project(camera.ray(pixel, cameraViewport).at(along), cameraViewport).value(),
                               pixel, 0.1));
        }
    }

    void nothingBehindTheEyeProjects()
    {
        const HallCamera camera = someCamera();
        QVERIFY(!camera.project(camera.eye() + camera.backward(), cameraViewport));
        QCOMPARE(camera.pixelsPerMetre(camera.eye() + camera.backward(), cameraViewport), 0.0F);
    }

    void zoomKeepsWhatIsUnderTheCursor()
    {
        for (const double factor : {0.5, 0.9, 1.7}) {
            HallCamera camera = someCamera();
            const QPointF cursor(200, 700);
            const Ray ray = camera.ray(cursor, cameraViewport);
            // The point at the target's depth.
            const float along = camera.distance / -QVector3D::dotProduct(ray.direction, camera.backward());
            const QVector3D point = ray.at(along);
            camera.zoom(static_cast<float>(factor), cursor, cameraViewport);
            QVERIFY(isNear(camera.project(point, cameraViewport).value(), cursor, 0.1));
            QVERIFY(std::abs(camera.distance - 7 * static_cast<float>(factor)) < 1e-4F);
        }
    }

    void zoomStopsAtItsLimits()
    {
        HallCamera camera = someCamera();
        camera.zoom(1e-9F, middle, cameraViewport);
        QCOMPARE(camera.distance, HallCamera::closest);
        camera.zoom(1e9F, middle, cameraViewport);
        QCOMPARE(camera.distance, HallCamera::farthest);
    }

    void adoptingADepthMovesNeitherEyeNorPicture()
    {
        HallCamera camera = someCamera();
        const HallCamera before = camera;
        const QVector3D point(2.5F, 1.5F, 0.5F);
        camera.adoptDepthOf(point);
        QVERIFY(camera != before);
        QVERIFY(isNear(camera.eye(), before.eye(), 1e-4F));
        QVERIFY(
            isNear(camera.project(point, cameraViewport).value(), before.project(point, cameraViewport).value(), 0.1));
        QVERIFY(std::abs(QVector3D::dotProduct(camera.target - point, camera.backward())) < 1e-4F);
    }

    void panMovesThePictureWithThePointer()
    {
        HallCamera camera = someCamera();
        const QVector3D point = camera.target;
        camera.pan({30, -50}, cameraViewport);
        QVERIFY(isNear(camera.project(point, cameraViewport).value(), middle + QPointF(30, -50), 0.1));
    }

    void fitShowsEveryCornerAndWastesLittle_data()
    {
        QTest::addColumn<QVector3D>("size");
        QTest::addColumn<QSizeF>("window");
        QTest::newRow("rack") << QVector3D(0.6F, 2, 1.2F) << cameraViewport;
        QTest::newRow("flat node") << QVector3D(0.45F, 0.04F, 0.9F) << cameraViewport;
        QTest::newRow("hall") << QVector3D(60, 2, 40) << cameraViewport;
        QTest::newRow("tall window") << QVector3D(6, 2, 4) << QSizeF(400, 1200);
    }
    void fitShowsEveryCornerAndWastesLittle()
    {
        QFETCH(QVector3D, size);
        QFETCH(QSizeF, window);
        const Box box{{-1, 0, 2}, QVector3D(-1, 0, 2) + size};
        for (const CameraPreset preset :
             {CameraPreset::Iso, CameraPreset::Front, CameraPreset::Top, CameraPreset::Back}) {
            HallCamera camera;
            camera.turnTo(preset);
            camera.fit(box, window);
            double reach = 0;
            for (const QVector3D corner : box.corners()) {
                const auto pixel = camera.project(corner, window);
                QVERIFY(pixel && QRectF(QPointF(0, 0), window).contains(*pixel));
                reach = std::max({reach, std::abs(pixel->x() / window.width() - 0.5) * 2,
                                  std::abs(pixel->y() / window.height() - 0.5) * 2});
            }
            QVERIFY2(reach > 0.8, qPrintable(QString::number(reach)));
            QVERIFY(camera.mayBeVisible(box, window));
        }
    }

    void whatKeepsOffTheLegendStillFillsTheRest()
    {
        std::vector<Box> row;
        for (int at = 0; at < 8; ++at)
            row.push_back({{0.7F * static_cast<float>(at), 0, 0}, {0.7F * static_cast<float>(at) + 0.6F, 2, 1.2F}});
        for (const QSizeF window : {QSizeF(360, 350), QSizeF(900, 400), QSizeF(300, 700)}) {
            const QRectF legend(window.width() - 177, window.height() - 82, 165, 70);
            HallCamera camera;
            camera.fitIso(row, window, legend);
            QRectF all;
            for (const Box& box : row) {
                QPolygonF seen;
                for (const QVector3D corner : box.corners())
                    seen << camera.project(corner, window).value();
                QVERIFY(!seen.boundingRect().intersects(legend));
                all |= seen.boundingRect();
            }
            QVERIFY(QRectF(QPointF(0, 0), window).contains(all));
            QVERIFY(all.width() > 0.9 * (window.width() - 177) || all.height() > 0.85 * (window.height() - 82));
        }
    }

    void whatIsOutsideOneSideIsNotInView()
    {
        HallCamera camera;
        camera.turnTo(CameraPreset::Front);
        QVERIFY(camera.mayBeVisible({{-1, -1, -1}, {1, 1, 1}}, cameraViewport));
        QVERIFY(!camera.mayBeVisible({{20, 0, 0}, {21, 1, 1}}, cameraViewport));
        QVERIFY(!camera.mayBeVisible({{-1, 0, 20}, {1, 1, 21}}, cameraViewport));
    }

    void orbitTurnsFullCirclesButNeverOverTheTop()
    {
        HallCamera camera;
        camera.orbit(100, 100);
        QVERIFY(std::abs(camera.azimuth) <= std::numbers::pi_v<float> + 1e-5F);
        QCOMPARE(camera.elevation, std::numbers::pi_v<float> / 2);
        camera.orbit(0, -100);
        QVERIFY(camera.elevation > -0.2F);
    }

    void aFlightStartsAndEndsWhereItShould()
    {
        const HallCamera from = someCamera();
        HallCamera to = from;
        to.target = {0, 0, 0};
        to.distance = 100;
        QVERIFY(between(from, to, 0) == from);
        QVERIFY(between(from, to, 1) == to);
        QVERIFY(between(from, to, 2) == to);
        QVERIFY(std::abs(between(from, to, 0.5F).distance - std::sqrt(700.0F)) < 0.01F);
    }

    void aFlightTurnsTheShortWay()
    {
        HallCamera from;
        HallCamera to;
        from.azimuth = 3;
        to.azimuth = -3;
        const float halfway = between(from, to, 0.5F).azimuth;
        QVERIFY2(std::abs(std::abs(halfway) - std::numbers::pi_v<float>) < 0.01F, qPrintable(QString::number(halfway)));
    }
};

// Not appless: data rows of QVector3D need Qt Gui.
LOCKSTEP_GUI_TEST(tst_hallcamera, TestHallCamera)
#include "tst_hallcamera.moc"
