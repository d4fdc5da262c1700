// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lockstep {

/// A notification about an alert.
struct AlertNews
{
    enum class What : std::uint8_t { Begins, Changes, Ends };

    What what = What::Begins;
    Alert alert;

    friend bool operator==(const AlertNews&, const AlertNews&) = default;
};

/// Reports what changed since the last call: an alert began, changed its severity or cause, or ended. Shelved alerts
/// are reported only when they end or become more severe; nothing is reported twice. A plain value.
class AlertFollower
{
public:
    /// @param alerts all current ones; moments must not decrease
    [[nodiscard]] std::vector<AlertNews> follow(const std::vector<Alert>& alerts, TimePoint now);

private:
    std::map<std::string, Alert> m_reported; ///< open alerts by key, as last reported
};

} // namespace lockstep
