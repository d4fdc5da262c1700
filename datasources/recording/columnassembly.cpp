// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/columnassembly.h"

#include "models/core/metric.h"
#include "models/ingest/derived.h"

#include <cmath>
#include <utility>

namespace lockstep {

namespace {

std::size_t rowOf(TickIndex tick)
{
    return static_cast<std::size_t>(tick & (RecordedBlock::ticks - 1));
}

} // namespace

template <class Value>
void RecordedBlockOf<Value>::widen(std::uint32_t wanted)
{
    if (wanted <= width)
        return;
    // The block grows in steps while nodes report one by one.
    const std::uint32_t wider = width == 0 ? wanted : std::max(wanted, width + width / 2);
    const std::size_t rows = width == 0 ? 0 : values.size() / width;
    std::vector<Value> grown;
    grown.reserve(std::size_t{wider} * ticks); // reserved memory costs nothing before it is written
    grown.resize(std::size_t{wider} * rows, noData);
    for (std::size_t row = 0; row < rows; ++row)
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(row * width), width,
                    grown.begin() + static_cast<std::ptrdiff_t>(row * wider));
    values = std::move(grown);
    width = wider;
}

template <class Value>
void RecordedBlockOf<Value>::put(TickIndex tick, std::uint32_t firstEntity, std::span<const Value> given)
{
    widen(firstEntity + static_cast<std::uint32_t>(given.size()));
    written |= std::uint64_t{1} << rowOf(tick);
    if (const std::size_t needed = (rowOf(tick) + 1) * width; values.size() < needed)
        values.resize(needed, noData);
    Value* const to = values.data() + rowOf(tick) * width + firstEntity;
    for (std::size_t at = 0; at < given.size(); ++at)
        to[at] = std::isnan(given[at]) ? to[at] : given[at];
}

template <class Value>
std::span<const Value> RecordedBlockOf<Value>::row(TickIndex tick) const
{
    if ((written >> rowOf(tick) & 1U) == 0)
        return {};
    return std::span(values).subspan(rowOf(tick) * width, width);
}

template <class Value>
bool RecordedBlockOf<Value>::hasValues(std::uint32_t entity) const
{
    for (std::size_t at = entity; at < values.size(); at += width) {
        if (!std::isnan(values[at]))
            return true;
    }
    return false;
}

template <class Value>
std::uint32_t RecordedBlockOf<Value>::usedWidth() const
{
    std::uint32_t used = width;
    while (used > 0 && !hasValues(used - 1))
        --used;
    return used;
}

template <class Value>
std::uint32_t RecordedBlockOf<Value>::entitiesWithValues() const
{
    std::uint32_t count = 0;
    for (std::uint32_t entity = 0; entity < width; ++entity)
        count += hasValues(entity) ? 1 : 0;
    return count;
}

template <class Value>
RecordedBlockOf<Value> RecordedBlockOf<Value>::sliced(EntitySlice slice) const
{
    RecordedBlockOf part;
    part.first = first;
    for (TickIndex tick = first; tick < first + ticks; ++tick) {
        const std::span<const Value> all = row(tick);
        if (const std::uint32_t count = slice.within(static_cast<std::uint32_t>(all.size())); count > 0)
            part.put(tick, 0, all.subspan(slice.first, count));
    }
    return part;
}

template <class Value>
std::vector<Value> RecordedBlockOf<Value>::narrowed(std::uint32_t narrower) const
{
    std::vector<Value> narrow;
    narrow.reserve(std::size_t{narrower} * ticks);
    for (std::size_t at = 0; at < values.size(); at += width) {
        const auto from = values.begin() + static_cast<std::ptrdiff_t>(at);
        narrow.insert(narrow.end(), from, from + narrower);
    }
    narrow.resize(std::size_t{narrower} * ticks, noData);
    return narrow;
}

template struct RecordedBlockOf<float>;
template struct RecordedBlockOf<double>;

void overlayValues(std::vector<float>& row, std::span<const float> values)
{
    row.resize(std::max(row.size(), values.size()), noData);
    for (std::size_t at = 0; at < values.size(); ++at)
        row[at] = std::isnan(values[at]) ? row[at] : values[at];
}

std::size_t countSamples(std::span<const float> values)
{
    return static_cast<std::size_t>(std::ranges::count_if(values, [](float value) { return !std::isnan(value); }));
}

std::size_t countSamples(std::span<const double> values)
{
    return static_cast<std::size_t>(std::ranges::count_if(values, [](double value) { return !std::isnan(value); }));
}

namespace {

/// Narrower rows are kept unpacked, because packing saves too little.
constexpr std::size_t packedFrom = 512;

std::size_t placeOf(TickIndex tick)
{
    return static_cast<std::size_t>(tick & (RecordedBlock::ticks - 1));
}

bool hasBit(std::uint64_t bits, std::size_t at)
{
    return (bits >> at & 1U) != 0;
}

} // namespace

void OpenBlock::unpack(Row& row, ColumnCodec& codec)
{
    if (!row.values.empty() || row.packed.width == 0)
        return;
    row.values.resize(row.packed.width, noData);
    if (!codec.decode(row.packed.bytes, row.values).isOk())
        row.values.clear(); // keeps the memory of this row only
}

