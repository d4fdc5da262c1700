// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/columns/columncache.h"

#include <algorithm>
#include <iterator>

namespace lockstep {

void ColumnCache::put(FetchedBlock block)
{
    Block& entry = m_blocks[ColumnKey::of(block)];
    remove(entry.values ? entry.values->values.size() : 0);
    add(block.block->values.size());
    entry = {std::move(block.block), ++m_uses};
}

void ColumnCache::put(FetchedRow row)
{
    Row& entry = m_rows[{row.metric, row.tick}];
    remove(entry.values ? entry.values->size() : 0);
    add(row.values->size());
    entry = {std::move(row.values), ++m_uses};
}

const RecordedBlock* ColumnCache::block(const ColumnKey& key) const
{
    const auto known = m_blocks.find(key);
    if (known == m_blocks.end())
        return nullptr;
    known->second.lastUse = ++m_uses;
    return known->second.values.get();
}

std::optional<std::span<const float>> ColumnCache::row(MetricId metric, TickIndex tick) const
{
    if (const RecordedBlock* const whole = block({metric, RecordedBlock::firstOf(tick), 0}))
        return whole->row(tick);
    const auto known = m_rows.find({metric, tick});
    if (known == m_rows.end())
        return std::nullopt;
    known->second.lastUse = ++m_uses;
    return std::span(*known->second.values);
}

int ColumnCache::rowsAlone(MetricId metric, TickIndex first) const
{
    const auto from = m_rows.lower_bound({metric, first});
    const auto to = m_rows.lower_bound({metric, first + RecordedBlock::ticks});
    return static_cast<int>(std::distance(from, to));
}

void ColumnCache::forgetFrom(TickIndex first)
{
    std::erase_if(m_blocks, [&](const auto& each) {
        const bool goes = each.first.first >= first;
        remove(goes ? each.second.values->values.size() : 0);
        return goes;
    });
    std::erase_if(m_rows, [&](const auto& each) {
        const bool goes = each.first.second >= first;
        remove(goes ? each.second.values->size() : 0);
        return goes;
    });
}

void ColumnCache::trim()
{
    const auto lastUse = [](const auto& each) {
        return each.second.lastUse;
    };
    while (m_bytes > m_budgetBytes && m_blocks.size() + m_rows.size() > 1) {
        const auto block = std::ranges::min_element(m_blocks, {}, lastUse);
        const auto row = std::ranges::min_element(m_rows, {}, lastUse);
        const bool isBlock
            = row == m_rows.end() || (block != m_blocks.end() && block->second.lastUse < row->second.lastUse);
        if (isBlock) {
            remove(block->second.values->values.size());
            m_blocks.erase(block);
        } else {
            remove(row->second.values->size());
            m_rows.erase(row);
        }
    }
}

} // namespace lockstep
