// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session.h"

#include "models/incidents/incidentchange.h"
#include "models/view/time/timesteps.h"

namespace lockstep {

namespace {

// Eight seconds of 2,048 nodes at 1 Hz, about 40 MB: enough for the moment when all nodes announce their layouts.
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

void Session::respond(const AlertResponse& response)
{
    cluster().applyDerived(
        {{},
         {{response.place,
           {wallClockNow(), Severity::Information, 0, response.code, response.text, response.fields}}}});
}

} // namespace lockstep

#include "moc_session.cpp"
#include "models/core/batch.h"
