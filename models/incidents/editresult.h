// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/fieldmerge.h"
#include "models/incidents/incidentchange.h"

#include <optional>

namespace lockstep {

/// What an edit makes of an incident or annotation as it is now, which somebody else may have changed since the edit
/// was thought out. Taking away wins over changing; a change of what is gone does nothing; making it anew brings it
/// back.
template <class T>
[[nodiscard]] std::optional<T> editResult(const Edit<T>& edit, const std::optional<T>& now)
{
    if (!edit.after)
        return std::nullopt;
    if (!edit.before)
        return edit.after;
    if (!now)
        return std::nullopt;
    return merged(*edit.before, *edit.after, *now);
}

} // namespace lockstep
