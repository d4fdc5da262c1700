// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallmode.h"

#include "views3d/hallvalues.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace lockstep {

namespace {

constexpr std::int64_t rateTicks = 30;
constexpr std::int64_t leastForRate = 8;
constexpr std::size_t leastPeers = 4;
constexpr float farAway = 3600; // seconds: a limit farther off than that is none
constexpr std::int64_t oldestGap = 120; // ticks that are searched for the last sample

QString text(const char* source)
{
    return QCoreApplication::translate("HallMode", source);
}

Unit differenceOf(Unit unit)
{
    return unit == Unit::Celsius ? Unit::KelvinDelta : unit;
}

void say(HallReading& reading, float value)
{
    reading.value = value;
    if (std::isnan(value))
        reading.knowledge = Knowledge::NoData;
}

float medianOf(std::vector<float>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// Peers have the same name in other nodes: gpu3 sits in the same place and gets the same air everywhere. Things whose
/// names are their own (nodes, racks) are peers of all of their kind.
void takeDeviation(const HallMoment& moment, std::span<HallReading> readings)
{
    const Topology& topology = *moment.store.topology();
    const EntityKind kind = moment.store.metrics().descriptor(moment.metric).entityKind;
    std::unordered_map<std::string_view, std::vector<float>> byName;
    std::vector<float> all;
    for (std::uint32_t index = 0; index < readings.size(); ++index) {
        if (readings[index].knowledge != Knowledge::Current)
            continue;
        byName[topology.name({kind, index})].push_back(readings[index].value);
        all.push_back(readings[index].value);
    }
    if (all.size() < leastPeers) {
        for (HallReading& reading : readings)
            say(reading, noData);
        return;
    }
    const float ofAll = medianOf(all);
    std::unordered_map<std::string_view, float> medians;
    for (auto& [name, values] : byName)
        medians[name] = values.size() < leastPeers ? ofAll : medianOf(values);
    for (std::uint32_t index = 0; index < readings.size(); ++index) {
        HallReading& reading = readings[index];
        const bool isKnown = reading.knowledge == Knowledge::Current;
        reading.value = isKnown ? reading.value - medians[topology.name({kind, index})] : noData;
    }
}

/// Slope per second of a straight line through what is there of the last ticks (least squares); NaN with too little.
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
        if (sum.n >= leastForRate && spread > 0)
            slopes[at] = (sum.n * sum.tv - sum.t * sum.v) / spread / perTick;
    }
    return slopes;
}

void takeRate(const HallMoment& moment, std::span<HallReading> readings)
{
    const auto slopes = slopesOf(moment, readings.size());
    for (std::size_t at = 0; at < readings.size(); ++at) {
        if (readings[at].knowledge == Knowledge::Current)
            say(readings[at], slopes[at] * 60);
        else
            readings[at].value = noData;
    }
}

void takeTimeToLimit(const HallMoment& moment, std::span<HallReading> readings)
{
    const MetricDescriptor& metric = moment.store.metrics().descriptor(moment.metric);
    const float limit = metric.critical.value_or(metric.warning.value_or(noData));
    const float sign = metric.direction == Direction::LowIsBad ? -1 : 1;
    const auto slopes = slopesOf(moment, readings.size());
    for (std::size_t at = 0; at < readings.size(); ++at) {
        HallReading& reading = readings[at];
        if (reading.knowledge != Knowledge::Current) {
            reading.value = noData;
            continue;
        }
        const float left = sign * (limit - reading.value);
        const float speed = sign * slopes[at];
        if (left <= 0)
            say(reading, 0);
        else if (std::isnan(speed))
            say(reading, noData);
        else
            say(reading, speed > 0 ? std::min(left / speed, farAway) : farAway);
    }
}

void takeGapAge(const HallMoment& moment, std::span<HallReading> readings)
{
    const Topology& topology = *moment.store.topology();
    const EntityKind kind = moment.store.metrics().descriptor(moment.metric).entityKind;
    const auto perTick = std::chrono::duration<float>(moment.store.tickPeriod()).count();
    std::vector<std::span<const float>> columns;
    for (std::int64_t back = 0; back < oldestGap; ++back)
        columns.push_back(moment.store.column(moment.metric, moment.tick - back));
    for (std::uint32_t index = 0; index < readings.size(); ++index) {
        HallReading& reading = readings[index];
        if (reading.knowledge == Knowledge::NotMeasured)
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
        reading.value = wasThere ? age : noData;
        reading.knowledge = wasThere ? Knowledge::Current : Knowledge::NoData;
    }
}

} // namespace

QString hallModeName(HallMode mode)
{
    switch (mode) {
    case HallMode::Deviation:
        return text("Deviation from peers");
    case HallMode::Rate:
        return text("Change per minute");
    case HallMode::TimeToLimit:
        return text("Time to the limit");
    case HallMode::GapAge:
        return text("Age of the last sample");
    case HallMode::Value:
        break;
    }
    return text("Value");
}

bool isShowable(const MetricDescriptor& metric, HallMode mode)
{
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
        shown.title += text(", deviation from peers").toStdString();
        shown.unit = differenceOf(metric.unit);
        shown.isDeviation = true;
        break;
    case HallMode::Rate:
        shown.title += text(", change per minute").toStdString();
        shown.unit = differenceOf(metric.unit);
        shown.isDeviation = true;
        break;
    case HallMode::TimeToLimit:
        shown.title += text(", time to its limit").toStdString();
        shown.unit = Unit::Seconds;
        shown.direction = Direction::LowIsBad;
        shown.warning = 300.0F;
        break;
    default:
        shown.title += text(", age of the last sample").toStdString();
        shown.unit = Unit::Seconds;
        shown.direction = Direction::HighIsBad;
        shown.warning = 5.0F;
    }
    return shown;
}

void applyMode(HallMode mode, const HallMoment& moment, std::span<HallReading> readings)
{
    switch (mode) {
    case HallMode::Value:
        break;
    case HallMode::Deviation:
        takeDeviation(moment, readings);
        break;
    case HallMode::Rate:
        takeRate(moment, readings);
        break;
    case HallMode::TimeToLimit:
        takeTimeToLimit(moment, readings);
        break;
    case HallMode::GapAge:
        takeGapAge(moment, readings);
        break;
    }
}

} // namespace lockstep
