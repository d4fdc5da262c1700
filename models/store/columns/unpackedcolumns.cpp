// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/columns/unpackedcolumns.h"

#include "models/core/metric.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr std::uint32_t stripeWidth = 2048; // number of entities that the codec unpacks together from a block of 32
                                            // ticks

void applyPatch(const ColumnPatch& patch, std::uint32_t first, std::uint32_t count, std::vector<float>& values)
{
    const std::size_t patchEnd = patch.firstEntity + patch.values.size();
    const std::size_t from = std::max(patch.firstEntity, first);
    const std::size_t to = std::min(patchEnd, std::size_t{first} + count);
    float* const row = values.data() + std::size_t{patch.row} * count;
    for (std::size_t entity = from; entity < to; ++entity) {
        const float value = patch.values[entity - patch.firstEntity];
        if (!std::isnan(value))
            row[entity - first] = value;
    }
}

} // namespace

UnpackedColumns::Entry& UnpackedColumns::unpack(const Key& key, const ColumnBlock& block, std::uint32_t first,
                                                std::uint32_t count)
{
    const auto [at, isNew] = m_entries.try_emplace(key);
    Entry& entry = at->second;
    entry.lastUse = ++m_uses;
    entry.lastAsked = m_newest;
    if (!isNew)
        return entry;
    entry.first = first;
    entry.count = count;
    entry.values.assign(std::size_t{ColumnBlock::ticks} * count, noData);
    m_bytes += entry.values.size() * sizeof(float);
    if (!m_codec)
        m_codec.emplace();
    const std::uint32_t packed = first < block.packedWidth ? std::min(count, block.packedWidth - first) : 0;
    if (packed == count) {
        if (!m_codec->decode(block.packed, first, count, entry.values).isOk())
            std::ranges::fill(entry.values, noData); // cannot happen with intact memory; show no data
    } else if (packed > 0) {
        m_scratch.resize(std::size_t{ColumnBlock::ticks} * packed);
        if (m_codec->decode(block.packed, first, packed, m_scratch).isOk()) {
            for (std::size_t row = 0; row < ColumnBlock::ticks; ++row)
                std::copy_n(m_scratch.begin() + static_cast<std::ptrdiff_t>(row * packed), packed,
                            entry.values.begin() + static_cast<std::ptrdiff_t>(row * count));
        }
    }
    for (const ColumnPatch& patch : block.patches)
        applyPatch(patch, first, count, entry.values);
    return entry;
}

std::span<const float> UnpackedColumns::row(MetricId metric, TickIndex number, const ColumnBlock& block, TickIndex row)
{
    const Entry& entry = unpack({metric.value, number, whole}, block, 0, block.width);
    return std::span(entry.values).subspan(static_cast<std::size_t>(row) * entry.count, entry.count);
}

float UnpackedColumns::value(MetricId metric, TickIndex number, const ColumnBlock& block, TickIndex row,
                             std::uint32_t entity)
{
    if (entity >= block.width)
        return noData;
    const std::uint32_t stripe = entity / stripeWidth;
    const std::uint32_t first = stripe * stripeWidth;
    const bool hasWhole = m_entries.contains({metric.value, number, whole});
    const Entry& entry = hasWhole
        ? unpack({metric.value, number, whole}, block, 0, block.width)
        : unpack({metric.value, number, stripe}, block, first, std::min(stripeWidth, block.width - first));
    return entry.values[static_cast<std::size_t>(row) * entry.count + entity - entry.first];
}

void UnpackedColumns::forget(MetricId metric, TickIndex number)
{
    const auto from = m_entries.lower_bound({metric.value, number, 0});
    auto to = from;
    for (; to != m_entries.end() && std::get<0>(to->first) == metric.value && std::get<1>(to->first) == number; ++to)
        m_bytes -= to->second.values.size() * sizeof(float);
    m_entries.erase(from, to);
}

void UnpackedColumns::trim(TickIndex newest)
{
    if (std::exchange(m_newest, newest) != newest) {
        std::erase_if(m_entries, [&](const auto& each) {
            const bool goes = each.second.lastAsked < newest - keptUnasked;
            m_bytes -= goes ? each.second.values.size() * sizeof(float) : 0;
            return goes;
        });
    }
    while (m_bytes > m_budgetBytes) {
        const auto oldest
            = std::ranges::min_element(m_entries, {}, [](const auto& each) { return each.second.lastUse; });
        m_bytes -= oldest->second.values.size() * sizeof(float);
        m_entries.erase(oldest);
    }
}

void UnpackedColumns::clear()
{
    m_entries.clear();
    m_bytes = 0;
}

} // namespace lockstep
