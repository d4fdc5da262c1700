// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The code of the events that an event with this code ends ("port.up"). Empty: it ends events with its own code.
[[nodiscard]] std::string_view endedBy(std::string_view code);

/// Events from which alerts are computed: warnings and worse, their ends, and operators' actions. Events may arrive in
/// any order and repeatedly. Bounded per place and per node, so that no node can displace others' events. A plain
/// value; owned by the store, GUI thread.
class AlertEventLog
{
public:
    static constexpr std::size_t maxCodesPerEntity = 32;
    static constexpr std::size_t maxEventsPerCode = 256; ///< beyond it, the node with the most events loses its oldest

    void add(const Topology& topology, EntityRef entity, const Event& event);
    void clear();

    /// All events, unordered.
    [[nodiscard]] std::vector<DerivedEvent> events() const;
    [[nodiscard]] std::size_t size() const;
    /// Increases whenever events() may have changed.
    [[nodiscard]] std::uint64_t version() const { return m_version; }

private:
    using Reported = std::vector<DerivedEvent>; ///< in order of time
    using Codes = std::map<std::string, Reported, std::less<>>;

    [[nodiscard]] static bool makeRoom(Codes& codes, EntityRef owner, const Topology& topology);
    static void dropOldestOfBusiestNode(Reported& reported, const Topology& topology);

    std::map<EntityRef, Codes> m_places; ///< by rack, or by entity outside racks
    std::uint64_t m_version = 0;
};

} // namespace lockstep
