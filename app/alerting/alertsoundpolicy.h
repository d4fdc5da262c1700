// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"

#include <set>
#include <string>
#include <vector>

namespace lockstep {

/// Decides when to play a sound: once per alert that is or becomes critical while unacknowledged. Effects of an alert
/// and alerts much older than this program's start make no sound. A plain value.
class AlertSoundPolicy
{
public:
    /// Alerts older than this when first seen make no sound.
    static constexpr Duration news = std::chrono::minutes(1);

    /// @param alerts all current ones; moments must not decrease
    [[nodiscard]] bool rings(const std::vector<Alert>& alerts, TimePoint now);

private:
    std::set<std::string> m_heard; ///< keys of alerts still shown
    bool m_isListening = false; ///< whether rings() has been called before
};

} // namespace lockstep
