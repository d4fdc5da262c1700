// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/moment/momentresults.h"

#include "models/analysis/fabric/flowfollower.h"
#include "models/analysis/sync/live/syncfollower.h"
#include "models/core/topology/reporters.h"
#include "models/store/spans/spanstore.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lockstep {

namespace {

std::uint64_t laneKey(EntityRef entity, std::uint32_t name)
{
    return std::hash<EntityRef>{}(entity)*65'537 + name;
}

/// The spans of a look-back, tick by tick, in a canonical order and numbering that does not depend on their source:
/// lanes by rank, names alphabetically. One thread at a time.
class OrderedSpans
{
public:
    struct Lane
    {
        EntityRef entity;
        std::uint32_t rank = Span::noRank;
        std::uint32_t job = 0; ///< of its first span
    };
    struct Tick
    {
        std::vector<ArrivedSpan> spans;
        std::vector<SyncUpdate::Passed> passed; ///< lanes that now belong to another job
    };

    /// Moves the spans out of @p spans.
    OrderedSpans(SpanLookBack& spans, const Topology& topology);

    [[nodiscard]] const OwnNumbers& numbers() const { return m_numbers; }
    [[nodiscard]] const std::vector<Lane>& lanes() const { return m_lanes; }
    [[nodiscard]] std::size_t tickCount() const { return m_byTick.size(); }
    /// Spans that ended in a tick. Call once per tick, in order.
    [[nodiscard]] Tick takeTick(std::size_t tick);

private:
    struct FirstSpan
    {
        std::int64_t endNs = 0;
        std::uint32_t job = 0;
        bool isThere = false;
    };

    void numberNames(const SpanLookBack& spans);
    void numberLanes(const SpanLookBack& spans, const Topology& topology);
    void fillTicks(SpanLookBack& spans);

    OwnNumbers m_numbers;
    std::vector<Lane> m_lanes;
    std::vector<std::uint16_t> m_nameOf; ///< by the look-back's id
    std::vector<std::uint32_t> m_laneOf;
    std::vector<std::uint32_t> m_jobOfLane; ///< current
    std::vector<std::vector<ArrivedSpan>> m_byTick;
};

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

FollowedLane followedLane(const OrderedSpans::Lane& lane, const std::string& name, const Topology& topology)
{
    FollowedLane followed;
    followed.entity = lane.entity;
    followed.rank = lane.rank;
    followed.job = lane.job;
    followed.name = name;
    if (topology.contains(lane.entity)) {
        followed.node = topology.ancestor(lane.entity, EntityKind::Node);
        followed.rack = knownRackOf(topology, lane.entity);
    }
    return followed;
}

/// Inputs before the first span. Has no entity numbers, because no columns are needed.
SyncUpdate beginning(const OrderedSpans& spans, Duration tickPeriod, const MomentSurroundings& around)
{
    SyncUpdate news;
    news.isRestart = true;
    news.names = spans.numbers().names;
    for (std::size_t lane = 0; lane < spans.lanes().size(); ++lane)
        news.lanes.push_back(followedLane(spans.lanes()[lane], spans.numbers().lanes[lane].name, *around.topology));
    news.throttles = around.throttles;
    news.topology = around.topology;
    news.tickPeriod = tickPeriod;
    return news;
}

/// Removes a step that began before the spans, which cannot be judged.
std::shared_ptr<const JobSync> withoutBrokenStep(const std::shared_ptr<const JobSync>& job, TimePoint begin)
{
    if (job->steps.size() < 2 || job->steps.front()->range.from >= begin)
        return job;
    auto made = std::make_shared<JobSync>(*job);
    made->steps.erase(made->steps.begin());
    return made;
}

} // namespace

StoreNumbers::StoreNumbers(const SpanStore& spans) : generation(spans.generation())
{
    lanes.reserve(spans.lanes().size());
    for (const SpanLane& lane : spans.lanes())
        lanes.push_back({lane.entity, lane.name.value});
    names.reserve(spans.names().size());
    for (std::uint32_t id = 0; id < spans.names().size(); ++id)
        names.push_back(spans.names().name(NameId{id}));
}

bool StoreNumbers::isOutdated(const SpanStore& spans) const
{
    return generation != spans.generation() || lanes.size() != spans.lanes().size()
        || names.size() != spans.names().size();
}

