// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/storecoverage.h"

#include "models/store/clusterstore.h"

#include <memory>
#include <utility>

namespace lockstep {

namespace {

constexpr std::chrono::milliseconds afterMoving{300}; ///< nothing is read while the moment is being dragged
constexpr std::chrono::milliseconds whilePending{500};
constexpr int mostReads = 20; ///< maximum number of reads for one moment; then the result uses the data read so far
constexpr int lookBacks = 5;
constexpr Duration lookBackStep = std::chrono::minutes(2);

constexpr Duration introductions = std::chrono::minutes(1); ///< sources connect one after the other
constexpr Duration atIntroductions = std::chrono::seconds(5);

} // namespace

StoreCoverage::StoreCoverage(const ClusterStore& store, QObject* parent) : QObject(parent), m_store(store)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &StoreCoverage::read);
}

const std::vector<DetectorState>& StoreCoverage::at(TimePoint moment)
{
    constexpr Duration near = std::chrono::minutes(1);
    if (!m_store.hasDataAt(moment))
        return m_none;
    ask(moment);
    return m_known && std::chrono::abs(*m_known - moment) <= near ? m_standings : m_none;
}

void StoreCoverage::ask(TimePoint moment)
{
    const TimePoint first = timeOfTick(m_store.ticks().from, m_store.tickPeriod());
    const Duration step = moment < first + introductions ? atIntroductions : every;
    if (m_asked && std::chrono::abs(moment - *m_asked) < step)
        return;
    const bool isNext = !m_asked || (moment > *m_asked && moment - *m_asked < 2 * step);
    m_asked = moment;
    m_reads = 0;
    m_timer.start(isNext ? std::chrono::milliseconds(0) : afterMoving);
}

/// Whether the standings are from shortly before the moment, so that their states continue.
bool StoreCoverage::follows(TimePoint moment) const
{
    return m_known && moment > *m_known && moment - *m_known <= 3 * every;
}

/// Moments in memory before another one, the latest first.
std::vector<TimePoint> StoreCoverage::earlier(TimePoint moment) const
{
    std::vector<TimePoint> moments;
    const TickRange ticks = m_store.ticksInMemory();
    for (int back = 1; back <= lookBacks; ++back) {
        const TimePoint at = moment - back * lookBackStep;
        if (const TickIndex tick = tickIndexOf(at, m_store.tickPeriod()); tick < ticks.from || tick >= ticks.to)
            break;
        moments.push_back(at);
    }
    return moments;
}

void StoreCoverage::read()
{
    if (!m_asked)
        return;
    const TimePoint moment = *m_asked;
    auto measured = std::make_shared<std::vector<MeasuredMetrics>>();
    measured->push_back(measuredAt(m_store, moment));
    if (measured->front().isPending && ++m_reads < mostReads) {
        m_timer.start(whilePending);
        return;
    }
    const std::vector<TimePoint> moments = follows(moment) ? std::vector<TimePoint>() : earlier(moment);
    for (const TimePoint at : moments)
        measured->push_back(measuredAt(m_store, at));
    m_requests.ask([this, measured, moment, moments](const std::stop_token& stop) {
        auto found = std::make_shared<std::vector<std::vector<DetectorCoverage>>>();
        for (const MeasuredMetrics& each : *measured) {
            if (stop.stop_requested())
                return;
            found->push_back(coverageOf(each));
        }
        QMetaObject::invokeMethod(
            this, [this, found, moment, moments] { take(moment, std::move(*found), moments); }, Qt::QueuedConnection);
    });
}

/// @param found of the moment, then of the earlier moments
void StoreCoverage::take(TimePoint moment, std::vector<std::vector<DetectorCoverage>> found,
                         const std::vector<TimePoint>& moments)
{
    if (m_asked != moment)
        return;
    const bool isStart = timeOfTick(m_store.ticks().from, m_store.tickPeriod()) + lookBackStep >= moment;
    std::vector<DetectorState> standings;
    for (std::size_t row = 0; row < found.front().size(); ++row) {
        const DetectorCoverage::State state = found.front()[row].state();
        std::optional<TimePoint> since;
        if (follows(moment)) {
            const DetectorState& before = m_standings[row];
            since = before.coverage.state() == state ? before.since : moment;
        } else if (!moments.empty() || isStart) {
            since = moment;
            for (std::size_t back = 1; back < found.size() && found[back][row].state() == state; ++back)
                since = moments[back - 1];
        }
        standings.push_back({std::move(found.front()[row]), since});
    }
    m_standings = std::move(standings);
    m_known = moment;
    Q_EMIT changed();
}

} // namespace lockstep

#include "moc_storecoverage.cpp"
