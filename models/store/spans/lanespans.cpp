// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/spans/lanespans.h"

#include <algorithm>

namespace lockstep {

LaneSpans::LaneSpans(const SpanLane* read, const std::vector<NameId>& names, const SpanLane& inMemory, TimePoint seam)
    : m_parts{Part{}, Part{&inMemory, inMemory.spans.countBefore(nsOf(seam)), inMemory.spans.size(), nullptr}}
{
    if (read != nullptr)
        m_parts[0] = {read, 0, read->spans.countBefore(nsOf(seam)), &names};
}

StoredSpan LaneSpans::operator[](std::size_t at) const
{
    const bool isRead = at < m_parts[0].size();
    const Part& part = m_parts[isRead ? 0 : 1];
    StoredSpan span = part.lane->spans[part.first + at - (isRead ? 0 : m_parts[0].size())];
    if (part.names != nullptr) {
        span.op = static_cast<std::uint16_t>((*part.names)[span.op].value);
        span.communicator = static_cast<std::uint16_t>((*part.names)[span.communicator].value);
        span.job = static_cast<std::uint16_t>((*part.names)[span.job].value);
    }
    return span;
}

std::int64_t LaneSpans::startNs(std::size_t at) const
{
    const bool isRead = at < m_parts[0].size();
    const Part& part = m_parts[isRead ? 0 : 1];
    return part.lane->spans.startNs(part.first + at - (isRead ? 0 : m_parts[0].size()));
}

std::int64_t LaneSpans::latestEndNs() const
{
    std::int64_t latest = startNs(0);
    for (const Part& part : m_parts) {
        for (std::size_t at = part.first; at < part.end; at += SpanLane::summarySize)
            latest = std::max(latest, part.lane->summaries[at / SpanLane::summarySize].latestEndNs);
        if (part.size() > 0)
            latest = std::max(latest, part.lane->summaries[(part.end - 1) / SpanLane::summarySize].latestEndNs);
    }
    return latest;
}

template <class Count>
std::size_t LaneSpans::counted(Count&& count) const
{
    std::size_t sum = 0;
    for (const Part& part : m_parts) {
        if (part.size() > 0)
            sum += std::clamp(count(part.lane->spans), part.first, part.end) - part.first;
    }
    return sum;
}

std::size_t LaneSpans::countBefore(std::int64_t timeNs) const
{
    return counted([timeNs](const PackedSpans& spans) { return spans.countBefore(timeNs); });
}

std::size_t LaneSpans::countUpTo(std::int64_t timeNs) const
{
    return counted([timeNs](const PackedSpans& spans) { return spans.countUpTo(timeNs); });
}

LaneSpans LaneSpans::overlapping(std::int64_t fromNs, std::int64_t toNs) const
{
    LaneSpans those = *this;
    for (Part& part : those.m_parts) {
        if (part.size() == 0)
            continue;
        const PackedSpans::Range range = part.lane->overlapping(fromNs, toNs);
        const std::size_t begin = range.begin().index();
        part.first = std::clamp(begin, part.first, part.end);
        part.end = std::clamp(begin + range.size(), part.first, part.end);
    }
    return those;
}

} // namespace lockstep
