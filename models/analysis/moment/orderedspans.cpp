// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/moment/orderedspans.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

template <class Use>
void forEachSpan(const SpanLookBack& spans, Use use)
{
    const std::int64_t begin = nsOf(spans.begin());
    for (const auto& block : spans.blocks()) {
        for (const ArrivedSpan& each : block) {
            if (each.span.endNs() >= begin)
                use(each);
        }
    }
}

std::size_t tickOf(const SpanLookBack& spans, const ArrivedSpan& each)
{
    return static_cast<std::size_t>((TimePoint(Duration(each.span.endNs())) - spans.begin()) / spans.tickPeriod());
}

} // namespace

OrderedSpans::OrderedSpans(SpanLookBack& spans, const Topology& topology)
{
    numberNames(spans);
    numberLanes(spans, topology);
    fillTicks(spans);
}

void OrderedSpans::numberNames(const SpanLookBack& spans)
{
    std::vector<bool> isUsed(spans.names().size(), false);
    isUsed[0] = true; // the empty name
    forEachSpan(spans, [&isUsed](const ArrivedSpan& each) {
        isUsed[each.span.op] = isUsed[each.span.communicator] = isUsed[each.span.job] = true;
    });
    std::vector<std::uint32_t> used;
    for (std::uint32_t id = 0; id < isUsed.size(); ++id) {
        if (isUsed[id])
            used.push_back(id);
    }
    const auto nameOf = [&spans](std::uint32_t id) -> const std::string& {
        return spans.names().name(NameId{id});
    };
    std::ranges::sort(used, {}, nameOf);
    m_nameOf.resize(isUsed.size());
    for (const std::uint32_t id : used) {
        m_nameOf[id] = static_cast<std::uint16_t>(m_numbers.names.size());
        m_numbers.names.push_back(nameOf(id));
    }
}

void OrderedSpans::numberLanes(const SpanLookBack& spans, const Topology& topology)
{
    std::vector<FirstSpan> first(spans.lanes().size());
    forEachSpan(spans, [&](const ArrivedSpan& each) {
        FirstSpan& known = first[each.lane];
        const FirstSpan it{each.span.endNs(), m_nameOf[each.span.job], true};
        if (!known.isThere || std::tie(it.endNs, it.job) < std::tie(known.endNs, known.job))
            known = it;
    });
    struct Place
    {
        std::uint32_t rank;
        std::string path;
        std::string name;
        std::uint32_t lane;
    };
    std::vector<Place> places;
    for (std::uint32_t lane = 0; lane < spans.lanes().size(); ++lane) {
        const SpanLookBack::Lane& each = spans.lanes()[lane];
        if (first[lane].isThere)
            places.push_back({each.rank, topology.contains(each.entity) ? topology.path(each.entity) : std::string(),
                              spans.names().name(each.name), lane});
    }
    std::ranges::sort(places, [](const Place& a, const Place& b) {
        return std::tie(a.rank, a.path, a.name) < std::tie(b.rank, b.path, b.name);
    });
    m_laneOf.resize(spans.lanes().size());
    for (Place& place : places) {
        const EntityRef entity = spans.lanes()[place.lane].entity;
        m_laneOf[place.lane] = static_cast<std::uint32_t>(m_lanes.size());
        m_lanes.push_back({entity, place.rank, first[place.lane].job});
        m_jobOfLane.push_back(first[place.lane].job);
        m_numbers.lanes.push_back({entity, std::move(place.name)});
    }
}

void OrderedSpans::fillTicks(SpanLookBack& spans)
{
    std::vector<std::size_t> counts(static_cast<std::size_t>((spans.end() - spans.begin()) / spans.tickPeriod()), 0);
    forEachSpan(spans, [&](const ArrivedSpan& each) { ++counts[tickOf(spans, each)]; });
    m_byTick.resize(counts.size());
    for (std::size_t tick = 0; tick < counts.size(); ++tick)
        m_byTick[tick].reserve(counts[tick]);
    for (std::size_t at = 0; at < spans.blocks().size(); ++at) {
        for (ArrivedSpan each : spans.takeBlock(at)) {
            if (TimePoint(Duration(each.span.endNs())) < spans.begin())
                continue;
            each.lane = m_laneOf[each.lane];
            each.span.op = m_nameOf[each.span.op];
            each.span.communicator = m_nameOf[each.span.communicator];
            each.span.job = m_nameOf[each.span.job];
            m_byTick[tickOf(spans, each)].push_back(each);
        }
    }
}

OrderedSpans::Tick OrderedSpans::takeTick(std::size_t tick)
{
    Tick taken{std::move(m_byTick[tick]), {}};
    std::ranges::sort(taken.spans, {}, [](const ArrivedSpan& each) {
        return std::tuple(each.span.endNs(), each.lane, each.span.startNs, std::uint64_t{each.span.kind}, each.span.op,
                          each.span.communicator, each.span.sequence);
    });
    for (ArrivedSpan& each : taken.spans) {
        each.batch = static_cast<std::uint32_t>(tick);
        if (std::exchange(m_jobOfLane[each.lane], each.span.job) != each.span.job)
            taken.passed.push_back({each.lane, each.span.job});
    }
    return taken;
}

} // namespace lockstep
