// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session.h"

#include "models/core/batch.h"
#include "models/view/timesteps.h"

namespace lockstep {

namespace {

// Eight seconds of 2,048 nodes at 1 Hz, about 40 MB: enough to ride out the moment in which they all introduce
// themselves.
constexpr std::size_t queueCapacity = 16'384;

} // namespace

Session::Session(StoreLimits limits, FramePump::Feed feed, std::span<const AnalysisRow> analyses)
    : m_queue(queueCapacity),
      m_cluster(limits),
      m_player(m_time),
      m_analyses(m_cluster, analyses),
      m_results(m_cluster, m_time, m_player, {m_analyses.sync(), m_analyses.fabric()}),
      m_pump(feed, m_queue, m_cluster, m_time, m_frames, [this](std::span<const BatchPtr> batches) { ingest(batches); })
{
    m_player.setTick(limits.tickPeriod);
    m_player.setJoinsLive(feed == FramePump::Feed::Live);
}

Session::~Session() = default;

void Session::ingest(std::span<const BatchPtr> batches)
{
    m_cluster.ingest(batches, now());
}

std::optional<TimePoint> Session::findEvent(EntityRef of, TimePoint from, int direction) const
{
    return nextEvent(m_cluster.store(), of, from, direction);
}

void Session::stepByEvent(EntityRef of, int direction)
{
    if (const auto next = findEvent(of, m_time.target().cursor, direction))
        m_time.setCursor(*next);
    else
        Q_EMIT nothingThere(direction > 0 ? tr("No later event of what is selected")
                                          : tr("No earlier event of what is selected"));
}

void Session::acknowledge(const PlaceAlert& alert)
{
    m_cluster.applyDerived({{}, {{alert.entity, AlertLog::acknowledgement(alert, wallClockNow())}}});
}

} // namespace lockstep
