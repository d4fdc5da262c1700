// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/prometheus/engineplan.h"
#include "models/core/batchptr.h"
#include "models/core/ids.h"
#include "models/core/nodeidentity.h"
#include "models/core/nodelayout.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Sorts the samples of one moment by node, and says them as each node's agent would: a layout when there is something
/// new, then bare values. What belongs to no node (switches, loops) is said by the first node. One thread.
class NodeTicks
{
public:
    /// @param plan outlives this @param epoch of this run
    NodeTicks(SourceId source, const EnginePlan& plan, std::uint64_t epoch);
    ~NodeTicks();

    /// A sample of the moment, of the plan's row of that number.
    void add(std::size_t row, LabelViews labels, double value);
    /// What has been added since the last time, a batch for each node that has any; then all is forgotten but the
    /// layouts.
    [[nodiscard]] std::vector<BatchPtr> finish(TimePoint tick);

    /// Forgets what has been added since the last time.
    void discard();

    /// Series that fall on an entity that another one of the same metric has already, and those without a place.
    [[nodiscard]] std::size_t clashes() const { return m_clashes; }
    [[nodiscard]] std::size_t homeless() const { return m_homeless; }

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
    [[nodiscard]] Target declare(std::size_t row, std::vector<PlaceStep> place);
    [[nodiscard]] BatchPtr batchOf(Node& node, TimePoint tick, TimePoint received) const;

    const SourceId m_source;
    const EnginePlan& m_plan;
    const std::uint64_t m_epoch;
    std::vector<std::unordered_map<std::string, Target>> m_targets; ///< by row: where a series goes
    std::vector<std::unique_ptr<Node>> m_nodes;
    std::unordered_map<std::string, std::uint32_t> m_nodeByName;
    std::unordered_map<std::string, Target> m_taken; ///< by metric and place
    std::string m_key;
    std::size_t m_series = 0;
    std::size_t m_clashes = 0;
    std::size_t m_homeless = 0;
};

} // namespace lockstep
