// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/fieldmerge.h"
#include "models/incidents/incidentchange.h"

#include <optional>

namespace lockstep {

/// Applies an edit to the current state of an incident or annotation, which others may have changed meanwhile. Deletion
/// takes precedence over changes; changing a deleted item does nothing; creating it again restores it.
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
