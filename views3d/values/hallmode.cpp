// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/values/hallmode.h"

#include "models/analysis/thermal/coolingmap.h"
#include "models/analysis/thermal/peers.h"
#include "models/core/median.h"
#include "models/core/metrics/metricnames.h"
#include "models/view/translation.h"
#include "views3d/values/hallvalues.h"
#include "views3d/values/recentcolumns.h"

#include <algorithm>
#include <chrono>
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
        values.push_back(sample.valueState == ValueState::Current ? sample.value : noData);
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

/// Current values minus the median of their peers, in the metric's unit, by entity index. NaN if the value is not
/// current, or with too few peers. Uses analysis results if available, otherwise a simpler comparison. GPU temperatures
/// are compared among GPUs with the same slot, cooling and about the same power (see PeerComparison), or any slot if
/// there are too few. Other entities are compared with those of the same name in other nodes (eth0), nodes and racks
/// with all others of their kind.
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

namespace {

constexpr std::int64_t rateTicks = 30;
constexpr float minForRate = 8;
constexpr float farAwaySeconds = 3600; // seconds; a limit farther away is not reported

/// Slope per second by least squares over the last ticks; NaN with too few values.
std::vector<float> slopesOf(const HallMoment& moment, std::size_t count)
{
    struct Sums
    {
        float n = 0, t = 0, tt = 0, v = 0, tv = 0;
    };
    std::vector<Sums> sums(count);
    const auto newest = moment.store.column(moment.metric, moment.tick);
    for (std::int64_t back = 0; back < rateTicks; ++back) {
        const auto column = moment.store.column(moment.metric, moment.tick - back);
        const auto t = static_cast<float>(-back);
        for (std::size_t at = 0; at < std::min(count, column.size()); ++at) {
            // Differences to the newest value keep the sums small enough for float.
            const float v = column[at] - (at < newest.size() && !std::isnan(newest[at]) ? newest[at] : 0);
            if (std::isnan(v))
                continue;
            Sums& sum = sums[at];
            sum.n += 1;
            sum.t += t;
            sum.tt += t * t;
            sum.v += v;
            sum.tv += t * v;
        }
    }
    const auto perTick = std::chrono::duration<float>(moment.store.tickPeriod()).count();
    std::vector<float> slopes(count, noData);
    for (std::size_t at = 0; at < count; ++at) {
        const Sums& sum = sums[at];
        const float spread = sum.n * sum.tt - sum.t * sum.t;
        if (sum.n >= minForRate && spread > 0)
            slopes[at] = (sum.n * sum.tv - sum.t * sum.v) / spread / perTick;
    }
    return slopes;
}

/// Approach to a limit, from means over successive groups of ticks: whether it is continuous, and whether it slows
/// down. After a pause, a warming entity approaches a steady state, not the limit.
struct Approach
{
    static constexpr std::size_t stretches = 4;
    static constexpr float ticks = 16; ///< per group; air-cooled boards take minutes to settle
    static constexpr float slowingDown = 0.9F; ///< ratio of successive steps; a straight line has 1

    bool isKnown = false;
    float step = 0; ///< change between groups of ticks; 0: not approaching, or not continuously
    float ratio = 1; ///< of a step to the previous one

