// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/bar/overviewcolumns.h"

#include "models/analysis/sync/live/syncresults.h"
#include "models/store/clusterstore.h"
#include "widgets/timeline/marks/lastheard.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// Counts, for each column, the nodes with missing data.
class MissingNodes
{
public:
    explicit MissingNodes(const TimeAxis& axis)
        : m_axis(axis), m_steps(static_cast<std::size_t>(axis.width) + 1), m_lastOfNode(-1)
    { }

    void beginNode() { m_lastOfNode = -1; }

    /// Ranges of one node in time order; a column counts each node once.
    void add(TimeRange range)
    {
        if (range.isEmpty() || !range.overlaps(m_axis.range))
            return;
        const auto last = static_cast<std::int64_t>(m_steps.size()) - 2;
        const auto column = [&](TimePoint time) {
            return std::clamp(static_cast<std::int64_t>(std::floor(m_axis.pixelOf(time))), std::int64_t{0}, last);
        };
        const std::int64_t from = std::max(column(range.from), m_lastOfNode + 1);
        const std::int64_t to = column(range.to - Duration(1));
        if (to < from)
            return;
        ++m_steps[static_cast<std::size_t>(from)];
        --m_steps[static_cast<std::size_t>(to) + 1];
        m_lastOfNode = to;
    }

    void writeShares(std::size_t nodes, std::vector<OverviewColumn>& columns) const
    {
        int missing = 0;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            missing += m_steps[i];
            columns[i].missing = static_cast<float>(missing) / static_cast<float>(nodes);
        }
    }

private:
    TimeAxis m_axis;
    std::vector<int> m_steps; ///< change of the count from one column to the next
    std::int64_t m_lastOfNode;
};

} // namespace

std::vector<OverviewColumn> overviewColumns(const ClusterStore& store, const TimeAxis& axis)
{
    std::vector<OverviewColumn> columns(static_cast<std::size_t>(std::max(0.0, axis.width)));
    if (columns.empty() || axis.range.isEmpty())
        return columns;
    for (const LoggedEvent& logged : store.events().events()) {
        if (!axis.range.contains(logged.lastTime))
            continue;
        const auto column = static_cast<std::size_t>(std::max(0.0, axis.pixelOf(logged.lastTime)));
        columns[std::min(column, columns.size() - 1)].events += logged.count;
    }

    MissingNodes missing(axis);
    std::size_t seen = 0;
    const auto nodes = static_cast<std::uint32_t>(store.topology()->count(EntityKind::Node));
    for (std::uint32_t index = 0; index < nodes; ++index) {
        const NodeStatus& status = store.node({EntityKind::Node, index});
        if (status.freshness == Freshness::NeverSeen)
            continue;
        ++seen;
        missing.beginNode();
        for (const Gap& gap : status.gaps)
            missing.add(gap.range);
        if (status.freshness == Freshness::Stale)
            missing.add({lastHeard(status) + store.tickPeriod(), axis.range.to});
    }
    if (seen > 0)
        missing.writeShares(seen, columns);
    return columns;
}

void addWaits(std::vector<OverviewColumn>& columns, const SyncSnapshot& sync, const TimeAxis& axis)
{
    if (columns.empty() || axis.range.isEmpty())
        return;
    std::vector<float> ranks(columns.size(), 0); // number of ranks in the shares so far
    std::vector<float> shares;
    for (const auto& job : sync.jobs) {
        shares.assign(columns.size(), -1);
        const auto ofJob = static_cast<float>(job->ranks.size());
        for (const auto& step : job->steps) {
            const double gpuSeconds = std::chrono::duration<double>(step->range.length()).count() * job->ranks.size();
            if (!step->range.overlaps(axis.range) || !(gpuSeconds > 0))
                continue;
            const auto last = static_cast<double>(columns.size() - 1);
            const auto from = static_cast<std::size_t>(std::clamp(axis.pixelOf(step->range.from), 0.0, last));
            const auto to = static_cast<std::size_t>(std::clamp(axis.pixelOf(step->range.to - Duration(1)), 0.0, last));
            const auto share = static_cast<float>(std::clamp(step->waitGpuSeconds / gpuSeconds, 0.0, 1.0));
            for (std::size_t at = from; at <= to; ++at)
                shares[at] = std::max(shares[at], share);
        }
        for (std::size_t at = 0; at < columns.size(); ++at) {
            if (shares[at] < 0)
                continue;
            columns[at].wait = (columns[at].wait * ranks[at] + shares[at] * ofJob) / (ranks[at] + ofJob);
            ranks[at] += ofJob;
        }
    }
}

} // namespace lockstep
