// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipeline/recordedanalysis.h"

#include "app/pipeline/recordedfeed.h"
#include "app/pipeline/steppedpipeline.h"
#include "models/analysis/pipeline/analysistable.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep {

namespace {

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

/// Who tells of a recording without nodes is none of it, nor is what is found of him.
Derived ofRecording(Derived found, const Topology& topology)
{
    if (topology.count(EntityKind::Node) > 0)
        return found;
    std::erase_if(found.events, [](const DerivedEvent& each) { return each.entity.kind == EntityKind::Node; });
    std::erase_if(found.columns, [](const DerivedColumn& each) { return each.metric.entityKind == EntityKind::Node; });
    return found;
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
        SteppedPipeline pipeline(recording.tickPeriod(), recording.topology(), missing.analyses);
        RecordedFeed feed(recording, timeOfTick(range.from, recording.tickPeriod()));
        for (const TickIndex first : recording.blocksWithin(range)) {
            const RecordedFeed::Ticks ticks = feed.ticksOfBlock(first, range);
            for (TickIndex tick = std::max(first, range.from);
                 tick < std::min(first + RecordedBlock::ticks, range.to) && !stop.stop_requested(); ++tick) {
                pipeline.take(ticks[static_cast<std::size_t>(tick - first)], timeOfTick(tick, recording.tickPeriod()),
                              stop);
                ++done;
            }
            if (stop.stop_requested())
                return;
            use(ofRecording(pipeline.takeFound(), *recording.topology()),
                static_cast<double>(done) / static_cast<double>(all));
        }
    }
}

} // namespace lockstep
