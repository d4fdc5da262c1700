// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/prometheussource.h"

#include "datasources/agentclient/policies/statusreport.h"
#include "datasources/prometheus/nodeticks.h"
#include "models/core/batch.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/work/backoff.h"
#include "models/core/work/stoppablewait.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <utility>

namespace lockstep {

namespace {

/// Delay until a scrape is visible.
constexpr Duration settling = std::chrono::seconds(1);
/// How often new scrapes are checked.
constexpr Duration maxPollDuration = std::chrono::seconds(1);
constexpr Duration shortestPoll = std::chrono::milliseconds(250);
/// Minimum pause after a query of all values, as a multiple of its duration.
constexpr int restPerQuestion = 4;
/// The first tick is in the past; it is read as far back as scrapes exist.
constexpr Duration overlap = std::chrono::seconds(5);
/// Ticks to catch up after an outage; older ones are read as the past.
constexpr TickIndex maxCaughtUp = 40;

/// State of the polling thread.
class Follower
{
public:
    Follower(SourceId source, const EnginePlan& plan, const PrometheusSource::Sink& sink, const std::stop_token& stop)
        : m_plan(plan),
          m_sink(sink),
          m_stop(stop),
          m_engine(plan.endpoint, stop),
          m_ticks(source, plan, static_cast<std::uint64_t>(nsOf(wallClockNow()))),
          m_report(source, plan.endpoint.url, true),
          m_retry(source.value + 1),
          m_probes(probesOf(plan))
    { }

    void run()
    {
        tell(SourceState::Connecting, "running the first queries", std::nullopt);
        TickIndex next = tickIndexOf(wallClockNow() - overlap, m_plan.period) - 1;
        bool isHistorical = m_plan.isHistorical();
        while (!m_stop.stop_requested()) {
            next = std::max(next, currentTick() - maxCaughtUp);
            Status status = success();
            if (isHistorical) {
                // Existing data can be shown from then on.
                status = reportTick(tickIndexOf(m_plan.newest, m_plan.period), NodeTicks::Nodes::All);
                isHistorical = !status.isOk();
            } else {
                status = follow(next);
            }
            if (status.isOk()) {
                m_retry.reset();
            } else if (!m_stop.stop_requested()) {
                const Duration pause = m_retry.next();
                tell(SourceState::Retrying, status.error().message, pause);
                (void)waitFor(pause, m_stop);
            }
        }
        tell(SourceState::Closed, "closed", std::nullopt);
    }

private:
    /// For each exporter, its row with the fewest and cheapest series: a gauge of a node, or of a part of it.
    static std::vector<std::size_t> probesOf(const EnginePlan& plan)
    {
        const auto costOf = [&plan](std::size_t row) {
            const ScrapedMetric& scraped = plan.rows[row].metric;
            const MetricDescriptor* const ours = findMetric(scraped.metric);
            return std::pair(scraped.query != latestOf(scraped.seen), ours && ours->entityKind != EntityKind::Node);
        };
        std::map<std::string, std::size_t> probes;
        for (std::size_t row = 0; row < plan.rows.size(); ++row) {
            const auto [known, isNew] = probes.emplace(plan.rows[row].metric.exporter, row);
            if (!isNew && costOf(row) < costOf(known->second))
                known->second = row;
        }
        std::vector<std::size_t> rows;
        for (const auto& [exporter, row] : probes)
            rows.push_back(row);
        return rows;
    }

    [[nodiscard]] TickIndex currentTick() const { return tickIndexOf(wallClockNow(), m_plan.period); }

    void tell(SourceState state, const std::string& reason, std::optional<Duration> nextTry)
    {
        if (BatchPtr batch = m_report.change(state, {reason}, nextTry))
            m_sink(std::move(batch));
    }

    /// Reports nodes as soon as they have been scraped, and the others once the next tick has ended.
    Status follow(TickIndex& next)
    {
        const TimePoint over = m_plan.momentOf(next) + settling;
        const bool isOver = wallClockNow() >= over;
        if (const Status probed = probe(); !probed.isOk())
            return probed;
        if (std::chrono::steady_clock::now() >= m_nextQuestion) {
            for (const TickIndex tick : m_ticks.freshTicks()) {
                if (const Status reported = reportTick(tick, NodeTicks::Nodes::Fresh); !reported.isOk())
                    return reported;
            }
        }
        if (isOver || m_ticks.isReported(next)) {
            const Status reported = m_ticks.isReported(next) ? success() : reportTick(next, NodeTicks::Nodes::All);
            next += reported.isOk() ? 1 : 0;
            return reported;
        }
        const Duration poll = std::clamp<Duration>(m_plan.period / 4, shortestPoll, maxPollDuration);
        (void)waitFor(std::min(poll, over - wallClockNow()), m_stop);
        return success();
    }

