// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/dependencygraph.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

/// Tiers of the diagram, from the most fundamental to the most dependent.
enum class DependencyTier : std::uint8_t { Feed, Loop, Rack, Node, Gpu, Link, Switch, Storage, Communicator, Job };
inline constexpr std::size_t dependencyTierCount = 10;

/// A component in the graph: an entity, or a component that only has a name.
struct DependencyItem
{
    DependencyTier tier = DependencyTier::Node;
    EntityRef entity; ///< invalid: it only has a name
    std::string name; ///< empty: the entity's name; a job always has its own

    friend auto operator<=>(const DependencyItem&, const DependencyItem&) = default;
};

/// A group of GPUs that communicate, and its job.
struct DependencyCommunicator
{
    std::string name;
    std::shared_ptr<const std::vector<EntityRef>> gpus; ///< never null; invalid elements: unknown
};

/// All transitive dependencies and dependents of some entities. Lives as long as its graph. One thread.
class DependencyScope
{
public:
    /// @param communicators any observed ones
    DependencyScope(const DependencyGraph& graph, std::span<const DependencyCommunicator> communicators,
                    std::span<const DependencyItem> of);

    [[nodiscard]] const std::vector<DependencyItem>& items() const { return m_items; }
    /// Pairs of item indices without duplicates: the second depends on the first.
    [[nodiscard]] const std::vector<std::pair<std::size_t, std::size_t>>& dependencies() const
    {
        return m_dependencies;
    }
    /// Number of items from which the scope was built; they come first.
    [[nodiscard]] std::size_t count() const { return m_count; }

    /// The tier of a kind; nullptr: not shown (a core, a disk, a sensor).
    [[nodiscard]] static const DependencyTier* tierOf(EntityKind kind);
    /// An entity as an item: a port becomes its link, a part its owner.
    [[nodiscard]] static DependencyItem itemOf(const DependencyGraph& graph, EntityRef entity);
    [[nodiscard]] static DependencyItem jobNamed(const DependencyGraph& graph, const std::string& name);

private:
    [[nodiscard]] std::vector<DependencyItem> directDependencies(const DependencyItem& item) const;
    [[nodiscard]] std::vector<DependencyItem> directDependents(const DependencyItem& item) const;
    [[nodiscard]] std::vector<DependencyItem> jobsOn(EntityRef gpu) const;
    [[nodiscard]] std::vector<DependencyItem> rackDependencies(EntityRef rack) const;
    /// Like jobNamed(), but fast for many: a sender of job events may name thousands.
    [[nodiscard]] DependencyItem jobOf(const std::string& name) const;
    [[nodiscard]] bool isOfJob(const DependencyCommunicator& communicator, const ObservedJob& job) const;
    std::size_t add(const DependencyItem& item);

    const DependencyGraph& m_graph;
    std::span<const DependencyCommunicator> m_communicators;
    std::map<std::string, std::size_t, std::less<>> m_communicatorNamed;
    std::map<EntityRef, std::vector<std::size_t>> m_communicatorsOf; ///< by GPU
    std::unordered_map<std::string_view, EntityRef> m_jobNamed;
    std::map<EntityRef, std::vector<std::size_t>> m_jobsOf; ///< by GPU or node that reports spans
    std::vector<DependencyItem> m_items;
    std::map<DependencyItem, std::size_t> m_places;
    std::vector<std::pair<std::size_t, std::size_t>> m_dependencies;
    std::size_t m_count = 0;
};

} // namespace lockstep
