// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/prometheussource.h"

#include "datasources/agentclient/policies/retrypolicy.h"
#include "datasources/agentclient/policies/statusreport.h"
#include "datasources/prometheus/nodeticks.h"
#include "models/core/batch.h"
#include "models/core/work/stoppablewait.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

/// What an engine has scraped can be asked for a moment later. Some answer for an earlier moment than they were asked
/// for, as VictoriaMetrics does for the last half minute: they are asked so much later.
constexpr Duration shortestSettling = std::chrono::seconds(1);
constexpr Duration longestSettling = std::chrono::minutes(5);
/// After an outage so much is caught up; what is older is read as the past.
constexpr TickIndex maxCaughtUp = 40;

/// What the thread works with.
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
          m_retry(source.value + 1)
    { }

    void run()
    {
        tell(SourceState::Connecting, "asking for the first moment", std::nullopt);
        TickIndex next = lastOver();
        while (!m_stop.stop_requested()) {
            const TickIndex newest = lastOver();
            if (next > newest) {
                (void)waitFor(timeOfTick(next, m_plan.period) + m_settling - wallClockNow(), m_stop);
                continue;
            }
            next = std::max(next, newest - maxCaughtUp);
            if (const Status reported = reportTick(next); reported.isOk()) {
                next += std::exchange(m_isTooEarly, false) ? 0 : 1;
                m_retry.reset();
            } else if (!m_stop.stop_requested()) {
                const Duration pause = m_retry.next();
                tell(SourceState::Retrying, reported.error().message, pause);
                (void)waitFor(pause, m_stop);
            }
        }
        tell(SourceState::Closed, "closed", std::nullopt);
    }

private:
    /// The newest tick of which all has been scraped.
    [[nodiscard]] TickIndex lastOver() const { return tickIndexOf(wallClockNow() - m_settling, m_plan.period); }

    void tell(SourceState state, const std::string& reason, std::optional<Duration> nextTry)
    {
        if (BatchPtr batch = m_report.change(state, reason, nextTry))
            m_sink(std::move(batch));
    }

    /// Rows of exporters that are scraped less often have their turn less often. One that the engine cannot answer
    /// costs itself alone; only when it answers none is it gone.
    Status reportTick(TickIndex tick)
    {
        const TimePoint time = timeOfTick(tick, m_plan.period);
        std::string problem;
        std::size_t answered = 0;
        std::size_t asked = 0;
        Duration behind{};
        for (std::size_t row = 0; row < m_plan.rows.size() && !m_stop.stop_requested(); ++row) {
            if (tick % std::max<TickIndex>(1, m_plan.rows[row].interval / m_plan.period) != 0)
                continue;
            ++asked;
            const auto answer = m_engine.atMoment(m_plan.rows[row].query, time,
                                                  [&](LabelViews labels, std::span<const EngineSample> samples) {
                                                      if (samples.empty())
                                                          return;
                                                      behind = std::max(behind, time - samples.back().time);
                                                      m_ticks.add(row, labels, samples.back().value);
                                                  });
            if (answer.isOk()) {
                ++answered;
                problem = problem.empty() ? answer.value().warning : problem;
            } else if (answered == 0) {
                return answer.error();
            } else if (problem.empty()) {
                problem = fmt::format("{}: {}", m_plan.rows[row].metric.seen, answer.error().message);
            }
        }
        if (behind > shortestSettling && m_settling < longestSettling) {
            m_settling = std::min(m_settling + behind, longestSettling);
            m_isTooEarly = true;
            m_ticks.discard();
            return success();
        }
        for (BatchPtr& batch : m_ticks.finish(time))
            m_sink(std::move(batch));
        if (asked > 0)
            tell(SourceState::Live, problem.empty() ? m_plan.summary() : "not all of it: " + problem, std::nullopt);
        return success();
    }

    const EnginePlan& m_plan;
    const PrometheusSource::Sink& m_sink;
    const std::stop_token m_stop;
    PrometheusEngine m_engine;
    NodeTicks m_ticks;
    Duration m_settling = shortestSettling;
    bool m_isTooEarly = false; ///< the last tick is to be asked for again
    StatusReport m_report;
    RetryPolicy m_retry;
};

} // namespace

PrometheusSource::PrometheusSource(SourceId source, std::shared_ptr<const EnginePlan> plan, Sink sink)
    : m_plan(std::move(plan)), m_thread([source, engine = m_plan, sink = std::move(sink)](const std::stop_token& stop) {
          Follower(source, *engine, sink, stop).run();
      })
{ }

PrometheusSource::~PrometheusSource() = default;

} // namespace lockstep
