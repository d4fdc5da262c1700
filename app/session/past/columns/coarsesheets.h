// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/readers/pastreader.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace lockstep {

/// Cache of the minimum or maximum per step of all entities, for maps over a week, where one pixel covers many ticks.
/// Bounded: least recently used entries are evicted. GUI thread; owned by a RecordedPast.
class CoarseSheets
{
public:
    /// Shorter steps use the ticks themselves.
    static constexpr TickIndex shortestStep = 4;
    /// Maximum number of values per sheet (unless the minimum number of steps needs more), and in the cache. A pan
    /// needs one or two sheets.
    static constexpr std::size_t mostValues = std::size_t{1} << 18U;
    static constexpr std::size_t mostKept = std::size_t{48} << 20U;

    using Values = std::shared_ptr<const std::vector<float>>; ///< by step, then entity; empty: no data

    /// Number of steps per sheet for that many entities: a power of two, below the limits of a server.
    [[nodiscard]] static std::size_t stepsFor(std::size_t entities);

    /// One step of @p ticks, aligned to a multiple of their length. Empty: requested, not here yet.
    [[nodiscard]] std::span<const float> step(MetricId metric, TickRange ticks, Extreme extreme, std::size_t entities);
    /// A sample of the range: up to mostAtHand cached steps of a suitable length within @p ticks. No steps while a
    /// suitable sheet is being fetched; nullopt: none is cached.
    [[nodiscard]] std::optional<std::vector<std::span<const float>>> atHand(MetricId metric, TickRange ticks) const;
    static constexpr std::size_t mostAtHand = 32;
    [[nodiscard]] std::vector<SheetKey> takeWanted();
    [[nodiscard]] bool hasWanted() const { return !m_wanted.empty(); }
    [[nodiscard]] bool isPending(MetricId metric) const;
    [[nodiscard]] std::size_t waiting() const { return m_wanted.size() + m_asked.size(); }
    /// @param values null: could not be read
    void put(const SheetKey& key, Values values);
    /// Call when the past has grown from @p before to @p now. Values of ticks after @p before are read again, once per
    /// step, and stay until then.
    void renewFrom(TickIndex before, TickIndex now);

private:
    struct Sheet
    {
        Values values;
        bool isOld = false;
        TickIndex end = 0; ///< end of the past when it was read
        std::uint64_t lastUse = 0;
    };
    void trim();

    std::map<SheetKey, Sheet> m_sheets;
    std::set<SheetKey> m_wanted;
    std::set<SheetKey> m_asked;
    TickIndex m_end = 0; ///< of the past
    std::uint64_t m_uses = 0;
    std::size_t m_kept = 0; ///< values
};

} // namespace lockstep
