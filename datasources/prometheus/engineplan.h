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
        std::string query; ///< ready to be asked
    };

    EngineEndpoint endpoint;
    Duration period = std::chrono::seconds(15); ///< of the exporter that is scraped most often
    std::vector<Row> rows;
    HostNames hosts;
    TimePoint earliest; ///< time of the first available sample; 1970: none
    TimePoint explored; ///< when that was
    TimePoint newest; ///< sample then; 1970: unknown
    std::size_t unknown = 0; ///< number of unrecognised metrics
    std::string unmatched; ///< what of the mapping file the engine does not have; empty: it has all of it

    /// When the engine is asked for a tick: at the end of it, so that the answer is the latest sample within.
    [[nodiscard]] TimePoint momentOf(TickIndex tick) const
    {
        return timeOfTick(tick + 1, period) - std::chrono::milliseconds(1);
    }
    /// Nothing had been scraped lately: there is only a past.
    [[nodiscard]] bool isOfThePast() const { return newest != TimePoint{} && explored - newest > longestPause; }
    static constexpr Duration longestPause = std::chrono::minutes(15);

    /// A sentence on what was recognised: "25 metrics of dcgm-exporter (every 15 s) and node_exporter ...".
    [[nodiscard]] std::string summary() const;
};

/// Asks an engine for what it has. An Error names the engine: it cannot be reached, or nothing in it is known.
[[nodiscard]] Result<EnginePlan> exploreEngine(const EngineEndpoint& endpoint, TimePoint now,
                                               const std::stop_token& stop = {});

} // namespace lockstep
