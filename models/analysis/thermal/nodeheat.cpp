// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/nodeheat.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/median.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr float lineMemorySeconds = 1800;
constexpr float lineSecondsToLearn = 180;
constexpr float doubtfulSeconds = 600; ///< learning time after which half of an excess counts
constexpr float nearPower = 0.15F; ///< relative to the mean power: validity of a line if the power never varied
constexpr float slopeCertainFrom = 60; ///< W: smaller variation of power does not determine the slope
constexpr double sharedQuantile = 0.25; ///< of all nodes: half of them may be warm at once
constexpr float otherNodeKelvin = 2; ///< smaller changes are due to whole degrees

} // namespace

void HeatLine::add(float power, float temperature, float seconds)
{
    m_seconds = std::min(m_seconds + seconds, lineMemorySeconds);
    const float weight = std::min(seconds / m_seconds, 1.0F);
    if (m_seconds > seconds)
        m_spread += (std::abs(temperature - expected(power)) - m_spread) * weight;
    const float powerOff = power - m_power;
    const float temperatureOff = temperature - m_temperature;
    m_power += weight * powerOff;
    m_temperature += weight * temperatureOff;
    m_variance = (1 - weight) * (m_variance + weight * powerOff * powerOff);
    m_covariance = (1 - weight) * (m_covariance + weight * powerOff * temperatureOff);
}

float HeatLine::slope() const
{
    constexpr float doubt = slopeCertainFrom * slopeCertainFrom;
    return (m_covariance + doubt * typicalSlope) / (m_variance + doubt);
}

bool HeatLine::covers(float power) const
{
    return m_seconds >= lineSecondsToLearn
        && std::abs(power - m_power) <= std::max(nearPower * m_power, 2 * std::sqrt(m_variance));
}

std::vector<float> HeatLine::values() const
{
    if (m_seconds < lineSecondsToLearn)
        return {};
    return {m_seconds, m_power, m_temperature, m_variance, m_covariance, m_spread};
}

bool HeatLine::restore(std::span<const float> values)
{
    const bool isSound = values.size() == 6
        && std::ranges::all_of(values, [](float each) { return std::isfinite(each); }) && values[0] > 0 && values[1] > 0
        && values[3] >= 0 && values[5] >= 0;
    if (!isSound)
        return false;
    m_seconds = std::min(values[0], lineMemorySeconds);
    m_power = values[1];
    m_temperature = values[2];
    m_variance = values[3];
    m_covariance = values[4];
    m_spread = values[5];
    return true;
}

/// A node whose power changes, for example by throttling, is hot if it is hotter than its recent power explains.
float NodeHeatWatch::comparedPower(const NodeMedians& reading)
{
    return reading.isSteady ? reading.power : reading.recentPower;
}

void NodeHeatWatch::step(const AnalysedTick& now, std::span<const NodeMedians> readings, const Topology& topology,
                         Derived& out)
{
    if (readings.size() < m_lines.size())
        *this = NodeHeatWatch(m_baselines); // another cluster: restart
    m_lines.resize(readings.size());
    m_excess.assign(readings.size(), noData);
    m_sample.clear();
    for (std::uint32_t node = 0; node < readings.size(); ++node) {
        const NodeMedians& reading = readings[node];
        if (!reading.isKnown())
            continue;
        HeatLine& line = m_lines[node];
        m_learned.follow(
            topology, {EntityKind::Node, node}, now.time, out,
            [&line](std::span<const float> values) { return line.restore(values); }, [&line] { return line.values(); });
        const float power = comparedPower(reading);
        if (!line.covers(power))
            continue;
        m_excess[node] = reading.temperature - line.expected(power);
        if (reading.isSteady)
            m_sample.push_back(m_excess[node]);
    }
    const bool hasPeers = m_sample.size() >= minNodes;
    // Nodes that have just started to work are colder than their lines for a while, which must not make other nodes
    // look warm.
    const float shared = hasPeers ? std::max(quantile(m_sample, sharedQuantile), 0.0F) : 0;
    const bool isCommon = shared > warmTogether;
    for (std::uint32_t node = 0; node < readings.size(); ++node) {
        m_excess[node] -= isCommon ? 0 : shared;
        // A cluster that was just started, or a new job, warms neighbouring nodes for minutes.
        const float doubt = 1 + doubtfulSeconds / std::max(m_lines[node].learnedSeconds(), lineSecondsToLearn);
        const float limit = doubt * std::max(hasPeers ? warm : warmAlone, spreadsWarm * m_lines[node].spread());
        if (!readings[node].isKnown() || (!readings[node].isSteady && !(m_excess[node] > limit)))
            continue;
        judge(now, node, readings[node], limit, isCommon, topology, out);
        const bool isUsual = std::isnan(m_excess[node]) || std::abs(m_excess[node]) < limit / 2;
        if (isUsual && readings[node].isSteady && !m_episodes.reported({{EntityKind::Node, node}}))
            m_lines[node].add(readings[node].power, readings[node].temperature, now.seconds);
    }
}

void NodeHeatWatch::judge(const AnalysedTick& now, std::uint32_t node, const NodeMedians& reading, float limit,
                          bool isCommon, const Topology& topology, Derived& out)
{
    const float excess = m_excess[node];
    if (std::isnan(excess))
        return; // a power that was never observed
    const Episodes::Key key{{EntityKind::Node, node}};
    const Severity severity = excess > veryWarm ? Severity::Critical : Severity::Warning;
    const auto state = excess < limit / 2 ? Episodes::State::Healthy : Episodes::State::Unclear;
    const auto news
        = excess > limit ? m_episodes.found(key, rule, now, severity) : m_episodes.notFound(key, rule, now, state);
    const std::string place = placeText(topology, key.entity);
    if (news.isOver()) {
        m_deadband.forget(key);
        out.events.push_back({key.entity,
                              {now.time, Severity::Information, 0, codes::nodeHeat,
                               fmt::format("{}: GPU temperature back to baseline", place)}});
    }
    const bool isOther = excess > limit && m_deadband.isDue(key, now.time, excess, otherNodeKelvin);
    if (!news.isBad() && !isOther)
        return;
    m_deadband.report(key, now.time, excess);
    const auto watts = static_cast<double>(std::round(reading.power / 10) * 10);
    out.events.push_back(
        {key.entity,
         {now.time,
          std::max(severity, m_episodes.reported(key).value_or(severity)),
          0,
          codes::nodeHeat,
          fmt::format("{}: GPUs {:.0f} K hotter than their baseline at {} each, {}{}{}", place, excess,
                      formatQuantity(watts, Unit::Watt), isCommon ? "like most nodes" : "unlike other nodes",
                      reading.hasSensor ? "" : "\nno inlet or coolant sensor",
                      m_learned.text(key.entity, m_lines[node].learnedSeconds())),
          {.lasted = rule.lastsAtTicksOf(now.seconds),
           .value = reading.temperature,
           .baseline = reading.temperature - excess,
           .unit = Unit::Celsius}}});
}

} // namespace lockstep
