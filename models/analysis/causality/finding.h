// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/observedjobs.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// One kind of finding on one entity, from its first event to its end. If it is reported again within ten minutes of
/// its end, it continues.
struct Finding
{
    static constexpr Duration again = std::chrono::minutes(10);
    /// A finding that ended longer ago explains no active one.
    static constexpr Duration remembered = std::chrono::hours(24);

    FindingKind kind = FindingKind::Monitoring;
    EntityRef entity; ///< as its events say
    std::string code;
    std::string job; ///< that it concerns; empty: none
    TimePoint begin; ///< that it was reported
    TimePoint onset; ///< that it began, as far as its detector knows
    std::optional<TimePoint> end; ///< nullopt: it goes on
    TimePoint worstSince; ///< that it has been as bad as that
    Severity severity = Severity::Warning; ///< the worst
    std::string text; ///< of the latest of the worst
    EventFields fields; ///< of the latest of the worst
    std::uint32_t times = 0; ///< that it began
    std::uint32_t others = 0; ///< more entities of the same rack that it is of: of these the worst is named

    [[nodiscard]] TimePoint lastsUntil() const { return end ? *end : TimePoint::max(); }
};

/// Error of one NVLink 5 link, which errors of the GPUs that it connects follow within seconds.
inline constexpr std::uint32_t xidOfNvlink = 149;
/// Whether an XID may be one of those.
[[nodiscard]] constexpr bool mayFollowNvlink(std::uint32_t xid)
{
    return xid >= 144 && xid < xidOfNvlink;
}

/// Findings up to a moment that are active or ended recently, in order of onset, entity and code. Independent of order
/// and repetition of the events.
[[nodiscard]] std::vector<Finding> findingsAt(std::span<const DerivedEvent> events, const Topology& topology,
                                              const ObservedJobs& jobs, TimePoint now);

} // namespace lockstep
