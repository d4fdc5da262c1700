// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/alertsoundpolicy.h"

#include <algorithm>
#include <utility>

namespace lockstep {

bool AlertSoundPolicy::rings(const std::vector<Alert>& alerts, TimePoint now)
{
    std::erase_if(m_heard,
                  [&](const std::string& key) { return std::ranges::find(alerts, key, &Alert::key) == alerts.end(); });
    const bool isFirst = !std::exchange(m_isListening, true);
    bool rings = false;
    for (const Alert& alert : alerts) {
        const bool isCalling
            = alert.severity == Severity::Critical && alert.state == Alert::State::Active && !alert.end;
        if (!isCalling || !m_heard.insert(alert.key).second)
            continue;
        rings = rings || !isFirst || now - alert.raisedAt <= news;
    }
    return rings;
}

} // namespace lockstep
