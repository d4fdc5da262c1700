// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/core/time.h"
#include "models/core/work/throttle.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockstep {

/// Identifies a rank of a job across the cluster; without a job, the upper half is zero.
/// @param names by the tick's own indices
[[nodiscard]] std::uint64_t rankKey(const Span& span, std::span<const NameId> names);

/// Limits how many ranks and communicators a node may report, in proportion to its GPUs. Otherwise one node that
/// invents ranks could dominate the cluster's goodput, alerts and analysis time. While a node exceeds its limit, and
/// for a minute afterwards, its new and recent ranks are left out; ranks known for longer are kept. A plain value, one
/// per node.
class RankQuota
{
public:
    /// Several ranks may share a GPU, and a restarted job may have a new name.
    static constexpr std::size_t ranksPerGpu = 4;
    static constexpr std::size_t ranksBeside = 16; ///< additional ranks
    static constexpr std::size_t ranksWithoutGpus = 256; ///< a CPU job has one per core
    static constexpr std::size_t maxGpus = 64; ///< limit, because the node reports the number itself
    static constexpr std::size_t communicatorsPerRank = 16;
    static constexpr Duration remembered = std::chrono::minutes(2); ///< since its last span
    static constexpr Duration floodLasts = std::chrono::minutes(1);
    static constexpr Duration established = std::chrono::minutes(1);

    /// Maximum number of ranks of all jobs that a node with this layout may report at a time.
    [[nodiscard]] static std::size_t ranksOf(const NodeLayout* layout);

    /// The accepted spans; nullopt: all spans.
    /// @param names by the tick's own indices
    [[nodiscard]] std::optional<std::vector<Span>> keep(const NodeTick& tick, std::span<const NameId> names,
                                                        TimePoint now);
    /// An event about spans that were left out since the last event: at the beginning of a flood, then once per minute.
    [[nodiscard]] std::optional<Event> takeNotice(const std::string& node, TimePoint now);
    /// Names have new ids: all ranks count as new.
    void forget() { m_seen.clear(); }

private:
    struct Seen
    {
        TimePoint first;
        TimePoint last;
    };

    void noteFresh(const NodeTick& tick, std::span<const NameId> names, TimePoint now);
    [[nodiscard]] bool isAboveLimit(std::size_t ranks, TimePoint now);
    [[nodiscard]] bool isKnown(const Span& span, std::span<const NameId> names) const;

    std::unordered_map<std::uint64_t, Seen> m_seen; ///< ranks of jobs, and communicators
    std::unordered_set<std::uint64_t> m_fresh; ///< scratch: new ones of a tick
    std::optional<TimePoint> m_floodUntil;
    Throttle<> m_leftOut;
    std::size_t m_most = 0; ///< ranks in a tick
    std::size_t m_limit = 0;
};

} // namespace lockstep
