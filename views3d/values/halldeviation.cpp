// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/values/halldeviation.h"

#include "models/analysis/thermal/coolingmap.h"
#include "models/analysis/thermal/peers.h"
#include "models/core/median.h"
#include "models/core/metrics/metricnames.h"
#include "views3d/values/hallvalues.h"
#include "views3d/values/recentcolumns.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace lockstep {

namespace {

constexpr std::size_t minPeers = 4;
constexpr std::int64_t powerTicks = 16; // a die's temperature follows the power of about that time
constexpr std::uint32_t kindsOfCooling = 3; // number of cooling kinds in CoolingMap's groups per slot

std::vector<float> currentValues(std::span<const HallSample> samples)
{
    std::vector<float> values;
    values.reserve(samples.size());
    for (const HallSample& sample : samples)
        values.push_back(sample.knowledge == Knowledge::Current ? sample.value : noData);
    return values;
}

std::vector<float> recentPower(const HallMoment& moment, std::size_t count)
{
    std::vector<float> sums(count, 0);
    std::vector<float> counts(count, 0);
    const MetricId power = moment.store.metrics().find(metrics::gpu::power);
    for (std::int64_t back = 0; back < powerTicks && power.isValid(); ++back) {
        const auto column = moment.store.column(power, moment.tick - back);
        for (std::size_t at = 0; at < std::min(count, column.size()); ++at) {
            const bool isThere = !std::isnan(column[at]);
            sums[at] += isThere ? column[at] : 0;
            counts[at] += isThere ? 1 : 0;
        }
    }
    for (std::size_t at = 0; at < count; ++at)
        sums[at] = counts[at] > 0 ? sums[at] / counts[at] : noData;
    return sums;
}

std::vector<float> atTheSamePower(const HallMoment& moment, std::span<const float> values)
{
    constexpr float floor = 1;
    const std::vector<float> powers = recentPower(moment, values.size());
    std::vector<std::uint32_t> groups = moment.cooling.peerGroups();
    groups.resize(values.size(), PeerComparison::alone);
    std::vector<float> scores(values.size());
    std::vector<float> deviations(values.size());
    PeerComparison peers;
    peers.compare(groups, powers, values, floor, deviations, scores);
    const auto isOpen = [&](std::size_t at) {
        return std::isnan(deviations[at]) && !std::isnan(values[at]) && groups[at] != PeerComparison::alone;
    };
    bool isAnyOpen = false;
    for (std::size_t at = 0; at < values.size(); ++at)
        isAnyOpen |= isOpen(at);
    if (!isAnyOpen)
        return deviations;
    for (std::uint32_t& group : groups)
        group = group == PeerComparison::alone ? group : group % kindsOfCooling;
    std::vector<float> ofAnySlot(values.size());
    peers.compare(groups, powers, values, floor, ofAnySlot, scores);
    for (std::size_t at = 0; at < values.size(); ++at)
        deviations[at] = isOpen(at) ? ofAnySlot[at] : deviations[at];
    return deviations;
}

std::vector<float> amongNamesakes(const HallMoment& moment, std::span<const float> values)
{
    const Topology& topology = *moment.store.topology();
    const EntityKind kind = moment.descriptor().entityKind;
    std::unordered_map<std::string_view, std::vector<float>> byName;
    std::vector<float> all;
    for (std::uint32_t index = 0; index < values.size(); ++index) {
        if (std::isnan(values[index]))
            continue;
        byName[topology.name({kind, index})].push_back(values[index]);
        all.push_back(values[index]);
    }
    std::vector<float> deviations(values.size(), noData);
    if (all.size() < minPeers)
        return deviations;
    const float ofAll = upperMedian(all);
    std::unordered_map<std::string_view, float> medians;
    for (auto& [name, members] : byName)
        medians[name] = members.size() < minPeers ? ofAll : upperMedian(members);
    for (std::uint32_t index = 0; index < values.size(); ++index) {
        if (!std::isnan(values[index]))
            deviations[index] = values[index] - medians[topology.name({kind, index})];
    }
    return deviations;
}

} // namespace

MetricId deviationOf(const ClusterStore& store, MetricId metric)
{
    const MetricDescriptor& of = store.metrics().descriptor(metric);
    const MetricId found = store.metrics().find(of.name + std::string(metrics::deviationSuffix));
    const bool isIt = found.isValid() && store.metrics().descriptor(found).isDeviation
        && store.metrics().descriptor(found).entityKind == of.entityKind;
    return isIt ? found : MetricId{};
}

std::vector<float> computedDeviations(const HallMoment& moment, std::size_t count)
{
    constexpr std::int64_t ticksBehind = 4;
    const MetricId metric = deviationOf(moment.store, moment.metric);
    std::vector<float> deviations;
    if (!metric.isValid())
        return deviations;
    deviations.reserve(count);
    RecentColumns columns(moment.store, metric, moment.tick);
    for (std::uint32_t index = 0; index < count; ++index)
        deviations.push_back(columns.value(index, ticksBehind));
    return deviations;
}

std::vector<float> deviationsFromPeers(const HallMoment& moment, std::span<const HallSample> samples)
{
    const auto isKnown = [](float value) {
        return !std::isnan(value);
    };
    if (auto computed = computedDeviations(moment, samples.size()); std::ranges::any_of(computed, isKnown))
        return computed;
    const std::vector<float> values = currentValues(samples);
    const MetricDescriptor& metric = moment.descriptor();
    const bool isHeat = metric.entityKind == EntityKind::Gpu && metric.unit == Unit::Celsius
        && moment.store.metrics().find(metrics::gpu::power).isValid();
    return isHeat ? atTheSamePower(moment, values) : amongNamesakes(moment, values);
}

} // namespace lockstep
