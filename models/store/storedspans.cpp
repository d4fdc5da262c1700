// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/storedspans.h"

#include "models/core/topology/topology.h"
#include "models/store/spans/spansource.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

/// Number of lanes to check per call: short calls, but all lanes within seconds.
constexpr std::size_t lanesPerTurn = 64;
/// Names accumulate over weeks. Limits how often a sender that invents names can make all analyses restart.
constexpr Duration namesRenewalPeriod = std::chrono::hours(6);

} // namespace

void SpanBudget::setHistory(TimePoint oldest)
{
    m_oldest = std::max(m_oldest, oldest);
    m_latest = std::max(m_latest, m_oldest);
}

void SpanBudget::clear()
{
    m_oldest = m_latest = {};
    m_nodes.clear();
    m_sweepToWaitFor = 0;
}

std::size_t SpanBudget::placeOf(EntityRef entity, const Topology& topology) const
{
    const EntityRef node = entity.kind == EntityKind::Node ? entity : topology.ancestor(entity, EntityKind::Node);
    return std::min<std::size_t>(node.index, m_nodes.size() - 1);
}

TimePoint SpanBudget::keptSince(EntityRef entity, const Topology& topology) const
{
    return m_nodes.empty() ? m_oldest : std::max(m_oldest, m_nodes[placeOf(entity, topology)].keptSince);
}

double SpanBudget::fairShare() const
{
    std::vector<std::size_t> bytes;
    bytes.reserve(m_nodes.size());
    for (const Node& node : m_nodes)
        bytes.push_back(node.bytes);
    std::ranges::sort(bytes);
    // Slightly less than the limit, because memory fills up again before the next check.
    double left = 0.9 * static_cast<double>(m_bytes);
    std::size_t sharers = bytes.size();
    for (const std::size_t modest : bytes) {
        if (static_cast<double>(modest) * static_cast<double>(sharers) > left)
            break;
        left -= static_cast<double>(modest);
        --sharers;
    }
    return left / static_cast<double>(std::max<std::size_t>(sharers, 1));
}

void SpanBudget::share(const SpanStore& spans, const Topology& topology, TimeRange held)
{
    if (spans.sweeps() < m_sweepToWaitFor)
        return;
    // Computing the usage visits each lane, so it is done once per sweep.
    m_sweepToWaitFor = spans.sweeps() + 1;
    m_nodes.resize(topology.count(EntityKind::Node) + 1);
    for (Node& node : m_nodes)
        node.bytes = 0;
    std::size_t all = 0;
    for (const SpanLane& lane : spans.lanes()) {
        const std::size_t bytes = memoryBytesOf(lane);
        m_nodes[placeOf(lane.entity, topology)].bytes += bytes;
        all += bytes;
    }
    if (all <= m_bytes)
        return;
    const double fair = fairShare();
    for (Node& node : m_nodes) {
        const TimePoint from = std::max({held.from, m_oldest, node.keptSince});
        if (static_cast<double>(node.bytes) <= fair || held.to <= from)
            continue;
        // Spans arrive at a steady pace, so a share of their number is about the same share of their time.
        const double kept = static_cast<double>((held.to - from).count()) * fair / static_cast<double>(node.bytes);
        node.keptSince = held.to - Duration(static_cast<std::int64_t>(kept));
        m_latest = std::max(m_latest, node.keptSince);
    }
    m_sweepToWaitFor = spans.sweeps() + 2; // the current sweep began with the old limit
}

std::shared_ptr<const PlacedSpans> StoredSpans::place(std::shared_ptr<const PastSpans> read)
{
    auto placed = std::make_shared<PlacedSpans>();
    const SpanStore& spans = read->spans();
    for (std::uint32_t id = 0; id < spans.names().size(); ++id)
        placed->names.push_back(m_spans.names().intern(spans.names().name(NameId{id})));
    const auto nameOf = [&](NameId id) {
        return id.isValid() ? placed->names[id.value] : id;
    };
    for (const SpanLane& lane : spans.lanes()) {
        const std::size_t index = m_spans.declareLane(lane.entity, nameOf(lane.name), nameOf(lane.job), lane.rank);
        placed->lanes.push_back(static_cast<std::uint32_t>(index));
        placed->byLane.resize(std::max(placed->byLane.size(), index + 1));
        placed->byLane[index] = &lane;
    }
    placed->generation = m_spans.generation();
    placed->read = std::move(read);
    return placed;
}

