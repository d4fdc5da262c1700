// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/jobs/schedulerreporter.h"

#include "models/core/allocationwords.h"
#include "models/core/metrics/schedulermetrics.h"
#include "models/simulation/cluster/layoutwriter.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace lockstep::sim {

namespace {

constexpr float answerSeconds = 0.02F;

struct TenantSums
{
    float allocated = 0, wanted = 0, running = 0, pending = 0;
};

} // namespace

SchedulerReporter::SchedulerReporter(const ClusterSpec& spec, std::span<const HeldNodes> held, std::uint64_t epoch,
                                     Duration period)
    : m_spec(spec.scheduler), m_gpus(spec.gpusPerNode), m_nodes(spec.nodes.size(), Node{free, TimePoint::min()})
{
    auto identity
        = simulatedIdentity("scheduler", epoch, period, "Slurm", RackPosition{"infrastructure", "facility", 3, 1});
    identity->inventory = {{"slurm", true, fmt::format("{} nodes", spec.nodes.size())}};
    m_identity = std::move(identity);

    std::set<std::string> tenants;
    for (const HeldNodes& each : held)
        tenants.insert(each.tenant);
    for (const SchedulerSpec::Waiting& each : m_spec.queue)
        tenants.insert(each.tenant);
    m_tenants.assign(tenants.begin(), tenants.end());

    LayoutWriter writer("scheduler");
    const auto addAll = [&writer](EntityKind kind, const std::string& name) {
        return writer.addEntity(kind, name, EntityDescriptor::clusterScope);
    };
    std::vector<std::uint32_t> ofTenants, nodes, jobs;
    for (const std::string& tenant : m_tenants)
        ofTenants.push_back(addAll(EntityKind::Tenant, tenant));
    for (const NodeSpec& node : spec.nodes)
        nodes.push_back(addAll(EntityKind::Node, node.name));
    m_firstNode = nodes.front();
    for (const HeldNodes& each : held)
        jobs.push_back(addAll(EntityKind::Job, each.job));
    for (const SchedulerSpec::Waiting& each : m_spec.queue)
        jobs.push_back(addAll(EntityKind::Job, each.name));
    for (const std::string_view metric : scheduled::sumMetrics)
        writer.addColumn(std::string(metric), {0});
    for (const std::string_view metric : scheduled::tenantMetrics)
        writer.addColumn(std::string(metric), ofTenants);
    for (const std::string_view metric : scheduled::nodeMetrics)
        writer.addColumn(std::string(metric), nodes);
    for (const std::string_view metric : scheduled::jobMetrics)
        writer.addColumn(std::string(metric), jobs);
    m_layout = std::make_shared<const NodeLayout>(writer.take());
}

std::vector<std::size_t> SchedulerReporter::holdersOf(std::span<const HeldNodes> held) const
{
    std::vector<std::size_t> holders(m_nodes.size(), free);
    for (const SchedulerSpec::Drained& each : m_spec.drained)
        holders[each.node] = drained;
    for (std::size_t at = 0; at < held.size(); ++at) {
        for (const std::uint32_t node : held[at].nodes)
            holders[node] = at;
    }
    return holders;
}

