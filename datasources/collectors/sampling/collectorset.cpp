// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/sampling/collectorset.h"

#include "datasources/collectors/dumps/dumpcollector.h"
#include "datasources/collectors/facility/facilitycollector.h"
#include "datasources/collectors/ibswitches/ibswitchtarget.h"
#include "datasources/collectors/infiniband/infinibandcounters.h"
#include "datasources/collectors/ipmi/ipmitarget.h"
#include "datasources/collectors/jobs/jobeventcollector.h"
#include "datasources/collectors/kernel/cgroupcollector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/kerneltext.h"
#include "datasources/collectors/kernel/files/systemroot.h"
#include "datasources/collectors/kernel/kernelcollectors.h"
#include "datasources/collectors/kernel/sensors/sensorcollector.h"
#include "datasources/collectors/modbus/modbustarget.h"
#include "datasources/collectors/nccl/nccljobs.h"
#include "datasources/collectors/nvidia/nvidiacollector.h"
#include "datasources/collectors/ras/rascollector.h"
#include "datasources/collectors/redfish/redfishoptions.h"
#include "datasources/collectors/sampling/hostidentity.h"
#include "datasources/collectors/scheduler/schedulercollector.h"
#include "datasources/collectors/scheduler/scheduleroptions.h"
#include "datasources/collectors/selftest/selftestcollector.h"
#include "datasources/collectors/snmp/snmpoptions.h"
#include "models/core/batch.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <sys/resource.h>

namespace lockstep {

void CollectorWorker::loop()
{
    std::unique_lock lock(mutex);
    for (;;) {
        changed.wait(lock, [this] { return isEnding || request != Request::None; });
        if (request == Request::None)
            return;
        lock.unlock();
        serve();
        lock.lock();
        request = Request::None;
        changed.notify_all();
    }
}

void CollectorWorker::serve()
{
    switch (request) {
    case Request::Detect: {
        inventory = inner->detect();
        LayoutBuilder builder({}, withPeaks);
        inner->declare(builder);
        layout = std::make_shared<const NodeLayout>(builder.finish(0));
        break;
    }
    case Request::Check:
        hasChanged = inner->hasChanged();
        break;
    case Request::SampleFast:
        budget.take([this] { inner->sampleFast(now); });
        break;
    case Request::Sample: {
        tick = NodeTick();
        tick.layout = layout;
        TickWriter writer(tick, names);
        inner->sample(now, writer);
        static_cast<void>(budget.endTick(lastSample ? now - *lastSample : Duration::max()));
        lastSample = now;
        break;
    }
    case Request::None:
        break;
    }
}

GuardedCollector::GuardedCollector(std::unique_ptr<Collector> inner, bool withPeaks, Timeouts timeout)
    : m_worker(std::make_shared<CollectorWorker>()), m_timeout(timeout)
{
    m_worker->inner = std::move(inner);
    m_worker->withPeaks = withPeaks;
    m_thread = std::thread([worker = m_worker] { worker->loop(); });
}

GuardedCollector::~GuardedCollector()
{
    std::unique_lock lock(m_worker->mutex);
    m_worker->isEnding = true;
    m_worker->changed.notify_all();
    const bool isIdle
        = m_worker->changed.wait_for(lock, m_timeout.sample, [this] { return m_worker->request == Request::None; });
    lock.unlock();
    if (isIdle)
        m_thread.join();
    else
        m_thread.detach();
}

std::string_view GuardedCollector::name() const
{
    return m_worker->inner->name();
}

/// Makes the thread execute a request and waits for it. @return false: not done in time
bool GuardedCollector::run(Request request, TimePoint now, Duration timeout)
{
    const auto until = std::chrono::steady_clock::now() + timeout;
    std::unique_lock lock(m_worker->mutex);
    const auto isIdle = [this] {
        return m_worker->request == Request::None;
    };
    if (!m_worker->changed.wait_until(lock, until, isIdle))
        return false;
    m_worker->now = now;
    m_worker->request = request;
    m_worker->changed.notify_all();
    return m_worker->changed.wait_until(lock, until, isIdle);
}

InventoryItem GuardedCollector::detect()
{
    // A late detect has its result by now, if hasChanged reported so.
    const bool isDone
        = m_hasLateDetect ? run(Request::None, {}, m_timeout.detect) : run(Request::Detect, {}, m_timeout.detect);
    m_hasLateDetect = !isDone;
    m_innerLayout = isDone ? m_worker->layout : nullptr;
    m_isActive = isDone && m_worker->inventory.isActive;
    if (!isDone)
        return off("its driver has not responded yet");
    return m_worker->inventory;
}

bool GuardedCollector::hasChanged()
{
    if (m_hasLateDetect)
        return run(Request::None, {}, Duration::zero());
    return run(Request::Check, {}, m_timeout.sample) && m_worker->hasChanged;
}

void GuardedCollector::declare(LayoutBuilder& layout)
{
    m_entities.assign(1, LayoutBuilder::node);
    m_slots.clear();
    if (!m_innerLayout)
        return;
    for (std::size_t i = 1; i < m_innerLayout->entities.size(); ++i) {
        const EntityDescriptor& entity = m_innerLayout->entities[i];
        m_entities.push_back(layout.addEntity(entity.kind, entity.name, m_entities[entity.parent]));
        // The worker's layout has no node name.
        if (const PeerDescriptor& peer = entity.peer; !peer.owner.empty() || !peer.port.empty())
            layout.connect(m_entities.back(), {peer.owner.empty() ? layout.nodeName() : peer.owner, peer.port});
    }
    for (const ColumnDescriptor& column : m_innerLayout->columns)
        for (const std::uint32_t entity : column.entities)
            m_slots.push_back(layout.add(m_innerLayout->metrics[column.metric], m_entities[entity]));
}

void GuardedCollector::sampleFast(TimePoint now)
{
    if (!m_isActive)
        return;
    const std::lock_guard lock(m_worker->mutex);
    if (m_worker->request != Request::None)
        return; // still busy with the last sample: skips this one
    m_worker->now = now;
    m_worker->request = Request::SampleFast;
    m_worker->changed.notify_all();
}

void GuardedCollector::sample(TimePoint now, TickWriter& tick)
{
    if (!m_isActive)
        return;
    const bool isDone = run(Request::Sample, now, m_timeout.sample);
    if (isDone)
        copyResult(tick);
    if (isDone == m_isHanging)
        tick.addEvent(
            isDone ? Severity::Information : Severity::Warning, LayoutBuilder::node,
            isDone ? codes::agentCollectorBack : codes::agentCollectorHangs,
            isDone ? fmt::format("Collector {} is responding again.", name())
                   : fmt::format("Collector {} has not responded for {} ms; its values are missing.", name(),
                                 std::chrono::duration_cast<std::chrono::milliseconds>(m_timeout.sample).count()));
    m_isHanging = !isDone;
}

void GuardedCollector::copyResult(TickWriter& tick) const
{
    const NodeTick& result = m_worker->tick;
    for (std::size_t i = 0; i < m_slots.size() && i < result.values.size(); ++i)
        tick.set(m_slots[i], static_cast<double>(result.values[i]));
    for (const Event& event : result.events)
        tick.addEvent(event.severity, m_entities[event.entity], event.code, event.text, event.fields);
}

namespace {

/// Cost of the agent's own process: CPU as a share of one core, resident memory.
class SelfCollector final : public Collector
{
public:
    SelfCollector();

