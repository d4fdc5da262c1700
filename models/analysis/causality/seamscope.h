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
    std::string name; ///< empty: that of the entity; a job always has its own

    friend auto operator<=>(const SeamItem&, const SeamItem&) = default;
};

/// A group of GPUs that communicate, and its job.
struct SeamCommunicator
{
    std::string name;
    std::shared_ptr<const std::vector<EntityRef>> gpus; ///< never null; invalid ones: not known
};

/// All transitive dependencies and dependents of some entities. Lives as long as its graph. One thread.
class SeamScope
{
public:
    /// @param communicators that were seen; any number
    SeamScope(const SeamGraph& graph, std::span<const SeamCommunicator> communicators, std::span<const SeamItem> of);

    [[nodiscard]] const std::vector<SeamItem>& items() const { return m_items; }
    /// Pairs of entities' indices, each once: the first carries the second.
    [[nodiscard]] const std::vector<std::pair<std::size_t, std::size_t>>& seams() const { return m_seams; }
    /// The first so many entities are what it was made of.
    [[nodiscard]] std::size_t count() const { return m_count; }

    /// The tier of an entity; nullptr: it is of none (a core, a disk, a sensor).
    [[nodiscard]] static const SeamTier* tierOf(EntityKind kind);
    /// An entity as an item: a port as its link, a part as what it is part of.
    [[nodiscard]] static SeamItem itemOf(const SeamGraph& graph, EntityRef entity);
    [[nodiscard]] static SeamItem jobNamed(const SeamGraph& graph, const std::string& name);

private:
    [[nodiscard]] std::vector<SeamItem> carriersOf(const SeamItem& item) const;
    [[nodiscard]] std::vector<SeamItem> carriedBy(const SeamItem& item) const;
    [[nodiscard]] std::vector<SeamItem> jobsOn(EntityRef gpu) const;
    [[nodiscard]] std::vector<SeamItem> rackCarriers(EntityRef rack) const;
    /// Like jobNamed(), for many: a sender of job events may name thousands.
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
