// SPDX-License-Identifier: GPL-3.0-or-later
// Compares pictures of the hall with reviewed ones in tests/views3d/images. If a picture changes intentionally, run
// with LOCKSTEP_UPDATE_IMAGES=1 and review the changes before committing them.
#include "tests/support/waiting.h"
#include "tests/views3d/hallfixture.h"
#include "tests/views3d/settle.h"
#include "views3d/hallview.h"
#include "views3d/render/surfaceformat.h"

#include <QApplication>
#include <QDir>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using lockstep::test::settle;

namespace {

constexpr QSize pictureSize(260, 170);
constexpr int visible = 40; // of 255; drivers differ by less if nothing is wrong
constexpr double tolerated = 0.02; // share of pixels: edges fall to one side or the other

struct Scene
{
    const char* name;
    std::uint32_t nodes;
    bool isDark = true;
    bool hasTrouble = false; ///< a silent node, a GPU without data, a hot one
    std::vector<Qt::Key> keys = {};
    EntityRef flyTo = {};
};

const Scene scenes[] = {
    {"hall-dark", 256},
    {"racks-dark", 16},
    {"racks-light", 16, false},
    {"trouble-front", 8, true, true, {Qt::Key_2}},
    {"trouble-alone", 8, false, true, {Qt::Key_H}},
    {"plan", 32, true, false, {Qt::Key_3}},
    {"node-open", 8, true, false, {}, {EntityKind::Node, 2}},
};

QImage pictureOf(const Scene& scene)
{
    FakeClusterOptions options;
    options.nodes = scene.nodes;
    HallFixture fixture(options);
    fixture.theme.setDark(scene.isDark);
    fixture.colourBy("gpu.temperature");
    if (scene.hasTrouble) {
        fixture.cluster.silence(5);
        fixture.cluster.force(1, "gpu.temperature", 3, noData);
        fixture.cluster.force(0, "gpu.temperature", 2, 96);
    }
    for (int at = 0; at < 4; ++at)
        fixture.tick();
    HallView view(fixture.context());
    view.resize(pictureSize); // too small for strip and legend: fonts differ from system to system
    view.show();
    if (!QTest::qWaitForWindowExposed(&view, test::hangTimeoutMs))
        qFatal("no window");
    settle(view);
    for (const Qt::Key key : scene.keys)
        QTest::keyClick(view.focusProxy(), key);
    if (scene.flyTo.isValid())
        view.flyTo(scene.flyTo);
    settle(view);
    return view.focusProxy()->grab().toImage().convertToFormat(QImage::Format_RGB32);
}

double differingShare(const QImage& one, const QImage& other)
{
    if (one.size() != other.size())
        return 1;
    int differing = 0;
    for (int y = 0; y < one.height(); ++y) {
        for (int x = 0; x < one.width(); ++x) {
            const QRgb a = one.pixel(x, y);
            const QRgb b = other.pixel(x, y);
            const int farthest = std::max(
                {std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
            differing += farthest > visible ? 1 : 0;
        }
    }
    return static_cast<double>(differing) / (one.width() * one.height());
}

} // namespace

class TestHallImages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePictureIsTheOneThatWasLookedAt_data()
    {
        QTest::addColumn<std::size_t>("scene");
        for (std::size_t at = 0; at < std::size(scenes); ++at)
            QTest::newRow(scenes[at].name) << at;
    }
    void thePictureIsTheOneThatWasLookedAt()
    {
        QFETCH(std::size_t, scene);
        const QDir folder(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/tests/views3d/images"));
        const QString file = folder.filePath(QString::fromLatin1(scenes[scene].name) + QStringLiteral(".png"));
        const QImage drawn = pictureOf(scenes[scene]);
        if (qEnvironmentVariableIsSet("LOCKSTEP_UPDATE_IMAGES")) {
            QVERIFY(drawn.save(file));
            QSKIP("saved; look at it");
        }
        const QImage expected = QImage(file).convertToFormat(QImage::Format_RGB32);
        QVERIFY2(!expected.isNull(), qPrintable(file));
        const double share = differingShare(drawn, expected);
        if (share > tolerated) {
            const QString kept = QDir::temp().filePath(QFileInfo(file).fileName());
            drawn.save(kept);
            QFAIL(qPrintable(QStringLiteral("%1 % of the pixels differ; see %2").arg(share * 100).arg(kept)));
        }
    }

    void differencesAreSeen()
    {
        const QImage dark = pictureOf(scenes[1]);
        QVERIFY(differingShare(dark, dark) < 1e-9);
        Scene hot = scenes[1];
        hot.hasTrouble = true;
        QVERIFY(differingShare(dark, pictureOf(hot)) > 0.005);
        QVERIFY(differingShare(dark, pictureOf(scenes[2])) > 0.5);
    }
};

int tst_hallimages(int argc, char** argv)
{
    prepareSurfaceFormat();
    const QApplication application(argc, argv);
    TestHallImages test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_hallimages.moc"
