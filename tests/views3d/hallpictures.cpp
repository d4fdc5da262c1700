// SPDX-License-Identifier: GPL-3.0-or-later
// Writes pictures of the hall to a folder for manual inspection: hallpictures FOLDER [NAME-PART]
#include "tests/support/waiting.h"
#include "tests/views3d/hallfixture.h"
#include "tests/views3d/settle.h"
#include "views3d/hallview.h"
#include "views3d/render/surfaceformat.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QPixmap>
#include <QTest>
#include <fmt/core.h>

namespace {

using namespace lockstep;

struct Picture
{
    const char* name;
    FakeClusterOptions cluster;
    const char* metric;
    QSize size = {1280, 800};
    bool isDark = true;
    bool hasTrouble = false; ///< a silent node and a GPU without data
    Qt::Key key = Qt::Key_unknown;
    EntityRef pointAt = {};
    EntityRef flyTo = {};
};

FakeClusterOptions host()
{
    FakeClusterOptions options;
    options.gpusPerNode = 0;
    options.namesAndPlaces = false;
    return options;
}

FakeClusterOptions nodes(std::uint32_t count)
{
    FakeClusterOptions options;
    options.nodes = count;
    return options;
}

const Picture pictures[] = {
    {"host-dark", host(), "core.utilisation"},
    {"host-light", host(), "core.utilisation", {1280, 800}, false},
    {"host-large", host(), "node.cpu.utilisation", {2560, 1440}},
    {"host-small", host(), "disk.write", {560, 380}},
    {"host-tip", host(), "core.utilisation", {1280, 800}, true, false, Qt::Key_unknown, {EntityKind::Core, 1}},
    {"host-front", host(), "port.transmit", {1280, 800}, true, false, Qt::Key_2},
    {"host-top", host(), "sensor.temperature", {1280, 800}, true, false, Qt::Key_3},
    {"eight-dark", nodes(8), "gpu.temperature"},
    {"eight-light", nodes(8), "gpu.temperature", {1280, 800}, false},
    {"eight-large", nodes(8), "gpu.power", {2560, 1440}},
    {"eight-trouble", nodes(8), "gpu.temperature", {1280, 800}, true, true},
    {"eight-trouble-light", nodes(8), "gpu.utilisation", {1280, 800}, false, true},
    {"eight-front", nodes(8), "gpu.temperature", {1280, 800}, true, false, Qt::Key_2, {EntityKind::Gpu, 12}},
    {"eight-fly", nodes(8), "gpu.temperature", {1280, 800}, true, false, Qt::Key_unknown, {}, {EntityKind::Node, 2}},
    {"many-dark", nodes(64), "gpu.temperature"},
    {"many-light", nodes(64), "gpu.utilisation", {2560, 1440}, false},
    {"many-trouble", nodes(64), "gpu.temperature", {1280, 800}, true, true},
    {"hall-dark", nodes(2048), "gpu.temperature"},
    {"hall-top", nodes(2048), "gpu.temperature", {1280, 800}, true, true, Qt::Key_3},
};

void take(const Picture& picture, const QString& folder)
{
    HallFixture fixture(picture.cluster);
    fixture.theme.setDark(picture.isDark);
    fixture.colourBy(picture.metric);
    if (picture.hasTrouble) {
        fixture.cluster.silence(2);
        fixture.cluster.force(1, picture.metric, 3, noData);
        fixture.cluster.force(0, picture.metric, 2, 96);
    }
    for (int at = 0; at < 4; ++at)
        fixture.tick();
    HallView view(fixture.context());
    view.resize(picture.size);
    view.show();
    if (!QTest::qWaitForWindowExposed(&view, test::hangTimeoutMs))
        return;
    test::settle(view);
    if (picture.key != Qt::Key_unknown)
        QTest::keyClick(view.focusProxy(), picture.key);
    if (picture.flyTo.isValid()) {
        fixture.selection.select(picture.flyTo);
        QTest::keyClick(view.focusProxy(), Qt::Key_F);
    }
    test::settle(view);
    if (picture.pointAt.isValid())
        QTest::mouseMove(view.focusProxy(), view.placeOf(picture.pointAt).value_or(QPoint()));
    test::settle(view);
    const QString file = folder + u'/' + QString::fromLatin1(picture.name) + QStringLiteral(".png");
    view.grab().save(file);
    fmt::print("{}: {}, {} renders\n", picture.name, view.caption().toStdString(), view.renderedFrames());
}

} // namespace

int main(int argc, char** argv)
{
    prepareSurfaceFormat();
    const QApplication application(argc, argv);
    if (argc < 2)
        return 1;
    for (const Picture& picture : pictures) {
        if (argc < 3 || std::string_view(picture.name).find(argv[2]) != std::string_view::npos)
            take(picture, QString::fromLocal8Bit(argv[1]));
    }
    return 0;
}
