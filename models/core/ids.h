// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace lockstep {

/// Kind of an entity. Each kind has its own dense index space: the fifth GPU of the cluster is {Gpu, 4}.
enum class EntityKind : std::uint8_t {
    Rack,
    Node,
    Gpu,
    Port,
    Switch,
    Link,
    Loop,
    Job,
    Core,
    Disk,
    Sensor,
    Tenant,
    Cluster
};

inline constexpr std::size_t entityKindCount = 13;

/// Stable lower-case singular word for a kind ("gpu"), used in files and on the command line.
[[nodiscard]] std::string_view entityKindName(EntityKind kind);
[[nodiscard]] std::optional<EntityKind> entityKindFromName(std::string_view name);

/// A dense index with its own type. Invalid when default-constructed.
template <class Tag>
struct Id
{
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    std::uint32_t value = none;

    [[nodiscard]] constexpr bool isValid() const { return value != none; }
    friend constexpr auto operator<=>(Id, Id) = default;
};

using MetricId = Id<struct MetricTag>; ///< index into the store's MetricTable
using SourceId = Id<struct SourceTag>; ///< one connection (or file) that batches come from
using NameId = Id<struct NameTag>; ///< index into the store's table of operation, communicator, lane and job names

/// One entity of the cluster: its kind and its dense index within that kind. Indices never change while a store lives.
struct EntityRef
{
    EntityKind kind = EntityKind::Node;
    std::uint32_t index = Id<EntityRef>::none;

    [[nodiscard]] constexpr bool isValid() const { return index != Id<EntityRef>::none; }
    friend constexpr auto operator<=>(EntityRef, EntityRef) = default;
};

} // namespace lockstep

template <>
struct std::hash<lockstep::EntityRef>
{
    std::size_t operator()(lockstep::EntityRef ref) const noexcept
    {
        return std::hash<std::uint64_t>{}((std::uint64_t{static_cast<std::uint8_t>(ref.kind)} << 32) | ref.index);
    }
};