    /// Ticks until it is closer by @p left.
    [[nodiscard]] float ticksFor(float left) const
    {
        if (step <= 0)
            return farAwaySeconds;
        if (ratio > slowingDown)
            return ticks * left / step;
        const float share = left * (1 - ratio) / (step * ratio); // of the remaining approach
        return share < 1 ? ticks * std::log1p(-share) / std::log(ratio) : farAwaySeconds;
    }
};

Approach approachOf(const std::array<float, Approach::stretches>& means, float sign)
{
    Approach found;
    std::array<float, Approach::stretches - 1> steps{};
    for (std::size_t at = 0; at < steps.size(); ++at)
        steps[at] = sign * (means[at] - means[at + 1]); // newest first
    if (std::isnan(steps[0] + steps[1] + steps[2]))
        return found;
    found.isKnown = true;
    const float min = std::min({steps[0], steps[1], steps[2]});
    if (min <= 0)
        return found;
    found.ratio = std::min({steps[0] / steps[1], std::sqrt(steps[0] / steps[2]), 1.0F});
    found.step = found.ratio < Approach::slowingDown ? steps[0] : min;
    return found;
}

/// Means of the last groups of ticks; unknown if a group has too few samples.
std::vector<Approach> approachesOf(const HallMoment& moment, std::size_t count, float sign)
{
    std::vector<std::array<float, Approach::stretches>> sums(count);
    std::vector<std::array<float, Approach::stretches>> counts(count);
    constexpr auto ticks = static_cast<std::int64_t>(Approach::ticks);
    constexpr float enoughOfStretch = Approach::ticks / 2;
    for (std::int64_t back = 0; back < static_cast<std::int64_t>(Approach::stretches) * ticks; ++back) {
        const auto column = moment.store.column(moment.metric, moment.tick - back);
        const auto stretch = static_cast<std::size_t>(back / ticks);
        for (std::size_t at = 0; at < std::min(count, column.size()); ++at) {
            if (std::isnan(column[at]))
                continue;
            sums[at][stretch] += column[at];
            counts[at][stretch] += 1;
        }
    }
    std::vector<Approach> found(count);
    for (std::size_t at = 0; at < count; ++at) {
        for (std::size_t stretch = 0; stretch < Approach::stretches; ++stretch)
            sums[at][stretch]
                = counts[at][stretch] >= enoughOfStretch ? sums[at][stretch] / counts[at][stretch] : noData;
        found[at] = approachOf(sums[at], sign);
    }
    return found;
}

/// For GPUs the fitted thermal resistance and capacity predict better than the slope. NaN: unknown.
std::vector<float> forecastByModel(const HallMoment& moment, std::size_t count)
{
    constexpr TickIndex latest = 6; // results may be a few ticks behind the data
    std::vector<float> forecast(count, noData);
    const MetricId model = moment.store.metrics().find(metrics::gpu::thermalTimeToLimit);
    if (moment.descriptor().name != metrics::gpu::temperature || !model.isValid())
        return forecast;
    for (TickIndex back = 0; back < latest; ++back) {
        const auto column = moment.store.column(model, moment.tick - back);
        for (std::size_t at = 0; at < std::min(count, column.size()); ++at)
            forecast[at] = std::isnan(forecast[at]) ? column[at] : forecast[at];
    }
    return forecast;
}

/// Change per minute of the metric, in its unit: the slope of a straight line (least squares) through the last half
/// minute. By entity index; NaN with fewer than eight samples.
std::vector<float> changesPerMinute(const HallMoment& moment, std::span<const HallSample> samples)
{
    auto slopes = slopesOf(moment, samples.size());
    for (float& slope : slopes)
        slope *= 60;
    return slopes;
}

/// Seconds until the metric reaches its critical limit (or warning limit if it has no critical one). 0 beyond it; at
/// most one hour, which also means never. GPU temperatures use the thermal model if available. Otherwise extrapolates
/// the last minute, including the level at which it settles. By entity index; NaN if unknown.
std::vector<float> secondsToLimit(const HallMoment& moment, std::span<const HallSample> samples)
{
    const MetricDescriptor& metric = moment.descriptor();
    const float limit = metric.critical.value_or(metric.warning.value_or(noData));
    const float sign = metric.direction == Direction::LowIsBad ? -1 : 1;
    const std::vector<Approach> approaches = approachesOf(moment, samples.size(), sign);
    const std::vector<float> forecast = forecastByModel(moment, samples.size());
    const auto perTick = std::chrono::duration<float>(moment.store.tickPeriod()).count();
    std::vector<float> seconds(samples.size(), noData);
    for (std::size_t at = 0; at < samples.size(); ++at) {
        const float left = sign * (limit - samples[at].value);
        if (left <= 0)
            seconds[at] = 0;
        else if (!std::isnan(forecast[at]))
            seconds[at] = forecast[at];
        else if (approaches[at].isKnown)
            seconds[at] = std::min(perTick * approaches[at].ticksFor(left), farAwaySeconds);
    }
    return seconds;
}

constexpr std::int64_t oldestGap = 120; // ticks searched for the last sample

Unit differenceUnit(Unit unit)
{
    return unit == Unit::Celsius ? Unit::KelvinDelta : unit;
}

/// Minimum range of a difference scale, because smaller differences are noise.
std::optional<float> minShown(const MetricDescriptor& metric)
{
    constexpr float kelvin = 12;
    constexpr float share = 0.1F;
    if (metric.unit == Unit::Celsius)
        return kelvin;
    return metric.fullScale ? std::optional(share * *metric.fullScale) : std::nullopt;
}

/// Replaces the values of current samples by @p values; other samples get none.
void say(std::span<HallSample> samples, std::span<const float> values)
{
    for (std::size_t at = 0; at < samples.size(); ++at) {
        const bool isCurrent = samples[at].valueState == ValueState::Current;
        samples[at].value = isCurrent ? values[at] : noData;
        if (isCurrent && std::isnan(values[at]))
            samples[at].valueState = ValueState::NoData;
    }
}

void takeGapAge(const HallMoment& moment, std::span<HallSample> samples)
{
    const Topology& topology = *moment.store.topology();
    const EntityKind kind = moment.store.metrics().descriptor(moment.metric).entityKind;
    const auto perTick = std::chrono::duration<float>(moment.store.tickPeriod()).count();
    std::vector<std::span<const float>> columns;
    for (std::int64_t back = 0; back < oldestGap; ++back)
        columns.push_back(moment.store.column(moment.metric, moment.tick - back));
    for (std::uint32_t index = 0; index < samples.size(); ++index) {
        HallSample& sample = samples[index];
        if (sample.valueState == ValueState::NotMeasured)
            continue;
        const auto has = [index](std::span<const float> column) {
            return index < column.size() && !std::isnan(column[index]);
        };
        const auto found = std::ranges::find_if(columns, has);
        float age = static_cast<float>(found - columns.begin()) * perTick;
        const EntityRef node = topology.ancestor({kind, index}, EntityKind::Node);
        if (moment.isFollowing && topology.contains(node) && moment.store.node(node).freshness == Freshness::Stale) {
            const Duration silent = moment.store.now() - moment.store.node(node).lastReceived;
            age = std::max(age, std::chrono::duration<float>(silent).count());
        }
        const bool wasThere = found != columns.end() || index < moment.store.latest(moment.metric).size();
        sample.value = wasThere ? age : noData;
        sample.valueState = wasThere ? ValueState::Current : ValueState::NoData;
    }
}

} // namespace

