// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/seriesplace.h"
#include "datasources/prometheus/prometheusengine.h"

#include <string>
#include <vector>

namespace lockstep {

/// What of an engine can be shown, and how to ask for it.
struct EnginePlan
{
    struct Row
    {
        ScrapedMetric metric;
        Duration interval{}; ///< between scrapes, a multiple of the plan's period
        std::string query; ///< ready to be asked
    };

    EngineEndpoint endpoint;
    Duration period = std::chrono::seconds(15); ///< of the exporter that is scraped most often
    std::vector<Row> rows;
    HostNames hosts;
    TimePoint earliest; ///< of what can be shown; 1970: nothing was found
    std::size_t unknown = 0; ///< metrics that nobody here knows

    /// A sentence on what was recognised: "25 metrics of dcgm-exporter (every 15 s) and node_exporter ...".
    [[nodiscard]] std::string summary() const;
};

/// Asks an engine for what it has. An Error names the engine: it cannot be reached, or nothing in it is known.
[[nodiscard]] Result<EnginePlan> exploreEngine(const EngineEndpoint& endpoint, TimePoint now,
                                               const std::stop_token& stop = {});

} // namespace lockstep
