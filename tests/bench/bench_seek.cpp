// SPDX-License-Identifier: GPL-3.0-or-later
// Time until a replay shows another moment with all views up to date: the whole window, offscreen, over a recording.
//   bench_seek make FOLDER NODES SECONDS    records a simulated cluster with 8 GPUs per node, as fast as possible
//   bench_seek FOLDER [SEEKS [spans]]       seeks to random moments and prints the time taken
#include "app/dashboard/dashboardrun.h"
#include "app/session/opening/startoptions.h"
#include "app/session/past/columns/recordedpast.h"
#include "app/session/session.h"
#include "datasources/recording/recorder.h"
#include "models/store/clustermodel.h"
#include "tests/support/placedrecorder.h"
#include "tests/support/simulatedbatches.h"
#include "views3d/render/surfaceformat.h"

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QDockWidget>
#include <QTimer>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
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
    Result<std::unique_ptr<test::PlacedRecorder>> recorder = test::PlacedRecorder::start(options, nullptr);
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
            recorder.value()->flush(); // the simulation is faster than any cluster, and nothing may be dropped
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

/// Records when each view was last painted. Ignores repaints that spans cause long after columns, that is, the
/// timeline, and other views' reactions to spans and events after the first. Also ignores views about the program
/// itself.
class PaintWatch : public QObject
{
public:
    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && object->isWidgetType())
            note(viewOf(static_cast<QWidget*>(object)));
        return false;
    }

    Clock::time_point last;
    std::string_view lastView;
    bool haveSpansAndEventsCome = false;

private:
    static std::string_view viewOf(QWidget* widget)
    {
        constexpr std::string_view ours = "lockstep::";
        for (; widget != nullptr; widget = widget->parentWidget()) {
            const auto* const dock = qobject_cast<QDockWidget*>(widget);
            const QWidget* const view = dock != nullptr ? dock->widget() : widget;
            const std::string_view name = view->metaObject()->className();
            const bool isView = dock != nullptr || widget->parentWidget() == nullptr || name == "lockstep::HeaderStrip"
                || name == "lockstep::StatusFooter" || name == "lockstep::TimeBar";
            if (isView && name.starts_with(ours))
                return name.substr(ours.size());
        }
        return {};
    }

    void note(std::string_view view)
    {
        // Excludes the window and its page, which are the background of views.
        if (view.empty() || view == "MainWindow" || view == "TimelineView" || view == "StatusFooter")
            return;
        if (haveSpansAndEventsCome && (view == "HeaderStrip" || view == "EventsPanel" || view == "TimeBar"))
            return;
        last = Clock::now();
        lastView = view;
    }
};

/// Durations, measured from the seek.
struct Took
{
    Clock::duration columns{}; ///< until all data that views requested had arrived
    Clock::duration pictures{}; ///< until the last of them was painted
    Clock::duration spans{}; ///< until those at the cursor were there
    std::string_view paintedLast; ///< class of the view
};

