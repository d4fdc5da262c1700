// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/scrapedmetric.h"
#include "models/core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// A site's own exporters, in TOML:
///
///     [[metric]]
///     name = "site_cdu_flow_m3h"   # name at the server or in the file; in a table the column's header
///     metric = "loop.flow"         # the catalogue's name: litres per minute
///     kind = "gauge"               # or "rate" of a counter; default gauge
///     factor = 16.667              # default 1
///     offset = 0                   # default 0; value = sample * factor + offset; 0.5556 and -17.778 for °F
///     query = "avg by (cdu) (...)" # instead of kind, for servers only; $i: validity of a sample, $w: window of
///                                  # rates
///     place = ["loop=cdu"]         # entity kind = label with its name, from the top; default: node, GPU, port
///                                  # from the usual labels. Kinds: rack, node, gpu, port, switch, link, loop, job,
///                                  # core, disk, sensor, tenant; the last one is the metric's (`lockstep metrics`)
///
/// Rows of a file take precedence over built-in ones. An Error names the file and line.
[[nodiscard]] Result<std::vector<ScrapedMetric>> parseMapping(std::string_view text, const std::string& origin);
[[nodiscard]] Result<std::vector<ScrapedMetric>> readMapping(const std::string& path);

} // namespace lockstep
