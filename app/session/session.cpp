// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session.h"

#include "models/view/time/timesteps.h"

namespace lockstep {

namespace {

// Eight seconds of 2,048 nodes at 1 Hz, about 40 MB: enough to ride out the moment in which they all introduce
// themselves.
constexpr std::size_t queueCapacity = 16'384;

} // namespace

Session::Session(StoreLimits limits, std::span<const AnalysisRow> analyses)
    : m_queue(queueCapacity),
      m_pipeline(limits, m_learned.baselines(), analyses),
      m_player(m_time),
      m_results(limits.feed, cluster(), m_time, m_player, {m_pipeline.sync(), m_pipeline.fabric()}),
      m_pump(limits.feed, m_queue, cluster(), m_time, m_frames,
             [this](std::span<const BatchPtr> batches) { ingest(batches); })
{
    m_player.setTick(limits.tickPeriod);
    m_player.setJoinsLive(limits.feed == Feed::Live);
}

Session::~Session() = default;

void Session::ingest(std::span<const BatchPtr> batches)
{
    cluster().ingest(batches, now());
}

std::optional<TimePoint> Session::findEvent(EntityRef of, TimePoint from, int direction) const
{
    return nextEvent(cluster().store(), of, from, direction);
}

void Session::stepByEvent(EntityRef of, int direction)
{
    if (const auto next = findEvent(of, m_time.target().cursor, direction))
        m_time.setCursor(*next);
    else
        Q_EMIT cannotStep(direction > 0 ? tr("The selection has no later event")
                                        : tr("The selection has no earlier event"));
}

/// An event needs an entity: for a job or storage that is none, use the first one in the chain.
void Session::tell(const Alert& alert, Event event)
{
    EntityRef about{EntityKind::Node, 0};
    if (!alert.entities.empty())
        about = alert.entities.front();
    else if (!alert.chain.empty() && !alert.chain.front().entities.empty())
        about = alert.chain.front().entities.front();
    cluster().applyDerived({{}, {{about, std::move(event)}}});
}

void Session::acknowledge(const Alert& alert)
{
    tell(alert, acknowledgement(alert, wallClockNow()));
}

void Session::shelve(const Alert& alert, Duration length)
{
    tell(alert, shelving(alert, wallClockNow(), length, {}));
}

} // namespace lockstep

#include "moc_session.cpp"
#include "models/core/batch.h"
