// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/columnassembly.h"

#include "models/core/metric.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

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
    // Ticks; nodes report at slightly different times, and a late one should not cause unpacking.
    constexpr TickIndex patience = 2;
    for (auto& [first, metrics] : m_open) {
        for (auto& [metric, block] : metrics)
            block.setJournalled(first, m_newest - patience);
    }
}

void ColumnAssembly::seal(TickIndex first)
{
    m_open.erase(first);
    sealBefore(first + RecordedBlock::ticks);
}

void ColumnAssembly::sealBefore(TickIndex first)
{
    m_sealedBefore = std::max(m_sealedBefore, first);
}

} // namespace lockstep
