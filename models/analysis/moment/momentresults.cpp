// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/moment/momentresults.h"

#include "models/analysis/fabric/flowfollower.h"
#include "models/analysis/moment/orderedspans.h"
#include "models/analysis/sync/live/syncfollower.h"
#include "models/core/topology/reporters.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

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

/// Inputs before the first span. Without entity numbers, because no columns are needed.
SyncNews beginning(const OrderedSpans& spans, Duration tickPeriod, const MomentSurroundings& around)
{
    SyncNews news;
    news.startsAnew = true;
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

std::optional<MomentResults> resultsAt(SpanLookBack& spans, const MomentSurroundings& around,
                                       const std::stop_token& stop)
{
    OrderedSpans ordered(spans, *around.topology);
    SyncFollower follower;
    FlowFollower flows;
    for (const OrderedSpans::Lane& lane : ordered.lanes())
        flows.addLane(lane.entity);
    SyncNews news = beginning(ordered, spans.tickPeriod(), around);
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
        news.startsAnew = false;
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
