// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/trafficanalysis.h"

#include "models/core/median.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/span.h"
#include "models/core/units.h"
#include "models/store/clusterstore.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace lockstep {

namespace {

constexpr float keptSeconds = 60;
constexpr std::size_t keptBursts = 60; ///< of half a minute each: half an hour
constexpr float learningStretch = 20; ///< seconds
constexpr float bitsAByte = 8;

std::size_t ticksOf(float seconds, float tickSeconds, std::size_t fewest)
{
    return std::max(static_cast<std::size_t>(std::lround(seconds / tickSeconds)), fewest);
}

float valueAt(const std::vector<float>& values, std::uint32_t index)
{
    return index < values.size() && !std::isnan(values[index]) ? values[index] : 0;
}

} // namespace

void JobTraffic::step(const Tick& now, Derived& out)
{
    std::erase_if(m_jobs, [&](const auto& known) {
        return std::ranges::find(now.jobs, known.first, &Job::name) == now.jobs.end();
    });
    std::vector<float> traffic(now.topology.count(EntityKind::Job), noData);
    for (const Job& job : now.jobs) {
        float sent = 0;
        float capacity = 0;
        bool isMeasured = false;
        for (const std::uint32_t node : job.nodes) {
            for (const EntityRef port : now.topology.children({EntityKind::Node, node})) {
                if (port.kind != EntityKind::Port)
                    continue;
                sent += valueAt(now.transmit, port.index);
                isMeasured = isMeasured || (port.index < now.transmit.size() && !std::isnan(now.transmit[port.index]));
                capacity += valueAt(now.rates, port.index) / bitsAByte;
            }
        }
        History& history = m_jobs[job.name];
        recall(job, history, now, out);
        if (isMeasured && history.entity.isValid() && history.entity.index < traffic.size())
            traffic[history.entity.index] = sent;
        history.sent.push_back(sent * now.seconds);
        if (history.sent.size() > ticksOf(keptSeconds, now.seconds, 4))
            history.sent.pop_front();
        judge(job, capacity, now, out);
    }
    if (std::ranges::any_of(traffic, [](float each) { return !std::isnan(each); }))
        out.addColumn(metrics::job::traffic, now.storeTick, 0) = std::move(traffic);
}

/// Restores the baseline of a job with the same name and size.
void JobTraffic::recall(const Job& job, History& history, const Tick& now, Derived& out)
{
    if (!history.entity.isValid() || !now.topology.contains(history.entity))
        history.entity = now.topology.find(EntityKind::Job, {}, job.name);
    if (!history.entity.isValid())
        return;
    m_learned.follow(
        now.topology, history.entity, now.time, out,
        [&](std::span<const float> values) {
            const bool isSound = values.size() > minLearnedWindows && values.size() <= keptBursts + 1
                && values.front() == static_cast<float>(job.nodes.size())
                && std::ranges::all_of(values, [](float each) { return std::isfinite(each) && each > 0; });
            if (isSound)
                history.bursts.assign(values.begin() + 1, values.end());
            return isSound;
        },
        [&] {
            std::vector<float> values;
            if (history.bursts.size() < minLearnedWindows)
                return values;
            values.push_back(static_cast<float>(job.nodes.size()));
            values.insert(values.end(), history.bursts.begin(), history.bursts.end());
            return values;
        },
        [&] {
            std::vector<float> bursts(history.bursts.begin(), history.bursts.end());
            return std::vector{
                BaselineRange{"bursts over the fabric", Unit::BytesPerSecond, upperMedian(bursts) / burst, noData, 0}};
        });
}

