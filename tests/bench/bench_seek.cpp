// SPDX-License-Identifier: GPL-3.0-or-later
// How long a replay takes to show another moment with all views right: the whole window, offscreen, over a recording.
//   bench_seek make FOLDER NODES SECONDS    records a simulated cluster of 8 GPUs a node, as fast as it goes
//   bench_seek FOLDER [SEEKS [spans]]       seeks to random moments and tells how long that took
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
#include <optional>
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

double milliseconds(Clock::duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

/// When something was painted last, but for the timeline, which spans come into long after.
class PaintWatch : public QObject
{
public:
    bool eventFilter(QObject* object, QEvent* event) override
    {
        const std::string_view name = object->metaObject()->className();
        if (event->type() == QEvent::Paint && object->isWidgetType() && name.find("Time") == std::string_view::npos)
            last = Clock::now();
        return false;
    }

    Clock::time_point last;
};

/// How long something took, from the seek on.
struct Took
{
    Clock::duration columns{}; ///< until all that views asked for was there
    Clock::duration pictures{}; ///< until the last of them was painted
    Clock::duration spans{}; ///< until those at the cursor were in the store
};

class SeekBench
{
public:
    SeekBench(Composition& composition, bool waitsForSpans) : m_composition(composition), m_waitsForSpans(waitsForSpans)
    {
        qApp->installEventFilter(&m_paints);
    }

    /// Until all views are right; nullopt when they do not come to be.
    std::optional<Took> settle()
    {
        // Longer than views put their painting off (RepaintLimiter), or drawing the hall takes.
        constexpr std::chrono::milliseconds quiet{90};
        const Clock::time_point begin = Clock::now();
        const RecordedPast& past = *m_composition.history().past();
        Clock::time_point columns = begin;
        m_paints.last = begin;
        while (Clock::now() - std::max(m_paints.last, columns) < quiet) {
            turn();
            if (m_composition.time().isOnItsWay() || past.waiting() > 0 || !past.isTold())
                columns = Clock::now();
            if (Clock::now() - begin > std::chrono::seconds(20)) {
                fmt::print(stderr, "{} columns have not come after 20 s\n", past.waiting());
                return std::nullopt;
            }
        }
        const Took took{columns - begin, m_paints.last - begin, spansSince(begin)};
        return took;
    }

private:
    static void turn()
    {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
        QCoreApplication::sendPostedEvents();
    }

    Clock::duration spansSince(Clock::time_point begin)
    {
        const auto isThere = [this] {
            return m_composition.history().happenings()->has(m_composition.time().cursor());
        };
        while (m_waitsForSpans && !(isThere() && m_composition.queue().size() == 0)
               && Clock::now() - begin < std::chrono::seconds(10))
            turn();
        return Clock::now() - begin;
    }

    Composition& m_composition;
    bool m_waitsForSpans;
    PaintWatch m_paints;
};

void tell(const char* what, std::vector<Took> took, Clock::duration Took::*part)
{
    std::ranges::sort(took, {}, part);
    const auto share = [&](double each) {
        return milliseconds(took[static_cast<std::size_t>(each * static_cast<double>(took.size() - 1))].*part);
    };
    fmt::print("  {:<44} p50 {:6.1f} ms, p95 {:6.1f} ms, p99 {:6.1f} ms, worst {:6.1f} ms\n", what, share(0.5),
               share(0.95), share(0.99), share(1));
}

int seek(const QString& folder, int seeks, bool waitsForSpans)
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
    if (composition.history().past() == nullptr) {
        fmt::print(stderr, "{} cannot be shown\n", folder.toStdString());
        return 1;
    }
    SeekBench bench(composition, waitsForSpans);
    const Clock::duration opened = Clock::now() - before;
    const auto shown = bench.settle();
    if (!shown)
        return 1;
    fmt::print("opened after {:.0f} ms, shown after {:.0f} ms\n", milliseconds(opened),
               milliseconds(opened + shown->pictures));

    TimeWindow& time = composition.time();
    const TimeRange extent = time.extent();
    std::mt19937_64 random(1);
    std::vector<Took> took;
    for (int each = 0; each < seeks; ++each) {
        const auto at = extent.from
            + Duration(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(extent.length().count())));
        const Duration length = time.range().length();
        const TimePoint from = std::clamp(at - length / 2, extent.from, std::max(extent.from, extent.to - length));
        time.setRange({from, from + length});
        time.setCursor(at);
        const auto one = bench.settle();
        if (!one)
            return 1;
        took.push_back(*one);
    }
    fmt::print("{} seeks in {:.0f} s of recording\n", seeks, std::chrono::duration<double>(extent.length()).count());
    tell("until all columns that views ask for are there", took, &Took::columns);
    tell("until all views but the timeline are painted", took, &Took::pictures);
    if (waitsForSpans)
        tell("until the spans at the cursor are there", took, &Took::spans);
    return 0;
}

} // namespace

int main(int argc, char* argv[])
{
    if (argc == 5 && std::string_view(argv[1]) == "make")
        return make(argv[2], static_cast<std::uint32_t>(std::atoi(argv[3])), std::atoi(argv[4]));
    if (argc < 2) {
        fmt::print(stderr, "bench_seek make FOLDER NODES SECONDS | bench_seek FOLDER [SEEKS [spans]]\n");
        return 2;
    }
    prepareSurfaceFormat();
    int qtArgc = 1;
    const QApplication application(qtArgc, argv);
    return seek(QString::fromLocal8Bit(argv[1]), argc > 2 ? std::atoi(argv[2]) : 200, argc > 3);
}
