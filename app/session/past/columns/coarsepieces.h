// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
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

/// Cache of long series at reduced resolution: the minimum and maximum per step. A week then costs no more than its
/// pixels, and spikes remain visible. Bounded: cleared when it is full. GUI thread; owned by a RecordedPast.
class CoarsePieces
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
    [[nodiscard]] std::vector<CoarseKey> takeWanted();
    [[nodiscard]] bool hasWanted() const { return !m_wanted.empty(); }
    [[nodiscard]] bool isPending(MetricId metric) const;
    [[nodiscard]] std::size_t waiting() const { return m_wanted.size() + m_asked.size(); }
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
    std::set<CoarseKey> m_wanted;
    std::set<CoarseKey> m_asked;
};

} // namespace lockstep
