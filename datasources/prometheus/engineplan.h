// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/seriesplace.h"
#include "datasources/prometheus/prometheusengine.h"

#include <string>
#include <vector>

namespace lockstep {

/// The metrics of a server that can be shown, and their queries.
struct EnginePlan
{
    struct Row
    {
        ScrapedMetric metric;
        Duration interval{}; ///< between scrapes, a multiple of the plan's period
        std::string query; ///< ready to send
    };

    EngineEndpoint endpoint;
    Duration period = std::chrono::seconds(15); ///< of the exporter that is scraped most often
    std::vector<Row> rows;
    HostNames hosts;
    TimePoint earliest; ///< time of the first available sample; 1970: none
    TimePoint explored; ///< time of the exploration
    TimePoint newest; ///< time of the newest sample then; 1970: unknown
    std::size_t unknown = 0; ///< number of unrecognised metrics
    std::string unmatched; ///< metrics of the mapping file that the server lacks; empty: none

    /// Query time for a tick: its end, so that the result is the latest sample within the tick.
    [[nodiscard]] TimePoint momentOf(TickIndex tick) const
    {
        return timeOfTick(tick + 1, period) - std::chrono::milliseconds(1);
    }
    /// Whether nothing was scraped recently, so that only the past can be shown.
    [[nodiscard]] bool isHistorical() const { return newest != TimePoint{} && explored - newest > maxPause; }
    static constexpr Duration maxPause = std::chrono::minutes(15);

    /// "25 metrics of dcgm-exporter every 15 s, 40 metrics of node_exporter every 15 s; 312 other metrics are not known
    /// here".
    [[nodiscard]] std::string summary() const;
};

/// Explores a server. The Error names the server: unreachable, or no known metrics.
[[nodiscard]] Result<EnginePlan> exploreEngine(const EngineEndpoint& endpoint, TimePoint now,
                                               const std::stop_token& stop = {});

} // namespace lockstep
