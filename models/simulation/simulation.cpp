// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/simulation.h"

#include "models/core/eventcodes.h"
#include "models/core/metrics/schedulermetrics.h"
#include "models/simulation/fabric/fabricreporter.h"
#include "models/simulation/facility/hall.h"
#include "models/simulation/faults/faultdirector.h"
#include "models/simulation/jobs/schedulerreporter.h"
#include "models/simulation/jobs/serving.h"
#include "models/simulation/nodereporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace lockstep::sim {

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
    RandomFailures failures;

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
