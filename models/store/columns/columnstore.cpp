// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/columns/columnstore.h"

#include "models/core/metric.h"

#include <algorithm>
#include <bit>
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
            std::ranges::fill(entry.values, noData); // cannot happen unless memory is corrupt; shows no data
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
            const bool goes = each.second.lastAsked < newest - unusedLifetime;
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

namespace {

/// A block's rows, with rows that were never written (uninitialised memory) set to no data.
std::span<const float> settled(const ColumnPacker::Order& order, std::vector<float>& copy)
{
    const std::span values(order.values.get(), std::size_t{order.width} * ColumnBlock::ticks);
    if (order.written == ~ColumnBlock::Rows{0})
        return values;
    copy.assign(values.size(), noData);
    for (TickIndex row = 0; row < ColumnBlock::ticks; ++row) {
        const auto begin = static_cast<std::size_t>(row) * order.width;
        if ((order.written & rowBit(row)) != 0)
            std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(begin), order.width,
                        copy.begin() + static_cast<std::ptrdiff_t>(begin));
    }
    return copy;
}

TickIndex blockOf(TickIndex tick)
{
    static_assert(std::has_single_bit(static_cast<std::uint64_t>(ColumnStore::blockTicks)));
    // an arithmetic shift (C++20), which also rounds down for times before 1970
    return tick >> std::countr_zero(static_cast<std::uint64_t>(ColumnStore::blockTicks));
}

TickIndex rowOf(TickIndex tick)
{
    return tick & (ColumnStore::blockTicks - 1);
}

// Enough for one metric of 16,384 GPUs over 20 minutes, or for all of them over one block.
constexpr std::size_t unpackedBudgetBytes = 96U << 20U;

/// Written so that compilers vectorise it as a masked copy.
void copyKnown(std::span<const float> from, float* to)
{
    for (std::size_t at = 0; at < from.size(); ++at)
        to[at] = std::isnan(from[at]) ? to[at] : from[at];
}

void widen(ColumnBlock& block, std::uint32_t width)
{
    auto values = std::make_shared_for_overwrite<float[]>(std::size_t{width} * ColumnBlock::ticks);
    for (TickIndex row = 0; row < ColumnBlock::ticks; ++row) {
        if ((block.written & rowBit(row)) == 0)
            continue;
        float* const target = values.get() + row * width;
        std::copy_n(block.values.get() + row * block.width, block.width, target);
        std::fill(target + block.width, target + width, noData);
    }
    block.values = std::move(values);
    block.width = width;
    block.isBeingPacked = false; // the packer keeps its copy; its result will be discarded
}

/// Where to write one tick of an open block.
float* openRow(ColumnBlock& block, TickIndex row, std::uint32_t entityCount)
{
    if (block.width < entityCount || !block.values) {
        // A block that grows while nodes arrive one by one is widened in steps; a new block has its exact width.
        const bool isGrowing = block.written != 0;
        widen(block, isGrowing ? std::max(entityCount, block.width + block.width / 2) : entityCount);
    } else if (block.isBeingPacked) {
        widen(block, block.width);
    }
    float* const values = block.values.get() + static_cast<std::size_t>(row) * block.width;
    if ((block.written & rowBit(row)) == 0) {
        std::fill_n(values, block.width, noData);
        block.written |= rowBit(row);
    }
    return values;
}

} // namespace

void ColumnPacker::add(Order order)
{
    m_worker.add([this, order = std::move(order)](const std::stop_token&) {
        Packed packed{order, {}};
        packed.bytes = m_codec.encode(settled(order, m_copy), {ColumnBlock::ticks, order.width});
        packed.bytes.shrink_to_fit();
        const std::scoped_lock lock(m_mutex);
        m_ready.push_back(std::move(packed));
    });
}

std::vector<ColumnPacker::Packed> ColumnPacker::take()
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_ready, {});
}

ColumnStore::ColumnStore(std::int64_t historyTicks)
    : m_ringBlocks(std::max<std::int64_t>(historyTicks, 1) / blockTicks + 2), m_unpacked(unpackedBudgetBytes)
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
        for (std::uint32_t metric = 0; metric < m_metrics.size(); ++metric) {
            if (m_metrics[metric].ring.empty())
                continue;
            m_unpacked.forget(MetricId{metric}, block - m_ringBlocks);
            m_metrics[metric].ring[slotOf(block)] = {};
        }
    }
    // only blocks that contained ticks count
    if (blockOf(m_oldestTick) <= newestBlock - m_ringBlocks)
        m_droppedBlocks += static_cast<std::uint64_t>(newestBlock - last);
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

    for (const PlacementRun& run : runs) {
        if (std::size_t{run.sourceOffset} + run.count <= values.size())
            writeRun(run.metric, tick, run.firstEntity, values.subspan(run.sourceOffset, run.count));
    }
    return true;
}

