// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/effectwatch.h"

#include "app/scoring/simulatedfeed.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep::scoring {

EffectWatch::EffectWatch(std::unique_ptr<sim::Simulation> twin, TimePoint onset, const SiteOptions& site,
                         std::vector<std::string> culprits)
    : m_twin(std::move(twin)),
      m_site(site, 0),
      m_siteOfTwin(site, 0),
      m_onset(onset),
      m_start(m_twin->now()),
      m_last(m_start),
      m_culprits(site.hasSpans() ? std::vector<std::string>() : std::move(culprits)),
      m_sensors(m_twin->nodeCount())
{ }

void EffectWatch::update(const sim::Simulation& faulted)
{
    m_twin->advance();
    ++m_ticks;
    const bool isBefore = faulted.now() <= m_onset;
    bool hasShown = false; // for long enough to be certain
    for (std::size_t node = 0; node < m_twin->nodeCount(); ++node) {
        const auto measured = [node](const sim::Simulation& simulation, SiteSensors& site) {
            const NodeTick* const tick = simulation.tick(node);
            return tick == nullptr ? std::nullopt : site.measured(node, *tick);
        };
        const std::optional<NodeTick> now = measured(faulted, m_site);
        const std::optional<NodeTick> well = measured(*m_twin, m_siteOfTwin);
        if (well && m_sensors[node].size() < well->values.size()) {
            m_sensors[node].resize(well->values.size());
            noteCulprits(node, *well->layout);
        }
        if (isBefore && well)
            learn(node, *well);
        if (well)
            followRanges(node, now ? &*now : nullptr, *well);
        if (isBefore)
            continue;
        const std::string& name = m_twin->identity(node)->name;
        const bool isCulprit = m_culprits.empty() || isOfCulprit(name)
            || std::ranges::any_of(m_culprits, [&](const std::string& each) { return each.starts_with(name + '/'); });
        m_isReported |= isCulprit && (now.has_value() != well.has_value() || hasClockOff(faulted, node));
        if (now && well && isCulprit)
            m_isReported |= now->events.size() > well->events.size();
        hasShown |= !m_effect && now && well && hasLeftNoise(node, *now, *well);
    }
    m_learned += isBefore ? 1.0F : 0.0F;
    const Duration period = std::exchange(m_last, faulted.now()) - faulted.now();
    if (m_effect)
        return;
    if (hasShown)
        m_effect = faulted.now() + (lasts - 1) * period;
    else if (m_isReported || (!isBefore && m_site.options().hasSpans() && hasSlowStep(faulted)))
        m_effect = faulted.now();
}

/// Clock offsets are measured by the agents' connections.
bool EffectWatch::hasClockOff(const sim::Simulation& faulted, std::size_t node) const
{
    return m_site.options().hasAgents()
        && std::chrono::abs(faulted.clockOffset(node) - m_twin->clockOffset(node)) > SimulatedFeed::clockUncertainty;
}

bool EffectWatch::canBeDetected(const sim::Simulation& faulted) const
{
    if (m_isReported || (m_site.options().hasSpans() && hasSlowJob(faulted)))
        return true;
    for (std::size_t node = 0; node < m_sensors.size(); ++node) {
        const auto shows = [&](const Sensor& sensor) {
            return m_culprits.empty() ? hasLeftRange(sensor) : sensor.isOfCulprit && isSpecific(node, sensor);
        };
        if (std::ranges::any_of(m_sensors[node], shows))
            return true;
    }
    return false;
}

bool EffectWatch::isCulpritMeasured() const
{
    return m_culprits.empty() || std::ranges::any_of(m_sensors, [](const std::vector<Sensor>& node) {
               return std::ranges::any_of(node, &Sensor::isOfCulprit);
           });
}

void EffectWatch::followRanges(std::size_t node, const NodeTick* faulted, const NodeTick& well)
{
    std::vector<Sensor>& sensors = m_sensors[node];
    const auto follow = [&](Range& range, float value, float window) {
        if (std::isnan(value))
            return;
        range.mean = m_ticks == 1 ? value : range.mean + (value - range.mean) / window;
        if (m_ticks < rangeFrom)
            return;
        range.min = std::min(range.min, range.mean);
        range.max = std::max(range.max, range.mean);
    };
    for (std::size_t at = 0; at < well.values.size(); ++at) {
        for (std::size_t window = 0; window < windows.size(); ++window) {
            follow(sensors[at].well[window], well.values[at], windows[window]);
            if (faulted != nullptr && at < faulted->values.size())
                follow(sensors[at].faulted[window], faulted->values[at], windows[window]);
        }
        const float shift = faulted != nullptr && at < faulted->values.size() && m_twin->now() > m_onset
            ? faulted->values[at] - well.values[at]
            : noData;
        if (!std::isnan(shift)) {
            sensors[at].shift += static_cast<double>(shift);
            ++sensors[at].shifted;
        }
    }
}

