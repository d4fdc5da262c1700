// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/view/perentity.h"

#include <cstdint>
#include <optional>

namespace lockstep {

/// Computes the worst value below each parent; used by all views. models/core/metrics/limits.h defines severity and
/// order.

/// Calls @p visit with the ancestors of @p entity, nearest first, until it returns false.
template <class Visit>
void climb(const Topology& topology, EntityRef entity, const Visit& visit)
{
    for (EntityRef above = topology.parent(entity); topology.contains(above); above = topology.parent(above)) {
        if (!visit(above))
            return;
    }
}

/// Severity of each entity, including the worst below it. A plain value.
class WorstBelow
{
public:
    /// All are well.
    void reset(const Topology& topology) { m_rank.assign(topology, 0); }
    /// It and all above it are at least so bad.
    void mark(const Topology& topology, EntityRef entity, Severity severity);
    [[nodiscard]] std::optional<Severity> severity(EntityRef entity) const;
    friend bool operator==(const WorstBelow&, const WorstBelow&) = default;

private:
    PerEntity<std::uint8_t> m_rank; ///< 0: well; else one more than its severity
};

} // namespace lockstep
