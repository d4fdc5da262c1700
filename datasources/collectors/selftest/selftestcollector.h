// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/systemroot.h"
#include "datasources/selftest/selftest.h"
#include "datasources/text/childoutput.h"
#include "models/core/batch.h"

#include <deque>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// Values from the other collectors that show whether work is running on this node, for one tick. A plain value.
struct NodeUse
{
    std::optional<double> busyCpus; ///< average number; nullopt: not measured
    double cpus = 1;
    double slurmJobs = 0; ///< with a control group
    double allocatedGpus = 0; ///< according to the scheduler, if this agent queries it
    double gpuProcesses = 0; ///< except child processes of this one
    std::size_t gpus = 0;
    std::size_t gpusUnknown = 0; ///< of which the processes are not known
    double gpuUtilisation = 0; ///< of the busiest GPU
};

/// Finds the values that NodeUse needs in ticks of one layout. A plain value; used on the sampling thread.
class NodeUseReader
{
public:
    /// Leaves slurmJobs at 0, because no metric counts the jobs.
    [[nodiscard]] NodeUse read(const NodeTick& tick);

private:
    enum class Kind : std::uint8_t { CpuUtilisation, AllocatedGpus, GpuProcesses, GpuUtilisation };
    struct Place
    {
        Kind kind;
        std::size_t at; ///< in the values of a tick
    };

    void learn(const std::shared_ptr<const NodeLayout>& layout);

    std::shared_ptr<const NodeLayout> m_layout;
    std::vector<Place> m_places;
    std::size_t m_gpus = 0;
};

/// Times at which a node tests itself, from [selftest] in the agent's configuration.
struct SelfTestSchedule
{
    bool isEnabled = false;
    Duration interval = std::chrono::hours(24);
    SelfTestPlan plan;
    /// Program that runs the tests with "selftest" as its first argument; empty: this program cannot.
    std::string program;
};

/// Runs self-tests while the node is idle, as a child process so that a crash or hang of a driver does not affect
/// sampling. Kills it in the tick in which other work appears. Publishes the last results as metrics, and reports each
/// run as an event. Runs after the other collectors of a tick, because it decides from their values whether the node is
/// idle.
class SelfTestCollector final : public Collector
{
public:
    struct Times
    {
        Duration quiet = std::chrono::minutes(5); ///< idle time before a test
        Duration spread = std::chrono::hours(1); ///< by which the nodes of a cluster start apart
        Duration retry = std::chrono::hours(1); ///< after a test that was stopped
    };

    SelfTestCollector(SystemRoot root, SelfTestSchedule schedule, Times times);
    SelfTestCollector(SystemRoot root, SelfTestSchedule schedule)
        : SelfTestCollector(std::move(root), std::move(schedule), Times())
    { }

    [[nodiscard]] std::string_view name() const override { return "selftest"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override { return false; }
    void declare(LayoutBuilder& layout) override;
    void sample(TimePoint now, TickWriter& tick) override;

    [[nodiscard]] pid_t childProcess() const { return m_child ? m_child->id() : 0; }

private:
    using Key = std::pair<std::string, std::string>; ///< metric and entity

    [[nodiscard]] NodeUse useOf(const NodeTick& tick);
    [[nodiscard]] std::optional<double> testCpus(TimePoint now);
    void startIfDue(TimePoint now, const NodeUse& use, TickWriter& tick);
    void start(TimePoint now, const NodeUse& use, TickWriter& tick);
    void follow(TimePoint now, const NodeUse& use, TickWriter& tick);
    void readOutput(TimePoint now);
    void takeLine(std::string_view line);
    void stop(TimePoint now, const std::string& reason, TickWriter& tick);
    void finish(TimePoint now, int status, TickWriter& tick);
    void publish(TimePoint now, TickWriter& tick) const;

    SystemRoot m_root;
    SelfTestSchedule m_schedule;
    Times m_times;
    NodeUseReader m_reader;
    std::string m_nodeName;
    std::map<Key, Slot> m_slots;
    Slot m_ageSlot;

    std::optional<TimePoint> m_due;
    std::optional<TimePoint> m_idleSince;
    std::map<Key, double> m_values; ///< of the last run that ended
    std::optional<TimePoint> m_finished;

    std::unique_ptr<ChildProcess> m_child; ///< running
    bool m_isStopped = false; ///< killed, and not ended yet
    TimePoint m_lastOutput;
    std::string m_output; ///< of a line that is not complete
    std::vector<SelfTestResult> m_results; ///< of the running one
    std::string m_complaint; ///< first line that is not a result
    CounterRate m_testCpu;
};

} // namespace lockstep
