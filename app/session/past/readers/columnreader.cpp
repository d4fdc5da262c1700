// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/readers/columnreader.h"

#include "datasources/recording/recordedrows.h"
#include "models/core/topology/topologymatch.h"
#include "models/store/columns/pointwisecolumns.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::uint32_t nowhere = 0xFFFFFFFF;

std::vector<float> mapped(std::span<const float> row, std::span<const std::uint32_t> indexOf, std::size_t width)
{
    std::vector<float> ours(width, noData);
    for (std::size_t index = 0; index < std::min(row.size(), indexOf.size()); ++index) {
        if (indexOf[index] != nowhere && indexOf[index] < width)
            ours[indexOf[index]] = row[index];
    }
    return ours;
}

RecordedBlock mapped(const RecordedBlock& block, std::span<const std::uint32_t> indexOf, std::size_t width)
{
    RecordedBlock ours;
    ours.first = block.first;
    ours.widen(static_cast<std::uint32_t>(width));
    for (TickIndex tick = block.first; tick < block.first + RecordedBlock::ticks; ++tick) {
        if (const std::span<const float> row = block.row(tick); !row.empty())
            ours.put(tick, 0, mapped(row, indexOf, width));
    }
    return ours;
}

} // namespace

void ColumnReader::mapTo(const TopologyPtr& topology)
{
    const TopologyPtr& own = m_recording.topology();
    if (m_mappedTo == topology && m_mappedFrom == own)
        return;
    m_mappedTo = topology;
    m_mappedFrom = own;
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        std::vector<std::uint32_t> indices(own == topology ? 0 : own->count(static_cast<EntityKind>(kind)));
        bool isSame = true;
        for (std::uint32_t index = 0; index < indices.size(); ++index) {
            indices[index] = counterpart(*own, {static_cast<EntityKind>(kind), index}, *topology).index;
            isSame = isSame && indices[index] == index;
        }
        m_indexOf[kind] = isSame ? std::vector<std::uint32_t>() : std::move(indices);
    }
}

std::span<const std::uint32_t> ColumnReader::indicesOf(MetricId metric, const TopologyPtr& topology)
{
    if (!topology)
        return {};
    mapTo(topology);
    return m_indexOf[static_cast<std::size_t>(m_recording.metrics().descriptor(metric).entityKind)];
}

const PointwiseMetric* ColumnReader::computedFrom(std::string_view metric) const
{
    return pointwiseFrom(m_recording.metrics(), metric);
}

bool ColumnReader::reportsPresence() const
{
    return m_recording.metrics().find(presenceMetric().name).isValid();
}

RecordedBlock ColumnReader::keptBlock(const std::string& metric, TickIndex first, EntitySlice slice,
                                      const TopologyPtr& topology)
{
    RecordedBlock block;
    block.first = first;
    const MetricId id = m_recording.metrics().find(metric);
    if (!id.isValid())
        return block;
    const std::span<const std::uint32_t> indexOf = indicesOf(id, topology);
    if (indexOf.empty()) {
        block = m_recording.block(id, first, slice);
    } else {
        const EntityKind kind = m_recording.metrics().descriptor(id).entityKind;
        block = mapped(m_recording.block(id, first), indexOf, topology->count(kind));
        if (!slice.isAll())
            block = block.sliced(slice);
    }
    block.first = first;
    return block;
}

std::vector<float> ColumnReader::keptRow(const std::string& metric, TickIndex tick, const TopologyPtr& topology)
{
    const MetricId id = m_recording.metrics().find(metric);
    if (!id.isValid())
        return {};
    std::vector<float> row = m_recording.row(id, tick);
    const std::span<const std::uint32_t> indexOf = indicesOf(id, topology);
    if (row.empty() || indexOf.empty())
        return row;
    return mapped(row, indexOf, topology->count(m_recording.metrics().descriptor(id).entityKind));
}

PastReaders readersOf(Recording recording, std::size_t count)
{
    PastReaders readers;
    for (std::size_t other = 1; other < count; ++other) {
        if (Result<Recording> again = recording.again(); again.isOk())
            readers.push_back(std::make_unique<ColumnReader>(std::move(again).value()));
    }
    readers.push_back(std::make_unique<ColumnReader>(std::move(recording)));
    return readers;
}

} // namespace lockstep
