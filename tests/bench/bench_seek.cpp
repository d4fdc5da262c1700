// SPDX-License-Identifier: GPL-3.0-or-later
// How long a replay takes to show another moment with all views right: the whole window, offscreen, over a recording.
//   bench_seek make FOLDER NODES SECONDS    records a simulated cluster of 8 GPUs a node, as fast as it goes
//   bench_seek FOLDER [SEEKS]               seeks to random moments and tells how long that took
#include "app/dashboard/composition.h"
#include "app/dashboard/mainwindow.h"
#include "app/dashboard/settings.h"
#include "app/dashboard/startoptions.h"
#include "datasources/storage/recorder.h"
#include "tests/support/simulatedbatches.h"
#include "views3d/surfaceformat.h"

#include <QApplication>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <string_view>

namespace {

using namespace lockstep;
using Clock = std::chrono::steady_clock;

int make(const std::string& folder, std::uint32_t nodes, int seconds)
{
    RecorderOptions options;
    options.folder = folder;
    Result<std::unique_ptr<Recorder>> recorder = Recorder::start(options, nullptr);
    if (!recorder.isOk()) {
        fmt::print(stderr, "{}\n", recorder.error().message);
        return 1;
    }
    SimulatedBatches cluster(nodes);
    recorder.value()->record(cluster.introduce());
    constexpr int secondsInHand = 10;
    for (int second = 0; second < seconds; ++second) {
        recorder.value()->record(cluster.next());
        if (second % secondsInHand == 0)
            recorder.value()->flush(); // the simulation is faster than any cluster: nothing shall be dropped
    }
    recorder.value()->flush();
    const RecorderStatus status = recorder.value()->status();
    fmt::print("{} batches written, {} ticks dropped{}{}\n", status.committedBatches, status.droppedTicks,
               status.problem.empty() ? "" : ": ", status.problem);
    return status.problem.empty() ? 0 : 1;
}

/// Until all that was asked for is there and painted.
bool settle(const RecordedPast& past)
{
    const auto giveUp = Clock::now() + std::chrono::seconds(20);
    for (;;) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
        QCoreApplication::sendPostedEvents();
        if (past.waiting() == 0 && past.isTold())
            return true;
        if (Clock::now() > giveUp) {
            fmt::print(stderr, "{} blocks have not come after 20 s\n", past.waiting());
            return false;
        }
    }
}

double milliseconds(Clock::duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

int seek(const QString& folder, int seeks)
{
    StartOptions options;
    options.replay = folder;
    options.size = QSize(1600, 900);
    options.freshSettings = true;
    Settings settings(true);
    Composition composition(options);
    MainWindow window(composition, settings);
    const auto before = Clock::now();
    window.open(options);
    const RecordedPast* const past = composition.history().past();
    if (past == nullptr || !settle(*past)) {
        fmt::print(stderr, "{} cannot be shown\n", folder.toStdString());
        return 1;
    }
    fmt::print("opened and shown after {:.0f} ms\n", milliseconds(Clock::now() - before));

    TimeWindow& time = composition.time();
    const TimeRange extent = time.extent();
    std::mt19937_64 random(1);
    std::vector<double> took;
    for (int each = 0; each < seeks; ++each) {
        const auto at = extent.from
            + Duration(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(extent.length().count())));
        const auto begin = Clock::now();
        const Duration length = time.range().length();
        const TimePoint from = std::clamp(at - length / 2, extent.from, std::max(extent.from, extent.to - length));
        time.setRange({from, from + length});
        time.setCursor(at);
        if (!settle(*past))
            return 1;
        took.push_back(milliseconds(Clock::now() - begin));
    }
    std::ranges::sort(took);
    const auto share = [&](double part) {
        return took[static_cast<std::size_t>(part * static_cast<double>(took.size() - 1))];
    };
    fmt::print("{} seeks in {:.0f} s of recording: p50 {:.1f} ms, p95 {:.1f} ms, p99 {:.1f} ms, worst {:.1f} ms\n",
               seeks, std::chrono::duration<double>(extent.length()).count(), share(0.5), share(0.95), share(0.99),
               took.back());
    return 0;
}

} // namespace

int main(int argc, char* argv[])
{
    if (argc == 5 && std::string_view(argv[1]) == "make")
        return make(argv[2], static_cast<std::uint32_t>(std::atoi(argv[3])), std::atoi(argv[4]));
    if (argc < 2) {
        fmt::print(stderr, "bench_seek make FOLDER NODES SECONDS | bench_seek FOLDER [SEEKS]\n");
        return 2;
    }
    prepareSurfaceFormat();
    int qtArgc = 1;
    const QApplication application(qtArgc, argv);
    return seek(QString::fromLocal8Bit(argv[1]), argc > 2 ? std::atoi(argv[2]) : 200);
}
