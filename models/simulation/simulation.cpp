// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/simulation.h"

#include "models/core/allocationwords.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/schedulermetrics.h"
#include "models/simulation/cluster/journal.h"
#include "models/simulation/cluster/layoutwriter.h"
#include "models/simulation/fabric/fabricreporter.h"
#include "models/simulation/facility/hall.h"
#include "models/simulation/faults/faultdirector.h"
#include "models/simulation/jobs/serving.h"
#include "models/simulation/nodereporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <span>

namespace lockstep::sim {

/// The nodes that a job holds in one tick. Nodes are allocated as a whole.
struct HeldNodes
{
    std::string job;
    std::string tenant;
    std::vector<std::uint32_t> nodes; ///< empty: nothing, now
};

/// Simulates an agent that queries a scheduler: reports allocated and drained nodes and queued jobs, as metrics of
/// nodes, jobs and tenants, and as allocation spans. Owned by the simulation.
class SchedulerReporter
{
public:
    /// @param held in the order in which it is written later
    SchedulerReporter(const ClusterSpec& spec, std::span<const HeldNodes> held, std::uint64_t epoch, Duration period);

    [[nodiscard]] const std::shared_ptr<const NodeIdentity>& identity() const { return m_identity; }
    [[nodiscard]] const std::shared_ptr<const NodeLayout>& layout() const { return m_layout; }
    /// @param to end of the tick, in seconds since the start of the run
    void write(std::span<const HeldNodes> held, double to, std::vector<float>& values) const;
    /// Writes changed allocations at once, and unchanged ones every half minute.
    void writeSpans(std::span<const HeldNodes> held, TimePoint from, TimePoint to, Journal& journal);

private:
    struct Node
    {
        std::size_t holder; ///< index into the held nodes, or a value for free or drained
        TimePoint reported; ///< up to then
        std::uint32_t state = 0; ///< increases with each change
    };
    static constexpr std::size_t free = static_cast<std::size_t>(-1);
    static constexpr std::size_t drained = static_cast<std::size_t>(-2);

    [[nodiscard]] std::vector<std::size_t> holdersOf(std::span<const HeldNodes> held) const;
    void writePiece(std::uint32_t node, std::span<const HeldNodes> held, TimePoint from, TimePoint to,
                    Journal& journal) const;

    SchedulerSpec m_spec;
    std::uint32_t m_gpus; ///< of a node
    std::vector<std::string> m_tenants;
    std::uint32_t m_firstNode = 0; ///< in the layout
    std::vector<Node> m_nodes;
    std::shared_ptr<const NodeIdentity> m_identity;
    std::shared_ptr<const NodeLayout> m_layout;
};

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

/// The parts of a simulation, in order of dependency.
struct Simulation::Parts
{
    Parts(ClusterSpec completedSpec, const Drill& drill, std::uint64_t seed, TimePoint startTime, Duration tickPeriod);

    /// The phases of a tick [from, to), in this order.
    void clearTick();
    void applyFailures(double from, double to);
    void runWork(double from, double to);
    void runHardware();
    void writeTicks();

    [[nodiscard]] std::size_t facilityIndex() const { return spec.nodes.size() + tree.rails; }
    [[nodiscard]] std::size_t schedulerIndex() const { return facilityIndex() + (servingReporter ? 2 : 1); }

    ClusterSpec spec;
    FatTree tree;
    TimePoint start;
    Duration period;
    double seconds; ///< of a period
    std::int64_t ticksDone = 0;

    Random noise;
    GpuBank gpus;
    Hall hall;
    Fabric fabric;
    SharedStorage storage;
    GroundTruth truth;
    std::vector<Journal> journals; ///< by node, reporting ones included
    std::vector<double> storageBytes; ///< by GPU node, of the tick
    std::vector<float> storageWait;
    std::vector<float> hostLoad;
    std::vector<float> correctedErrors; ///< by GPU
    std::vector<float> uncorrectedErrors;
    std::vector<std::uint8_t> isHostUp; ///< by GPU node
    struct DownNic
    {
        std::uint32_t nic;
        double until; ///< seconds since the start
    };
    std::vector<DownNic> downNics;
    std::vector<std::unique_ptr<TrainingJob>> jobs;
    std::vector<std::unique_ptr<ServingPools>> services;
    std::optional<Recovery> recovery;
    FaultDirector director;
    ChanceFailures failures;