    /// Queries the time of each exporter's last scrape.
    Status probe()
    {
        const TimePoint now = wallClockNow();
        const auto secondsAt = [](TimePoint time) {
            return static_cast<double>(nsOf(time)) / 1e9;
        };
        // Nodes are as old as their newest scrape, so that a wrong time would place their ticks in another decade.
        const double earliest = secondsAt(now - budget::maxBehind);
        const double latest = secondsAt(now + budget::maxAhead);
        for (const std::size_t row : m_probes) {
            const auto use = [&](LabelViews labels, std::span<const EngineSample> samples) {
                const double seconds = samples.empty() ? 0 : samples.back().value;
                if (!(seconds >= earliest && seconds <= latest))
                    return;
                m_ticks.noteScrape(row, labels, TimePoint(std::chrono::milliseconds(std::llround(seconds * 1000))));
            };
            const std::string query = fmt::format("timestamp({})", m_plan.rows[row].metric.seen);
            if (const auto answer = m_engine.atMoment(query, now, use); !answer.isOk())
                return answer.error();
        }
        return success();
    }

    /// Rows of exporters with a longer scrape interval are queried less often. A failing row affects only itself. If
    /// all rows fail, the server counts as unreachable.
    Status reportTick(TickIndex tick, NodeTicks::Nodes nodes)
    {
        const auto began = std::chrono::steady_clock::now();
        std::string problem;
        std::size_t answered = 0;
        std::size_t asked = 0;
        for (std::size_t row = 0; row < m_plan.rows.size() && !m_stop.stop_requested(); ++row) {
            if (tick % std::max<TickIndex>(1, m_plan.rows[row].interval / m_plan.period) != 0)
                continue;
            ++asked;
            const auto use = [&](LabelViews labels, std::span<const EngineSample> samples) {
                if (!samples.empty())
                    m_ticks.add(row, labels, samples.back().value);
            };
            const auto answer = m_engine.atMoment(m_plan.rows[row].query, m_plan.momentOf(tick), use);
            if (answer.isOk()) {
                ++answered;
                problem = problem.empty() ? answer.value().warning : problem;
            } else if (answered == 0) {
                return answer.error();
            } else if (problem.empty()) {
                problem = fmt::format("{}: {}", m_plan.rows[row].metric.seen, answer.error().message);
            }
        }
        if (m_stop.stop_requested())
            return success(); // a tick with only some rows would be incomplete
        for (BatchPtr& batch : m_ticks.finish(tick, nodes))
            m_sink(std::move(batch));
        const auto now = std::chrono::steady_clock::now();
        m_nextQuestion = now + restPerQuestion * (now - began);
        if (asked > 0)
            tell(SourceState::Live, problem.empty() ? stateText() : "incomplete: " + problem, std::nullopt);
        return success();
    }

    /// Time of the last scrape, if a server's scrapes have ended.
    [[nodiscard]] std::string stateText() const
    {
        std::string text = m_plan.summary();
        if (const auto row = m_ticks.firstUnplaced())
            text += fmt::format("; {} series could not be assigned to a known component, such as a series of {}",
                                m_ticks.homeless(), m_plan.rows[*row].metric.seen);
        const TimePoint newest = std::max(m_plan.newest, m_ticks.newestScrape());
        if (newest == TimePoint{} || wallClockNow() - newest <= EnginePlan::maxPause)
            return text;
        return fmt::format("newest sample: {:%Y-%m-%d %H:%M:%S} UTC; {}",
                           fmt::gmtime(std::chrono::floor<std::chrono::seconds>(newest).time_since_epoch().count()),
                           text);
    }

    const EnginePlan& m_plan;
    const PrometheusSource::Sink& m_sink;
    const std::stop_token m_stop;
    PrometheusEngine m_engine;
    NodeTicks m_ticks;
    StatusReport m_report;
    RetryPolicy m_retry;
    const std::vector<std::size_t> m_probes; ///< rows, one per exporter
    std::chrono::steady_clock::time_point m_nextQuestion;
};

} // namespace

PrometheusSource::PrometheusSource(SourceId source, std::shared_ptr<const EnginePlan> plan, Sink sink)
    : m_plan(std::move(plan)), m_thread([source, engine = m_plan, sink = std::move(sink)](const std::stop_token& stop) {
          Follower(source, *engine, sink, stop).run();
      })
{ }

PrometheusSource::~PrometheusSource() = default;

} // namespace lockstep
