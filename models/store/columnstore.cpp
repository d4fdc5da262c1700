// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/columnstore.h"

#include "models/core/metric.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

TickIndex blockOf(TickIndex tick)
{
    return tick >> 6; // arithmetic since C++20: rounds down for times before 1970 too
}

std::uint64_t bitOf(TickIndex tick)
{
    return std::uint64_t{1} << (static_cast<std::uint64_t>(tick) % ColumnStore::blockTicks);
}

/// Written so that compilers turn it into a masked copy.
void copyWhatIsThere(std::span<const float> from, float* to)
{
    for (std::size_t at = 0; at < from.size(); ++at)
        to[at] = std::isnan(from[at]) ? to[at] : from[at];
}

} // namespace

ColumnStore::ColumnStore(std::int64_t historyTicks)
    : m_ringBlocks(std::max<std::int64_t>(historyTicks, 1) / blockTicks + 2)
{ }

std::size_t ColumnStore::slotOf(TickIndex block) const
{
    const TickIndex remainder = block % m_ringBlocks;
    return static_cast<std::size_t>(remainder < 0 ? remainder + m_ringBlocks : remainder);
}

void ColumnStore::reserve(MetricId metric, std::uint32_t entityCount)
{
    if (metric.value >= m_metrics.size())
        m_metrics.resize(metric.value + 1);
    Metric& columns = m_metrics[metric.value];
    if (columns.ring.empty())
        columns.ring.resize(static_cast<std::size_t>(m_ringBlocks));
    if (columns.latest.size() < entityCount)
        columns.latest.resize(entityCount, noData);
}

void ColumnStore::moveTo(TickIndex newestBlock)
{
    const TickIndex last = blockOf(m_newestTick);
    const TickIndex first = std::max(last + 1, newestBlock - m_ringBlocks + 1);
    for (TickIndex block = first; block <= newestBlock; ++block) {
        for (Metric& metric : m_metrics) {
            if (metric.ring.empty())
                continue;
            Block& leaving = metric.ring[slotOf(block)];
            if (leaving.written == 0)
                leaving = {}; // a whole turn of the ring without a value: the metric is gone
            leaving.written = 0;
        }
    }
    // Only what held ticks has dropped anything.
    if (blockOf(m_oldestTick) <= newestBlock - m_ringBlocks)
        m_droppedBlocks += static_cast<std::uint64_t>(newestBlock - last);
}

void ColumnStore::widen(Block& block, std::uint32_t width)
{
    Block wider;
    wider.width = width;
    wider.written = block.written;
    wider.values = std::make_unique_for_overwrite<float[]>(std::size_t{width} * blockTicks);
    for (std::size_t row = 0; row < blockTicks; ++row) {
        if ((block.written >> row & 1U) == 0)
            continue;
        float* const target = wider.values.get() + row * width;
        std::copy_n(block.values.get() + row * block.width, block.width, target);
        std::fill(target + block.width, target + width, noData);
    }
    block = std::move(wider);
}

float* ColumnStore::rowOf(Block& block, TickIndex tick, std::uint32_t entityCount)
{
    if (block.width < entityCount) {
        // While nodes arrive one by one the block grows in steps; a block that starts anew gets its exact width.
        const bool isGrowing = block.written != 0;
        widen(block, isGrowing ? std::max(entityCount, block.width + block.width / 2) : entityCount);
    }
    float* const row = block.values.get() + static_cast<std::size_t>(tick & (blockTicks - 1)) * block.width;
    if ((block.written & bitOf(tick)) == 0) {
        std::fill_n(row, block.width, noData);
        block.written |= bitOf(tick);
    }
    return row;
}

bool ColumnStore::write(TickIndex tick, std::span<const PlacementRun> runs, std::span<const float> values)
{
    const TickIndex block = blockOf(tick);
    if (m_isEmpty) {
        m_oldestTick = tick;
        m_newestTick = tick;
        m_isEmpty = false;
    } else if (block <= blockOf(m_newestTick) - m_ringBlocks) {
        return false;
    } else if (block > blockOf(m_newestTick)) {
        moveTo(block);
    }
    m_oldestTick = std::min(m_oldestTick, tick);
    m_newestTick = std::max(m_newestTick, tick);

    const std::size_t slot = slotOf(block);
    for (const PlacementRun& run : runs) {
        if (std::size_t{run.sourceOffset} + run.count > values.size())
            continue;
        Metric& metric = m_metrics[run.metric.value];
        float* const row = rowOf(metric.ring[slot], tick, static_cast<std::uint32_t>(metric.latest.size()));
        copyWhatIsThere(values.subspan(run.sourceOffset, run.count), row + run.firstEntity);
    }
    return true;
}

void ColumnStore::writeLatest(std::span<const PlacementRun> runs, std::span<const float> values)
{
    for (const PlacementRun& run : runs) {
        if (std::size_t{run.sourceOffset} + run.count > values.size())
            continue;
        copyWhatIsThere(values.subspan(run.sourceOffset, run.count),
                        m_metrics[run.metric.value].latest.data() + run.firstEntity);
    }
}

void ColumnStore::replaceLatest(MetricId metric, std::span<const float> values)
{
    std::ranges::copy(values, m_metrics[metric.value].latest.begin());
}

void ColumnStore::clear()
{
    m_metrics.clear();
    m_isEmpty = true;
}

TickRange ColumnStore::ticks() const
{
    if (m_isEmpty)
        return {};
    const TickIndex oldestInRing = (blockOf(m_newestTick) - m_ringBlocks + 1) * blockTicks;
    return {std::max(m_oldestTick, oldestInRing), m_newestTick + 1};
}

const ColumnStore::Block* ColumnStore::blockAt(MetricId metric, TickIndex tick) const
{
    if (metric.value >= m_metrics.size() || m_metrics[metric.value].ring.empty() || !ticks().contains(tick))
        return nullptr;
    const Block& block = m_metrics[metric.value].ring[slotOf(blockOf(tick))];
    return (block.written & bitOf(tick)) == 0 ? nullptr : &block;
}

std::span<const float> ColumnStore::column(MetricId metric, TickIndex tick) const
{
    const Block* const block = blockAt(metric, tick);
    if (!block)
        return {};
    const std::size_t count = std::min<std::size_t>(block->width, m_metrics[metric.value].latest.size());
    return {block->values.get() + static_cast<std::size_t>(tick & (blockTicks - 1)) * block->width, count};
}

std::span<const float> ColumnStore::latest(MetricId metric) const
{
    if (metric.value >= m_metrics.size())
        return {};
    return m_metrics[metric.value].latest;
}

float ColumnStore::value(MetricId metric, std::uint32_t entity, TickIndex tick) const
{
    const std::span<const float> values = column(metric, tick);
    return entity < values.size() ? values[entity] : noData;
}

std::size_t ColumnStore::memoryBytes() const
{
    std::size_t floats = 0;
    for (const Metric& metric : m_metrics) {
        floats += metric.latest.capacity();
        for (const Block& block : metric.ring)
            floats += block.values ? std::size_t{block.width} * blockTicks : 0;
    }
    return floats * sizeof(float) + m_metrics.capacity() * sizeof(Metric);
}

} // namespace lockstep
