// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/nodelayout.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace lockstep {

/// Position of a value in a tick: its column and row. Valid for the layout it was declared in.
struct Slot
{
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    std::uint32_t column = none;
    std::uint32_t row = 0;

    [[nodiscard]] bool isValid() const { return column != none; }
};

/// Slots of a mean and of its peak within the tick. The peak is invalid if nothing is sampled faster than the tick.
struct PeakSlot
{
    Slot mean;
    Slot peak;
};

/// Collects the declarations of all collectors' metrics and entities into a NodeLayout. Entity 0 is the node. Used on
/// the sampling thread, once per layout.
class LayoutBuilder
{
public:
    static constexpr std::uint32_t node = 0;

    LayoutBuilder(std::string nodeName, bool withPeaks);

    /// Adds an entity, or finds it by kind, name and parent.
    std::uint32_t addEntity(EntityKind kind, std::string name, std::uint32_t parent = node);
    [[nodiscard]] std::optional<std::uint32_t> findEntity(EntityKind kind, std::string_view name) const;

    /// Sets the far end of a port's link.
    void connect(std::uint32_t port, PeerDescriptor peer);
    [[nodiscard]] const std::string& nodeName() const { return m_layout.entities.front().name; }

    /// Sets the racks that a cooling loop cools.
    void serve(std::uint32_t loop, std::vector<std::string> racks);

    /// A value of the catalogue metric with that name, on an entity. Invalid if another collector has already declared
    /// it.
    Slot add(std::string_view metric, std::uint32_t entity = node);
    /// A value that several collectors sum up in one slot. See TickWriter::add().
    Slot addShared(std::string_view metric, std::uint32_t entity = node);
    PeakSlot addWithPeak(std::string_view metric, std::uint32_t entity = node);
    /// A value of a metric that the catalogue does not list.
    Slot add(const MetricDescriptor& metric, std::uint32_t entity);

    [[nodiscard]] NodeLayout finish(std::uint32_t id) const;

private:
    NodeLayout m_layout;
    bool m_withPeaks;
    std::unordered_map<std::string, std::uint32_t> m_columns; ///< by metric name
    std::unordered_set<std::uint64_t> m_declared; ///< column and entity
    std::map<std::pair<std::string, std::uint32_t>, Slot> m_shared; ///< by metric name and entity
    std::unordered_map<std::string, std::uint32_t> m_entities; ///< by kind, parent and name; a scheduler has thousands
};

} // namespace lockstep
