// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/result.h"

#include <string>
#include <string_view>

namespace lockstep {

/// Whether a text looks like what `lldpctl -f json` (or json0) prints, of one host or of many by name.
[[nodiscard]] bool isLldp(std::string_view text);

/// The neighbours that hosts see. A text of one host does not say whose it is: the file's name does ("n001.json",
/// "lldp-n001.json"). Of many hosts it is an object: {"n001": {"lldp": ...}, ...}.
[[nodiscard]] Result<TopologyPart> readLldp(std::string_view text, const std::string& origin);

} // namespace lockstep
