// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/alertfollower.h"

#include <algorithm>

namespace lockstep {

namespace {

/// More of the same culprits are no news.
bool isOtherCause(const Alert& one, const Alert& other)
{
    const auto first = [](const Alert& alert) {
        return alert.names.empty() ? std::string() : alert.names.front();
    };
    return one.kind != other.kind || first(one) != first(other);
}

} // namespace

std::vector<AlertNews> AlertFollower::follow(const std::vector<Alert>& alerts, TimePoint now)
{
    std::vector<AlertNews> news;
    for (const Alert& alert : alerts) {
        const auto told = m_told.find(alert.key);
        if (alert.end) {
            if (told != m_told.end())
                news.push_back({AlertNews::What::Ends, alert});
            m_told.erase(alert.key);
        } else if (alert.state == Alert::State::Shelved) {
            continue;
        } else if (told == m_told.end()) {
            news.push_back({AlertNews::What::Begins, alert});
            m_told.emplace(alert.key, alert);
        } else if (told->second.severity != alert.severity || isOtherCause(told->second, alert)) {
            news.push_back({AlertNews::What::Changes, alert});
            told->second = alert;
        }
    }
    // What is not there any more has become a part of another's story.
    for (auto told = m_told.begin(); told != m_told.end();) {
        Alert& alert = told->second;
        if (std::ranges::find(alerts, alert.key, &Alert::key) != alerts.end()) {
            ++told;
            continue;
        }
        alert.end = std::max(now, alert.onset);
        alert.state = Alert::State::Cleared;
        news.push_back({AlertNews::What::Ends, std::move(alert)});
        told = m_told.erase(told);
    }
    return news;
}

} // namespace lockstep
