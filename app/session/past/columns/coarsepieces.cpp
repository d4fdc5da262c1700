// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/columns/coarsepieces.h"

#include <algorithm>
#include <bit>

namespace lockstep {

TickIndex CoarsePieces::stepFor(TickIndex ticks)
{
    constexpr std::uint64_t maxSteps = 2048;
    const std::uint64_t step = (static_cast<std::uint64_t>(std::max<TickIndex>(ticks, 1)) + maxSteps - 1) / maxSteps;
    // One value for the minimum, one for the maximum.
    return static_cast<TickIndex>(std::bit_ceil(std::max<std::uint64_t>(step, 2)));
}

void CoarsePieces::fill(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out)
{
    const TickIndex step = stepFor(range.length());
    const TickIndex length = step * static_cast<TickIndex>(steps);
    for (TickIndex first = range.from / length * length; first < range.to; first += length) {
        const CoarseKey key{metric, entity, step, first};
        const auto piece = m_pieces.find(key);
        if ((piece == m_pieces.end() || piece->second.isOld) && !m_asked.contains(key))
            m_wanted.insert(key);
        if (piece == m_pieces.end() || !piece->second.extents || piece->second.extents->size() != 2 * steps)
            continue;
        const std::vector<float>& extents = *piece->second.extents;
        const TickIndex to = std::min(range.to, first + length);
        for (TickIndex tick = std::max(range.from, first); tick < to; ++tick) {
            const auto at = static_cast<std::size_t>((tick - first) / step);
            out[static_cast<std::size_t>(tick - range.from)] = extents[2 * at + static_cast<std::size_t>(tick & 1)];
        }
    }
}

std::vector<CoarseKey> CoarsePieces::takeWanted()
{
    std::vector<CoarseKey> wanted(m_wanted.begin(), m_wanted.end());
    m_asked.insert(m_wanted.begin(), m_wanted.end());
    m_wanted.clear();
    return wanted;
}

bool CoarsePieces::isPending(MetricId metric) const
{
    const auto isOf = [metric](const CoarseKey& key) {
        return key.metric == metric;
    };
    return std::ranges::any_of(m_wanted, isOf) || std::ranges::any_of(m_asked, isOf);
}

void CoarsePieces::put(const CoarseKey& key, Extents extents)
{
    m_asked.erase(key);
    if (!extents)
        return;
    if (m_pieces.size() >= maxPieces)
        m_pieces.clear();
    m_pieces[key] = {std::move(extents), false};
}

void CoarsePieces::renewFrom(TickIndex tick)
{
    for (auto& [key, piece] : m_pieces)
        piece.isOld |= key.first + key.step * static_cast<TickIndex>(steps) > tick;
}

} // namespace lockstep
