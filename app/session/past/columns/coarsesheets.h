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
    /// Below that many ticks in a step, the ticks themselves are asked for.
    static constexpr TickIndex shortestStep = 4;
    /// Values of one sheet, beyond its fewest steps, and of all: a pan asks for one or two sheets.
    static constexpr std::size_t mostValues = std::size_t{1} << 18U;
    static constexpr std::size_t mostKept = std::size_t{48} << 20U;

    using Values = std::shared_ptr<const std::vector<float>>; ///< step by step, by entity; empty: nothing there

    /// How many steps a sheet of so many entities has: a power of two, and never as many as an engine refuses.
    [[nodiscard]] static std::size_t stepsFor(std::size_t entities);

    /// One step of @p ticks, which begin at a multiple of their length. Empty: not here yet, and wanted.
    [[nodiscard]] std::span<const float> step(MetricId metric, TickRange ticks, Extreme extreme, std::size_t entities);
    /// Up to mostAtHand steps within @p ticks of the sheets that are here, of steps short enough to be a sample of them
    /// and not so short that they are of another, closer look; none while such are on their way. nullopt: there are
    /// none.
    [[nodiscard]] std::optional<std::vector<std::span<const float>>> atHand(MetricId metric, TickRange ticks) const;
    static constexpr std::size_t mostAtHand = 32;
    [[nodiscard]] std::vector<SheetKey> takeWanted();
    [[nodiscard]] bool hasWanted() const { return !m_wanted.empty(); }
    [[nodiscard]] bool isPending(MetricId metric) const;
    [[nodiscard]] std::size_t waiting() const { return m_wanted.size() + m_asked.size(); }
    /// @param values null: not to be had now
    void put(const SheetKey& key, Values values);
    /// The past has grown from @p before to @p now: values of later ticks stay until they have been read again, once
    /// per step.
    void renewFrom(TickIndex before, TickIndex now);

private:
    struct Sheet
    {
        Values values;
        bool isOld = false;
        TickIndex end = 0; ///< of the past when it came
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