    [[nodiscard]] std::string_view name() const override { return "agent"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override { return false; }
    void declare(LayoutBuilder& layout) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    KernelFile m_memory;
    std::string m_buffer;
    CounterRate m_cpuMicroseconds;
    Slot m_cpuSlot, m_memorySlot;
};

SelfCollector::SelfCollector() : m_memory("/proc/self/statm") { }

InventoryItem SelfCollector::detect()
{
    return active(fmt::format("process {}", ::getpid()));
}

void SelfCollector::declare(LayoutBuilder& layout)
{
    m_cpuSlot = layout.add(metrics::agent::cpu);
    m_memorySlot = layout.add(metrics::agent::memory);
}

void SelfCollector::sample(TimePoint now, TickWriter& tick)
{
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) == 0) {
        const auto microseconds = [](const timeval& time) {
            return time.tv_sec * 1'000'000 + time.tv_usec;
        };
        const auto spent = static_cast<std::uint64_t>(microseconds(usage.ru_utime) + microseconds(usage.ru_stime));
        if (const auto rate = m_cpuMicroseconds.sample(spent, now))
            tick.set(m_cpuSlot, *rate * 1e-6);
    }
    std::string_view pages = m_memory.read(m_buffer); // "size resident shared ..."
    nextWord(pages);
    if (const auto resident = parseCount(nextWord(pages)))
        tick.set(m_memorySlot, static_cast<double>(*resident) * static_cast<double>(::sysconf(_SC_PAGESIZE)));
}

/// Represents a collector that is turned off in the inventory.
class SilentCollector final : public Collector
{
public:
    SilentCollector(std::string name, std::string reason) : m_name(std::move(name)), m_reason(std::move(reason)) { }

