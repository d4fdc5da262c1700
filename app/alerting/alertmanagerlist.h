// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerting/alertfollower.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// The set of alerts that an Alertmanager should have. It identifies alerts by their labels, so a change of labels ends
/// one alert and begins another. It drops alerts that are not repeated. A plain value.
class AlertmanagerList
{
public:
    static constexpr Duration resend = std::chrono::seconds(60);
    static constexpr Duration lastsFor = 4 * resend; ///< unless it is repeated
    static constexpr Duration reportedOver = 3 * resend; ///< after its end: the other side may have been away
    static constexpr std::size_t max = 1000; ///< at a time

    void take(const AlertNews& news, const std::string& cluster, TimePoint now);
    /// What lasts has gone on: its story and its cost are reported with the next body.
    void update(const Alert& alert);
    [[nodiscard]] bool isDue(TimePoint now) const; ///< bodyAt() would say something, if there is anything
    /// The body for /api/v2/alerts; nullopt: it is too soon to say the same again, or there is nothing to say.
    [[nodiscard]] std::optional<std::string> bodyAt(TimePoint now);

private:
    struct Entry
    {
        std::string labels; ///< JSON
        std::string annotations; ///< JSON
        std::string key; ///< of the alert
        TimePoint onset;
        std::optional<TimePoint> end;
    };

    std::map<std::string, Entry> m_entries; ///< by labels
    TimePoint m_saidAt;
    bool m_hasChanged = false;
};

} // namespace lockstep