void SchedulerReporter::write(std::span<const HeldNodes> held, double to, std::vector<float>& values) const
{
    values.assign(m_layout->sampleCount(), noData);
    const std::vector<std::size_t> holders = holdersOf(held);
    const auto gpus = static_cast<float>(m_gpus);
    const auto count = [&](std::size_t holder) {
        return static_cast<float>(std::ranges::count(holders, holder));
    };
    std::vector<TenantSums> tenants(m_tenants.size());
    const auto sumsOf = [&](const std::string& tenant) -> TenantSums& {
        return tenants[static_cast<std::size_t>(std::ranges::lower_bound(m_tenants, tenant) - m_tenants.begin())];
    };
    TenantSums all;
    for (const HeldNodes& each : held) {
        for (TenantSums* sums : {&sumsOf(each.tenant), &all}) {
            sums->allocated += gpus * static_cast<float>(each.nodes.size());
            sums->running += each.nodes.empty() ? 0 : 1;
        }
    }
    double longest = 0;
    for (const SchedulerSpec::Waiting& each : m_spec.queue) {
        longest = std::max(longest, each.waitedSeconds + to);
        for (TenantSums* sums : {&sumsOf(each.tenant), &all}) {
            sums->wanted += static_cast<float>(each.gpus);
            sums->pending += 1;
        }
    }
    float* next = values.data();
    const float idle
        = gpus * count(free); // nodes are allocated as a whole, so idle GPUs are never on partly used nodes
    const float out = gpus * count(drained);
    for (const float sum : {gpus * static_cast<float>(m_nodes.size()), all.allocated, idle, out, idle, all.wanted,
                            idle > 0 ? 0.0F : noData, count(drained), all.running, all.pending,
                            static_cast<float>(longest), answerSeconds})
        *next++ = sum;
    for (const auto member :
         {&TenantSums::allocated, &TenantSums::wanted, &TenantSums::running, &TenantSums::pending}) {
        for (const TenantSums& sums : tenants)
            *next++ = sums.*member;
    }
    for (std::size_t node = 0; node < holders.size(); ++node) {
        const bool isOut = holders[node] == drained;
        const bool isFree = holders[node] == free;
        const float row[]
            = {gpus, isOut || isFree ? 0.0F : gpus, isOut ? 1.0F : 0.0F, isFree ? gpus : 0.0F, isOut ? gpus : 0.0F};
        for (std::size_t metric = 0; metric < std::size(row); ++metric)
            next[metric * holders.size() + node] = row[metric];
    }
    next += std::size(scheduled::nodeMetrics) * holders.size();
    const std::size_t jobs = held.size() + m_spec.queue.size();
    for (std::size_t job = 0; job < jobs; ++job) {
        const bool isWaiting = job >= held.size();
        if (!isWaiting && held[job].nodes.empty())
            continue; // not submitted yet
        const auto nodes = static_cast<float>(isWaiting ? 0 : held[job].nodes.size());
        const double waited = isWaiting ? m_spec.queue[job - held.size()].waitedSeconds + to : 0;
        const float row[] = {gpus * nodes, nodes, static_cast<float>(waited), 0.0F, isWaiting ? 1.0F : 0.0F};
        for (std::size_t metric = 0; metric < std::size(row); ++metric)
            next[metric * jobs + job] = row[metric];
    }
}

void SchedulerReporter::writePiece(std::uint32_t node, std::span<const HeldNodes> held, TimePoint from, TimePoint to,
                                   Journal& journal) const
{
    const std::size_t holder = m_nodes[node].holder;
    if (holder == free)
        return;
    Span span;
    span.start = from;
    span.end = to;
    span.entity = m_firstNode + node;
    span.lane = journal.nameOf(allocationLane);
    span.step = m_nodes[node].state;
    if (holder == drained) {
        span.kind = SpanKind::Idle;
        span.op = journal.nameOf(std::ranges::find(m_spec.drained, node, &SchedulerSpec::Drained::node)->reason);
    } else {
        span.op = journal.nameOf(fmt::format("{} GPUs (0-{})", m_gpus, m_gpus - 1));
        span.job = journal.nameOf(held[holder].job);
        span.communicator = journal.nameOf(held[holder].tenant);
        span.bytes = m_gpus;
        span.sequence = m_gpus < 64 ? (std::uint64_t{1} << m_gpus) - 1 : 0;
    }
    journal.add(span);
}

void SchedulerReporter::writeSpans(std::span<const HeldNodes> held, TimePoint from, TimePoint to, Journal& journal)
{
    const std::vector<std::size_t> holders = holdersOf(held);
    constexpr Duration earliest = allocationReportedAgain / 2;
    for (std::uint32_t at = 0; at < m_nodes.size(); ++at) {
        Node& node = m_nodes[at];
        const bool isNew = node.reported == TimePoint::min();
        const bool isSame = !isNew && node.holder == holders[at];
        const Duration due = earliest + earliest / 100 * static_cast<std::int64_t>(at * 37 % 100); // spread over time
        if (isSame && to - node.reported < due)
            continue;
        if (!isNew)
            writePiece(at, held, node.reported, isSame ? to : from, journal);
        if (!isSame) {
            node.holder = holders[at];
            ++node.state;
            writePiece(at, held, from, to, journal);
        }
        node.reported = to;
    }
}

} // namespace lockstep::sim