Renumbering::Renumbering(const OwnNumbers& own, const StoreNumbers& store) : m_storeLanes(store.lanes.size())
{
    std::unordered_map<std::string_view, std::uint32_t> nameIds;
    nameIds.reserve(store.names.size());
    for (std::uint32_t id = 0; id < store.names.size(); ++id)
        nameIds.emplace(store.names[id], id);
    const auto storeName = [&](const std::string& name) {
        const auto found = nameIds.find(name);
        return found == nameIds.end() ? StoreNumbers::unknownName : found->second;
    };
    for (const std::string& name : own.names)
        m_names.push_back(storeName(name));
    std::unordered_multimap<std::uint64_t, std::uint32_t> laneIds;
    laneIds.reserve(store.lanes.size());
    for (std::uint32_t lane = 0; lane < store.lanes.size(); ++lane)
        laneIds.emplace(laneKey(store.lanes[lane].entity, store.lanes[lane].name), lane);
    for (const OwnNumbers::Lane& lane : own.lanes) {
        const std::uint32_t name = storeName(lane.name);
        const auto [first, last] = laneIds.equal_range(laneKey(lane.entity, name));
        const auto found = std::find_if(first, last, [&](const auto& each) {
            return store.lanes[each.second].entity == lane.entity && store.lanes[each.second].name == name;
        });
        m_lanes.push_back(found == last ? StoreNumbers::unknownLane : found->second);
    }
}

std::uint32_t Renumbering::nameOf(std::uint32_t own) const
{
    return own < m_names.size() ? m_names[own] : own;
}

Culprit Renumbering::renumbered(Culprit culprit) const
{
    if (culprit.kind == CulpritKind::Communicator)
        culprit.index = nameOf(culprit.index);
    return culprit;
}

JobSync Renumbering::renumbered(const JobSync& job) const
{
    JobSync made = job;
    made.job = nameOf(job.job);
    for (std::uint32_t& lane : made.lanes)
        lane = m_lanes[lane];
    for (CulpritRow& row : made.culprits)
        row.culprit = renumbered(row.culprit);
    for (MissingRank& rank : made.missing)
        rank.communicator = nameOf(rank.communicator);
    for (StuckCollective& collective : made.stuck)
        collective.communicator = nameOf(collective.communicator);
    made.verdict.communicator = nameOf(job.verdict.communicator);
    for (auto& step : made.verdicts) {
        std::vector<WaitVerdict> verdicts = *step;
        for (WaitVerdict& verdict : verdicts) {
            verdict.communicator = nameOf(verdict.communicator);
            verdict.root = renumbered(verdict.root);
        }
        std::ranges::sort(verdicts, {}, &WaitVerdict::key);
        step = std::make_shared<const std::vector<WaitVerdict>>(std::move(verdicts));
    }
    return made;
}

SyncSnapshot Renumbering::renumbered(const SyncSnapshot& snapshot) const
{
    SyncSnapshot made = snapshot;
    for (auto& job : made.jobs)
        job = std::make_shared<const JobSync>(renumbered(*job));
    made.places.assign(m_storeLanes, {Span::noRank, 0});
    for (std::size_t own = 0; own < snapshot.places.size(); ++own) {
        if (m_lanes[own] < m_storeLanes)
            made.places[m_lanes[own]] = snapshot.places[own];
    }
    return made;
}

void Renumbering::renumber(std::vector<CommunicatorFlow>& flows) const
{
    for (CommunicatorFlow& flow : flows)
        flow.communicator = nameOf(flow.communicator);
}

std::optional<MomentResults> resultsAt(SpanLookBack& spans, const MomentSurroundings& around,
                                       const std::stop_token& stop)
{
    OrderedSpans ordered(spans, *around.topology);
    SyncFollower follower;
    FlowFollower flows;
    for (const OrderedSpans::Lane& lane : ordered.lanes())
        flows.addLane(lane.entity);
    SyncUpdate news = beginning(ordered, spans.tickPeriod(), around);
    for (std::size_t tick = 0; tick < ordered.tickCount(); ++tick) {
        if (stop.stop_requested())
            return std::nullopt;
        OrderedSpans::Tick next = ordered.takeTick(tick);
        news.spans = std::move(next.spans);
        news.passed = std::move(next.passed);
        for (const ArrivedSpan& each : news.spans) {
            if (const auto part = collectivePart(each.lane, each.span, ordered.numbers().names[each.span.op]))
                flows.add(*part);
        }
        follower.take(news);
        news.isRestart = false;
        news.names.clear();
        news.lanes.clear();
        news.throttles.clear();
    }
    news.spans.clear();
    news.passed.clear();
    news.isComplete = around.isComplete;
    const SyncFindings found = follower.follow(news);
    SyncSnapshot snapshot = found.snapshot ? *found.snapshot : SyncSnapshot();
    for (auto& job : snapshot.jobs)
        job = withoutBrokenStep(job, spans.begin());
    const Renumbering renumbering(ordered.numbers(), *around.numbers);
    auto shown = std::make_shared<SyncSnapshot>(renumbering.renumbered(snapshot));
    shown->upTo = spans.end();
    shown->lookBack = spans.end() - spans.begin();
    auto flowsThen = std::make_shared<std::vector<CommunicatorFlow>>(
        flows.flows(nsOf(spans.end()), *around.topology, around.lineRates));
    renumbering.renumber(*flowsThen);
    return MomentResults{std::move(shown), std::move(flowsThen)};
}

} // namespace lockstep
