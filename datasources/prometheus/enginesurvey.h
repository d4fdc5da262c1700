// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/prometheus/engineplan.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// A server's metrics, shown before connecting: the recognised ones and what they map to, and the unrecognised ones.
struct EngineSurvey
{
    static constexpr std::size_t maxUnknown = 2000;

    /// A recognised metric.
    struct Recognised
    {
        std::string exporter;
        std::string seen; ///< name at the server
        std::string metric; ///< name in Lockstep
        std::string title;
        Duration interval{}; ///< between scrapes
        std::optional<std::uint64_t> series; ///< nullopt: unknown
    };
    struct Exporter
    {
        std::string name;
        std::size_t metrics = 0; ///< metrics of Lockstep
        Duration interval{};
        std::optional<std::uint64_t> targets; ///< that are scraped now
    };
    struct Unknown
    {
        std::string name;
        std::optional<std::uint64_t> series;
    };

    std::shared_ptr<const EnginePlan> plan; ///< null: nothing can be shown
    std::string problem; ///< why not
    std::vector<Exporter> exporters; ///< by name
    std::vector<Recognised> recognised; ///< by exporter and name
    std::vector<Unknown> unknown; ///< most series first, then by name; at most maxUnknown
    std::size_t unknownCount = 0; ///< total number
};

/// Queries the metrics of a server. The Error names the server: unreachable, credentials rejected, or not
/// Prometheus-compatible.
[[nodiscard]] Result<EngineSurvey> surveyEngine(const EngineEndpoint& endpoint, TimePoint now,
                                                const std::stop_token& stop = {});

} // namespace lockstep
