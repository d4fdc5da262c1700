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

void RecordedBlock::widen(std::uint32_t wanted)
{
    if (wanted <= width)
        return;
    // While nodes arrive one by one the block grows in steps.
    const std::uint32_t wider = width == 0 ? wanted : std::max(wanted, width + width / 2);
    const std::size_t rows = width == 0 ? 0 : values.size() / width;
    std::vector<float> grown;
    grown.reserve(std::size_t{wider} * ticks); // memory that costs nothing before it is written
    grown.resize(std::size_t{wider} * rows, noData);
    for (std::size_t row = 0; row < rows; ++row)
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(row * width), width,
                    grown.begin() + static_cast<std::ptrdiff_t>(row * wider));
    values = std::move(grown);
    width = wider;
}

void RecordedBlock::put(TickIndex tick, std::uint32_t firstEntity, std::span<const float> given)
{
    widen(firstEntity + static_cast<std::uint32_t>(given.size()));
    written |= std::uint64_t{1} << rowOf(tick);
    if (const std::size_t needed = (rowOf(tick) + 1) * width; values.size() < needed)
        values.resize(needed, noData);
    float* const to = values.data() + rowOf(tick) * width + firstEntity;
    for (std::size_t at = 0; at < given.size(); ++at)
        to[at] = std::isnan(given[at]) ? to[at] : given[at];
}

std::span<const float> RecordedBlock::row(TickIndex tick) const
{
    if ((written >> rowOf(tick) & 1U) == 0)
        return {};
    return std::span(values).subspan(rowOf(tick) * width, width);
}

std::uint32_t RecordedBlock::usedWidth() const
{
    const auto isUnused = [this](std::uint32_t entity) {
        for (std::size_t at = entity; at < values.size(); at += width) {
            if (!std::isnan(values[at]))
                return false;
        }
        return true;
    };
    std::uint32_t used = width;
    while (used > 0 && isUnused(used - 1))
        --used;
    return used;
}

RecordedBlock RecordedBlock::sliced(EntitySlice slice) const
{
    RecordedBlock part;
    part.first = first;
    for (TickIndex tick = first; tick < first + ticks; ++tick) {
        const std::span<const float> all = row(tick);
        if (const std::uint32_t count = slice.within(static_cast<std::uint32_t>(all.size())); count > 0)
            part.put(tick, 0, all.subspan(slice.first, count));
    }
    return part;
}

std::vector<float> RecordedBlock::narrowed(std::uint32_t narrower) const
{
    std::vector<float> narrow;
    narrow.reserve(std::size_t{narrower} * ticks);
    for (std::size_t at = 0; at < values.size(); at += width) {
        const auto from = values.begin() + static_cast<std::ptrdiff_t>(at);
        narrow.insert(narrow.end(), from, from + narrower);
    }
    narrow.resize(std::size_t{narrower} * ticks, noData);
    return narrow;
}

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

} // namespace lockstep
