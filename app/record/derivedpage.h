// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/exposition.h"
#include "models/analysis/causality/alert.h"
#include "models/analysis/goodput/goodput.h"
#include "models/core/rates.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// The newest values of derived metrics. A value expires when its analysis stops reporting it; values that are computed
/// per step are kept for three steps. One thread.
class DerivedValues
{
public:
    using SteadyTime = std::chrono::steady_clock::time_point;

    static constexpr auto shortestLife = std::chrono::seconds(15);
    static constexpr auto longestLife = std::chrono::minutes(10);

    struct Column
    {
        MetricDescriptor metric;
        std::vector<float> values; ///< by entity index; NaN: no valid value
    };

    void take(const Derived& derived, SteadyTime now);
    /// Valid values at @p now, by metric name.
    [[nodiscard]] std::vector<Column> at(SteadyTime now) const;

private:
    struct Kept
    {
        MetricDescriptor metric;
        std::vector<float> values;
        std::vector<SteadyTime> heard; ///< by entity, as is the next
        std::vector<SteadyTime::duration> apart; ///< previous interval between updates
    };

    std::map<std::string, Kept> m_kept;
};

/// Derived values of a cluster at one moment. A plain value.
struct DerivedMoment
{
    struct Tally
    {
        std::size_t live = 0;
        std::size_t stale = 0;
        std::size_t unseen = 0;
    };

    TimePoint time;
    TopologyPtr topology;
    std::vector<DerivedValues::Column> columns;
    GpuTime jobTime; ///< of all running jobs, over their latest steps
    std::size_t ranks = 0; ///< ranks of these jobs; 0: unknown
    Tally nodes;
    Tally gpus;
    std::uint64_t ticks = 0; ///< since the start
    std::uint64_t lostTicks = 0;
    std::optional<std::vector<Alert>> alerts; ///< open alerts; nullopt: unknown
    Rates rates;
};

/// Serves derived values as a metrics page: blame, waits, heat, fabric, goodput, losses, alerts. Rendered on request,
/// once per moment. Thread-safe: written by the recorder, read by the server.
class DerivedPage
{
public:
    using SteadyTime = std::chrono::steady_clock::time_point;

    static constexpr auto lifeOfMoment = std::chrono::seconds(15);

    void show(DerivedMoment moment, SteadyTime now = std::chrono::steady_clock::now());
    /// Null before the first moment, and when the last one is too old.
    [[nodiscard]] std::shared_ptr<const std::string> text(Exposition::Format format,
                                                          SteadyTime now = std::chrono::steady_clock::now());

private:
    std::mutex m_mutex;
    std::shared_ptr<const DerivedMoment> m_moment;
    SteadyTime m_taken{};

    std::mutex m_pageMutex; ///< guards the members below
    std::shared_ptr<const DerivedMoment> m_shown; ///< source of the rendered pages
    std::array<std::shared_ptr<const std::string>, 2> m_pages; ///< by format
};

} // namespace lockstep
