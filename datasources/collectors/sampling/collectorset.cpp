// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/sampling/collectorset.h"

#include "datasources/collectors/infiniband/infinibandcollector.h"
#include "datasources/collectors/jobs/jobeventcollector.h"
#include "datasources/collectors/kernel/cpucollector.h"
#include "datasources/collectors/kernel/diskcollector.h"
#include "datasources/collectors/kernel/memorycollector.h"
#include "datasources/collectors/kernel/networkcollector.h"
#include "datasources/collectors/kernel/pressurecollector.h"
#include "datasources/collectors/kernel/raplcollector.h"
#include "datasources/collectors/kernel/selfcollector.h"
#include "datasources/collectors/kernel/sensorcollector.h"
#include "datasources/collectors/kernel/systemroot.h"
#include "datasources/collectors/nvidia/nvidiacollector.h"
#include "datasources/collectors/sampling/guardedcollector.h"

namespace lockstep {

namespace {

/// Stands in for a collector that is switched off, so that the inventory says so.
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

std::unique_ptr<Collector> makeCollector(const std::string& name, const AgentConfig& config, AgentPurpose purpose)
{
    const SystemRoot root(config.root);
    if (name == "cpu")
        return std::make_unique<CpuCollector>(root);
    if (name == "memory")
        return std::make_unique<MemoryCollector>(root);
    if (name == "pressure")
        return std::make_unique<PressureCollector>(root);
    if (name == "disk")
        return std::make_unique<DiskCollector>(root, config.ignoredDisks);
    if (name == "network")
        return std::make_unique<NetworkCollector>(root, config.ignoredInterfaces);
    if (name == "hwmon")
        return SensorCollector::hwmon(root);
    if (name == "thermal")
        return SensorCollector::thermal(root);
    if (name == "rapl")
        return std::make_unique<RaplCollector>(root);
    if (name == "infiniband")
        return std::make_unique<InfinibandCollector>(root);
    if (name == "nvidia") {
        // A driver without persistence takes seconds to wake its GPUs. A serving agent does not wait for that: it finds
        // them at the next look. One sample can.
        GuardedCollector::Patience patience;
        if (purpose == AgentPurpose::Once)
            patience = {.detect = std::chrono::seconds(20), .sample = std::chrono::seconds(2)};
        return std::make_unique<GuardedCollector>(std::make_unique<NvidiaCollector>(config.nvmlLibrary),
                                                  config.fastRate > 0, patience);
    }
    if (name == "agent")
        return std::make_unique<SelfCollector>();
    if (purpose == AgentPurpose::Once)
        return std::make_unique<SilentCollector>(name, "not listening, since only one sample is taken");
    JobSocket::Options jobs;
    jobs.path = config.jobSocket;
    jobs.group = config.jobGroup;
    return std::make_unique<JobEventCollector>(std::move(jobs));
}

} // namespace

Collectors makeCollectors(const AgentConfig& config, AgentPurpose purpose)
{
    Collectors collectors;
    for (const std::string& name : collectorNames())
        collectors.push_back(config.collectorsOff.contains(name)
                                 ? std::make_unique<SilentCollector>(name, "switched off in the configuration")
                                 : makeCollector(name, config, purpose));
    return collectors;
}

} // namespace lockstep
