// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/power/powerreport.h"

#include "models/analysis/detect/powerswinganalysis.h"
#include "models/core/median.h"
#include "models/core/metrics/flags.h"
#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

namespace lockstep {

namespace {

std::vector<float> ticksOf(const ClusterStore& store, std::string_view metric, std::uint32_t entity, TickRange ticks,
                           bool& isPending)
{
    std::vector<float> series;
    const MetricId id = store.metrics().find(metric);
    if (!id.isValid())
        return series;
    store.series(id, entity, ticks, series);
    isPending |= store.available(id, ticks) == Availability::Pending;
    return series;
}

/// Usual distance of samples in ticks; 0: fewer than two samples.
TickIndex spacingOf(const std::vector<float>& series)
{
    std::vector<TickIndex> distances;
    std::ptrdiff_t last = -1;
    for (std::ptrdiff_t at = 0; at < std::ssize(series); ++at) {
        if (std::isnan(series[static_cast<std::size_t>(at)]))
            continue;
        if (last >= 0)
            distances.push_back(at - last);
        last = at;
    }
    return distances.empty() ? 0 : upperMedian(distances);
}

/// The newest samples, @p spacing ticks apart, ending at the tick @p end.
std::vector<float> samplesOf(const std::vector<float>& series, TickIndex spacing, std::size_t end, std::size_t count)
{
    std::vector<float> samples;
    for (auto at = static_cast<std::ptrdiff_t>(end); at >= 0 && samples.size() < count; at -= spacing)
        samples.push_back(at < std::ssize(series) ? series[static_cast<std::size_t>(at)] : noData);
    std::ranges::reverse(samples);
    return samples;
}

std::size_t lastSample(const std::vector<float>& series)
{
    std::size_t end = series.size();
    while (end > 0 && std::isnan(series[end - 1]))
        --end;
    return end == 0 ? 0 : end - 1;
}

/// From the beginning of the last complete step to its end.
PowerSwing swingInStep(const JobPower& job, double secondsPerTick)
{
    std::array<std::size_t, 2> changes{};
    std::size_t found = 0;
    for (std::size_t at = job.steps.size(); at-- > 1 && found < changes.size();) {
        if (!std::isnan(job.steps[at]) && !std::isnan(job.steps[at - 1]) && job.steps[at] != job.steps[at - 1])
            changes[found++] = at;
    }
    if (found < changes.size() || job.watts.size() < changes[0])
        return {noData, noData, noData, noData};
    return swingOf(std::span(job.watts).subspan(changes[1], changes[0] - changes[1]), secondsPerTick);
}

void readJobs(const ClusterStore& store, PowerReport& report)
{
    const Topology& topology = *store.topology();
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Job); ++index) {
        JobPower job{{EntityKind::Job, index}, topology.name({EntityKind::Job, index}), {}, {}};
        job.watts = ticksOf(store, metrics::job::power, index, report.ticks, report.isPending);
        if (std::ranges::all_of(job.watts, [](float each) { return std::isnan(each); }))
            continue;
        job.steps = ticksOf(store, metrics::job::step, index, report.ticks, report.isPending);
        // During a gap, the number of the last step remains known, but not whether the job still runs.
        const TickIndex spacing = spacingOf(job.watts);
        TickIndex silent = spacing + 1;
        for (std::size_t tick = 0; tick < std::min(job.steps.size(), job.watts.size()); ++tick) {
            silent = std::isnan(job.watts[tick]) ? silent + 1 : 0;
            if (silent > spacing)
                job.steps[tick] = noData;
        }
        job.inStep = swingInStep(job, std::chrono::duration<double>(report.period).count());
        report.jobs.push_back(std::move(job));
    }
    std::ranges::stable_sort(report.jobs, std::ranges::greater(),
                             [](const JobPower& job) { return job.watts[lastSample(job.watts)]; });
    if (report.jobs.size() > PowerReport::maxJobs)
        report.jobs.resize(PowerReport::maxJobs);
}

/// Reads the same minute as the alerts.
void readSpectrum(PowerReport& report, TickIndex spacing)
{
    const double seconds = report.secondsPerSample;
    const std::size_t end = lastSample(report.watts);
    const auto count
        = std::min(PowerSwingWatch::maxSamples, static_cast<std::size_t>(PowerSwingWatch::spectrumSeconds / seconds));
    const std::vector<float> watts = samplesOf(report.watts, spacing, end, count);
    report.hertz = swingFrequencies(seconds, watts.size());
    const std::vector<Phasor> whole = phasorsOf(watts, seconds, report.hertz);
    for (const Phasor& each : whole)
        report.amplitudes.push_back(std::abs(each));
    if (report.amplitudes.empty())
        return;
    report.strongest
        = static_cast<std::size_t>(std::ranges::max_element(report.amplitudes) - report.amplitudes.begin());
    const std::array at{report.hertz[report.strongest]};
    for (JobPower& job : report.jobs) {
        const std::vector<Phasor> part = phasorsOf(samplesOf(job.watts, spacing, end, watts.size()), seconds, at);
        job.share = part.empty() ? std::numeric_limits<double>::quiet_NaN()
                                 : shareOfSwing(part.front(), whole[report.strongest]);
        if (!part.empty())
            job.degrees = std::arg(whole[report.strongest] * std::conj(part.front())) * 180 / std::numbers::pi;
    }
}