    NodeReporter nodeReporter;
    FabricReporter fabricReporter;
    FacilityReporter facilityReporter;
    std::optional<ServingReporter> servingReporter;
    std::vector<HeldNodes> held; ///< in the tick: by jobs, services and a job that does not use its nodes
    std::vector<std::uint32_t> idleNodes; ///< allocated to the last of them
    bool hasIdleJob = false; ///< ever
    std::optional<SchedulerReporter> schedulerReporter;
    std::vector<NodeTick> ticks; ///< by node, recycled
    std::vector<std::uint8_t> isSilent; ///< by node

private:
    static constexpr double cableSeconds = 45; ///< time until a reconnected link is up

    void placeWork(Random random);
    void holdNodes();
    void warmUp();
    void failHardware(const DueFailure& failure, double to);
    void repairHardware();
};

namespace {

FatTree treeOf(const ClusterSpec& spec)
{
    return {static_cast<std::uint32_t>(spec.nodes.size()), spec.fabric.nicsPerNode, spec.fabric.nodesPerLeaf,
            spec.fabric.spinesPerRail};
}

double secondsOf(Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

/// Takes free nodes for a job: consecutive ones, or every n-th so that ring neighbours are far apart.
std::vector<std::uint32_t> takeNodes(std::vector<std::uint32_t>& unused, std::uint32_t count, Placement placement,
                                     std::uint32_t nodesPerLeaf)
{
    std::vector<std::uint32_t> taken(unused.begin(), unused.begin() + count);
    unused.erase(unused.begin(), unused.begin() + count);
    if (placement == Placement::Scattered) {
        std::ranges::stable_sort(taken, {}, [nodesPerLeaf](std::uint32_t node) { return node % nodesPerLeaf; });
    }
    return taken;
}

} // namespace

Simulation::Parts::Parts(ClusterSpec completedSpec, const Drill& drill, std::uint64_t seed, TimePoint startTime,
                         Duration tickPeriod)
    : spec(std::move(completedSpec)),
      tree(treeOf(spec)),
      start(startTime),
      period(tickPeriod),
      seconds(secondsOf(tickPeriod)),
      noise(Random(seed).fork(1)),
      gpus(spec.gpu, Hall::liquidGpus(spec), seconds, Random(seed).fork(2)),
      hall(spec),
      fabric(spec.fabric, tree, Random(seed).fork(3)),
      storage(spec.storage),
      journals(spec.nodes.size() + tree.rails + 1 + (spec.serving.empty() ? 0 : 1) + (spec.scheduler.isOn ? 1 : 0)),
      storageBytes(spec.nodes.size(), 0.0),
      storageWait(spec.nodes.size(), 0.0F),
      hostLoad(spec.nodes.size(), 0.0F),
      correctedErrors(spec.gpuCount(), 0.0F),
      uncorrectedErrors(spec.gpuCount(), 0.0F),
      isHostUp(spec.nodes.size(), 1),
      director(drill),
      failures(spec.failures, spec.gpuCount(), Random(seed).fork(4))
      // The epoch must be unique per run, but deterministic.
      ,
      nodeReporter(spec, tree, seed ^ static_cast<std::uint64_t>(startTime.time_since_epoch().count()), tickPeriod),
      fabricReporter(spec, tree, seed ^ static_cast<std::uint64_t>(startTime.time_since_epoch().count()), tickPeriod),
      facilityReporter(spec, seed ^ static_cast<std::uint64_t>(startTime.time_since_epoch().count()), tickPeriod),
      ticks(journals.size()),
      isSilent(journals.size(), 0)
{
    hasIdleJob = std::ranges::find(drill.faults, FaultKind::IdleAllocation, &DrillFault::kind) != drill.faults.end();
    truth.drill = drill.name;
    truth.cause = drill.cause;
    truth.consequences = drill.consequences;
    truth.faults = director.resolve(spec, tree, start);
    placeWork(Random(seed).fork(5));
    if (!services.empty())
        servingReporter.emplace(services, seed ^ static_cast<std::uint64_t>(startTime.time_since_epoch().count()),
                                tickPeriod);
    if (spec.scheduler.isOn) {
        holdNodes();
        schedulerReporter.emplace(spec, held, seed ^ static_cast<std::uint64_t>(startTime.time_since_epoch().count()),
                                  tickPeriod);
    }
    warmUp();
    for (std::uint32_t node = 0; node < spec.nodes.size(); ++node)
        ticks[node].layout = nodeReporter.layout(node);
    for (std::uint32_t rail = 0; rail < tree.rails; ++rail)
        ticks[spec.nodes.size() + rail].layout = fabricReporter.layout(rail);
    ticks[facilityIndex()].layout = facilityReporter.layout();
    if (servingReporter)
        ticks[facilityIndex() + 1].layout = servingReporter->layout();
    if (schedulerReporter)
        ticks[schedulerIndex()].layout = schedulerReporter->layout();
}

void Simulation::Parts::placeWork(Random random)
{
    std::vector<std::uint32_t> unused = spec.usableNodes();
    const JobSurroundings surroundings{gpus, fabric, storage, truth, journals, storageBytes, spec.gpusPerNode, start};
    for (std::uint32_t at = 0; at < spec.jobs.size(); ++at) {
        const JobSpec& job = spec.jobs[at];
        jobs.push_back(std::make_unique<TrainingJob>(
            at, job, takeNodes(unused, job.nodes, job.placement, spec.fabric.nodesPerLeaf), surroundings,
            random.fork(at)));
    }
    for (std::uint32_t at = 0; at < spec.serving.size(); ++at) {
        const ServingSpec& service = spec.serving[at];
        services.push_back(std::make_unique<ServingPools>(
            service, takeNodes(unused, service.prefillNodes + service.decodeNodes, Placement::Packed, 1),
            spec.gpusPerNode, gpus, fabric, journals, start, random.fork(1000 + at)));
    }
    for (const auto& job : jobs) { // by rank 0, because a job's metrics have one reporter
        if (!job->nodes().empty())
            nodeReporter.addJob(job->nodes().front(), job->spec(), job->work().tokens);
    }
    std::ranges::reverse(unused); // spares are taken from the back: lowest index first
    recovery.emplace(spec.failures, std::move(unused), truth, start);
}

/// Which jobs hold which nodes now, according to the scheduler.
void Simulation::Parts::holdNodes()
{
    held.clear();
    for (const auto& job : jobs)
        held.push_back({job->spec().name, job->spec().tenant, job->nodes()});
    for (const auto& service : services) {
        HeldNodes its{service->spec().name, service->spec().tenant, {}};
        for (const auto pool : {service->prefill(), service->decode()}) {
            for (const ServingPools::Member& member : pool)
                its.nodes.push_back(member.node);
        }
        held.push_back(std::move(its));
    }
    const auto isInUse = [this](std::uint32_t node) {
        return std::ranges::any_of(
            held, [node](const HeldNodes& each) { return std::ranges::find(each.nodes, node) != each.nodes.end(); });
    };
    if (!hasIdleJob)
        return;
    HeldNodes idle{std::string(idleJobName), std::string(idleJobTenant), {}};
    std::ranges::remove_copy_if(idleNodes, std::back_inserter(idle.nodes), isInUse);
    held.push_back(std::move(idle));
}

// The run begins in the middle of normal operation, not with cold machines. Temperatures settle under the load that the
// jobs will cause.
void Simulation::Parts::warmUp()
{
    constexpr int settlingTicks = 200;
    for (const auto& job : jobs) {
        for (const std::uint32_t node : job->nodes()) {
            hostLoad[node] = 1;
            for (std::uint32_t slot = 0; slot < spec.gpusPerNode; ++slot) {
                GpuActivity& activity = gpus.activity[node * spec.gpusPerNode + slot];
                activity.compute = 0.72F;
                activity.communication = 0.28F;
                activity.intensity = static_cast<float>(job->spec().intensity);
            }
        }
    }
    for (int tick = 0; tick < settlingTicks; ++tick) {
        gpus.step();
        hall.step(gpus, hostLoad, seconds);
    }
}

void Simulation::Parts::clearTick()
{
    for (Journal& journal : journals)
        journal.clear();
    std::ranges::fill(gpus.activity, GpuActivity{});
    std::ranges::fill(storageBytes, 0.0);
    std::ranges::fill(uncorrectedErrors, 0.0F);
    fabric.beginTick();
}

void Simulation::Parts::runWork(double from, double to)
{
    for (const auto& job : jobs)
        job->tick(from, to);
    for (const auto& service : services)
        service->tick(from, to);
    recovery->tick(to, jobs);
    repairHardware();
}

void Simulation::Parts::runHardware()
{
    fabric.step(seconds);
    for (std::uint32_t node = 0; node < spec.nodes.size(); ++node) {
        float busy = 0;
        for (std::uint32_t slot = 0; slot < spec.gpusPerNode; ++slot) {
            const GpuActivity& activity = gpus.activity[node * spec.gpusPerNode + slot];
            busy += activity.compute + activity.communication * activity.waitPower;
        }
        hostLoad[node] = busy / static_cast<float>(spec.gpusPerNode);
        storageWait[node] = storageBytes[node] > 0 ? 0.25F + 0.6F * static_cast<float>(storage.contention()) : 0.001F;
    }
    gpus.step();
    hall.step(gpus, hostLoad, seconds);
}

void Simulation::Parts::writeTicks()
{
    const TimePoint time = start + period * ticksDone;
    if (schedulerReporter) {
        holdNodes();
        schedulerReporter->writeSpans(held, time - period, time, journals[schedulerIndex()]);
        schedulerReporter->write(held, static_cast<double>(ticksDone) * seconds, ticks[schedulerIndex()].values);
    }
    const NodeState state{gpus, fabric, hall, hostLoad, storageBytes, storageWait, correctedErrors, uncorrectedErrors};
    for (std::size_t node = 0; node < ticks.size(); ++node) {
        NodeTick& tick = ticks[node];
        tick.time = time;
        tick.spans.swap(journals[node].spans);
        tick.events.swap(journals[node].events);
        if (node < spec.nodes.size()) {
            isSilent[node] = isHostUp[node] != 0 ? 0 : 1;
            nodeReporter.write(static_cast<std::uint32_t>(node), state, seconds, noise, tick.values);
        } else if (node < facilityIndex()) {
            fabricReporter.write(static_cast<std::uint32_t>(node - spec.nodes.size()), fabric, seconds, tick.values);
        } else if (node == facilityIndex()) {
            facilityReporter.write(hall, tick.values);
        } else if (node != schedulerIndex()) {
            servingReporter->write(services, seconds, tick.values);
        }
    }
}

void Simulation::Parts::applyFailures(double from, double to)
{
    DrillStage stage{spec,      gpus,     hall,     fabric,          storage,
                     jobs,      services, journals, correctedErrors, uncorrectedErrors,
                     *recovery, idleNodes};
    director.tick(from, to, stage);
    for (const DueFailure& failure : failures.take(to))
        failHardware(failure, to);
    // A die above its shutdown limit powers off and disappears from the bus.
    for (const std::uint32_t gpu : gpus.overheated) {
        if (gpus.isAlive[gpu] == 0)
            continue;
        gpus.isAlive[gpu] = 0;
        const std::uint32_t node = gpu / spec.gpusPerNode;
        journals[node].addEvent(
            start + nanoseconds(from), Severity::Critical, 1 + gpu % spec.gpusPerNode, codes::gpuXid,
            fmt::format("XID 79: GPU has fallen off the bus at {:.0f} degrees", gpus.die[gpu]), {.xid = 79});
        recovery->suspect(node, from);
        for (const auto& job : jobs)
            job->killGpu(gpu, from);
    }
}

void Simulation::Parts::failHardware(const DueFailure& failure, double to)
{
    const FailureRate& kind = *failure.kind;
    const std::uint32_t node = failure.gpu / spec.gpusPerNode;
    const std::uint32_t slot = failure.gpu % spec.gpusPerNode;
    const std::uint32_t nic = tree.nic(node, slot * tree.rails / spec.gpusPerNode);
    const TimePoint when = start + nanoseconds(failure.atSeconds);
    truth.failures.push_back(
        {when, std::string(kind.component), fmt::format("{}/gpu{}", spec.nodes[node].name, slot), !kind.needsRepair});
    if (kind.xid != 0)
        journals[node].addEvent(when, Severity::Critical, 1 + slot, codes::gpuXid,
                                fmt::format("XID {}: {}", kind.xid, kind.component),
                                {.xid = static_cast<std::uint32_t>(kind.xid)});
    if (kind.needsRepair && kind.effect != FailureEffect::Silent)
        recovery->suspect(node, to);

    bool hangs = false;
    switch (kind.effect) {
    case FailureEffect::GpuLost:
        gpus.isAlive[failure.gpu] = 0;
        hangs = true;
        break;
    case FailureEffect::MemoryFault:
        uncorrectedErrors[failure.gpu] += 1;
        break;
    case FailureEffect::HostLost:
        isHostUp[node] = 0;
        for (std::uint32_t gpu = node * spec.gpusPerNode; gpu < (node + 1) * spec.gpusPerNode; ++gpu)
            gpus.isAlive[gpu] = 0;
        hangs = true;
        break;
    case FailureEffect::NicLost:
    case FailureEffect::LinkDown: // a cable fault recovers by itself after a while
        fabric.setNicUp(nic, false);
        journals[node].addEvent(when, Severity::Critical, 1 + spec.gpusPerNode + nic % tree.rails, codes::portDown,
                                "Link lost");
        downNics.push_back({nic, failure.atSeconds + (kind.needsRepair ? spec.failures.repairSeconds : cableSeconds)});
        return;
    case FailureEffect::Silent:
        return;
    case FailureEffect::GpuFault:
    case FailureEffect::ProcessCrash:
        break;
    }
    for (const auto& job : jobs) {
        if (!job->runsOn(node))
            continue;
        if (hangs)
            job->killGpu(failure.gpu, failure.atSeconds);
        else
            recovery->crash(*job, to);
    }
}

void Simulation::Parts::repairHardware()
{
    const double now = static_cast<double>(ticksDone + 1) * seconds;
    for (const std::uint32_t node : recovery->repaired()) {
        isHostUp[node] = 1;
        for (std::uint32_t gpu = node * spec.gpusPerNode; gpu < (node + 1) * spec.gpusPerNode; ++gpu)
            gpus.isAlive[gpu] = 1;
    }
    for (const DownNic& down : downNics) {
        if (down.until <= now)
            fabric.setNicUp(down.nic, true);
    }
    std::erase_if(downNics, [now](const DownNic& down) { return down.until <= now; });
}

Result<std::unique_ptr<Simulation>> Simulation::create(ClusterSpec spec, const Drill& drill, std::uint64_t seed,
                                                       TimePoint start, Duration period)
{
    Result<ClusterSpec> whole = completed(std::move(spec));
    if (!whole.isOk())
        return whole.error();
    if (const Status suits = FaultDirector::check(drill, whole.value()); !suits.isOk())
        return suits.error();
    if (period <= Duration::zero())
        return Error{"the tick period must be positive"};
    auto parts = std::make_unique<Parts>(std::move(whole).value(), drill, seed, start, period);
    return std::unique_ptr<Simulation>(new Simulation(std::move(parts)));
}

Simulation::Simulation(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) { }

Simulation::~Simulation() = default;

void Simulation::advance()
{
    const double from = static_cast<double>(m_parts->ticksDone) * m_parts->seconds;
    const double to = static_cast<double>(m_parts->ticksDone + 1) * m_parts->seconds;
    m_parts->clearTick();
    m_parts->applyFailures(from, to);
    m_parts->runWork(from, to);
    m_parts->runHardware();
    ++m_parts->ticksDone;
    m_parts->writeTicks();
}

TimePoint Simulation::now() const
{
    return m_parts->start + m_parts->period * m_parts->ticksDone;
}

std::size_t Simulation::nodeCount() const
{
    return m_parts->ticks.size();
}

const ClusterSpec& Simulation::spec() const
{
    return m_parts->spec;
}

const std::shared_ptr<const NodeIdentity>& Simulation::identity(std::size_t node) const
{
    const std::size_t gpuNodes = m_parts->spec.nodes.size();
    if (node < gpuNodes)
        return m_parts->nodeReporter.identity(static_cast<std::uint32_t>(node));
    if (node < m_parts->facilityIndex())
        return m_parts->fabricReporter.identity(static_cast<std::uint32_t>(node - gpuNodes));
    if (node == m_parts->facilityIndex())
        return m_parts->facilityReporter.identity();
    if (m_parts->schedulerReporter && node == m_parts->schedulerIndex())
        return m_parts->schedulerReporter->identity();
    return m_parts->servingReporter->identity();
}

const NodeTick* Simulation::tick(std::size_t node) const
{
    return m_parts->isSilent[node] != 0 ? nullptr : &m_parts->ticks[node];
}

const std::shared_ptr<const std::vector<std::string>>& Simulation::names(std::size_t node) const
{
    return m_parts->journals[node].names();
}

Duration Simulation::clockOffset(std::size_t node) const
{
    return m_parts->journals[node].clockOffset;
}

const GroundTruth& Simulation::truth() const
{
    return m_parts->truth;
}

} // namespace lockstep::sim