    [[nodiscard]] std::string_view name() const override { return m_name; }
    [[nodiscard]] InventoryItem detect() override { return off(m_reason); }
    [[nodiscard]] bool hasChanged() override { return false; }
    void declare([[maybe_unused]] LayoutBuilder& layout) override { }
    void sample([[maybe_unused]] TimePoint now, [[maybe_unused]] TickWriter& tick) override { }

private:
    std::string m_name;
    std::string m_reason;
};

using Made = std::unique_ptr<Collector>;
using Processes = std::shared_ptr<JobProcesses>;

/// A collector that needs only the locations of /proc and /sys.
template <Made (*make)(const SystemRoot&)>
Made below(const AgentConfig& config, AgentPurpose, const Processes&)
{
    return make(SystemRoot(config.root));
}

Made makeNvidia(const AgentConfig& config, AgentPurpose purpose, const Processes&)
{
    // A driver without persistence takes seconds to wake its GPUs. A serving agent does not wait, and finds them at the
    // next detection; a single sample waits.
    GuardedCollector::Timeouts timeout;
    if (purpose == AgentPurpose::Once)
        timeout = {.detect = std::chrono::seconds(20), .sample = std::chrono::seconds(2)};
    return std::make_unique<GuardedCollector>(std::make_unique<NvidiaCollector>(config.nvmlLibrary),
                                              config.fastRate > 0, timeout);
}

Made makeJobs(const AgentConfig& config, AgentPurpose purpose, const Processes& processes)
{
    if (purpose == AgentPurpose::Once)
        return std::make_unique<SilentCollector>("jobs", "not listening, because only one sample is taken");
    JobSocket::Options jobs;
    jobs.path = config.jobSocket;
    jobs.group = config.jobGroup;
    std::vector<std::unique_ptr<JobEventSource>> sources;
    sources.push_back(std::make_unique<NcclJobs>());
    return std::make_unique<JobEventCollector>(std::move(jobs), std::move(sources), processes);
}

Made makeRas(const AgentConfig& config, AgentPurpose purpose, const Processes&)
{
    if (purpose == AgentPurpose::Once)
        return std::make_unique<SilentCollector>("ras", "not queried, because it needs several responses");
    RasClient::Options options;
    options.port = config.rasPort;
    return std::make_unique<RasCollector>(std::move(options));
}

Made makeDumps(const AgentConfig& config, AgentPurpose purpose, const Processes& processes)
{
    if (purpose == AgentPurpose::Once)
        return std::make_unique<SilentCollector>("dumps", "not watched, because only one sample is taken");
    return std::make_unique<DumpCollector>(config.dumps, [processes](const std::string& job) {
        return processes ? processes->ownerOf(job) : std::nullopt;
    });
}

/// A single sample waits for network devices, a serving agent does not.
Duration waitOf(AgentPurpose purpose)
{
    return purpose == AgentPurpose::Once ? Duration(std::chrono::seconds(20)) : Duration::zero();
}

Made makeRedfish(const AgentConfig& config, AgentPurpose purpose, const Processes&)
{
    std::vector<PolledTarget> targets;
    for (const RedfishOptions& each : config.redfish)
        targets.push_back({makeRedfishTarget(each), each.interval});
    return std::make_unique<FacilityCollector>("redfish", std::move(targets), waitOf(purpose));
}

/// Devices with a mapping table.
template <class Options, class Make>
Made makeMapped(const char* name, const std::vector<Options>& all, AgentPurpose purpose, Make make)
{
    std::vector<PolledTarget> targets;
    for (const Options& each : all)
        targets.push_back({make(each), each.device.interval});
    return std::make_unique<FacilityCollector>(name, std::move(targets), waitOf(purpose));
}

Made makeServing(const AgentConfig& config, AgentPurpose purpose, const Processes&)
{
    std::vector<PolledTarget> targets;
    for (ServingOptions each : config.serving) {
        each.host = describeHost(config).name;
        const Duration interval = each.interval;
        targets.push_back({makeServingTarget(std::move(each)), interval});
    }
    return std::make_unique<FacilityCollector>("serving", std::move(targets), waitOf(purpose));
}

Made makeGnmi(const AgentConfig& config, AgentPurpose purpose, const Processes&)
{
    std::vector<PolledTarget> targets;
    for (const GnmiOptions& each : config.gnmi)
        targets.push_back({makeGnmiTarget(each), each.pollInterval()});
    return std::make_unique<FacilityCollector>("gnmi", std::move(targets), waitOf(purpose));
}

Made makeIbSwitches(const AgentConfig& config, AgentPurpose purpose, const Processes&)
{
    std::vector<PolledTarget> targets;
    if (config.ibSwitches.isWanted)
        targets.push_back({std::make_unique<IbSwitchTarget>(config.ibSwitches), config.ibSwitches.interval});
    return std::make_unique<FacilityCollector>("ibswitches", std::move(targets), waitOf(purpose));
}

Made makeScheduler(const char* name, const SchedulerOptions& options, std::unique_ptr<SchedulerSource> source,
                   AgentPurpose purpose)
{
    return std::make_unique<SchedulerCollector>(
        SchedulerCollector::Options{name, options.domain, options.interval, waitOf(purpose)}, std::move(source));
}

struct CollectorRow
{
    const char* name;
    Made (*make)(const AgentConfig&, AgentPurpose, const Processes&);
};

/// All collectors, in the order of the inventory. To add one, add a row here and in resources/agent/agent.toml.
constexpr CollectorRow collectorTable[] = {
    {"cpu", below<makeCpuCollector>},
    {"memory", below<makeMemoryCollector>},
    {"pressure", below<makePressureCollector>},
    {"cgroup",
     [](const AgentConfig& config, AgentPurpose, const Processes&) -> Made {
         return std::make_unique<CgroupCollector>(SystemRoot(config.root));
     }},
    {"disk",
     [](const AgentConfig& config, AgentPurpose, const Processes&) -> Made {
         return makeDiskCollector(SystemRoot(config.root), config.ignoredDisks);
     }},
    {"network",
     [](const AgentConfig& config, AgentPurpose, const Processes&) -> Made {
         return makeNetworkCollector(SystemRoot(config.root), config.ignoredInterfaces);
     }},
    {"softnet", below<makeSoftnetCollector>},
    {"hwmon", below<SensorCollector::hwmon>},
    {"thermal", below<SensorCollector::thermal>},
    {"rapl", below<makeRaplCollector>},
    {"infiniband", below<makeInfinibandCollector>},
    {"nvidia", makeNvidia},
    {"jobs", makeJobs},
    {"ras", makeRas},
    {"dumps", makeDumps},
    {"redfish", makeRedfish},
    {"modbus",
     [](const AgentConfig& config, AgentPurpose purpose, const Processes&) -> Made {
         return makeMapped("modbus", config.modbus, purpose, std::make_unique<ModbusTarget, const ModbusOptions&>);
     }},
    {"gnmi", makeGnmi},
    {"snmp",
     [](const AgentConfig& config, AgentPurpose purpose, const Processes&) -> Made {
         return makeMapped("snmp", config.snmp, purpose, makeSnmpTarget);
     }},
    {"ipmi",
     [](const AgentConfig& config, AgentPurpose purpose, const Processes&) -> Made {
         return makeMapped("ipmi", config.ipmi, purpose, std::make_unique<IpmiTarget, const IpmiOptions&>);
     }},
    {"ibswitches", makeIbSwitches},
    {"serving", makeServing},
    {"slurm",
     [](const AgentConfig& config, AgentPurpose purpose, const Processes&) -> Made {
         return makeScheduler("slurm", config.slurm, slurmSource(config.slurm), purpose);
     }},
    {"kubernetes",
     [](const AgentConfig& config, AgentPurpose purpose, const Processes&) -> Made {
         return makeScheduler("kubernetes", config.kubernetes, kubernetesSource(config.kubernetes), purpose);
     }},
    {"selftest", // second to last, because it reads the values of the others
     [](const AgentConfig& config, AgentPurpose purpose, const Processes&) -> Made {
         if (purpose == AgentPurpose::Once)
             return std::make_unique<SilentCollector>("selftest", "not run, because only one sample is taken");
         return std::make_unique<SelfTestCollector>(SystemRoot(config.root), config.selfTest);
     }},
    {"agent",
     [](const AgentConfig&, AgentPurpose, const Processes&) -> Made {
         return std::make_unique<SelfCollector>();
     }},
};

} // namespace

const std::vector<std::string>& collectorNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const CollectorRow& row : collectorTable)
            all.emplace_back(row.name);
        return all;
    }();
    return names;
}

Collectors makeCollectors(const AgentConfig& config, AgentPurpose purpose,
                          const std::shared_ptr<JobProcesses>& processes)
{
    Collectors collectors;
    for (const auto& [name, make] : collectorTable)
        collectors.push_back(config.collectorsOff.contains(name)
                                 ? std::make_unique<SilentCollector>(name, "switched off in the configuration")
                                 : make(config, purpose, processes));
    return collectors;
}

} // namespace lockstep
