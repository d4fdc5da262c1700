// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/recordedblock.h"

#include "models/core/metric.h"

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

void putOver(std::vector<float>& row, std::span<const float> values)
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

} // namespace lockstep