QString hallModeName(HallMode mode)
{
    switch (mode) {
    case HallMode::Deviation:
        return tr("Deviation from peers");
    case HallMode::Rate:
        return tr("Change per minute");
    case HallMode::TimeToLimit:
        return tr("Time to limit");
    case HallMode::GapAge:
        return tr("Age of last sample");
    case HallMode::Value:
        break;
    }
    return tr("Value");
}

bool isShowable(const MetricDescriptor& metric, HallMode mode)
{
    // Flags are set or not: they have no mean, slope or distance.
    if (metric.unit == Unit::Bitmask)
        return mode == HallMode::Value || mode == HallMode::GapAge;
    return mode != HallMode::TimeToLimit
        || ((metric.critical || metric.warning) && metric.direction != Direction::Neutral);
}

MetricDescriptor shownAs(const MetricDescriptor& metric, HallMode mode)
{
    MetricDescriptor shown = metric;
    if (mode == HallMode::Value)
        return shown;
    shown.warning.reset();
    shown.critical.reset();
    shown.fullScale.reset();
    switch (mode) {
    case HallMode::Deviation:
        shown.title += tr(", deviation from peers").toStdString();
        shown.unit = differenceUnit(metric.unit);
        shown.fullScale = minShown(metric);
        shown.isDeviation = true;
        break;
    case HallMode::Rate:
        shown.title += tr(", change per minute").toStdString();
        shown.unit = metric.unit == Unit::Celsius ? Unit::KelvinPerMinute : metric.unit;
        shown.fullScale = minShown(metric);
        shown.isDeviation = true;
        break;
    case HallMode::TimeToLimit:
        shown.title += tr(", time to limit").toStdString();
        shown.unit = Unit::Seconds;
        shown.direction = Direction::LowIsBad;
        shown.warning = 300.0F;
        break;
    default:
        shown.title += tr(", age of the last sample").toStdString();
        shown.unit = Unit::Seconds;
        shown.direction = Direction::HighIsBad;
        shown.warning = 5.0F;
    }
    return shown;
}

void applyMode(HallMode mode, const HallMoment& moment, std::span<HallSample> samples)
{
    switch (mode) {
    case HallMode::Value:
        break;
    case HallMode::Deviation:
        say(samples, deviationsFromPeers(moment, samples));
        break;
    case HallMode::Rate:
        say(samples, changesPerMinute(moment, samples));
        break;
    case HallMode::TimeToLimit:
        say(samples, secondsToLimit(moment, samples));
        break;
    case HallMode::GapAge:
        takeGapAge(moment, samples);
        break;
    }
}

} // namespace lockstep
