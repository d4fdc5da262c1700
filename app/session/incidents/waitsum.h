// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/incidents/lostthroughput.h"
#include "models/store/columns/changeset.h"

#include <vector>

namespace lockstep {

class ClusterStore;

/// Sums the results of Blame tick by tick: the GPU time lost in waits, and the ranks responsible. Based on the wait
/// relations of each collective, not on spans alone. A plain value; GUI thread.
class WaitSum
{
public:
    explicit WaitSum(TickRange ticks) : m_ticks(ticks), m_next(ticks.from) { }

    /// Whether Blame computes results here; searched again until it does.
    bool find(const ClusterStore& store);
    [[nodiscard]] bool isComplete() const { return m_next >= m_ticks.to; }
    [[nodiscard]] bool hasBegun() const { return m_next > m_ticks.from; }
    [[nodiscard]] MetricId metric() const { return m_share; }

    void touchTick(const ClusterStore& store) const; ///< requests the data that addTick() reads next
    void addTick(const ClusterStore& store);

    [[nodiscard]] std::uint64_t ticksWithoutWaits() const { return m_without; }
    /// Fills in the loss and its basis, or why it is unknown. @p lost already has the result from spans.
    void settle(const ClusterStore& store, LostThroughput& lost) const;

private:
    [[nodiscard]] std::string culpritText(const ClusterStore& store, double total) const;

    TickRange m_ticks;
    TickIndex m_next;
    MetricId m_share; ///< metric: share of time that each GPU waited
    MetricId m_blame; ///< metric: number of GPUs that each GPU kept waiting
    double m_gpuSeconds = 0;
    std::size_t m_gpus = 0; ///< maximum number of GPUs with a value in one tick
    std::uint64_t m_without = 0;
    std::vector<double> m_blamed; ///< GPU seconds, by GPU
};

} // namespace lockstep
