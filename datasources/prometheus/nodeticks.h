// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/prometheus/engineplan.h"
#include "models/core/batchptr.h"
#include "models/core/ids.h"
#include "models/core/nodeidentity.h"
#include "models/core/nodelayout.h"

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

struct NodeTick;

/// Groups the samples of a tick by node, and builds the batches that an agent on each node would send: a layout if
/// something is new, otherwise only values. Entities without a node (switches, loops) are reported in the server's
/// name. Tracks the last scrape of each exporter of each node, so that a tick is reported as soon as its samples exist;
/// an exporter that is silent while its node reports through another one causes an event. One thread.
class NodeTicks
{
public:
    enum class Nodes {
        All, ///< every node with a value
        Fresh ///< only nodes whose exporters have all been scraped within the tick since their last report
    };

    /// @param plan outlives this @param epoch of this run
    NodeTicks(SourceId source, const EnginePlan& plan, std::uint64_t epoch);
    ~NodeTicks();

    /// Adds a sample of the tick, for the plan's row of that number.
    void add(std::size_t row, LabelViews labels, double value);
    /// Sets the last scrape of the row's exporter for the node of that series.
    void noteScrape(std::size_t row, LabelViews labels, TimePoint scraped);
    /// Ticks for which finish() would return fresh nodes, in order.
    [[nodiscard]] std::vector<TickIndex> freshTicks() const;
    /// Whether all recently reported nodes have been reported for this tick.
    [[nodiscard]] bool isReported(TickIndex tick) const;
    /// The latest scrape of any exporter; 1970 before the first one.
    [[nodiscard]] TimePoint newestScrape() const { return m_newestScrape; }

    /// A batch for each node that has received a value since the last call; then discards values, but keeps layouts.
    /// `received` of a batch is the time of its newest scrape, so that the age of a node is the age of its data.
    [[nodiscard]] std::vector<BatchPtr> finish(TickIndex tick, Nodes nodes = Nodes::All);

    /// Number of series whose metric and entity another series already has, and of series without a place.
    [[nodiscard]] std::size_t clashes() const { return m_clashes; }
    [[nodiscard]] std::size_t homeless() const { return m_homeless; }
    /// Row of the first series without a place.
    [[nodiscard]] std::optional<std::size_t> firstUnplaced() const { return m_firstUnplaced; }

private:
    struct Node;
    struct Target
    {
        static constexpr std::uint32_t nowhere = 0xFFFFFFFF;
        std::uint32_t node = nowhere;
        std::uint32_t value = 0; ///< of the node's
    };

    [[nodiscard]] Target targetOf(std::size_t row, LabelViews labels);
    [[nodiscard]] std::uint32_t nodeOf(const std::string& name);
    [[nodiscard]] Target declare(std::size_t row, std::vector<PlaceStep> place, LabelViews labels);
    [[nodiscard]] BatchPtr batchOf(Node& node, TickIndex tick) const;
    [[nodiscard]] bool isFresh(const Node& node, TickIndex tick) const;
    void reportSilentExporters(Node& node, NodeTick& tick) const;

    const SourceId m_source;
    const EnginePlan& m_plan;
    const std::uint64_t m_epoch;
    std::vector<std::unordered_map<std::string, Target>> m_targets; ///< by row: destination of each series
    std::vector<std::size_t> m_exporterOf; ///< by row
    std::vector<std::string> m_exporters; ///< names
    std::vector<Duration> m_intervals; ///< by exporter
    std::vector<std::unordered_map<std::string, std::uint32_t>> m_scrapedNodes; ///< by exporter: the node of a series
    TimePoint m_newestScrape;
    std::vector<std::unique_ptr<Node>> m_nodes;
    std::unordered_map<std::string, std::uint32_t> m_nodeByName;
    std::unordered_map<std::string, Target> m_taken; ///< by metric and place
    std::string m_key;
    std::size_t m_series = 0;
    std::size_t m_clashes = 0;
    std::size_t m_homeless = 0;
    std::optional<std::size_t> m_firstUnplaced;
    const std::string m_engineName; ///< name of the node that reports entities outside nodes
};

} // namespace lockstep
