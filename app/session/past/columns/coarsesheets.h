// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/readers/pastreader.h"
#include "models/core/ids.h"
#include "models/core/time.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace lockstep {

/// Key of a part of one entity's series at reduced resolution.
struct CoarseKey
{
    MetricId metric;
    std::uint32_t entity = 0;
    TickIndex step = 0; ///< ticks, a power of two
    TickIndex first = 0; ///< a multiple of the piece's length
    friend auto operator<=>(const CoarseKey&, const CoarseKey&) = default;
};

/// The parts that a cache lacks: wanted, then requested once, until they have come.
template <class Key>
class MissingParts
{
public:
    /// Newest last, because the last is fetched first.
    [[nodiscard]] std::vector<Key> takeWanted()
    {
        std::vector<Key> wanted(m_wanted.begin(), m_wanted.end());
        std::ranges::stable_sort(wanted, {}, &Key::first);
        m_asked.merge(m_wanted);
        m_wanted.clear();
        return wanted;
    }
    [[nodiscard]] bool hasWanted() const { return !m_wanted.empty(); }
    [[nodiscard]] std::size_t waiting() const { return m_wanted.size() + m_asked.size(); }
    [[nodiscard]] bool isPending(MetricId metric) const
    {
        return isAnyPending([metric](const Key& key) { return key.metric == metric; });
    }

protected:
    void want(const Key& key)
    {
        if (!m_asked.contains(key))
            m_wanted.insert(key);
    }
    void markFetched(const Key& key) { m_asked.erase(key); }
    template <class Matches>
    [[nodiscard]] bool isAnyPending(Matches matches) const
    {
        return std::ranges::any_of(m_wanted, matches) || std::ranges::any_of(m_asked, matches);
    }

private:
    std::set<Key> m_wanted;
    std::set<Key> m_asked;
};

/// Cache of long series at reduced resolution: the minimum and maximum per step. A week then costs no more than its
/// pixels, and spikes remain visible. Bounded: cleared when it is full. GUI thread; owned by a RecordedPast.
class CoarsePieces : public MissingParts<CoarseKey>
{
public:
    /// Longer ranges, in ticks, are read in steps.
    static constexpr TickIndex longestFine = 16'384;
    static constexpr std::size_t steps = 1024; ///< per piece
    static constexpr std::size_t maxPieces = 4096;

    using Extents = std::shared_ptr<const std::vector<float>>; ///< minimum and maximum of each step; NaN: no value

    /// Limits a range to 2,048 steps.
    [[nodiscard]] static TickIndex stepFor(TickIndex ticks);

    /// Fills in the cached part of a range, minimum and maximum alternating in the ticks of each step, and requests the
    /// rest.
    void fill(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out);
    /// @param extents null: could not be read
    void put(const CoarseKey& key, Extents extents);
    /// Call when data from this tick on has changed. Cached data stays until it has been read again.
    void renewFrom(TickIndex tick);

private:
    struct Piece
    {
        Extents extents;
        bool isOld = false;
    };
    std::map<CoarseKey, Piece> m_pieces;
};

/// Cache of the minimum or maximum per step of all entities, for maps over a week, where one pixel covers many ticks.
/// Bounded: least recently used entries are evicted. GUI thread; owned by a RecordedPast.
class CoarseSheets : public MissingParts<SheetKey>
{
public:
    /// Shorter steps use the ticks themselves.
    static constexpr TickIndex shortestStep = 4;
    /// Maximum number of values per sheet (unless the minimum number of steps needs more), and in the cache. A pan
    /// needs one or two sheets.
    static constexpr std::size_t maxValues = std::size_t{1} << 18U;
    static constexpr std::size_t maxCachedBytes = std::size_t{48} << 20U;

    using Values = std::shared_ptr<const std::vector<float>>; ///< by step, then entity; empty: no data

    /// Number of steps per sheet for that many entities: a power of two, below the limits of a server.
    [[nodiscard]] static std::size_t stepsFor(std::size_t entities);

    /// One step of @p ticks, aligned to a multiple of their length. Empty: requested, but not available yet.
    [[nodiscard]] std::span<const float> step(MetricId metric, TickRange ticks, Extreme extreme, std::size_t entities);
    /// A sample of the range: up to maxCachedSteps cached steps of a suitable length within @p ticks. Empty while a
    /// suitable sheet is being fetched; nullopt: none is cached.
    [[nodiscard]] std::optional<std::vector<std::span<const float>>> cachedSteps(MetricId metric,
                                                                                 TickRange ticks) const;
    static constexpr std::size_t maxCachedSteps = 32;
    /// @param values null: could not be read
    void put(const SheetKey& key, Values values);
    /// Call when the recording has grown from @p before to @p now. Values of ticks after @p before are read again, once
    /// per step, and stay valid until then.
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
    TickIndex m_end = 0; ///< of the past
    std::uint64_t m_uses = 0;
    std::size_t m_kept = 0; ///< values
};

} // namespace lockstep
