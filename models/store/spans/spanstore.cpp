// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/spans/spanstore.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lockstep {

namespace {

NameId nameAt(std::span<const NameId> names, std::uint32_t index)
{
    return index < names.size() && names[index].isValid() ? names[index] : NameId{0};
}

StoredSpan storedFrom(const Span& span, std::span<const NameId> names)
{
    constexpr std::int64_t longest = (std::int64_t{1} << 55) - 1;
    StoredSpan stored;
    stored.startNs = span.start.time_since_epoch().count();
    // Unsigned difference, because implausible times must not overflow.
    const auto duration
        = static_cast<std::uint64_t>(span.end.time_since_epoch().count()) - static_cast<std::uint64_t>(stored.startNs);
    const bool isForward = span.end > span.start;
    stored.durationNs = isForward
        ? std::min(static_cast<std::int64_t>(std::min<std::uint64_t>(duration, longest)),
                   std::numeric_limits<std::int64_t>::max() - std::max<std::int64_t>(stored.startNs, 0))
        : 0;
    stored.kind = static_cast<std::uint64_t>(span.kind);
    stored.op = static_cast<std::uint16_t>(nameAt(names, span.op).value);
    stored.communicator = static_cast<std::uint16_t>(nameAt(names, span.communicator).value);
    stored.job = static_cast<std::uint16_t>(nameAt(names, span.job).value);
    stored.sequence = static_cast<std::uint32_t>(span.sequence);
    stored.step = span.step;
    stored.bytes = span.bytes;
    return stored;
}

} // namespace

std::size_t SpanStore::LaneKeyHash::operator()(const LaneKey& key) const noexcept
{
    return std::hash<EntityRef>{}(key.entity) * 31 + key.name.value;
}

SpanLane& SpanStore::laneOf(EntityRef entity, NameId name)
{
    const auto known = m_laneIndex.find(LaneKey{entity, name});
    if (known != m_laneIndex.end())
        return m_lanes[known->second];
    if (m_laneCounts[entity] >= maxLanesPerEntity)
        name = m_names.intern(NameTable::overflowName);
    const auto [entry, isNew] = m_laneIndex.try_emplace(LaneKey{entity, name}, m_lanes.size());
    if (isNew) {
        ++m_laneCounts[entity];
        SpanLane& lane = m_lanes.emplace_back();
        lane.entity = entity;
        lane.name = name;
    }
    return m_lanes[entry->second];
}

std::size_t SpanStore::declareLane(EntityRef entity, NameId name, NameId job, std::uint32_t rank)
{
    SpanLane& lane = laneOf(entity, name);
    if (!lane.isReported) {
        lane.job = job;
        lane.rank = rank;
    }
    return static_cast<std::size_t>(&lane - m_lanes.data());
}

void SpanStore::add(EntityRef entity, const Span& span, std::span<const NameId> names)
{
    SpanLane& lane = laneOf(entity, nameAt(names, span.lane));
    lane.job = nameAt(names, span.job);
    lane.rank = span.rank;
    lane.isReported = true;
    const StoredSpan stored = storedFrom(span, names);
    const auto index = static_cast<std::size_t>(&lane - m_lanes.data());
    appendSpan(lane, stored);
    if (lane.unsettled == 1)
        m_unsettled.push_back(index);
    m_arrivals.add(static_cast<std::uint32_t>(index), stored);
    ++m_spanCount;
}

void SpanStore::endBatch()
{
    for (const std::size_t lane : m_unsettled)
        settle(m_lanes[lane]);
    m_unsettled.clear();
    m_arrivals.endBatch();
}

std::size_t SpanStore::dropBefore(TimePoint time)
{
    return dropBefore(time, m_lanes.size());
}

std::size_t SpanStore::dropBefore(TimePoint time, std::size_t lanes)
{
    return dropBefore([time](EntityRef) { return time; }, lanes);
}

std::size_t SpanStore::dropBefore(const std::function<TimePoint(EntityRef)>& keptSince, std::size_t lanes)
{
    std::size_t dropped = 0;
    for (std::size_t done = 0; done < std::min(lanes, m_lanes.size()); ++done) {
        if (m_nextToDrop >= m_lanes.size()) {
            m_nextToDrop = 0;
            ++m_sweeps;
        }
        SpanLane& lane = m_lanes[m_nextToDrop++];
        dropped += dropSpansBefore(lane, nsOf(keptSince(lane.entity)));
    }
    m_spanCount -= dropped;
    return dropped;
}

void SpanStore::clear()
{
    m_lanes.clear();
    m_laneIndex.clear();
    m_laneCounts.clear();
    m_arrivals.clear();
    m_unsettled.clear();
    ++m_generation;
    m_nextToDrop = 0;
    m_spanCount = 0;
}

std::vector<bool> SpanStore::namesInUse() const
{
    std::vector<bool> isUsed(m_names.size(), false);
    const auto use = [&isUsed](std::uint32_t name) {
        if (name < isUsed.size())
            isUsed[name] = true;
    };
    for (const SpanLane& lane : m_lanes) {
        if (lane.spans.empty())
            continue;
        use(lane.name.value);
        use(lane.job.value);
        for (const StoredSpan& span : lane.spans) {
            use(span.op);
            use(span.communicator);
            use(span.job);
        }
    }
    return isUsed;
}

bool SpanStore::hasUnusedNames() const
{
    const std::vector<bool> isUsed = namesInUse();
    return static_cast<std::size_t>(std::ranges::count(isUsed, true)) < isUsed.size() / 2;
}

void SpanStore::renewNames()
{
    const std::vector<NameId> moved = m_names.keepOnly(namesInUse());
    const auto renamed = [&moved](std::uint16_t name) {
        return static_cast<std::uint16_t>(moved[name].value);
    };
    std::vector<SpanLane> lanes = std::exchange(m_lanes, {});
    const std::size_t count = m_spanCount;
    clear();
    m_spanCount = count;
    for (SpanLane& lane : lanes) {
        if (lane.spans.empty())
            continue;
        lane.name = moved[lane.name.value];
        lane.job = lane.job.isValid() ? moved[lane.job.value] : lane.job;
        PackedSpans spans;
        for (StoredSpan span : lane.spans) {
            span.op = renamed(span.op);
            span.communicator = renamed(span.communicator);
            span.job = renamed(span.job);
            spans.push_back(span);
        }
        lane.spans = std::move(spans);
        m_laneIndex.emplace(LaneKey{lane.entity, lane.name}, m_lanes.size());
        ++m_laneCounts[lane.entity];
        m_lanes.push_back(std::move(lane));
    }
}

std::size_t SpanStore::memoryBytes() const
{
    std::size_t bytes = (m_lanes.capacity() - m_lanes.size()) * sizeof(SpanLane);
    for (const SpanLane& lane : m_lanes)
        bytes += memoryBytesOf(lane);
    return bytes;
}

} // namespace lockstep
