// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/alertfollower.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Compares kind and first culprit only: further culprits are not another cause.
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
        const auto reported = m_reported.find(alert.key);
        if (alert.end) {
            if (reported != m_reported.end())
                news.push_back({AlertNews::What::Ends, alert});
            m_reported.erase(alert.key);
        } else if (alert.state == Alert::State::Shelved) {
            continue;
        } else if (reported == m_reported.end()) {
            news.push_back({AlertNews::What::Begins, alert});
            m_reported.emplace(alert.key, alert);
        } else if (reported->second.severity != alert.severity || isOtherCause(reported->second, alert)) {
            news.push_back({AlertNews::What::Changes, alert});
            reported->second = alert;
        }
    }
    // A missing alert has been merged into another one.
    for (auto reported = m_reported.begin(); reported != m_reported.end();) {
        Alert& alert = reported->second;
        if (std::ranges::find(alerts, alert.key, &Alert::key) != alerts.end()) {
            ++reported;
            continue;
        }
        alert.end = std::max(now, alert.onset);
        alert.state = Alert::State::Cleared;
        news.push_back({AlertNews::What::Ends, std::move(alert)});
        reported = m_reported.erase(reported);
    }
    return news;
}

} // namespace lockstep