bool EffectWatch::isSpecific(std::size_t node, const Sensor& sensor) const
{
    constexpr double nearlyAll = 0.9;
    const auto meanShift = [](const Sensor& each) {
        return each.shifted == 0 ? 0 : each.shift / each.shifted;
    };
    const Range& well = sensor.well.back();
    if (well.max < well.min)
        return false; // too short to judge
    const auto margin = static_cast<double>(std::max(
        beyondRange * (well.max - well.min), sensorAccuracy * std::max(std::abs(well.min), std::abs(well.max))));
    std::size_t peers = 0;
    std::size_t unlike = 0;
    const bool isPart = m_culprits.front().find('/') != std::string::npos;
    for (std::size_t other = 0; other < m_sensors.size(); ++other) {
        for (const Sensor& each : m_sensors[other]) {
            if (each.metric != sensor.metric || each.isOfCulprit || (isPart && other != node))
                continue;
            ++peers;
            unlike += std::abs(meanShift(sensor) - meanShift(each)) > margin ? 1 : 0;
        }
    }
    return peers == 0 ? std::abs(meanShift(sensor)) > margin
                      : static_cast<double>(unlike) >= nearlyAll * static_cast<double>(peers);
}

/// Whether the name is the culprit or a part of it.
bool EffectWatch::isOfCulprit(const std::string& name) const
{
    return std::ranges::any_of(
        m_culprits, [&](const std::string& culprit) { return name == culprit || name.starts_with(culprit + '/'); });
}

void EffectWatch::noteCulprits(std::size_t node, const NodeLayout& layout)
{
    std::vector<bool> isCulprit;
    for (std::uint32_t entity = 0; entity < layout.entities.size(); ++entity) {
        std::string name;
        for (std::uint32_t at = entity; at != 0 && at < layout.entities.size(); at = layout.entities[at].parent)
            name.insert(0, '/' + layout.entities[at].name);
        isCulprit.push_back(isOfCulprit(m_twin->identity(node)->name + name));
    }
    std::size_t at = 0;
    for (const ColumnDescriptor& column : layout.columns) {
        const auto number = static_cast<std::uint32_t>(m_metrics.size());
        const std::uint32_t metric = m_metrics.try_emplace(layout.metrics[column.metric].name, number).first->second;
        for (const std::uint32_t entity : column.entities) {
            m_sensors[node][at].isOfCulprit = isCulprit[entity];
            m_sensors[node][at++].metric = metric;
        }
    }
}

bool EffectWatch::hasLeftRange(const Sensor& sensor)
{
    for (std::size_t window = 0; window < windows.size(); ++window) {
        const Range& here = sensor.faulted[window];
        const Range& well = sensor.well[window];
        const float margin = std::max(beyondRange * (well.max - well.min),
                                      sensorAccuracy * std::max(std::abs(well.min), std::abs(well.max)));
        if (here.max > well.max + margin || here.min < well.min - margin)
            return true;
    }
    return false;
}

/// Compares all steps since the onset that both runs completed.
bool EffectWatch::hasSlowJob(const sim::Simulation& faulted) const
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> expected;
    for (const sim::StepTruth& step : m_twin->truth().steps)
        expected.emplace(std::pair(step.job, step.step), step.seconds);
    std::map<std::uint32_t, std::pair<double, double>> jobs; // seconds with the fault and without
    const double onset = std::chrono::duration<double>(m_onset - m_start).count();
    for (const sim::StepTruth& step : faulted.truth().steps) {
        const auto well = expected.find({step.job, step.step});
        if (well == expected.end() || step.startSeconds + step.seconds < onset)
            continue;
        jobs[step.job].first += step.seconds;
        jobs[step.job].second += well->second;
    }
    return std::ranges::any_of(jobs, [](const auto& job) { return job.second.first > stepShare * job.second.second; });
}

void EffectWatch::learn(std::size_t node, const NodeTick& tick)
{
    std::vector<Sensor>& sensors = m_sensors[node];
    const bool isFirst = m_learned == 0;
    for (std::size_t at = 0; at < tick.values.size(); ++at) {
        Sensor& sensor = sensors[at];
        const float change = isFirst || std::isnan(tick.values[at]) ? 0.0F : tick.values[at] - sensor.last;
        sensor.meanSquare += (change * change - sensor.meanSquare) / (m_learned + 1);
        sensor.last = tick.values[at];
    }
}

bool EffectWatch::hasLeftNoise(std::size_t node, const NodeTick& faulted, const NodeTick& well)
{
    std::vector<Sensor>& sensors = m_sensors[node];
    bool hasLeft = false;
    for (std::size_t at = 0; at < std::min(faulted.values.size(), well.values.size()); ++at) {
        const float value = faulted.values[at];
        const float expected = well.values[at];
        Sensor& sensor = sensors[at];
        // The difference of two successive values has twice the variance of one.
        const float noise = std::max(sigmas * std::sqrt(sensor.meanSquare / 2), sensorAccuracy * std::abs(expected));
        const bool isOutside = std::isnan(value) != std::isnan(expected) || std::abs(value - expected) > noise;
        sensor.outside = isOutside ? static_cast<std::uint8_t>(sensor.outside + 1) : std::uint8_t{0};
        hasLeft |= sensor.outside >= lasts;
    }
    return hasLeft;
}

bool EffectWatch::hasSlowStep(const sim::Simulation& faulted) const
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> expected;
    for (const sim::StepTruth& step : m_twin->truth().steps)
        expected.emplace(std::pair(step.job, step.step), step.seconds);
    const double onset = std::chrono::duration<double>(m_onset - m_start).count();
    const double now = std::chrono::duration<double>(faulted.now() - m_start).count();
    return std::ranges::any_of(faulted.truth().steps, [&](const sim::StepTruth& step) {
        const auto well = expected.find({step.job, step.step});
        const double end = step.startSeconds + step.seconds; // infinite: it hangs
        return well != expected.end() && end > onset && end <= now && step.seconds > stepShare * well->second;
    });
}

} // namespace lockstep::scoring
