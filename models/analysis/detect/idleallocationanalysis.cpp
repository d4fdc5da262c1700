// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/idleallocationanalysis.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::size_t tellableGpus = 64; ///< maximum number of GPUs of a node, because each has one bit

float valueOf(const std::vector<float>& column, std::uint32_t index)
{
    return index < column.size() ? column[index] : noData;
}

} // namespace

void IdleAllocationWatch::step(const AllocationTick& now, Derived& out)
{
    if (now.topology->count(EntityKind::Gpu) < m_idleSince.size())
        *this = IdleAllocationWatch(); // another cluster
    ++m_looks;
    followHoldings(now);
    followGpus(now);
    std::map<std::string, Idle> jobs;
    for (const auto& [node, held] : m_held)
        addNode(now, node, jobs);
    report(now, jobs, out);
}

void IdleAllocationWatch::followHoldings(const AllocationTick& now)
{
    for (const auto& [node, holdings] : now.held) {
        const float allocated = valueOf(now.allocated, node);
        if (std::isnan(allocated) || (holdings.parts.empty() && allocated > 0))
            continue; // the scheduler is silent, or does not report the holder
        const std::vector<Held> before = std::exchange(m_held[node], {});
        for (const AllocatedPart& part : holdings.parts) {
            const auto known = std::ranges::find(before, part, &Held::part);
            m_held[node].push_back({part, known == before.end() ? now.time : known->since});
        }
        if (holdings.parts.empty())
            m_held.erase(node);
    }
}

void IdleAllocationWatch::followGpus(const AllocationTick& now)
{
    const std::size_t count = now.topology->count(EntityKind::Gpu);
    m_idleSince.resize(count);
    m_isMeasured.resize(count);
    for (std::uint32_t gpu = 0; gpu < count; ++gpu) {
        const float memory = valueOf(now.memoryUsed, gpu);
        const float utilisation = valueOf(now.utilisation, gpu);
        const float total = valueOf(now.memoryTotal, gpu);
        m_isMeasured[gpu] = !std::isnan(memory) && !std::isnan(utilisation);
        const float most = std::max(driverBytes, std::isnan(total) ? 0 : driverShare * total);
        if (!m_isMeasured[gpu] || memory > most || utilisation > noUtilisation)
            m_idleSince[gpu].reset();
        else if (!m_idleSince[gpu])
            m_idleSince[gpu] = now.time;
    }
}

void IdleAllocationWatch::addNode(const AllocationTick& now, std::uint32_t node,
                                  std::map<std::string, Idle>& jobs) const
{
    std::vector<std::uint32_t> gpus;
    for (const EntityRef part : now.topology->children({EntityKind::Node, node})) {
        if (part.kind == EntityKind::Gpu)
            gpus.push_back(part.index);
    }
    const bool isSilent = std::isnan(valueOf(now.allocated, node));
    const std::vector<Held>& held = m_held.at(node);
    for (const Held& each : held) {
        Idle& its = jobs[each.part.job];
        its.tenant = each.part.tenant;
        const bool isWhole = each.part.gpus >= gpus.size();
        if (isSilent || gpus.empty() || gpus.size() > tellableGpus || (each.part.which == 0 && !isWhole)) {
            its.isUnclear = true; // it is unknown which ones
            continue;
        }
        std::uint32_t idle = 0;
        for (std::size_t at = 0; at < gpus.size(); ++at) {
            if (!isWhole && (each.part.which >> at & 1) == 0)
                continue;
            its.isUnclear |= !m_isMeasured[gpus[at]];
            if (!m_idleSince[gpus[at]])
                continue;
            const TimePoint since = std::max(*m_idleSince[gpus[at]], each.since);
            if (now.time - since < idleFor)
                continue;
            its.since = std::max(its.since, since);
            ++idle;
        }
        its.gpus += idle;
        if (idle > 0)
            its.nodes.push_back({EntityKind::Node, node});
    }
}

