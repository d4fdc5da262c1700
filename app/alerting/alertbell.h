// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"

#include <set>
#include <string>
#include <vector>

namespace lockstep {

/// Decides when to play a sound: once for each alert that is critical or becomes critical while it is unacknowledged.
/// Effects of an alert make no sound, nor do alerts that are much older than the start of this program. A plain value.
class AlertBell
{
public:
    /// Alerts that are older when first seen make no sound.
    static constexpr Duration news = std::chrono::minutes(1);

    /// @param alerts all at that moment, which is no earlier than the last
    [[nodiscard]] bool rings(const std::vector<Alert>& alerts, TimePoint now);

private:
    std::set<std::string> m_heard; ///< keys of those that are shown still
    bool m_isListening = false; ///< it has looked before
};

} // namespace lockstep
