// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/readers/layeredreader.h"

#include <algorithm>

namespace lockstep {

LayeredReader::LayeredReader(std::unique_ptr<PastReader> upper, std::unique_ptr<PastReader> lower)
    : m_upper(std::move(upper)), m_lower(std::move(lower))
{ }

void LayeredReader::stopWith(const std::stop_token& stop)
{
    m_upper->stopWith(stop);
    m_lower->stopWith(stop);
}

Status LayeredReader::refresh()
{
    Status refreshed = m_upper->refresh();
    return m_lower->refresh().isOk() ? refreshed : success();
}

TickRange LayeredReader::ticks() const
{
    const TickRange upper = m_upper->ticks();
    const TickRange lower = m_lower->ticks();
    if (upper.isEmpty() || lower.isEmpty())
        return upper.isEmpty() ? lower : upper;
    return {std::min(upper.from, lower.from), std::max(upper.to, lower.to)};
}

bool LayeredReader::isAbove(TickIndex tick) const
{
    const std::vector<TickRange> pauses = m_upper->pauses();
    return m_upper->ticks().contains(tick)
        && std::ranges::none_of(pauses, [tick](TickRange pause) { return pause.contains(tick); });
}

RecordedBlock LayeredReader::keptBlock(const std::string& metric, TickIndex first, EntitySlice slice,
                                       const TopologyPtr& topology)
{
    RecordedBlock block = m_upper->block(metric, first, slice, topology);
    bool isWhole = true;
    for (TickIndex tick = first; tick < first + RecordedBlock::ticks; ++tick)
        isWhole = isWhole && isAbove(tick);
    if (isWhole)
        return block;
    const RecordedBlock below = m_lower->block(metric, first, slice, topology);
    block.widen(std::max(block.width, below.width));
    for (TickIndex tick = first; tick < first + RecordedBlock::ticks; ++tick) {
        if (const std::span<const float> row = below.row(tick); !row.empty() && !isAbove(tick))
            block.put(tick, 0, row);
    }
    return block;
}

std::vector<float> LayeredReader::keptRow(const std::string& metric, TickIndex tick, const TopologyPtr& topology)
{
    return (isAbove(tick) ? m_upper : m_lower)->row(metric, tick, topology);
}

} // namespace lockstep
