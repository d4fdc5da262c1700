// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/result.h"

#include <string>
#include <string_view>

namespace lockstep {

/// Whether a text looks like a device type or rack type of NetBox's library (YAML).
[[nodiscard]] bool isDeviceType(std::string_view text);

/// What NetBox's library says of a model: how high it is, how fast its ports are, which GPUs are in it as far as its
/// bays tell. A part with that model and nothing else.
[[nodiscard]] Result<TopologyPart> readDeviceType(std::string_view text, const std::string& origin);

} // namespace lockstep
