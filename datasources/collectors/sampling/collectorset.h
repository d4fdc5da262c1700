// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/sampling/agentconfig.h"
#include "datasources/collectors/sampling/fastbudget.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace lockstep {

class JobProcesses;

/// State shared by a GuardedCollector and its thread; outlives the collector if the thread hangs. During a request only
/// the thread accesses the members below the line.
struct CollectorWorker
{
    enum class Request : std::uint8_t { None, Detect, Check, SampleFast, Sample };

    std::mutex mutex;
    std::condition_variable changed;
    Request request = Request::None; ///< running or pending; None: idle
    bool isEnding = false;

    // ------------------------------
    std::unique_ptr<Collector> inner;
    bool withPeaks = false;
    TimePoint now;
    InventoryItem inventory;
    std::shared_ptr<const NodeLayout> layout;
    bool hasChanged = false;
    NodeTick tick;
    NameList names;
    FastBudget budget; ///< of this thread; the node's own budget does not include it
    std::optional<TimePoint> lastSample;

    /// The thread's main function; ends when isEnding is set and nothing is pending.
    void loop();

private:
    void serve();
};

/// Runs another collector on its own thread, so that a hanging driver costs only that collector's values: the tick
/// waits briefly, continues without them, reports an event, and resumes when the collector answers. A thread that hangs
/// in a driver at exit is not joined, but abandoned with everything it uses.
class GuardedCollector final : public Collector
{
public:
    struct Timeouts
    {
        Duration detect = std::chrono::milliseconds(500); ///< the result of a longer detect is used when it is done
        Duration sample = std::chrono::milliseconds(250);
    };

    /// @param withPeaks as for the layout that this declares to
    GuardedCollector(std::unique_ptr<Collector> inner, bool withPeaks, Timeouts timeout);
    ~GuardedCollector() override;

    [[nodiscard]] std::string_view name() const override;
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sampleFast(TimePoint now) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    using Request = CollectorWorker::Request;

    [[nodiscard]] bool run(Request request, TimePoint now, Duration timeout);
    void copyResult(TickWriter& tick) const;

    std::shared_ptr<CollectorWorker> m_worker;
    std::thread m_thread;
    Timeouts m_timeout;
    bool m_isActive = false;
    bool m_hasLateDetect = false; ///< the last detect did not end in time
    bool m_isHanging = false;
    std::shared_ptr<const NodeLayout> m_innerLayout; ///< the inner collector's own layout
    std::vector<std::uint32_t> m_entities; ///< of the inner layout, in the node's layout
    std::vector<Slot> m_slots; ///< of the inner layout's values in their order, in the node's layout
};

using Collectors = std::vector<std::unique_ptr<Collector>>;

/// Purpose of an agent.
enum class AgentPurpose : std::uint8_t {
    Serve,
    Once ///< takes one sample; does not open the job socket, which would take it from a running agent
};

/// Names of all collectors, in the order of the inventory.
[[nodiscard]] const std::vector<std::string>& collectorNames();

/// All collectors of a configuration, in the order of the inventory, including those turned off.
/// @param processes receives the process of each rank; may be null
[[nodiscard]] Collectors makeCollectors(const AgentConfig& config, AgentPurpose purpose = AgentPurpose::Serve,
                                        const std::shared_ptr<JobProcesses>& processes = nullptr);

} // namespace lockstep
