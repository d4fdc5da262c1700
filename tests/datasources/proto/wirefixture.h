// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lockstep::test {

using Names = std::shared_ptr<const std::vector<std::string>>;

/// A node with every field set.
[[nodiscard]] std::shared_ptr<const NodeIdentity> identityOf(const std::string& name, std::uint64_t epoch = 7,
                                                             Duration tickPeriod = std::chrono::seconds(1));

/// A node, two GPUs, a port and a cluster-wide loop; every kind of limit and direction.
[[nodiscard]] std::shared_ptr<const NodeLayout> smallLayout(std::uint32_t id = 1);

/// One metric on @p samples GPUs.
[[nodiscard]] std::shared_ptr<const NodeLayout> wideLayout(std::size_t samples, std::uint32_t id = 1);

/// The @p number-th tick: its values depend on the number, and one is missing.
[[nodiscard]] NodeTick tickOf(const std::shared_ptr<const NodeLayout>& layout, std::uint64_t number);

/// Spans and events with every field set, for smallLayout() and someNames().
void addSpansAndEvents(NodeTick& tick);
[[nodiscard]] Names someNames();

/// The first difference between two ticks; empty: equal.
[[nodiscard]] std::string difference(const NodeTick& one, const NodeTick& other);
[[nodiscard]] std::string difference(const NodeIdentity& one, const NodeIdentity& other);

/// Collects a source's batches. Thread-safe.
class BatchLog
{
public:
    [[nodiscard]] std::function<void(BatchPtr)> sink();

    /// Waits until the batches so far satisfy @p condition; false after ten seconds.
    [[nodiscard]] bool waitFor(const std::function<bool(const std::vector<BatchPtr>&)>& condition);
    [[nodiscard]] bool waitForTicks(std::size_t count, const std::string& node = {});
    /// Waits for the tick of that number.
    [[nodiscard]] bool waitForTick(std::uint64_t sequence);
    [[nodiscard]] bool waitForState(SourceState state, const std::string& reason = {});

    [[nodiscard]] std::vector<BatchPtr> all() const;
    [[nodiscard]] std::vector<BatchPtr> ticks(const std::string& node = {}) const;
    [[nodiscard]] std::vector<Gap> gaps() const;
    [[nodiscard]] SourceStatus lastStatus() const;
    void clear();

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<BatchPtr> m_batches;
};

} // namespace lockstep::test