void JobTraffic::judge(const Job& job, float capacity, const Tick& now, Derived& out)
{
    History& history = m_jobs[job.name];
    const std::size_t held = history.sent.size();
    const bool isKnown = history.bursts.size() >= minLearnedWindows;
    std::vector<float> bursts(history.bursts.begin(), history.bursts.end());
    const float usual = isKnown ? upperMedian(bursts) : 0;
    const std::size_t burstTicks = ticksOf(burst, now.seconds, 1);
    const float burstSeconds = static_cast<float>(burstTicks) * now.seconds;
    const std::size_t learning = ticksOf(learningStretch, now.seconds, 2);
    const float min = std::max(burstFactor * usual, worthwhile * capacity * burstSeconds);
    const auto largest = [&](std::size_t from, std::size_t to) {
        return largestBurst(history.sent, from, to, burstTicks);
    };
    float lately = 0;
    for (const float stretch : stretches) {
        const std::size_t length = ticksOf(stretch, now.seconds, 2);
        if (!isKnown || held < 2 * length)
            continue;
        // The smaller one of two consecutive windows.
        lately = std::max(lately, std::min(largest(held - 2 * length, held - length), largest(held - length, held)));
    }
    const bool isFlooding = isKnown && lately > min;
    const float learnt = largest(held - std::min(held, learning), held);
    const bool isItself = !isKnown || learnt <= min;
    if (++history.sinceLearned >= learning && isItself && held >= learning) {
        if (learnt > 0) // an idle job has no bursts
            history.bursts.push_back(learnt);
        if (history.bursts.size() > keptBursts)
            history.bursts.pop_front();
        history.sinceLearned = 0;
    }
    const Episodes::Key key{job.first, job.name};
    const auto news
        = isFlooding ? m_episodes.found(key, rule, now, Severity::Warning) : m_episodes.notFound(key, rule, now);
    const auto perSecond = [burstSeconds](float bytes) {
        return formatQuantity(static_cast<double>(bytes / burstSeconds), Unit::BytesPerSecond);
    };
    if (news.isBad())
        out.events.push_back({job.first,
                              {now.time,
                               Severity::Warning,
                               0,
                               codes::jobTraffic,
                               fmt::format("{}: traffic {:.1f} times its baseline, in bursts of {}", job.name,
                                           lately / usual, perSecond(lately)),
                               {.job = job.name,
                                .value = lately / burstSeconds,
                                .baseline = usual / burstSeconds,
                                .unit = Unit::BytesPerSecond}}});
    if (news.isOver())
        out.events.push_back({job.first,
                              {now.time,
                               Severity::Information,
                               0,
                               codes::jobTraffic,
                               fmt::format("{}: traffic back to baseline", job.name),
                               {.job = job.name}}});
}

float JobTraffic::largestBurst(const std::deque<float>& sent, std::size_t from, std::size_t to, std::size_t burstTicks)
{
    float largest = 0;
    float sum = 0;
    for (std::size_t at = from; at < to; ++at) {
        sum += sent[at];
        if (at >= from + burstTicks)
            sum -= sent[at - burstTicks];
        largest = std::max(largest, sum);
    }
    return largest;
}

std::shared_ptr<const TrafficAnalysis::Jobs> TrafficAnalysis::jobsOf(const ClusterStore& store)
{
    struct Found
    {
        std::uint32_t firstRank = Span::noRank;
        std::uint32_t firstNode = 0;
        std::set<std::uint32_t> nodes;
    };
    std::map<std::uint32_t, Found> found;
    for (const SpanLane& lane : store.spans().lanes()) {
        if (!lane.isReported || !lane.job.isValid() || lane.job.value == 0 || lane.rank == Span::noRank
            || !store.topology()->contains(lane.entity))
            continue;
        const EntityRef node = store.topology()->ancestor(lane.entity, EntityKind::Node);
        if (!node.isValid())
            continue;
        Found& job = found[lane.job.value];
        job.nodes.insert(node.index);
        if (lane.rank < job.firstRank) {
            job.firstRank = lane.rank;
            job.firstNode = node.index;
        }
    }
    auto jobs = std::make_shared<Jobs>();
    for (const auto& [name, job] : found)
        jobs->push_back({store.spans().names().name(NameId{name}),
                         {EntityKind::Node, job.firstNode},
                         {job.nodes.begin(), job.nodes.end()}});
    return jobs;
}

Analysis::Task TrafficAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    const MetricId transmit = store.metrics().find(metrics::port::transmit);
    if (changes.ticks.isEmpty() || !store.topology() || !transmit.isValid())
        return {};
    const TickRange ticks = m_ticks.take(store, 2 * store.topology()->count(EntityKind::Port));
    if (ticks.isEmpty())
        return {};
    if (!m_jobs || ticks.to > m_examined + refreshTicks || m_lanes != store.spans().lanes().size()) {
        m_jobs = jobsOf(store);
        m_examined = ticks.to;
        m_lanes = store.spans().lanes().size();
    }
    static constexpr std::string_view transmitted = metrics::port::transmit;
    using Read = std::pair<AnalysedTick, std::vector<float>>;
    auto read = std::make_shared<std::vector<Read>>();
    for (const AnalysedTick& tick : m_ticks.spaced(store, ticks, std::span(&transmitted, 1)))
        read->emplace_back(tick, m_ticks.column(store, transmitted, tick));
    auto rates = read->empty() ? std::vector<float>() : m_ticks.column(store, metrics::port::rate, read->back().first);
    return [this, read, rates = std::move(rates), jobs = m_jobs, topology = store.topology(),
            hasMore = m_ticks.hasMore()] {
        Result result;
        result.hasMore = hasMore;
        for (const auto& [tick, sent] : *read) {
            if (!sent.empty())
                m_traffic.step({tick, *topology, *jobs, sent, rates}, result.derived);
        }
        return result;
    };
}

} // namespace lockstep
