// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/loopmodel.h"

#include "models/analysis/detect/baseline/learnedbaselines.h"
#include "models/analysis/thermal/thermalforecast.h"
#include "models/analysis/thermal/thermalmodel.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/metrics/pointwise.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

constexpr float muchFlow = 0.03F; ///< minimum deviation to report, relative to the baseline
constexpr float muchElse = 0.1F;

void addDeviation(std::string& text, const char* what, const BaselineDeviation& departure)
{
    if (!departure.isFar())
        return;
    const float share = departure.share();
    text += fmt::format("{}{} {:.1f} % {} baseline", text.empty() ? "" : ", ", what, 100 * std::abs(share),
                        share < 0 ? "below" : "above");
}

} // namespace

std::vector<float> LoopDeviation::values() const
{
    std::vector<float> values;
    for (const BaselineDeviation* each : {&m_flow, &m_pressure, &m_pumpPower})
        appendPart(values, each->baseline().values());
    return values;
}

bool LoopDeviation::restore(std::span<const float> values)
{
    const std::vector<std::span<const float>> parts = partsOf(values, 3);
    if (parts.empty())
        return false;
    std::size_t at = 0;
    for (BaselineDeviation* each : {&m_flow, &m_pressure, &m_pumpPower})
        (void)each->baseline().restore(parts[at++]); // a quantity that was not measured is empty
    return true;
}

bool LoopDeviation::isReportable() const
{
    const auto isMuch = [](const BaselineDeviation& departure, float much) {
        return departure.isFar() && std::abs(departure.share()) > much;
    };
    return isMuch(m_flow, muchFlow) || isMuch(m_pressure, muchElse) || isMuch(m_pumpPower, muchElse);
}

std::string LoopDeviation::text() const
{
    std::string text;
    addDeviation(text, "flow", m_flow);
    addDeviation(text, "pressure", m_pressure);
    addDeviation(text, "pump power", m_pumpPower);
    return text;
}

namespace {

constexpr float minSupplyRise = 0.01F; ///< K/s: oscillation of valves
constexpr float minFlowLoss = 0.001F; ///< relative to the flow, per second

float beyond(float slope, float min)
{
    return slope > min ? slope : 0; // also for NaN
}

constexpr float sameKind = 0.1F; ///< maximum relative difference of rated flow and load
constexpr float muchLess = 0.8F; ///< relative to its flow
constexpr float muchWarmer = 1.2F; ///< relative to its rise
constexpr float unlikeForLong = 10; ///< s

float loopValue(const std::vector<float>& values, std::size_t loop)
{
    return loop < values.size() ? values[loop] : noData;
}

/// Without measured electrical power, a loop serves the nodes whose coolant sensor is named after it.
std::vector<float> powerOfNodes(const ThermalTick& now, const CoolingMap& cooling, std::size_t loops)
{
    std::vector<float> served(loops, noData);
    for (std::size_t node = 0; node < cooling.nodes().size(); ++node) {
        const std::uint32_t loop = cooling.nodes()[node].loop;
        if (loop < loops)
            served[loop] = (std::isnan(served[loop]) ? 0 : served[loop]) + loopValue(now.nodePower, node);
    }
    return served;
}

} // namespace

float secondsUntil(float headroom, float supplyRise, float flow, float flowLoss, float need)
{
    // a t^2 + b t + c = 0; its first root is the time.
    const float a = supplyRise * flowLoss;
    const float b = -(headroom * flowLoss + supplyRise * flow);
    const float c = headroom * flow - need;
    if (c <= 0)
        return 0;
    if (b >= 0)
        return forecastHorizon;
    const float root = std::sqrt(std::max(b * b - 4 * a * c, 0.0F));
    return std::min(2 * c / (root - b), forecastHorizon);
}

void LoopForecast::add(const LoopSample& now, float limit, float flowShare)
{
    m_supply.add(now.supply, now.seconds);
    m_flow.add(now.flow, now.seconds);
    m_rate.add(now.flow * (now.returned - now.supply), now.seconds);
    m_secondsToLimit = noData;
    if (std::isnan(limit) || std::isnan(now.returned))
        return;
    if (now.returned >= limit) {
        m_secondsToLimit = 0;
        return;
    }
    if (std::isnan(m_rate.level()) || !m_supply.isKnown())
        return; // no flow, or too early
    const bool losesFlow = flowShare < LoopFlow::enoughShare;
    const float flowLoss = losesFlow ? beyond(m_flow.fall(), minFlowLoss * now.flow) : 0;
    // Uses the heat of the last minutes, not that of a short pause.
    m_secondsToLimit = secondsUntil(limit - now.supply, beyond(m_supply.rise(), minSupplyRise), now.flow, flowLoss,
                                    std::max(m_rate.level(), now.flow * (now.returned - now.supply)));
}

