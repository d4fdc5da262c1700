// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/result.h"

#include <string>
#include <string_view>

namespace lockstep {

/// Whether a text looks like what NetBox's REST interface answers.
[[nodiscard]] bool isNetboxExport(std::string_view text);

/// Racks, devices, cables, interfaces, device types and power feeds as /api/dcim/ lists them: a page, a list of pages
/// or a list of objects, in any mixture. What an object is tells its own "url".
[[nodiscard]] Result<TopologyPart> readNetboxExport(std::string_view text, const std::string& origin);

} // namespace lockstep
