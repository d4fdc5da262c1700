// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipeline/recordedanalysis.h"

#include "app/pipeline/recordedfeed.h"
#include "models/analysis/fabric/fabricboard.h"
#include "models/analysis/pipeline/analysistable.h"
#include "models/analysis/sync/live/syncboard.h"
#include "models/core/batch.h"
#include "models/core/metricnames.h"
#include "models/store/analysishost.h"
#include "models/store/clustermodel.h"

#include <QEventLoop>

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep {

namespace {

/// Nobody looks back here. Analyses see what comes as it comes, and a little before that where it came late.
StoreLimits recordedLimits(Duration tickPeriod)
{
    return {tickPeriod, 120 * tickPeriod, std::size_t{64} << 20U};
}

/// Recorders did not always note which analyses ran: where one of these is, some did.
bool hasAnyResult(const std::vector<MetricDescriptor>& metrics)
{
    static constexpr std::array results{
        metrics::gpu::syncWaitShare,  metrics::gpu::thermalResistance,  metrics::gpu::temperatureSteady,
        metrics::node::recirculation, metrics::loop::heatBalance,       metrics::port::trouble,
        metrics::port::falls,         metrics::gpu::collectiveBandwidth};
    return std::ranges::any_of(metrics, [](const MetricDescriptor& metric) {
        return std::ranges::any_of(results, [&](const auto& result) { return metric.name == result; });
    });
}

/// The pipeline over one run of a recording, between pauses in which nobody recorded.
class AnalysedRun
{
public:
    AnalysedRun(const Recording& recording, const std::vector<std::string>& analyses)
        : m_cluster(recordedLimits(recording.tickPeriod())), m_host(m_cluster), m_period(recording.tickPeriod())
    {
        m_cluster.setTopology(recording.topology());
        for (const AnalysisRow& row : analysisTable()) {
            if (std::ranges::find(analyses, row.name) != analyses.end())
                m_host.add(row.make({m_sync, m_fabric}));
        }
        QObject::connect(&m_cluster, &ClusterModel::derivedApplied, &m_host, [this](const Derived& derived) {
            m_found.columns.insert(m_found.columns.end(), derived.columns.begin(), derived.columns.end());
            m_found.events.insert(m_found.events.end(), derived.events.begin(), derived.events.end());
        });
    }

    void take(TickIndex tick, const std::vector<BatchPtr>& batches, const std::stop_token& stop)
    {
        m_cluster.apply(batches, timeOfTick(tick, m_period));
        while (m_host.isBusy() && !stop.stop_requested())
            m_loop.processEvents(QEventLoop::WaitForMoreEvents);
    }
    [[nodiscard]] Derived takeFound() { return std::exchange(m_found, {}); }

private:
    QEventLoop m_loop;
    ClusterModel m_cluster;
    SyncBoard m_sync;
    FabricBoard m_fabric;
    Derived m_found;
    AnalysisHost m_host; ///< its worker stops before the boards go
    Duration m_period;
};

/// What is to be analysed, between pauses.
std::vector<TickRange> runsOf(const Recording& recording, const std::vector<TickRange>& ticks)
{
    std::vector<TickRange> runs = ticks;
    for (const TickRange& pause : recording.pauses(std::chrono::minutes(5))) {
        std::vector<TickRange> parts;
        for (const TickRange& run : runs) {
            for (const TickRange part :
                 {TickRange{run.from, std::min(run.to, pause.from)}, TickRange{std::max(run.from, pause.to), run.to}}) {
                if (!part.isEmpty())
                    parts.push_back(part);
            }
        }
        runs = std::move(parts);
    }
    return runs;
}

} // namespace

std::vector<std::string> analysisNames()
{
    std::vector<std::string> names;
    for (const AnalysisRow& row : analysisTable())
        names.emplace_back(row.name);
    return names;
}

MissingResults missingResults(const Recording& recording)
{
    const std::vector<std::string> all = analysisNames();
    MissingResults missing;
    for (const Recording::Made& made : recording.made()) {
        if (made.analyses.empty() && hasAnyResult(made.metrics))
            continue;
        bool isWhole = true;
        for (const std::string& name : all) {
            if (std::ranges::find(made.analyses, name) != made.analyses.end())
                continue;
            isWhole = false;
            if (std::ranges::find(missing.analyses, name) == missing.analyses.end())
                missing.analyses.push_back(name);
        }
        if (isWhole || made.ticks.isEmpty())
            continue;
        if (!missing.ticks.empty() && missing.ticks.back().to >= made.ticks.from)
            missing.ticks.back().to = std::max(missing.ticks.back().to, made.ticks.to);
        else
            missing.ticks.push_back(made.ticks);
    }
    return missing;
}

void analyseRecording(Recording& recording, const MissingResults& missing, const std::stop_token& stop,
                      const std::function<void(Derived found, double share)>& use)
{
    TickIndex all = 0;
    for (const TickRange& range : missing.ticks)
        all += range.length();
    TickIndex done = 0;
    for (const TickRange& range : runsOf(recording, missing.ticks)) {
        AnalysedRun run(recording, missing.analyses);
        RecordedFeed feed(recording, timeOfTick(range.from, recording.tickPeriod()));
        for (const TickIndex first : recording.blocksWithin(range)) {
            const RecordedFeed::Ticks ticks = feed.ticksOfBlock(first, range);
            for (TickIndex tick = std::max(first, range.from);
                 tick < std::min(first + RecordedBlock::ticks, range.to) && !stop.stop_requested(); ++tick) {
                run.take(tick, ticks[static_cast<std::size_t>(tick - first)], stop);
                ++done;
            }
            if (stop.stop_requested())
                return;
            use(run.takeFound(), static_cast<double>(done) / static_cast<double>(all));
        }
    }
}

} // namespace lockstep
