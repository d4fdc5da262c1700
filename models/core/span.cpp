// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/span.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {
constexpr auto spanKindNames = std::to_array<std::string_view>(
    {"compute", "collective", "transfer", "wait", "checkpoint", "restart", "step", "idle", "marker"});
}

std::string_view spanKindName(SpanKind kind)
{
    return spanKindNames[static_cast<std::size_t>(kind)];
}

std::optional<SpanKind> spanKindFromName(std::string_view name)
{
    const auto found = std::ranges::find(spanKindNames, name);
    if (found == spanKindNames.end())
        return std::nullopt;
    return static_cast<SpanKind>(found - spanKindNames.begin());
}

} // namespace lockstep
