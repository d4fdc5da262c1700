// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/core/ids.h"
#include "models/core/metric.h"
#include "models/core/time.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

class ClusterStore;

/// Worst active alert on a part of a request path. Empty title: none.
struct PathProblem
{
    Severity severity = Severity::Information;
    std::string title;
};

/// A part of a request's path through a service: the router, a pool, or the transfer from one pool to the next.
struct PathStage
{
    enum class Kind : std::uint8_t { Router, Pool, Transfer };
    struct Value
    {
        std::string_view metric; ///< of the catalogue
        float value = noData;
    };

    Kind kind = Kind::Router;
    EntityRef entity{}; ///< pool or pair of pools, otherwise the service
    std::string name{}; ///< of the pool; of a transfer: "prefill->decode", empty: between all pools
    std::size_t replicas = 0; ///< for a pool: those that report, otherwise its nodes in the cluster file
    std::vector<Value> values{}; ///< only those that are known
    PathProblem trouble{};
};

/// A response time of a service, and its target.
struct PathObjective
{
    bool isFirstToken = true; ///< otherwise per token
    bool isTail = true; ///< the 99th percentile, otherwise the median
    float value = noData; ///< at the moment
    std::vector<float> series{}; ///< seconds, by tick of the report
    double target = 0; ///< maximum in seconds; 0: none
    double share = 0; ///< share of the time in which the target should be met
    float burn = noData; ///< see TargetWatch
};

struct ServicePath
{
    EntityRef service;
    std::string name;
    float requests = noData; ///< a second
    bool isStale = false; ///< its values are of an earlier time
    std::vector<PathStage> stages{}; ///< in the order of a request
    std::vector<PathObjective> objectives{};
};

/// Inference services at a moment. Excludes past data that has not been read yet.
struct PoolsReport
{
    static constexpr Duration longest = std::chrono::hours(1);
    static constexpr Duration shortest = std::chrono::minutes(2);
    static constexpr Duration believed = std::chrono::seconds(90); ///< maximum age of a valid value: three scrapes
    static constexpr std::size_t maxServices = 12;

    TickRange ticks; ///< of the series
    Duration period{};
    std::vector<ServicePath> services; ///< those with alerts first, then most requests; at most maxServices
    std::size_t others = 0; ///< services that were left out
    bool isPending = false; ///< part of it is still being read
};

/// @param visible range; the series cover its last minutes up to @p moment @param moment that the store shows
[[nodiscard]] PoolsReport readPools(const ClusterStore& store, std::span<const Alert> alerts, TimeRange visible,
                                    TimePoint moment);

} // namespace lockstep