class SeekBench
{
public:
    SeekBench(DashboardRun& run, bool waitsForSpans) : m_run(run), m_waitsForSpans(waitsForSpans)
    {
        qApp->installEventFilter(&m_paints);
        QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake, &m_paints,
                         [this] { m_awoke = Clock::now(); });
        m_wakeUp.start(std::chrono::milliseconds(5));
    }

    /// @return false when it cannot be opened
    bool waitUntilOpen()
    {
        bool hasFailed = false;
        QObject::connect(&m_run, &DashboardRun::failed, &m_paints, [&hasFailed] { hasFailed = true; });
        while (m_run.composition().session().past() == nullptr && !hasFailed)
            turn();
        QObject::disconnect(&m_run, &DashboardRun::failed, &m_paints, nullptr);
        QObject::connect(
            &m_run.composition().cluster(), &ClusterModel::changed, &m_paints,
            [this](const ChangeSet& changes) { m_paints.haveSpansAndEventsCome |= changes.spans || changes.events; });
        return !hasFailed;
    }

    /// Of the event loop, since it began.
    [[nodiscard]] Clock::duration longestTurn() const { return m_longestTurn; }

    /// Waits until all views are up to date; nullopt on timeout.
    std::optional<Took> settle()
    {
        // Longer than views delay painting (RepaintLimiter), and than drawing the hall takes.
        constexpr std::chrono::milliseconds quiet{90};
        const Clock::time_point begin = Clock::now();
        const RecordedPast& past = *session().past();
        Clock::time_point columns = begin;
        Clock::time_point spans = begin;
        m_paints.last = begin;
        m_paints.haveSpansAndEventsCome = false;
        while (Clock::now() - std::max(m_paints.last, columns) < quiet) {
            turn();
            if (session().time().isSeeking() || past.waiting() > 0 || !past.isReported())
                columns = Clock::now();
            if (!areSpansThere())
                spans = Clock::now();
            if (Clock::now() - begin > std::chrono::seconds(20)) {
                fmt::print(stderr, "{} columns have not come after 20 s\n", past.waiting());
                return std::nullopt;
            }
        }
        const auto pictures = m_paints.last - begin;
        const std::string_view last = m_paints.lastView;
        while (m_waitsForSpans && !areSpansThere() && Clock::now() - begin < std::chrono::seconds(10)) {
            turn();
            spans = Clock::now();
        }
        return Took{columns - begin, pictures, spans - begin, last};
    }

private:
    void turn()
    {
        // Not the overload with a time limit, which busy-waits on a core that others need.
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents();
        m_longestTurn = std::max(m_longestTurn, Clock::now() - std::max(m_awoke, m_turnEnded));
        m_turnEnded = Clock::now();
    }

    [[nodiscard]] bool areSpansThere()
    {
        const TimePoint cursor = session().time().target().cursor;
        const auto& store = session().cluster().store();
        return store.spansAvailable({cursor, cursor + Duration(1)}).front().state == Availability::Ready;
    }

    [[nodiscard]] Session& session() { return m_run.composition().session(); }

    DashboardRun& m_run;
    bool m_waitsForSpans;
    PaintWatch m_paints;
    Clock::time_point m_awoke;
    Clock::time_point m_turnEnded;
    Clock::duration m_longestTurn{};
    QTimer m_wakeUp; ///< so that a turn ends when nothing happens
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

/// The views that were updated last.
void reportWhoWasLast(const std::vector<Took>& took)
{
    std::map<std::string_view, std::vector<double>> byName;
    for (const Took& each : took)
        byName[each.paintedLast].push_back(milliseconds(each.pictures));
    for (auto& [name, times] : byName) {
        std::ranges::sort(times);
        fmt::print("    last {:3} times: {:<32} median {:6.1f} ms, longest {:6.1f} ms\n", times.size(), name,
                   times[times.size() / 2], times.back());
    }
}

int seek(const QString& folder, int seeks, bool waitsForSpans)
{
    StartOptions options;
    options.replay = folder;
    options.size = QSize(1600, 900);
    options.freshSettings = true;
    const auto before = Clock::now();
    DashboardRun run(*qApp, options, before);
    run.start();
    const Clock::duration up = Clock::now() - before;
    SeekBench bench(run, waitsForSpans);
    if (!bench.waitUntilOpen()) {
        fmt::print(stderr, "{} cannot be shown\n", folder.toStdString());
        return 1;
    }
    const Clock::duration opened = Clock::now() - before;
    const auto shown = bench.settle();
    if (!shown)
        return 1;
    fmt::print("window after {:.0f} ms, opened after {:.0f} ms, all shown after {:.0f} ms, longest turn {:.0f} ms\n",
               milliseconds(up), milliseconds(opened), milliseconds(opened + shown->pictures),
               milliseconds(bench.longestTurn()));

    TimeWindow& time = run.composition().time();
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
    tell("until all views but what spans tell are painted", took, &Took::pictures);
    reportWhoWasLast(took);
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