TimePoint StoredSpans::inMemorySince() const
{
    return m_isOfFile && m_source != nullptr ? TimePoint::max() : keptSince();
}

const PlacedSpans* StoredSpans::placed() const
{
    const PlacedSpans* known = m_source != nullptr ? m_source->placed().get() : nullptr;
    return known != nullptr && known->generation == m_spans.generation() ? known : nullptr;
}

LaneSpans StoredSpans::lane(std::size_t lane, TimeRange within) const
{
    const SpanLane& newest = m_spans.lanes()[lane];
    const PlacedSpans* older = placed();
    if (within.from >= inMemorySince() || older == nullptr)
        return newest;
    // Earlier spans come from the recording, as far as it was read; later ones from memory.
    return {older->lane(lane), older->names, newest, std::min(inMemorySince(), older->read->range().to)};
}

std::vector<TimeRange> StoredSpans::onDisk(TimeRange range) const
{
    if (m_source == nullptr || m_cold == nullptr)
        return {};
    TimeRange left = timesOf(m_cold->ticks());
    left = {std::max(range.from, left.from), std::min({range.to, left.to, inMemorySince()})};
    std::vector<TimeRange> recorded;
    const auto add = [&recorded](TimeRange each) {
        if (!each.isEmpty())
            recorded.push_back(each);
    };
    for (const TickRange& ticks : m_cold->pauses()) {
        const TimeRange pause = timesOf(ticks);
        add({left.from, std::min(left.to, pause.from)});
        left.from = std::max(left.from, pause.to);
    }
    add(left);
    return recorded;
}

std::vector<AvailableRange> StoredSpans::available(TimeRange range) const
{
    std::vector<AvailableRange> all;
    TimePoint until = range.from;
    const auto addUpTo = [&](TimePoint to, Availability state) {
        if (to <= until)
            return;
        if (!all.empty() && all.back().state == state)
            all.back().range.to = to;
        else
            all.push_back({{until, to}, state});
        until = to;
    };
    const PlacedSpans* older = placed();
    const TimeRange read = older != nullptr ? older->read->range() : TimeRange{};
    for (const TimeRange& each : onDisk(range)) {
        addUpTo(each.from, Availability::None);
        addUpTo(std::min(each.to, read.from), Availability::Pending);
        addUpTo(std::min(each.to, read.to), Availability::Ready);
        addUpTo(each.to, Availability::Pending);
    }
    addUpTo(std::min(range.to, inMemorySince()), Availability::None);
    addUpTo(range.to, Availability::Ready);
    return all;
}

TimeRange StoredSpans::timesOf(TickRange ticks) const
{
    return {timeOfTick(ticks.from, m_tickPeriod), timeOfTick(ticks.to, m_tickPeriod)};
}

bool StoredSpans::drop(TimePoint oldest, TimeRange held, const Topology& topology)
{
    m_budget.setHistory(oldest);
    m_budget.share(m_spans, topology, held);
    const auto since = [&](EntityRef entity) {
        return m_budget.keptSince(entity, topology);
    };
    return m_spans.dropBefore(since, lanesPerTurn) > 0;
}

bool StoredSpans::renewNames(TimePoint now)
{
    if (!m_spans.names().isCrowded() || now - m_namesChecked < namesRenewalPeriod)
        return false;
    m_namesChecked = now;
    if (!m_spans.hasUnusedNames())
        return false;
    m_spans.renewNames();
    m_budget.clear();
    return true;
}

void StoredSpans::clear()
{
    m_spans.clear();
    m_budget.clear();
}

} // namespace lockstep
