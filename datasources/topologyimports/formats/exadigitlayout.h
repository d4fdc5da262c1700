// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/result.h"

#include <string>
#include <string_view>

namespace lockstep {

/// Whether a text looks like a system of ExaDigiT RAPS (YAML).
[[nodiscard]] bool isExadigit(std::string_view text);

/// The layout of a published system: so many CDUs with so many racks of so many nodes. Names are made up, as it has
/// none; of its fabric it says nothing that could be drawn.
[[nodiscard]] Result<TopologyPart> readExadigit(std::string_view text, const std::string& origin);

} // namespace lockstep
