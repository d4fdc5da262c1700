// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/causewatch.h"

#include "models/analysis/causality/alerts.h"

#include <algorithm>

namespace lockstep::scoring {

void CauseWatch::look(std::span<const DerivedEvent> news, const Topology& topology, const ObservedJobs& jobs,
                      TimePoint now)
{
    m_events.insert(m_events.end(), news.begin(), news.end());
    if (!news.empty())
        m_lastNews = now;
    if (m_events.empty() || (now > m_lastNews + restlessFor && now < m_lastLook + restPeriod))
        return;
    m_lastLook = now;
    for (const Alert& alert : alertsAt(m_events, topology, jobs, now))
        note(alert, now);
}

void CauseWatch::note(const Alert& alert, TimePoint now)
{
    const Cause cause{alert.kind, alert.names};
    auto known = std::ranges::find(m_reported, alert.key, &RaisedAlert::key);
    if (known == m_reported.end())
        known = m_reported.insert(m_reported.end(), {alert.key, now, alert.onset, cause, cause, {}, {}});
    known->onset = alert.onset;
    known->last = cause;
    known->title = alert.title;
    known->alternatives.clear();
    for (const Alert::Alternative& considered : alert.considered)
        known->alternatives.push_back(considered.kind);
}

} // namespace lockstep::scoring
