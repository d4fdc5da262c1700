// SPDX-License-Identifier: GPL-3.0-or-later
// Saves pictures of the 2D views on fake clusters for manual inspection: lockstep-viewpictures FOLDER.
#include "tests/support/fakeworld.h"
#include "widgets/charts/selectionchartsview.h"
#include "widgets/common/themestyle.h"
#include "widgets/common/viewheader.h"
#include "widgets/facts/factspanel.h"
#include "widgets/heatmap/metricgridview.h"

#include <QApplication>
#include <QDir>
#include <QGridLayout>
#include <QWidget>

#include <cstdio>
#include <functional>

using namespace lockstep;

namespace {

template <class View>
QWidget* framed(View* view, const QString& title, ViewContext context)
{
    auto* frame = new QWidget;
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* header = new ViewHeader(title, context);
    QObject::connect(view, &View::captionChanged, header, &ViewHeader::setCaption);
    header->setCaption(view->caption());
    layout->addWidget(header);
    layout->addWidget(view, 1);
    return frame;
}

struct Scene
{
    QString name;
    FakeClusterOptions options;
    GridMode mode;
    std::function<void(FakeWorld&)> prepare;
};

void save(const Scene& scene, QSize size, bool dark, const QDir& folder)
{
    FakeWorld world(scene.options);
    world.theme.setDark(dark);
    applyTheme(*qApp, world.theme);
    world.introduce();
    world.run(200);
    world.time.follow(std::chrono::seconds(180));
    scene.prepare(world);

    QWidget window;
    auto* grid = new QGridLayout(&window);
    grid->setSpacing(4);
    auto* heat = new MetricGridView(world.context());
    heat->setMode(scene.mode);
    grid->addWidget(framed(heat, QStringLiteral("Metric grid"), world.context()), 0, 0, 2, 1);
    grid->addWidget(framed(new SelectionChartsView(world.context()), QStringLiteral("Charts"), world.context()), 0, 1);
    grid->addWidget(framed(new FactsPanel(world.context()), QStringLiteral("Facts"), world.context()), 1, 1);
    grid->setColumnStretch(0, 5);
    grid->setColumnStretch(1, 4);
    grid->setRowStretch(0, 1);
    grid->setRowStretch(1, 1);
    window.resize(size);
    window.show();
    for (int i = 0; i < 20; ++i)
        QApplication::processEvents();
    const QString file = folder.filePath(QStringLiteral("%1-%2-%3.png")
                                             .arg(scene.name)
                                             .arg(size.width())
                                             .arg(dark ? QStringLiteral("dark") : QStringLiteral("light")));
    if (!window.grab().save(file))
        std::fprintf(stderr, "%s could not be written\n", qPrintable(file));
}

std::vector<Scene> scenes()
{
    const auto select = [](EntityKind kind, std::uint32_t index) {
        return EntityRef{kind, index};
    };
    const auto metric = [](FakeWorld& world, const char* name) {
        world.selection.setMetric(world.cluster.store().metrics().find(name));
    };
    FakeClusterOptions host;
    host.gpusPerNode = 0;
    FakeClusterOptions pod;
    pod.nodes = 16;
    FakeClusterOptions hall;
    hall.nodes = 512;
    hall.hostMetrics = false;
    return {
        {QStringLiteral("host-metrics"), host, GridMode::ByMetric,
         [=](FakeWorld& world) {
             metric(world, "port.transmit");
         }},
        {QStringLiteral("host-node"), host, GridMode::ByMetric,
         [=](FakeWorld& world) {
             metric(world, "node.cpu.utilisation");
             world.selection.select(select(EntityKind::Node, 0));
         }},
        {QStringLiteral("host-time"), host, GridMode::OverTime,
         [=](FakeWorld& world) {
             metric(world, "core.utilisation");
             world.selection.setSelected(
                 {select(EntityKind::Port, 0), select(EntityKind::Port, 1), select(EntityKind::Port, 2)});
         }},
        {QStringLiteral("pod-time"), pod, GridMode::OverTime,
         [=](FakeWorld& world) {
             metric(world, "gpu.temperature");
             world.fake().silence(5);
             world.fake().force(3, "gpu.temperature", 4, 91.0F);
             world.run(40);
             const TimePoint now = world.now();
             world.time.setMarked(TimeRange{now - std::chrono::seconds(100), now - std::chrono::seconds(80)});
             world.selection.setSelected(
                 {select(EntityKind::Gpu, 27), select(EntityKind::Gpu, 28), select(EntityKind::Gpu, 40)});
         }},
        {QStringLiteral("pod-metrics"), pod, GridMode::ByMetric,
         [=](FakeWorld& world) {
             metric(world, "gpu.power");
             world.fake().silence(5);
             world.run(10);
             world.selection.select(select(EntityKind::Node, 5));
         }},
        {QStringLiteral("hall-time"), hall, GridMode::OverTime,
         [=](FakeWorld& world) {
             metric(world, "gpu.temperature");
             world.fake().force(300, "gpu.temperature", 4, 97.0F);
             world.run(20);
         }},
        {QStringLiteral("hall-metrics"), hall, GridMode::ByMetric,
         [=](FakeWorld& world) {
             metric(world, "gpu.temperature");
             world.selection.select(select(EntityKind::Gpu, 2403));
         }},
        {QStringLiteral("empty"),
         {.nodes = 0},
         GridMode::OverTime,
         [](FakeWorld&) {
         }},
    };
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    if (argc < 2) {
        std::fputs("usage: lockstep-viewpictures FOLDER [SCENE]\n", stderr);
        return 2;
    }
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    folder.mkpath(QStringLiteral("."));
    const QString only = argc > 2 ? QString::fromLocal8Bit(argv[2]) : QString();
    for (const Scene& scene : scenes()) {
        if (!only.isEmpty() && scene.name != only)
            continue;
        for (const bool dark : {true, false}) {
            save(scene, {1280, 800}, dark, folder);
            if (dark)
                save(scene, {2560, 1440}, dark, folder);
        }
    }
    return 0;
}