void readLoads(const ClusterStore& store, PowerReport& report)
{
    const Topology& topology = *store.topology();
    const auto current = [&](std::string_view metric) {
        const MetricId id = store.metrics().find(metric);
        return id.isValid() ? store.current(id) : std::span<const float>();
    };
    const auto valueOf = [](std::span<const float> column, std::uint32_t index) {
        return index < column.size() ? column[index] : noData;
    };
    const std::span<const float> nodePower = current(metrics::node::power);
    const std::span<const float> gpuPower = current(metrics::gpu::power);
    const std::span<const float> rackPower = current(metrics::rack::power);
    const std::span<const float> reasons = current(metrics::gpu::throttleReasons);
    report.isOfGpus = std::ranges::all_of(nodePower, [](float each) { return std::isnan(each); });
    std::vector<PowerLoad> racks(topology.count(EntityKind::Rack));
    const auto loadOf = [&](EntityRef entity) -> PowerLoad* {
        const EntityRef rack = topology.ancestor(entity, EntityKind::Rack);
        return rack.isValid() ? &racks[rack.index] : nullptr;
    };
    const EntityKind measured = report.isOfGpus ? EntityKind::Gpu : EntityKind::Node;
    const std::span<const float> power = report.isOfGpus ? gpuPower : nodePower;
    for (std::uint32_t index = 0; index < std::min(power.size(), topology.count(measured)); ++index) {
        if (std::isnan(power[index]))
            continue;
        report.hall.watts += static_cast<double>(power[index]);
        if (PowerLoad* const load = loadOf({measured, index}); load != nullptr)
            load->watts += static_cast<double>(power[index]);
    }
    for (std::uint32_t gpu = 0; gpu < std::min(reasons.size(), topology.count(EntityKind::Gpu)); ++gpu) {
        if (std::isnan(reasons[gpu]) || (static_cast<std::uint32_t>(reasons[gpu]) & throttle::byPower) == 0)
            continue;
        ++report.hall.capped;
        if (PowerLoad* const load = loadOf({EntityKind::Gpu, gpu}); load != nullptr)
            ++load->capped;
    }
    std::map<std::string_view, double> capacities;
    if (topology.plan()) {
        for (const PlannedRack& rack : topology.plan()->racks)
            capacities[rack.name] = rack.capacityWatts;
    }
    for (std::uint32_t index = 0; index < racks.size(); ++index) {
        PowerLoad& load = racks[index];
        load.rack = {EntityKind::Rack, index};
        load.name = topology.name(load.rack);
        if (const float whole = valueOf(rackPower, index); !std::isnan(whole))
            load.watts = static_cast<double>(whole);
        load.wattsAlone = load.watts;
        if (const auto known = capacities.find(load.name); known != capacities.end())
            load.capacityWatts = known->second;
    }
    report.racks = std::move(racks);
    std::erase_if(report.racks, [](const PowerLoad& load) { return load.watts <= 0; });
}

/// A rack with several feeds draws equally from each.
void readFeeds(const SitePlan& plan, PowerReport& report)
{
    std::map<std::string_view, double> feedsOfRack;
    for (const PowerFeed& feed : plan.feeds) {
        for (const std::string& rack : feed.racks)
            ++feedsOfRack[rack];
    }
    std::map<std::string_view, const PowerLoad*> loads;
    for (const PowerLoad& load : report.racks)
        loads[load.name] = &load;
    for (const PowerFeed& feed : plan.feeds) {
        PowerLoad& load = report.feeds.emplace_back();
        load.name = feed.name;
        load.capacityWatts = feed.capacityWatts;
        for (const std::string& rack : feed.racks) {
            const auto found = loads.find(rack);
            if (found == loads.end())
                continue;
            load.watts += found->second->watts / feedsOfRack[rack];
            load.wattsAlone += found->second->watts;
            load.capped += found->second->capped;
        }
    }
}

} // namespace

PowerReport readPower(const ClusterStore& store, TimeRange visible, TimePoint moment)
{
    PowerReport report;
    report.period = store.tickPeriod();
    const TimePoint from = std::clamp(visible.from, moment - PowerReport::longest, moment - PowerReport::shortest);
    report.ticks = {tickIndexOf(from, report.period), tickIndexOf(moment, report.period) + 1};
    if (!store.topology())
        return report;
    if (store.topology()->plan())
        report.limits = store.topology()->plan()->power;
    report.watts = ticksOf(store, metrics::cluster::power, 0, report.ticks, report.isPending);
    readLoads(store, report);
    if (store.topology()->plan())
        readFeeds(*store.topology()->plan(), report);
    std::ranges::stable_sort(report.racks, {}, [](const PowerLoad& load) {
        return std::pair(load.capacityWatts > 0 ? load.headroom() : 1e18, -load.watts);
    });
    report.hall.name = store.topology()->clusterName();
    report.hall.wattsAlone = report.hall.watts;
    report.hall.capacityWatts = report.limits.capacityWatts;
    readJobs(store, report);
    const TickIndex spacing = spacingOf(report.watts);
    if (spacing <= 0)
        return report;
    report.secondsPerSample = std::chrono::duration<double>(spacing * report.period).count();
    const auto window = static_cast<std::size_t>(std::ceil(report.limits.windowSeconds / report.secondsPerSample));
    report.swing = swingOf(samplesOf(report.watts, spacing, lastSample(report.watts), std::max<std::size_t>(2, window)),
                           report.secondsPerSample);
    readSpectrum(report, spacing);
    return report;
}

} // namespace lockstep
