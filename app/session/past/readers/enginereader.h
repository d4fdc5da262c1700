// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/readers/pastreader.h"
#include "datasources/prometheus/engineplan.h"

#include <deque>

#include <chrono>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace lockstep {

/// Reads past columns from a Prometheus-compatible server, with the same queries and alignment as live data. If the
/// server does not answer, requests fail at once for a while, so that an overloaded server gets no more load.
class EngineReader : public PastReader
{
public:
    explicit EngineReader(std::shared_ptr<const EnginePlan> plan);

    void stopWith(const std::stop_token& stop) override;
    [[nodiscard]] TickRange ticks() const override;
    /// Only metrics of known exporters: a site's own queries cannot be narrowed down to one entity.
    [[nodiscard]] std::set<std::string> extentMetrics() const override;
    [[nodiscard]] std::vector<float> extents(const std::string& metric, std::uint32_t entity, TickIndex first,
                                             TickIndex step, std::size_t steps, const TopologyPtr& topology) override;
    [[nodiscard]] std::vector<float> sheet(const std::string& metric, const SheetKey& key,
                                           const TopologyPtr& topology) override;
    [[nodiscard]] bool takeFailure() override { return std::exchange(m_hasFailed, false); }

private:
    [[nodiscard]] const PointwiseMetric* computedFrom(std::string_view metric) const override;
    [[nodiscard]] RecordedBlock storedBlock(const std::string& metric, TickIndex first, EntitySlice slice,
                                            const TopologyPtr& topology) override;
    [[nodiscard]] std::vector<float> storedRow(const std::string& metric, TickIndex tick,
                                               const TopologyPtr& topology) override;

    [[nodiscard]] bool knows(std::string_view metric) const;
    /// Rows with that metric; for the presence of nodes, the first row of each exporter.
    [[nodiscard]] std::vector<std::size_t> rowsOf(const std::string& metric) const;
    void mapTo(const TopologyPtr& topology);
    /// Matchers that narrow a row's query to an entity; empty: it had no series at that time.
    [[nodiscard]] std::string matchersOf(std::size_t row, std::uint32_t entity, TickIndex tick,
                                         const Topology& topology);
    /// Reads one row's samples of a block, or of one tick of it.
    void read(std::size_t row, TickRange ticks, bool isPresence, const TopologyPtr& topology, RecordedBlock& block);
    [[nodiscard]] std::uint32_t indexOf(std::size_t row, LabelViews labels, bool isPresence, const Topology& topology);

    std::shared_ptr<const EnginePlan> m_plan;
    PrometheusEngine m_engine;
    TopologyPtr m_topology; ///< topology of m_indices
    std::vector<std::unordered_map<std::string, EntityRef>> m_entities; ///< by row, then by series
    std::vector<std::unordered_map<std::uint32_t, std::string>> m_matchers; ///< by row, then by entity
    std::vector<TickIndex> m_examined; ///< by row: tick for which all series were last looked up
    /// Recently read blocks, because a reader of many entities requests one part after another.
    struct Kept
    {
        std::string metric;
        RecordedBlock block;
        std::chrono::steady_clock::time_point since;
    };
    std::deque<Kept> m_kept;
    std::string m_key;
    std::stop_token m_stop;
    bool m_hasFailed = false;
};

} // namespace lockstep
