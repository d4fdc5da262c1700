// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"

#include <set>
#include <string>
#include <vector>

namespace lockstep {

/// Says when there is something to be heard: once for each alert that is critical, or has become so, while nobody has
/// taken note of it. What follows from an alert is part of it and makes no sound, nor does what others were informed
/// long before anybody listened here. A plain value.
class AlertBell
{
public:
    /// What was reported longer ago when it is looked for the first time is no news.
    static constexpr Duration news = std::chrono::minutes(1);

    /// @param alerts all at that moment, which is no earlier than the last
    [[nodiscard]] bool rings(const std::vector<Alert>& alerts, TimePoint now);

private:
    std::set<std::string> m_heard; ///< keys of those that are shown still
    bool m_isListening = false; ///< it has looked before
};

} // namespace lockstep
