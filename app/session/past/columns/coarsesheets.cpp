// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/columns/coarsesheets.h"

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
        if (piece == m_pieces.end() || piece->second.isOld)
            want(key);
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

void CoarsePieces::put(const CoarseKey& key, Extents extents)
{
    markFetched(key);
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

std::size_t CoarseSheets::stepsFor(std::size_t entities)
{
    constexpr std::size_t fewest = 8;
    constexpr std::size_t most = 64; // pending requests; the newest are kept
    return std::clamp(std::bit_floor(maxValues / std::max<std::size_t>(entities, 1)), fewest, most);
}

std::span<const float> CoarseSheets::step(MetricId metric, TickRange ticks, Extreme extreme, std::size_t entities)
{
    const std::size_t steps = stepsFor(entities);
    const TickIndex length = ticks.length() * static_cast<TickIndex>(steps);
    const TickIndex first = (ticks.from >= 0 ? ticks.from / length : (ticks.from - length + 1) / length) * length;
    const SheetKey key{metric, extreme, ticks.length(), steps, first};
    const auto found = m_sheets.find(key);
    if (found == m_sheets.end() || found->second.isOld)
        want(key);
    if (found == m_sheets.end())
        return {};
    found->second.lastUse = ++m_uses;
    const std::vector<float>& values = *found->second.values;
    const std::size_t width = values.size() / steps;
    return std::span(values).subspan(static_cast<std::size_t>((ticks.from - first) / ticks.length()) * width, width);
}

std::optional<std::vector<std::span<const float>>> CoarseSheets::cachedSteps(MetricId metric, TickRange ticks) const
{
    constexpr TickIndex fewestSteps = 32; // per sheet
    constexpr TickIndex mostSteps = 16384; // no picture is wider
    const auto isFit = [&](const SheetKey& key) {
        const TickRange own = key.ticks();
        return key.metric == metric && key.step * fewestSteps <= ticks.length()
            && key.step * mostSteps >= ticks.length() && std::max(own.from, ticks.from) < std::min(own.to, ticks.to);
    };
    std::vector<std::span<const float>> all;
    for (const auto& [key, sheet] : m_sheets) {
        if (!isFit(key))
            continue;
        const std::size_t width = sheet.values->size() / key.steps;
        for (std::size_t at = 0; at < key.steps && width > 0; ++at) {
            if (ticks.contains(key.first + key.step * static_cast<TickIndex>(at)))
                all.push_back(std::span(*sheet.values).subspan(at * width, width));
        }
    }
    if (all.empty() && !isAnyPending(isFit))
        return std::nullopt;
    const std::size_t every = all.size() / maxCachedSteps + 1;
    for (std::size_t at = 0; at * every < all.size(); ++at)
        all[at] = all[at * every];
    all.resize((all.size() + every - 1) / every);
    return all;
}

void CoarseSheets::put(const SheetKey& key, Values values)
{
    markFetched(key);
    if (!values)
        return;
    Sheet& sheet = m_sheets[key];
    m_kept -= sheet.values ? sheet.values->size() : 0;
    m_kept += values->size();
    sheet = {std::move(values), false, m_end, ++m_uses};
    trim();
}

void CoarseSheets::trim()
{
    constexpr std::size_t mostSheets = 4096; // even an empty sheet has a cost
    while (m_sheets.size() > 1 && (m_kept > maxCachedBytes || m_sheets.size() > mostSheets)) {
        const auto oldest
            = std::ranges::min_element(m_sheets, {}, [](const auto& each) { return each.second.lastUse; });
        m_kept -= oldest->second.values->size();
        m_sheets.erase(oldest);
    }
}

void CoarseSheets::renewFrom(TickIndex before, TickIndex now)
{
    m_end = now;
    for (auto& [key, sheet] : m_sheets)
        sheet.isOld |= key.ticks().to > before && now - sheet.end >= key.step;
}

} // namespace lockstep
