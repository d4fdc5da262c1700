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

/// Of an event that ends others ("port.up"): the code of those. Empty: it ends what has its own code.
[[nodiscard]] std::string_view endedBy(std::string_view code);

/// Events that alerts are computed from: warnings and worse, their ends, and operators' actions. Events may arrive in
/// any order and repeatedly. Bounded per place and per node, so that none can displace others. A plain value; owned by
/// the store, GUI thread.
class AlertEventLog
{
public:
    static constexpr std::size_t codesAPlace = 32;
    static constexpr std::size_t eventsACode = 256; ///< the oldest of the node that has the most leave

    void add(const Topology& topology, EntityRef entity, const Event& event);
    void clear();

    /// All that is kept, in no order.
    [[nodiscard]] std::vector<DerivedEvent> events() const;
    [[nodiscard]] std::size_t size() const;
    /// Increases whenever events() may return another result.
    [[nodiscard]] std::uint64_t version() const { return m_version; }

private:
    using Reported = std::vector<DerivedEvent>; ///< in order of time
    using Codes = std::map<std::string, Reported, std::less<>>;

    [[nodiscard]] static bool makeRoom(Codes& codes, EntityRef owner, const Topology& topology);
    static void dropOldestOfLoudest(Reported& reported, const Topology& topology);

    std::map<EntityRef, Codes> m_places; ///< racks, and what stands in none
    std::uint64_t m_version = 0;
};

} // namespace lockstep