void ColumnStore::writeRun(MetricId metric, TickIndex tick, std::uint32_t firstEntity, std::span<const float> values)
{
    Metric& columns = m_metrics[metric.value];
    const auto entityCount = static_cast<std::uint32_t>(columns.latest.size());
    ColumnBlock& block = columns.ring[slotOf(blockOf(tick))];
    if (!block.isPacked()) {
        copyKnown(values, openRow(block, rowOf(tick), entityCount) + firstEntity);
        return;
    }
    block.patches.push_back({static_cast<std::uint32_t>(rowOf(tick)), firstEntity, {values.begin(), values.end()}});
    block.width = std::max(block.width, entityCount);
    block.written |= rowBit(rowOf(tick));
    m_unpacked.forget(metric, blockOf(tick));
}

void ColumnStore::compactAndEvict()
{
    for (ColumnPacker::Packed& packed : m_packer.take()) {
        const auto& [order, bytes] = packed;
        if (order.metric.value >= m_metrics.size() || m_metrics[order.metric.value].ring.empty())
            continue;
        ColumnBlock& block = m_metrics[order.metric.value].ring[slotOf(order.block)];
        if (block.values != order.values)
            continue; // changed or dropped meanwhile
        block.values.reset();
        block.packed = std::move(packed.bytes);
        block.packedWidth = order.width;
        block.isBeingPacked = false;
    }
    orderPacking();
    m_unpacked.trim(m_newestTick);
}

void ColumnStore::orderPacking()
{
    if (m_isEmpty)
        return;
    const TickIndex newestPast = blockOf(m_newestTick - ticksBeforePacking + 1) - 1;
    const TickIndex oldest = std::max(blockOf(m_oldestTick), blockOf(m_newestTick) - m_ringBlocks + 1);
    for (std::uint32_t metric = 0; metric < m_metrics.size(); ++metric) {
        for (TickIndex number = oldest; number <= newestPast && !m_metrics[metric].ring.empty(); ++number) {
            ColumnBlock& block = m_metrics[metric].ring[slotOf(number)];
            if (!block.values || block.isBeingPacked || block.written == 0)
                continue;
            block.isBeingPacked = true;
            m_packer.add({MetricId{metric}, number, block.values, block.width, block.written});
        }
    }
}

void ColumnStore::writeLatest(std::span<const PlacementRun> runs, std::span<const float> values)
{
    for (const PlacementRun& run : runs) {
        if (std::size_t{run.sourceOffset} + run.count > values.size())
            continue;
        copyKnown(values.subspan(run.sourceOffset, run.count),
                  m_metrics[run.metric.value].latest.data() + run.firstEntity);
    }
}

void ColumnStore::replaceLatest(MetricId metric, std::span<const float> values)
{
    std::vector<float>& latest = m_metrics[metric.value].latest;
    std::fill(std::ranges::copy(values, latest.begin()).out, latest.end(), noData);
}

void ColumnStore::clear()
{
    m_metrics.clear();
    m_unpacked.clear();
    m_isEmpty = true;
}

void ColumnStore::dropTicks()
{
    for (Metric& metric : m_metrics)
        std::ranges::fill(metric.ring, ColumnBlock{});
    m_unpacked.clear();
    m_isEmpty = true;
}

TickRange ColumnStore::ticks() const
{
    if (m_isEmpty)
        return {};
    const TickIndex oldestInRing = (blockOf(m_newestTick) - m_ringBlocks + 1) * blockTicks;
    return {std::max(m_oldestTick, oldestInRing), m_newestTick + 1};
}

const ColumnBlock* ColumnStore::blockAt(MetricId metric, TickIndex tick) const
{
    if (metric.value >= m_metrics.size() || m_metrics[metric.value].ring.empty() || !ticks().contains(tick))
        return nullptr;
    const ColumnBlock& block = m_metrics[metric.value].ring[slotOf(blockOf(tick))];
    return (block.written & rowBit(rowOf(tick))) == 0 ? nullptr : &block;
}

std::span<const float> ColumnStore::column(MetricId metric, TickIndex tick) const
{
    const ColumnBlock* const block = blockAt(metric, tick);
    if (!block)
        return {};
    const std::size_t count = std::min<std::size_t>(block->width, m_metrics[metric.value].latest.size());
    if (block->isPacked())
        return m_unpacked.row(metric, blockOf(tick), *block, rowOf(tick)).first(count);
    return {block->values.get() + static_cast<std::size_t>(rowOf(tick)) * block->width, count};
}

std::span<const float> ColumnStore::latest(MetricId metric) const
{
    if (metric.value >= m_metrics.size())
        return {};
    return m_metrics[metric.value].latest;
}

float ColumnStore::value(MetricId metric, std::uint32_t entity, TickIndex tick) const
{
    const ColumnBlock* const block = blockAt(metric, tick);
    if (!block || entity >= std::min<std::size_t>(block->width, m_metrics[metric.value].latest.size()))
        return noData;
    if (block->isPacked())
        return m_unpacked.value(metric, blockOf(tick), *block, rowOf(tick), entity);
    return block->values[static_cast<std::ptrdiff_t>(rowOf(tick) * block->width + entity)];
}

std::size_t ColumnStore::memoryBytes() const
{
    std::size_t bytes = m_metrics.capacity() * sizeof(Metric) + m_unpacked.memoryBytes();
    for (const Metric& metric : m_metrics) {
        bytes += metric.latest.capacity() * sizeof(float);
        for (const ColumnBlock& block : metric.ring)
            bytes += block.memoryBytes();
    }
    return bytes;
}

} // namespace lockstep
