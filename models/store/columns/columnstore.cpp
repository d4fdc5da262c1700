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

void copyBase(const ColumnBlock::Base& base, std::uint32_t first, std::uint32_t count, float* to, std::size_t stride)
{
    for (ColumnBlock::Rows rows = base.rows; rows != 0; rows &= rows - 1) {
        const auto row = static_cast<std::size_t>(std::countr_zero(rows));
        std::copy_n(base.values.get() + row * base.width + first, count, to + row * stride);
    }
}

void decodeBase(const ColumnBlock::Base& base, std::uint32_t first, std::uint32_t count, ColumnCodec& codec,
                std::span<float> to, std::size_t stride)
{
    std::vector<float> narrow(count == stride ? 0 : std::size_t{ColumnBlock::ticks} * count);
    const std::span<float> values = count == stride ? to : std::span(narrow);
    if (!codec.decode(*base.packed, first, count, values).isOk())
        std::ranges::fill(values, noData); // cannot happen unless memory is corrupt; shows no data
    for (std::size_t at = 0; at < narrow.size(); at += count)
        std::copy_n(narrow.begin() + static_cast<std::ptrdiff_t>(at), count, to.data() + at / count * stride);
}

void apply(const ColumnPatches& patches, std::uint32_t first, std::uint32_t count, std::vector<float>& values)
{
    const float* from = patches.values.data();
    for (const ColumnPatches::Patch& patch : patches.patches) {
        float* const row = values.data() + std::size_t{patch.row} * count;
        const std::uint32_t end = std::min(patch.firstEntity + patch.count, first + count);
        for (std::uint32_t entity = std::max(patch.firstEntity, first); entity < end; ++entity) {
            if (const float value = from[entity - patch.firstEntity]; !std::isnan(value))
                row[entity - first] = value;
        }
        from += patch.count;
    }
}

/// The values of some entities with patches, in rows of @p count.
void unpack(const ColumnBlock& block, std::uint32_t first, std::uint32_t count, ColumnCodec& codec,
            std::vector<float>& values)
{
    const ColumnBlock::Base& base = block.base;
    values.assign(std::size_t{ColumnBlock::ticks} * count, noData);
    if (const std::uint32_t known = first < base.width ? std::min(count, base.width - first) : 0; known > 0) {
        if (base.packed)
            decodeBase(base, first, known, codec, values, count);
        else
            copyBase(base, first, known, values.data(), count);
    }
    if (block.inPacking)
        apply(*block.inPacking, first, count, values);
    apply(block.patches, first, count, values);
}

} // namespace

void ColumnPatches::add(TickIndex row, std::uint32_t firstEntity, std::span<const float> late)
{
    patches.push_back({static_cast<std::uint32_t>(row), firstEntity, static_cast<std::uint32_t>(late.size())});
    values.insert(values.end(), late.begin(), late.end());
}

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
    if (!m_codec)
        m_codec.emplace();
    lockstep::unpack(block, first, count, *m_codec, entry.values);
    m_bytes += entry.values.size() * sizeof(float);
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
    copyBase(block.base, 0, block.base.width, values.get(), width);
    for (TickIndex row = 0; row < ColumnBlock::ticks; ++row) {
        if ((block.base.rows & rowBit(row)) != 0)
            std::fill(values.get() + row * width + block.base.width, values.get() + (row + 1) * width, noData);
    }
    block.base.values = std::move(values);
    block.base.width = block.width = width;
}

/// Where to write one tick of an open block.
float* openRow(ColumnBlock& block, TickIndex row, std::uint32_t entityCount)
{
    // A block that grows while nodes arrive one by one is widened in steps; a new block has its exact width.
    if (block.width < entityCount || !block.base.values)
        widen(block, block.written != 0 ? std::max(entityCount, block.width + block.width / 2) : entityCount);
    float* const values = block.base.values.get() + static_cast<std::size_t>(row) * block.width;
    if ((block.written & rowBit(row)) == 0) {
        std::fill_n(values, block.width, noData);
        block.written |= rowBit(row);
        block.base.rows = block.written;
    }
    return values;
}

} // namespace

void ColumnPacker::add(Order order)
{
    m_worker.add([this, order = std::move(order)](const std::stop_token&) {
        const ColumnBlock& block = order.block;
        const bool isComplete = block.isPlain() && block.written == ~ColumnBlock::Rows{0};
        if (!isComplete)
            unpack(block, 0, block.width, m_codec, m_values);
        const std::span<const float> values(isComplete ? block.base.values.get() : m_values.data(),
                                            std::size_t{block.width} * ColumnBlock::ticks);
        Packed packed{order, m_codec.encode(values, {ColumnBlock::ticks, block.width})};
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
    if (block.isOpen()) {
        copyKnown(values, openRow(block, rowOf(tick), entityCount) + firstEntity);
        return;
    }
    block.patches.add(rowOf(tick), firstEntity, values);
    block.patchedAt = m_newestTick;
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
        ColumnBlock& block = m_metrics[order.metric.value].ring[slotOf(order.number)];
        if (block.inPacking != order.block.inPacking)
            continue; // dropped meanwhile
        block.base = {nullptr, std::make_shared<const std::vector<std::uint8_t>>(std::move(packed.bytes)),
                      order.block.width, order.block.written};
        block.inPacking.reset();
    }
    orderPacking();
    m_unpacked.trim(m_newestTick);
}

/// Packs patches again if they hold at least a tick and no more arrive, or if they take much memory.
bool ColumnStore::isWorthPacking(const ColumnBlock& block) const
{
    if (block.inPacking || block.written == 0)
        return false;
    if (block.isOpen())
        return true;
    const std::size_t patched = block.patches.values.size();
    const bool isQuiet = m_newestTick - block.patchedAt >= ticksBeforePacking;
    return patched >= (isQuiet ? std::size_t{block.width} : std::size_t{block.width} * ColumnBlock::ticks / 4);
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
            if (!isWorthPacking(block))
                continue;
            block.inPacking = std::make_shared<const ColumnPatches>(std::exchange(block.patches, {}));
            m_packer.add({MetricId{metric}, number, block});
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
    if (!block->isPlain())
        return m_unpacked.row(metric, blockOf(tick), *block, rowOf(tick)).first(count);
    return {block->base.values.get() + static_cast<std::size_t>(rowOf(tick)) * block->width, count};
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
    if (!block->isPlain())
        return m_unpacked.value(metric, blockOf(tick), *block, rowOf(tick), entity);
    return block->base.values[static_cast<std::ptrdiff_t>(rowOf(tick) * block->width + entity)];
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
