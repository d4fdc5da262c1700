// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/sampling/fastbudget.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

namespace lockstep {

/// State shared by a GuardedCollector and its thread; outlives the collector if the thread hangs. During a request only
/// the thread accesses the members below the line.
struct CollectorWorker
{
    enum class Request : std::uint8_t { None, Detect, Check, SampleFast, Sample };

    std::mutex mutex;
    std::condition_variable changed;
    Request request = Request::None; ///< under way or asked for; None: idle
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
    FastBudget budget; ///< of this thread; the node's own budget does not see it
    std::optional<TimePoint> lastSample;

    /// The thread's way in; ends when isEnding is set and nothing is asked for.
    void loop();

private:
    void serve();
};

} // namespace lockstep