void LoopModel::step(const ThermalTick& now, const CoolingMap& cooling, Derived& out)
{
    const std::size_t loops = now.topology->count(EntityKind::Loop);
    m_loops.resize(loops);
    out.columns.reserve(out.columns.size() + 3);
    auto& balance = out.addColumn(metrics::loop::heatBalance, now.storeTick, loops);
    auto& share = out.addColumn(metrics::loop::flowShare, now.storeTick, loops);
    auto& timeLeft = out.addColumn(metrics::loop::timeToLimit, now.storeTick, loops);
    const std::vector<float> served = powerOfNodes(now, cooling, loops);
    std::vector<LoopSample> samples;
    for (std::uint32_t at = 0; at < loops; ++at) {
        LoopSample& sample = samples.emplace_back(
            LoopSample{loopValue(now.loopFlow, at), loopValue(now.loopRatedFlow, at), loopValue(now.loopSupply, at),
                       loopValue(now.loopReturn, at), loopValue(now.loopPower, at), now.seconds,
                       loopValue(now.loopPumpSpeed, at)});
        const auto heat
            = static_cast<float>(loopHeat(static_cast<double>(sample.flow), static_cast<double>(sample.supply),
                                          static_cast<double>(sample.returned)));
        if (std::isnan(sample.load))
            sample.load = served[at];
        if (sample.load > 0)
            balance[at] = heat / sample.load;
        if (std::isnan(sample.load))
            sample.load = heat;
    }
    for (std::uint32_t at = 0; at < loops; ++at) {
        Loop& loop = m_loops[at];
        m_learned.follow(
            *now.topology, {EntityKind::Loop, at}, now.time, out,
            [&loop](std::span<const float> values) { return restore(loop, values); },
            [&loop] { return valuesOf(loop); }, [&loop] { return rangesOf(loop); });
    }
    compareNew(samples);
    for (std::uint32_t at = 0; at < loops; ++at) {
        const LoopSample& sample = samples[at];
        Loop& loop = m_loops[at];
        loop.flow.add(sample);
        loop.forecast.add(sample, now.returnLimit, loop.flow.share());
        share[at] = loop.flow.share();
        timeLeft[at] = loop.forecast.secondsToLimit();
        const EntityRef ref{EntityKind::Loop, at};
        LoopState standing{now,
                           ref,
                           now.topology->name(ref),
                           sample.flow,
                           loop.flow.normal(),
                           share[at],
                           loop.flow.isRising(),
                           sample.returned,
                           now.returnLimit,
                           timeLeft[at]};
        loop.departure.add(loop.flow.atUsualLoad(), loopValue(now.loopPressure, at), loopValue(now.loopPumpPower, at),
                           now.seconds);
        standing.learned = m_learned.text(ref, loop.flow.learnedSeconds());
        judge(loop, sample, balance[at], standing);
        m_events.step(standing, out);
    }
}

std::vector<float> LoopModel::valuesOf(const Loop& loop)
{
    const std::vector<float> flow = loop.flow.values();
    if (flow.empty())
        return {};
    std::vector<float> values;
    appendPart(values, flow);
    appendPart(values, loop.departure.values());
    appendPart(values, loop.supply.values());
    appendPart(values, loop.baselineBalance.values());
    return values;
}

std::vector<BaselineRange> LoopModel::rangesOf(const Loop& loop)
{
    std::vector<BaselineRange> ranges{
        {"flow", Unit::LitersPerMinute, loop.flow.normal(), noData, loop.flow.learnedSeconds()}};
    loop.departure.describe(ranges);
    loop.supply.describe("supply temperature", Unit::Celsius, ranges);
    loop.baselineBalance.describe("heat removed as a share of power drawn", Unit::Ratio, ranges);
    return ranges;
}

bool LoopModel::restore(Loop& loop, std::span<const float> values)
{
    const std::vector<std::span<const float>> parts = partsOf(values, 4);
    if (parts.empty() || !loop.flow.restore(parts[0]))
        return false;
    (void)loop.departure.restore(parts[1]); // a quantity that was not measured is empty
    (void)loop.supply.restore(parts[2]);
    (void)loop.baselineBalance.restore(parts[3]);
    return true;
}

/// Finds a loop that was already losing flow when it was first observed, and so has no baseline: another loop of the
/// same size carries the same load with much more water.
void LoopModel::compareNew(const std::vector<LoopSample>& samples)
{
    for (std::size_t at = 0; at < samples.size(); ++at) {
        Loop& loop = m_loops[at];
        if (!loop.flow.isNew())
            continue;
        const LoopSample& its = samples[at];
        float max = noData;
        for (const LoopSample& other : samples) {
            const bool isOfItsKind = std::abs(other.ratedFlow - its.ratedFlow) < sameKind * its.ratedFlow
                && std::abs(other.load - its.load) < sameKind * its.load;
            const bool warmsUpLess = its.returned - its.supply > muchWarmer * (other.returned - other.supply);
            if (isOfItsKind && warmsUpLess && its.flow < muchLess * other.flow && !(other.flow < max))
                max = other.flow;
        }
        loop.unlikeSeconds = std::isnan(max) ? 0 : loop.unlikeSeconds + its.seconds;
        if (loop.unlikeSeconds >= unlikeForLong)
            loop.flow.expect(max);
    }
}

/// Compares with its own past, using only healthy values.
void LoopModel::judge(Loop& loop, const LoopSample& sample, float balance, LoopState& standing)
{
    standing.departs = loop.departure.isReportable();
    standing.departure = loop.departure.text();
    standing.isLosing = loop.flow.isLosing();
    standing.secondsOfLoss = loop.flow.secondsOfLoss();
    standing.pumpShare = loop.flow.pumpShare();
    standing.supply = sample.supply;
    standing.baselineSupply = loop.supply.usual();
    if (!(sample.supply - standing.baselineSupply > LoopEvents::warmSupply / 2))
        loop.supply.add(sample.supply, sample.seconds);
    // At a low load the errors of meters dominate.
    loop.balance.add(balance, sample.seconds);
    standing.balance = loop.balance.level();
    standing.baselineBalance = loop.baselineBalance.usual();
    if (!(std::abs(standing.balance / standing.baselineBalance - 1) > LoopEvents::offBalance / 2))
        loop.baselineBalance.add(standing.balance, sample.seconds);
}

} // namespace lockstep
