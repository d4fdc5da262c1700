// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/ids.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {
constexpr std::array<std::string_view, entityKindCount> entityKindNames
    = {"rack", "node", "gpu", "port", "switch", "link", "loop", "job", "core", "disk", "sensor", "tenant", "cluster"};
}

std::string_view entityKindName(EntityKind kind)
{
    return entityKindNames[static_cast<std::size_t>(kind)];
}

std::optional<EntityKind> entityKindFromName(std::string_view name)
{
    const auto found = std::ranges::find(entityKindNames, name);
    if (found == entityKindNames.end())
        return std::nullopt;
    return static_cast<EntityKind>(found - entityKindNames.begin());
}

} // namespace lockstep
