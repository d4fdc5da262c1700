// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/tenantreading.h"

#include "models/core/allocationwords.h"
#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"
#include "models/store/settledticks.h"
#include "widgets/jobs/jobreading.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t maxColumns = 2000; ///< that are kept while a report is made: causes ask for the same ones

/// What is reported of a moment is reported up to half a minute later.
JobHolders holdersIn(const ClusterStore& store, TimePoint moment)
{
    const TimeRange within{moment - allocationReportedAgain - std::chrono::seconds(1), moment + Duration(1)};
    const NameTable& names = store.spans().names();
    const std::vector<SpanLane>& lanes = store.spans().lanes();
    JobHolders holders;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        if (lanes[lane].entity.kind != EntityKind::Node || names.name(lanes[lane].name) != allocationLane)
            continue;
        const LaneSpans spans = store.laneSpans(lane, within);
        for (std::size_t at = 0; at < spans.size(); ++at) {
            const StoredSpan span = spans[at];
            const bool isWithin = span.startNs < within.to.time_since_epoch().count()
                && span.endNs() > within.from.time_since_epoch().count();
            if (!isWithin || span.spanKind() == SpanKind::Idle)
                continue;
            JobHolder& holder = holders[names.name(NameId{span.job})];
            holder.tenant = names.name(NameId{span.communicator});
            if (std::ranges::find(holder.nodes, lanes[lane].entity) == holder.nodes.end())
                holder.nodes.push_back(lanes[lane].entity);
        }
    }
    return holders;
}

/// Columns of a store, each read once.
class ReadColumns
{
public:
    ReadColumns(const ClusterStore& store, bool& isPending) : m_store(store), m_isPending(isPending) { }

    std::vector<float> at(std::string_view metric, TickIndex tick)
    {
        const std::pair<std::string, TickIndex> key(metric, tick);
        if (const auto known = m_columns.find(key); known != m_columns.end())
            return known->second;
        const MetricId id = m_store.metrics().find(metric);
        m_isPending |= id.isValid() && m_store.available(id, {tick, tick + 1}) == Availability::Pending;
        std::vector<float> column = copyOfColumn(m_store, metric, tick);
        if (m_columns.size() < maxColumns && !metric.starts_with("job.") && !metric.starts_with("tenant."))
            m_columns.emplace(key, column);
        return column;
    }

private:
    const ClusterStore& m_store;
    bool& m_isPending;
    std::map<std::pair<std::string, TickIndex>, std::vector<float>> m_columns;
};

} // namespace

TenantReading readTenants(const ClusterStore& store, TickRange ticks, std::span<const Alert> alerts, JobHolders& known)
{
    TenantReading reading;
    reading.isAsked = store.metrics().find(metrics::job::allocatedGpus).isValid();
    ticks.from = std::max(ticks.from, store.ticks().from);
    ReadColumns columns(store, reading.isPending);
    const TenantSource source{
        .topology = *store.topology(),
        .tickPeriod = store.tickPeriod(),
        .ticks = ticks,
        .columnOf = [&](std::string_view metric, TickIndex tick) { return columns.at(metric, tick); },
        .seriesOf = [&](EntityRef job) { return seriesOf(store, job, ticks); },
        .holdersAt = [&](TimePoint moment) { return holdersIn(store, moment); },
    };
    reading.report = tenantReport(tenantFacts(source, known, observedJobs(store.spans()), alerts));
    return reading;
}

} // namespace lockstep
