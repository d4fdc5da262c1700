// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/systemroot.h"
#include "datasources/collectors/selftest/nodeuse.h"
#include "datasources/selftest/selftest.h"
#include "datasources/text/childoutput.h"

#include <deque>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// Times at which a node tests itself, from [selftest] in the agent's configuration.
struct SelfTestSchedule
{
    bool isEnabled = false;
    Duration interval = std::chrono::hours(24);
    SelfTestPlan plan;
    std::string peerCa; ///< certificate authority of the peers' agents
    /// Program that runs the tests with "selftest" as its first argument; empty: this program cannot.
    std::string program;
    std::vector<std::string> credentials; ///< arguments with which that program connects to the peers
    std::shared_ptr<PeerTestPermit> permit; ///< null: other nodes may not test their bandwidth to this one
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
        Duration spread = std::chrono::hours(1); ///< maximum offset between the starts of a cluster's nodes
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

    [[nodiscard]] NodeUse useOf(TimePoint now, const NodeTick& tick);
    void noteUse(TimePoint now, const NodeUse& use);
    [[nodiscard]] bool isIdle(TimePoint now) const;
    void start(TimePoint now, const NodeUse& use, TickWriter& tick);
    [[nodiscard]] std::vector<std::string> peerArguments() const;
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
    Duration m_stagger{}; ///< additional idle time before a test, because all nodes of a job become idle at once
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
    CounterRate m_ownCpu; ///< of this process, which sends test data to peers
};

} // namespace lockstep
