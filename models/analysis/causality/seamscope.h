// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/seamgraph.h"

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
enum class SeamTier : std::uint8_t { Feed, Loop, Rack, Node, Gpu, Link, Switch, Storage, Communicator, Job };
inline constexpr std::size_t seamTierCount = 10;

/// A component with dependencies: an entity, or something that only has a name.
struct SeamItem
{
    SeamTier tier = SeamTier::Node;
    EntityRef entity; ///< invalid: it only has a name
    std::string name; ///< empty: the entity's name; a job always has its own

    friend auto operator<=>(const SeamItem&, const SeamItem&) = default;
};

/// A group of GPUs that communicate, and its job.
struct SeamCommunicator
{
    std::string name;
    std::shared_ptr<const std::vector<EntityRef>> gpus; ///< never null; invalid elements: unknown
};

/// All transitive dependencies and dependents of some entities. Lives as long as its graph. One thread.
class SeamScope
{
public:
    /// @param communicators any observed ones
    SeamScope(const SeamGraph& graph, std::span<const SeamCommunicator> communicators, std::span<const SeamItem> of);

    [[nodiscard]] const std::vector<SeamItem>& items() const { return m_items; }
    /// Pairs of item indices without duplicates: the second depends on the first.
    [[nodiscard]] const std::vector<std::pair<std::size_t, std::size_t>>& seams() const { return m_seams; }
    /// Number of items from which it was made, which come first.
    [[nodiscard]] std::size_t count() const { return m_count; }

    /// The tier of a kind; nullptr: not shown (a core, a disk, a sensor).
    [[nodiscard]] static const SeamTier* tierOf(EntityKind kind);
    /// An entity as an item: a port becomes its link, a part its owner.
    [[nodiscard]] static SeamItem itemOf(const SeamGraph& graph, EntityRef entity);
    [[nodiscard]] static SeamItem jobNamed(const SeamGraph& graph, const std::string& name);

private:
    [[nodiscard]] std::vector<SeamItem> carriersOf(const SeamItem& item) const;
    [[nodiscard]] std::vector<SeamItem> carriedBy(const SeamItem& item) const;
    [[nodiscard]] std::vector<SeamItem> jobsOn(EntityRef gpu) const;
    [[nodiscard]] std::vector<SeamItem> rackCarriers(EntityRef rack) const;
    /// Like jobNamed(), but fast for many: a sender of job events may name thousands.
    [[nodiscard]] SeamItem jobOf(const std::string& name) const;
    [[nodiscard]] bool isOfJob(const SeamCommunicator& communicator, const ObservedJob& job) const;
    std::size_t add(const SeamItem& item);

    const SeamGraph& m_graph;
    std::span<const SeamCommunicator> m_communicators;
    std::map<std::string, std::size_t, std::less<>> m_communicatorNamed;
    std::map<EntityRef, std::vector<std::size_t>> m_communicatorsOf; ///< by GPU
    std::unordered_map<std::string_view, EntityRef> m_jobNamed;
    std::map<EntityRef, std::vector<std::size_t>> m_jobsOf; ///< by GPU or node that reports spans
    std::vector<SeamItem> m_items;
    std::map<SeamItem, std::size_t> m_places;
    std::vector<std::pair<std::size_t, std::size_t>> m_seams;
    std::size_t m_count = 0;
};

} // namespace lockstep
