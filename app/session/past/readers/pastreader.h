// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/columnassembly.h"
#include "datasources/recording/recordingtier.h"
#include "models/core/topology/topology.h"
#include "models/store/columns/columnsource.h"

#include <compare>
#include <cstdint>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct PointwiseMetric;

/// Key of a part of all entities of a metric at reduced resolution.
struct SheetKey
{
    MetricId metric;
    Extreme extreme = Extreme::Highest;
    TickIndex step = 0; ///< ticks
    std::size_t steps = 0; ///< number of steps
    TickIndex first = 0; ///< a multiple of its length
    [[nodiscard]] TickRange ticks() const { return {first, first + step * static_cast<TickIndex>(steps)}; }
    friend auto operator<=>(const SheetKey&, const SheetKey&) = default;
};

/// Reads past columns by the indices of a store's topology, which may differ from the stored topology. Computes
/// pointwise metrics from their inputs, whether or not they were stored. One thread at a time.
class PastReader
{
public:
    virtual ~PastReader() = default;

    /// Cancels the current and all later reads when stop is requested.
    virtual void stopWith(const std::stop_token& stop) = 0;
    /// Looks for newly written data. Failed reads are tried again; data already read stays.
    [[nodiscard]] virtual Status refresh() { return success(); }
    [[nodiscard]] virtual TickRange ticks() const = 0;
    [[nodiscard]] virtual std::vector<TickRange> pauses() const { return {}; }
    /// Parts of its ticks for which it has only summaries. There, blocks and rows repeat the means of the summaries.
    [[nodiscard]] virtual std::vector<SummarisedRange> summarised() const { return {}; }
    /// Whether it has the metric that shows which nodes reported.
    [[nodiscard]] virtual bool reportsPresence() const { return true; }

    /// @param topology the store's, whose indices are used; null: the reader's own
    [[nodiscard]] RecordedBlock block(const std::string& metric, TickIndex first, EntitySlice slice,
                                      const TopologyPtr& topology);
    /// One tick of all entities. Empty if there is none.
    [[nodiscard]] std::vector<float> row(const std::string& metric, TickIndex tick, const TopologyPtr& topology);

    /// Names of the metrics for which it provides extents of any range. It always provides extents of summarised()
    /// ranges.
    [[nodiscard]] virtual std::set<std::string> extentMetrics() const { return {}; }
    /// Minimum and maximum of each step of an entity's series, in pairs; NaN if there is no value. @param step in ticks
    [[nodiscard]] virtual std::vector<float> extents([[maybe_unused]] const std::string& metric,
                                                     [[maybe_unused]] std::uint32_t entity,
                                                     [[maybe_unused]] TickIndex first, [[maybe_unused]] TickIndex step,
                                                     [[maybe_unused]] std::size_t steps,
                                                     [[maybe_unused]] const TopologyPtr& topology)
    {
        return {};
    }

    /// Minimum or maximum of every entity for each step, step by step. NaN if a value is missing; empty if there are no
    /// values. Like extents().
    [[nodiscard]] virtual std::vector<float> sheet([[maybe_unused]] const std::string& metric,
                                                   [[maybe_unused]] const SheetKey& key,
                                                   [[maybe_unused]] const TopologyPtr& topology)
    {
        return {};
    }

    /// Whether a read since the last call failed temporarily.
    [[nodiscard]] virtual bool takeFailure() { return false; }

protected:
    /// How the metric is computed; null: it is stored or unknown.
    [[nodiscard]] virtual const PointwiseMetric* computedFrom(std::string_view metric) const = 0;
    /// Like block() and row(), for stored metrics.
    [[nodiscard]] virtual RecordedBlock storedBlock(const std::string& metric, TickIndex first, EntitySlice slice,
                                                    const TopologyPtr& topology)
        = 0;
    [[nodiscard]] virtual std::vector<float> storedRow(const std::string& metric, TickIndex tick,
                                                       const TopologyPtr& topology)
        = 0;
};

/// One reader per thread.
using PastReaders = std::vector<std::unique_ptr<PastReader>>;

} // namespace lockstep
