// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/synclive/syncboard.h"

#include <utility>

namespace lockstep {

SyncSnapshot::Place SyncSnapshot::placeOf(std::uint32_t storeLane) const
{
    if (storeLane >= places.size() || places[storeLane].first >= jobs.size())
        return {};
    return {jobs[places[storeLane].first].get(), places[storeLane].second};
}

SyncBoard::SyncBoard(QObject* parent) : QObject(parent), m_snapshot(std::make_shared<SyncSnapshot>()) { }

void SyncBoard::publish(std::shared_ptr<const SyncSnapshot> snapshot)
{
    if (!snapshot)
        return;
    m_snapshot = std::move(snapshot);
    Q_EMIT changed();
}

void SyncBoard::publishTraceWhatIf(std::shared_ptr<const JobWhatIf> whatIf)
{
    m_traceWhatIf = std::move(whatIf);
    Q_EMIT changed();
}

} // namespace lockstep