void OpenBlock::put(TickIndex tick, std::uint32_t firstEntity, std::span<const float> values, ColumnCodec& codec)
{
    const std::size_t place = placeOf(tick);
    if (m_rows.size() <= place)
        m_rows.resize(place + 1);
    Row& row = m_rows[place];
    unpack(row, codec);
    const std::size_t needed = firstEntity + values.size();
    // While nodes report one by one, a row grows in steps. The first step uses the width of the neighbouring row.
    if (row.values.empty() && place > 0)
        row.values.reserve(std::max<std::size_t>(needed, m_rows[place - 1].packed.width));
    if (row.values.size() < needed)
        row.values.resize(needed, noData);
    float* const to = row.values.data() + firstEntity;
    for (std::size_t at = 0; at < values.size(); ++at)
        to[at] = std::isnan(values[at]) ? to[at] : values[at];
    m_touched |= std::uint64_t{1} << place;
    m_given += values.size();
}

void OpenBlock::pack(ColumnCodec& codec)
{
    for (std::size_t place = 0; place < m_rows.size(); ++place) {
        if (!hasBit(m_touched, place))
            continue;
        // Excludes capacity for future entities: a row is at most as wide as the topology in the file.
        const std::span<const float> all = m_rows[place].values;
        const std::span<const float> values = all.first(usedWidth(all));
        PackedRow& packed = m_rows[place].packed;
        packed.width = static_cast<std::uint32_t>(values.size());
        packed.samples = countSamples(values);
        packed.bytes = values.empty() ? std::vector<std::uint8_t>() : codec.encode(values, {1, packed.width});
        packed.bytes.shrink_to_fit();
    }
}

const OpenBlock::PackedRow& OpenBlock::packed(TickIndex tick) const
{
    return m_rows[placeOf(tick)].packed;
}

void OpenBlock::setJournalled(TickIndex first, TickIndex recent)
{
    m_touched = 0;
    for (std::size_t place = 0; place < m_rows.size(); ++place) {
        Row& row = m_rows[place];
        if (row.values.size() < packedFrom)
            row.packed = row.values.empty() ? std::move(row.packed) : PackedRow();
        else if (first + static_cast<TickIndex>(place) < recent)
            row.values = std::vector<float>();
    }
}

RecordedBlock OpenBlock::whole(TickIndex first, ColumnCodec& codec) const
{
    RecordedBlock block;
    block.first = first;
    for (std::size_t place = 0; place < m_rows.size(); ++place) {
        Row row;
        const bool isPacked = m_rows[place].values.empty();
        if (isPacked) {
            row.packed = m_rows[place].packed;
            unpack(row, codec);
        }
        const std::vector<float>& values = isPacked ? row.values : m_rows[place].values;
        if (!values.empty())
            block.put(first + static_cast<TickIndex>(place), 0, values);
    }
    return block;
}

void ColumnAssembly::write(TickIndex tick, std::span<const PlacementRun> runs, std::span<const float> values)
{
    const TickIndex first = RecordedBlock::firstOf(tick);
    const bool isLongAgo = !m_isEmpty && first + maxOpenBehind < m_newest && !m_open.contains(first);
    if (first < m_sealedBefore || isLongAgo)
        return writeLate(tick, runs, values);
    m_newest = m_isEmpty ? tick : std::max(m_newest, tick);
    m_oldest = m_isEmpty ? tick : std::min(m_oldest, tick);
    m_isEmpty = false;
    Metrics& metrics = m_open[first];
    for (const PlacementRun& run : runs) {
        if (std::size_t{run.sourceOffset} + run.count > values.size())
            continue;
        metrics[run.metric.value].put(tick, run.firstEntity, values.subspan(run.sourceOffset, run.count), m_codec);
    }
}

void ColumnAssembly::writeLate(TickIndex tick, std::span<const PlacementRun> runs, std::span<const float> values)
{
    auto& metrics = m_late[tick];
    for (const PlacementRun& run : runs) {
        if (std::size_t{run.sourceOffset} + run.count > values.size())
            continue;
        std::vector<float>& row = metrics[run.metric.value];
        const std::size_t needed = std::size_t{run.firstEntity} + run.count;
        if (row.size() < needed) {
            m_lateBytes += (needed - row.size()) * sizeof(float);
            row.resize(needed, noData);
        }
        for (std::uint32_t at = 0; at < run.count; ++at) {
            const float value = values[run.sourceOffset + at];
            float& to = row[run.firstEntity + at];
            to = std::isnan(value) ? to : value;
        }
    }
}

std::uint64_t ColumnAssembly::bytesToSeal(TickIndex first) const
{
    const auto open = m_open.find(first);
    if (open == m_open.end())
        return 0;
    std::uint64_t values = 0;
    for (const auto& [metric, block] : open->second)
        values += block.given();
    return values * sizeof(float);
}

void ColumnAssembly::packTouched()
{
    for (auto& [first, metrics] : m_open) {
        for (auto& [metric, block] : metrics)
            block.pack(m_codec);
    }
}

void ColumnAssembly::setJournalled()
{
    // In ticks. Nodes report at slightly different times, and a late one should not cause unpacking.
    constexpr TickIndex lateTicks = 2;
    for (auto& [first, metrics] : m_open) {
        for (auto& [metric, block] : metrics)
            block.setJournalled(first, m_newest - lateTicks);
    }
}

void ColumnAssembly::seal(TickIndex first)
{
    m_open.erase(first);
    sealBefore(first + RecordedBlock::ticks);
}

} // namespace lockstep
