// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/goodput/jobledger.h"

#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

constexpr JobSeriesRow seriesRows[]{
    {metrics::job::goodput, &JobSeries::goodput},
    {metrics::job::waitShare, &JobSeries::wait},
    {metrics::job::checkpointShare, &JobSeries::checkpoint},
    {metrics::job::restartShare, &JobSeries::restart},
    {metrics::job::idleShare, &JobSeries::idle},
    {metrics::job::gpus, &JobSeries::gpus},
    {metrics::job::step, &JobSeries::step},
    {metrics::job::stepTime, &JobSeries::stepTime},
    {metrics::job::restarts, &JobSeries::restarts},
    {metrics::job::mfu, &JobSeries::mfu},
    {metrics::job::loss, &JobSeries::loss},
};

double valueOr(const std::vector<float>& values, std::size_t at, double otherwise)
{
    return at < values.size() && !std::isnan(values[at]) ? static_cast<double>(values[at]) : otherwise;
}

/// Builds a ledger tick by tick.
class LedgerBuilder
{
public:
    LedgerBuilder(const JobSeries& series, JobLedger& ledger)
        : m_series(series), m_ledger(ledger), m_seconds(std::chrono::duration<double>(series.tickPeriod).count())
    { }

    void addTick(std::size_t at)
    {
        const double gpuSeconds = m_ledger.gpus * m_seconds;
        GpuTime& time = m_ledger.time;
        noteStep(at);
        const auto part = [&](const std::vector<float>& shares) {
            return valueOr(shares, at, 0) * gpuSeconds;
        };
        const double productive = part(m_series.goodput);
        const double checkpoint = part(m_series.checkpoint);
        const double idle = part(m_series.idle);
        const double known = productive + part(m_series.wait) + checkpoint + part(m_series.restart) + idle;
        // Shares are rounded. Scales an excess to the whole tick, and ignores a tiny remainder.
        constexpr double rounding = 1e-5;
        const double scale = known > gpuSeconds * (1 - rounding) ? gpuSeconds / known : 1;
        time.reserved += gpuSeconds;
        time.productive += productive * scale;
        time.wait += part(m_series.wait) * scale;
        time.checkpoint += checkpoint * scale;
        time.restart += part(m_series.restart) * scale;
        time.unknown += gpuSeconds - known * scale;
        m_unknown += gpuSeconds - known * scale;
        if (checkpoint > 0 && m_savedWith != m_step) {
            m_savedWith = m_step;
            m_isRunSaved = true;
            m_ledger.hasCheckpoint = true;
            m_ledger.sinceCheckpoint = 0;
        }
        m_ledger.sinceCheckpoint += productive * scale;
        if (productive > 0)
            m_work.push_back({m_step, productive * scale, 0});
        ++m_ledger.heldTicks;
    }

private:
    struct Work
    {
        double step = 0;
        double gpuSeconds = 0;
        double unknown = 0; ///< time of steps whose parts the job does not report
    };

    void noteStep(std::size_t at)
    {
        const double step = valueOr(m_series.step, at, m_step);
        const double restarts = valueOr(m_series.restarts, at, m_restarts.value_or(0));
        if (m_restarts && (step < m_step || restarts > *m_restarts))
            rollBack(at, step);
        else if (step > m_step)
            m_work.push_back({step, 0, std::exchange(m_unknown, 0)});
        m_step = step;
        m_restarts = restarts;
    }

    void rollBack(std::size_t at, double step)
    {
        constexpr double firstStep = 1; // some jobs count from zero
        const bool isAnotherRun = m_isRunSaved && step <= firstStep;
        Rollback rollback{m_series.ticks[at], m_step, step, 0};
        m_isRunSaved = m_isRunSaved && !isAnotherRun;
        m_ledger.sinceCheckpoint = 0;
        m_savedWith.reset();
        m_unknown = 0; // since the last step that has ended
        if (isAnotherRun) {
            m_work.clear();
            return;
        }
        for (; !m_work.empty() && m_work.back().step >= step; m_work.pop_back()) {
            const Work& lost = m_work.back();
            rollback.gpuSeconds += lost.gpuSeconds + lost.unknown;
            m_ledger.time.productive -= lost.gpuSeconds;
            m_ledger.time.unknown -= lost.unknown;
        }
        m_ledger.time.lostWork += rollback.gpuSeconds;
        m_ledger.rollbacks.push_back(rollback);
    }

    const JobSeries& m_series;
    JobLedger& m_ledger;
    double m_seconds; ///< per tick
    double m_step = 0;
    std::optional<double> m_restarts; ///< nullopt: first tick
    std::optional<double> m_savedWith; ///< the step before the last checkpoint
    bool m_isRunSaved = false; ///< this run has written a checkpoint
    std::vector<Work> m_work; ///< that may still be lost, in order of steps
    double m_unknown = 0; ///< GPU seconds since the last step that has ended
};

} // namespace

std::span<const JobSeriesRow> jobSeriesRows()
{
    return seriesRows;
}

void visitSeries(std::span<const EntityRef> jobs, std::size_t ticks, const ReadSeries& read,
                 const std::function<void(EntityRef, const JobSeries&)>& use)
{
    constexpr std::size_t valuesAtOnce = std::size_t{64} << 20U; // 256 MiB
    const std::size_t ofOne = std::size(seriesRows) * std::max<std::size_t>(1, ticks);
    const std::size_t part = std::max<std::size_t>(1, valuesAtOnce / ofOne);
    for (std::size_t from = 0; from < jobs.size(); from += part) {
        const auto some = jobs.subspan(from, std::min(part, jobs.size() - from));
        const std::vector<JobSeries> series = read(some);
        for (std::size_t at = 0; at < some.size(); ++at)
            use(some[at], series[at]);
    }
}

bool JobSeries::hasData(std::size_t at) const
{
    return !std::isnan(valueOr(gpus, at, std::numeric_limits<double>::quiet_NaN()))
        && !std::isnan(valueOr(goodput, at, std::numeric_limits<double>::quiet_NaN()));
}

JobLedger ledgerOf(const JobSeries& series)
{
    JobLedger ledger;
    LedgerBuilder builder(series, ledger);
    const std::size_t count = series.ticks.size();
    const Duration period = series.tickPeriod;
    std::optional<std::size_t> last; // latest with data
    double stepSeconds = 0;
    const auto addTicks = [&builder](std::size_t begin, std::size_t end) {
        for (std::size_t at = begin; at < end; ++at)
            builder.addTick(at);
    };
    for (std::size_t at = 0; at < count; ++at) {
        if (!series.hasData(at))
            continue;
        if (!last)
            ledger.counted.from = series.ticks[at];
        else if (period * (series.ticks[at] - series.ticks[*last] - 1) <= JobLedger::longestSilence)
            addTicks(*last + 1, at);
        ledger.gpus = static_cast<double>(series.gpus[at]);
        stepSeconds = valueOr(series.stepTime, at, stepSeconds);
        builder.addTick(at);
        last = at;
        ledger.counted.to = series.ticks[at] + 1;
    }
    if (!last)
        return ledger;
    ledger.silentTicks = static_cast<std::size_t>(series.ticks.back() - series.ticks[*last]);
    const Duration silence = period * static_cast<std::int64_t>(ledger.silentTicks);
    const auto timeout = std::max(JobLedger::minTimeout, durationOfSeconds(3 * stepSeconds));
    if (silence > timeout && silence <= JobLedger::longestSilence) {
        addTicks(*last + 1, count);
        ledger.counted.to = series.ticks.back() + 1;
    }
    return ledger;
}

} // namespace lockstep
