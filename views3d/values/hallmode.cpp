// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/values/hallmode.h"

#include "models/view/translation.h"
#include "views3d/values/halldeviation.h"
#include "views3d/values/halltrend.h"
#include "views3d/values/hallvalues.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::int64_t oldestGap = 120; // ticks that are searched for the last sample

Unit differenceUnit(Unit unit)
{
    return unit == Unit::Celsius ? Unit::KelvinDelta : unit;
}

/// Less than that is noise: it is the least that the scale of a difference shows.
std::optional<float> minShown(const MetricDescriptor& metric)
{
    constexpr float kelvin = 12;
    constexpr float share = 0.1F;
    if (metric.unit == Unit::Celsius)
        return kelvin;
    return metric.fullScale ? std::optional(share * *metric.fullScale) : std::nullopt;
}

/// Puts @p values in the place of what current samples say; of the others nothing is said.
void say(std::span<HallSample> samples, std::span<const float> values)
{
    for (std::size_t at = 0; at < samples.size(); ++at) {
        const bool isCurrent = samples[at].knowledge == Knowledge::Current;
        samples[at].value = isCurrent ? values[at] : noData;
        if (isCurrent && std::isnan(values[at]))
            samples[at].knowledge = Knowledge::NoData;
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
        if (sample.knowledge == Knowledge::NotMeasured)
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
        sample.knowledge = wasThere ? Knowledge::Current : Knowledge::NoData;
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