void IdleAllocationWatch::report(const AllocationTick& now, const std::map<std::string, Idle>& jobs, Derived& out)
{
    const AnalysedTick moment{m_looks, now.time, now.seconds};
    for (const auto& [name, idle] : jobs) {
        if (idle.gpus == 0)
            continue;
        const EntityRef job = now.topology->find(EntityKind::Job, {}, name);
        const EntityRef entity = job.isValid() ? job : idle.nodes.front();
        if (!m_episodes.found({{}, name}, rule, moment, Severity::Warning, entity).isBad())
            continue;
        std::vector<std::string> nodes;
        for (const EntityRef node : idle.nodes)
            nodes.push_back(now.topology->name(node));
        out.events.push_back(
            {entity,
             {now.time,
              Severity::Warning,
              0,
              codes::jobIdleAllocation,
              fmt::format("{}: {} GPU{} allocated{} on {} but idle\nno memory in use and no utilisation", name,
                          idle.gpus, idle.gpus == 1 ? "" : "s", idle.tenant.empty() ? "" : " to " + idle.tenant,
                          abbreviatedList(nodes)),
              {.job = name, .lasted = now.time - idle.since, .value = idle.gpus}}});
    }
    for (const Episodes::Key& key : m_episodes.notFoundAt(m_looks)) {
        const auto its = jobs.find(key.what);
        const auto state
            = its != jobs.end() && its->second.isUnclear ? Episodes::State::Unclear : Episodes::State::Healthy;
        const auto news = m_episodes.notFound(key, rule, moment, state);
        if (news.isOver())
            out.events.push_back({news.about,
                                  {now.time,
                                   Severity::Information,
                                   0,
                                   codes::jobIdleAllocation,
                                   fmt::format("{}: its allocated GPUs are in use or released", key.what),
                                   {.job = key.what}}});
    }
}

namespace {
constexpr std::array<std::string_view, 1> paceOfLooks{metrics::gpu::memoryUsed};
}

void IdleAllocationAnalysis::findLanes(const ClusterStore& store)
{
    if (store.spans().generation() != m_generation) {
        m_generation = store.spans().generation();
        m_knownLanes = 0;
        m_lanes.clear();
    }
    for (; m_knownLanes < store.spans().lanes().size(); ++m_knownLanes) {
        if (isAllocationLane(store, m_knownLanes))
            m_lanes.emplace_back(m_knownLanes, store.spans().lanes()[m_knownLanes].entity.index);
    }
}

Analysis::Task IdleAllocationAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    const MetricId allocated = store.metrics().find(metrics::node::gpusAllocated);
    if (changes.ticks.isEmpty() || !store.topology() || !allocated.isValid())
        return {};
    const std::size_t gpus = store.topology()->count(EntityKind::Gpu);
    const TickRange ticks = m_ticks.take(store, gpus);
    if (ticks.isEmpty())
        return {};
    findLanes(store);
    std::vector<AllocationTick> newTicks;
    for (const AnalysedTick& tick : m_ticks.spaced(store, ticks, paceOfLooks)) {
        const auto due = static_cast<std::size_t>(
            std::ceil(static_cast<float>(m_lanes.size()) * std::min(1.0F, tick.seconds / roundSeconds)));
        for (std::size_t at = 0; at < due; ++at, ++m_nextLane) {
            const auto& [lane, node] = m_lanes[m_nextLane % m_lanes.size()];
            m_held.emplace_back(node, holdingsAt(store, lane, tick.time));
        }
        m_sinceCheck += tick.seconds;
        if (m_sinceCheck < checkSeconds)
            continue;
        AllocationTick newTick{tick, store.topology(), {}, {}, {}, {}, std::move(m_held)};
        newTick.seconds = m_sinceCheck;
        newTick.memoryUsed = m_ticks.column(store, metrics::gpu::memoryUsed, tick);
        newTick.memoryTotal = m_ticks.column(store, metrics::gpu::memoryTotal, tick);
        newTick.utilisation = m_ticks.column(store, metrics::gpu::utilisation, tick);
        newTick.allocated = m_ticks.column(store, metrics::node::gpusAllocated, tick);
        newTicks.push_back(std::move(newTick));
        m_held.clear();
        m_sinceCheck = 0;
    }
    if (newTicks.empty() && !m_ticks.hasMore())
        return {};
    return stepEach(std::move(newTicks));
}

} // namespace lockstep
