// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/incidentchange.h"

#include <algorithm>
#include <concepts>
#include <optional>
#include <vector>

namespace lockstep {

/// A value that lists its fields through a static forEachField(visit).
template <class T>
concept HasFields = requires
{
    T::forEachField([](const char*, auto) {});
};

/// Three-way merge: changes from @p base to @p mine are applied to @p theirs. If both changed a field, mine wins.
template <class T>
[[nodiscard]] T merged(const T& base, const T& mine, T theirs)
{
    return mine == base ? theirs : mine;
}

/// Lists are merged by element: my additions are added, my deletions are removed.
template <class T>
[[nodiscard]] std::vector<T> merged(const std::vector<T>& base, const std::vector<T>& mine, std::vector<T> theirs)
{
    if (mine == base || theirs == mine)
        return theirs;
    if (theirs == base)
        return mine; // also keeps my order of elements
    const auto holds = [](const std::vector<T>& list, const T& element) {
        return std::ranges::find(list, element) != list.end();
    };
    std::erase_if(theirs, [&](const T& element) { return holds(base, element) && !holds(mine, element); });
    for (const T& element : mine) {
        if (!holds(base, element) && !holds(theirs, element))
            theirs.push_back(element);
    }
    return theirs;
}

/// Values with fields are merged field by field.
template <HasFields T>
[[nodiscard]] T merged(const T& base, const T& mine, T theirs)
{
    T::forEachField([&](const char*, auto member) {
        theirs.*member = merged(base.*member, mine.*member, std::move(theirs.*member));
    });
    return theirs;
}

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
