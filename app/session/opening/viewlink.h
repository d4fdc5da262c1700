// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

/// Links to a view at a moment, for chats and tickets: "lockstep://view?replay=/data/run7&at=2026-11-21T03:12:44Z". The
/// parts are command-line options: the source (replay or prometheus) and its view (workspace, from, to, at, metric,
/// select).
inline constexpr std::string_view viewLinkScheme = "lockstep:";

/// Name and value of a part, unescaped.
using LinkPart = std::pair<std::string, std::string>;

[[nodiscard]] std::string makeViewLink(const std::vector<LinkPart>& parts);

/// The options of a link, each in the form "--name=value". Links are untrusted: unknown, repeated, empty and invisible
/// parts are errors, as is a link without exactly one source. Values are checked with the command line.
[[nodiscard]] Result<std::vector<std::string>> optionsOfViewLink(const std::string& link);

} // namespace lockstep
