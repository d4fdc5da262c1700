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

/// One kind of finding on one entity, from its first event to its end. A finding that is reported again within ten
/// minutes of its end continues.
struct Finding
{
    static constexpr Duration again = std::chrono::minutes(10);
    /// A finding that ended longer ago cannot explain an active one.
    static constexpr Duration remembered = std::chrono::hours(24);

    FindingKind kind = FindingKind::Monitoring;
    EntityRef entity; ///< as in its events
    std::string code;
    std::string job; ///< job concerned; empty: none
    TimePoint begin; ///< time of the first report
    TimePoint onset; ///< time of the onset, as far as its detector knows
    std::optional<TimePoint> end; ///< nullopt: active
    TimePoint worstSince; ///< time since which it has the worst severity
    Severity severity = Severity::Warning; ///< the worst
    std::string text; ///< of the latest report with the worst severity
    EventFields fields; ///< of the latest report with the worst severity
    std::uint32_t times = 0; ///< number of times that it began
    std::uint32_t others = 0; ///< further entities of the same rack; the worst one is named
    /// Other XIDs than that of the fields, in order of report. Kept because the first may be the cause.
    std::vector<std::uint32_t> earlierXids = {};

    [[nodiscard]] TimePoint lastsUntil() const { return end ? *end : TimePoint::max(); }
};

/// Error of an NVLink 5 link, which causes errors of the connected GPUs within seconds.
inline constexpr std::uint32_t xidOfNvlink = 149;
/// Whether an XID may be such an effect.
[[nodiscard]] constexpr bool mayFollowNvlink(std::uint32_t xid)
{
    return xid >= 144 && xid < xidOfNvlink;
}

/// Findings up to a moment that are active or ended recently, in order of onset, entity and code. Independent of the
/// order and repetition of events.
[[nodiscard]] std::vector<Finding> findingsAt(std::span<const DerivedEvent> events, const Topology& topology,
                                              const ObservedJobs& jobs, TimePoint now);

} // namespace lockstep
