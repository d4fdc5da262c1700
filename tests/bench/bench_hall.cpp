// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of a frame of the 3D hall. Run on an X server with GL. Each round waits for the pixels.
#include "tests/support/waiting.h"
#include "tests/views3d/hallfixture.h"
#include "views3d/hallview.h"
#include "views3d/render/surfaceformat.h"
#include "views3d/values/hallstage.h"

#include <QApplication>
#include <QKeyEvent>
#include <QTest>
#include <benchmark/benchmark.h>

using namespace lockstep;

namespace {

FakeClusterOptions clusterOf(const benchmark::State& state)
{
    FakeClusterOptions options;
    options.nodes = static_cast<std::uint32_t>(state.range(0));
    options.racksPerRow = options.nodes > 1000 ? 32 : 8;
    return options;
}

struct Shown
{
    explicit Shown(const benchmark::State& state) : fixture(clusterOf(state))
    {
        fixture.colourBy("gpu.temperature");
        view = std::make_unique<HallView>(fixture.context());
        view->resize(1280, 800);
        view->show();
        if (!QTest::qWaitForWindowExposed(view.get(), test::hangTimeoutMs))
            qFatal("no window");
        QTest::qWait(500);
    }

    /// Runs until one more frame has been rendered and composed.
    void nextFrame()
    {
        const auto before = view->renderedFrames();
        while (view->renderedFrames() == before)
            QApplication::processEvents(QEventLoop::WaitForMoreEvents, 1000);
        fixture.frames.endFrame(wallClockNow());
        drawing.push_back(std::chrono::duration<double, std::milli>(view->drawingCost()).count());
    }

    /// Medians per frame: time on the GUI thread, and time of the drawing thread.
    void report(benchmark::State& state) const
    {
        state.counters["gui_ms"] = fixture.frames.frameMilliseconds().p50;
        state.counters["drawing_ms"] = percentilesOf(drawing).p50;
    }

    void press(Qt::Key key)
    {
        QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
        QApplication::sendEvent(view->focusProxy(), &event);
    }

    HallFixture fixture;
    std::unique_ptr<HallView> view;
    std::vector<double> drawing;
};

/// A frame while the user orbits: detail, boxes where they change, labels, render, composition.
void orbitFrame(benchmark::State& state)
{
    Shown shown(state);
    for (auto _ : state) {
        shown.press(Qt::Key_Right);
        shown.nextFrame();
    }
    shown.report(state);
}

/// What a new tick costs on the GUI thread before anything is rendered: readings, scale, colours.
void colourUpdate(benchmark::State& state)
{
    HallFixture fixture(clusterOf(state));
    fixture.colourBy("gpu.temperature");
    const ViewContext context = fixture.context();
    HallStage stage(context);
    HallCamera camera;
    camera.turnTo(CameraPreset::Iso);
    stage.refreshGeometry();
    camera.fit(stage.geometry().opening(), {1280, 800});
    stage.refreshBoxes(camera, {1280, 800}, false);
    state.counters["boxes"] = static_cast<double>(stage.list().boxes().size());
    for (auto _ : state) {
        stage.valuesAreDirty();
        stage.refreshBoxes(camera, {1280, 800}, false);
        benchmark::DoNotOptimize(stage.refreshColours());
    }
}

/// A frame that only has new values; applying them to the store is not counted.
void tickFrame(benchmark::State& state)
{
    Shown shown(state);
    for (auto _ : state) {
        state.PauseTiming();
        QTest::qWait(300); // longer than the view's own pace holds new data back
        shown.fixture.tick();
        state.ResumeTiming();
        shown.nextFrame();
    }
    shown.report(state);
}

BENCHMARK(colourUpdate)->Arg(1)->Arg(64)->Arg(2048)->Arg(12500)->Unit(benchmark::kMillisecond);
BENCHMARK(orbitFrame)
    ->Arg(1)
    ->Arg(64)
    ->Arg(2048)
    ->Arg(12500)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(40)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK(tickFrame)
    ->Arg(1)
    ->Arg(64)
    ->Arg(2048)
    ->Arg(12500)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(20)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

} // namespace

int main(int argc, char** argv)
{
    prepareSurfaceFormat();
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
