// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/loopflow.h"

#include "models/core/median.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr float secondsPerMean = 10;
constexpr std::size_t maxMeans = 180;
constexpr float wellShare = 0.9F; ///< smaller shares are not learned as normal
constexpr float fullNeed = 0.95F;
constexpr float noNeed = 0.1F; ///< relative to the normal load: an idle loop needs no flow
constexpr float designRise = 20; ///< K: loops are designed for 8 to 12
constexpr float farBelowRated = 0.5F;
constexpr float risingShare = 0.002F; ///< relative to the normal flow, per second

constexpr float pauseShare = 0.85F; ///< relative to the normal load
constexpr float heldShare = 0.97F; ///< relative to the normal flow
constexpr float similarLoad = 0.9F; ///< minimum relative load
constexpr float comesBack = 1.15F; ///< relative to the load of the last minute
constexpr float beginsToRise = 1.01F; ///< relative to the flow of the last 20 s
/// Relative to the proportional flow. A fluctuating load does not reduce the required flow.
constexpr float asked = 1.04F;

// Shortfalls up to this size are not reported, because valves of racks move and meters are accurate to 1 or 2 %. The
// limit is lower if the pump has slowed down along with the flow, because two meters then agree.
constexpr ShortfallRule byFlow{.slack = 0.06F, .large = 0.12F};
constexpr ShortfallRule byFlowAndPump{.slack = 0.045F, .large = 0.06F};
constexpr double lowButUsual = 0.2; ///< quantile of the flows at a similar load

} // namespace

/// Required flow relative to the normal flow, proportional to the load.
float LoopFlow::neededShare(float load) const
{
    if (std::isnan(load) || !(m_normalLoad > 0))
        return 1;
    return std::min(asked * load / m_normalLoad, 1.0F);
}

/// Low quantile of observed flows at this load or a higher one; NaN: no such load was observed.
float LoopFlow::seenAt(float load) const
{
    std::vector<float> flows;
    for (const Mean& each : m_means) {
        if (std::isnan(load) || each.load >= similarLoad * load)
            flows.push_back(each.flow);
    }
    return quantile(flows, lowButUsual);
}

void LoopFlow::followPause(float load, float ofNormal, float seconds)
{
    if (!(load < pauseShare * m_normalLoad)) {
        m_pauseSeconds = 0;
        m_heldThroughout = true;
        return;
    }
    m_pauseSeconds += seconds;
    m_heldThroughout = m_heldThroughout && ofNormal >= heldShare;
    if (m_heldThroughout)
        m_heldSeconds = std::max(m_heldSeconds, m_pauseSeconds);
}

void LoopFlow::add(const LoopSample& now)
{
    m_flow.add(now.flow, now.seconds);
    m_load.add(now.load, now.seconds);
    m_share = noData;
    m_flowAtNeed = now.flow;
    if (std::isnan(now.flow))
        return; // its behaviour during a gap is unknown
    if (!std::isnan(m_normalFlow) && m_normalFlow > 0)
        follow(now);
    const bool isStarved = now.flow < farBelowRated * now.ratedFlow && now.returned - now.supply > designRise;
    if (isStarved && !(m_normalFlow >= now.ratedFlow)) {
        m_normalFlow = now.ratedFlow;
        m_share = now.flow / now.ratedFlow;
    }
    if (std::isnan(m_share) || (m_share >= wellShare && !m_isLow))
        learn(now);
}

void LoopFlow::follow(const LoopSample& now)
{
    // A load that has just returned requires only the flow that pumps could have reached by now.
    const float load = std::min(m_load.level(), m_load.slowLevel());
    float needed = neededShare(load);
    m_flowAtNeed = needed > fullNeed ? now.flow / needed : noData;
    if (const float seen = seenAt(load); seen < needed * m_normalFlow)
        needed = seen / m_normalFlow;
    const float ofNormal = now.flow / m_normalFlow;
    followPause(load, ofNormal, now.seconds);
    if (m_pauseSeconds > 0 && m_pauseSeconds <= m_heldSeconds)
        needed = 1;
    m_share = needed < noNeed || ofNormal >= 1 ? std::max(ofNormal, 1.0F) : std::min(ofNormal / needed, 1.0F);
    // Pumps are slower than a returning load.
    const bool isLoadRising = std::max(m_load.level(), now.load) > comesBack * m_load.slowLevel();
    m_isRising = m_flow.slope() > risingShare * m_normalFlow
        || (isLoadRising && m_flow.level() > beginsToRise * m_flow.slowLevel());

    m_pumpShare = now.pumpSpeed / m_normalSpeed;
    const bool hasSlowedDown = m_pumpShare / needed < 1 - byFlowAndPump.slack;
    const float missing = m_isRising ? 0 : isLoadRising ? noData : 1 - m_share;
    m_shortfall.add(missing, hasSlowedDown ? byFlowAndPump : byFlow, now.seconds);
    // During a pause of the load, insufficient flow looks sufficient.
    if (isLosing() || m_share < wellShare)
        m_isLow = true;
    else if (needed > fullNeed && m_share >= enoughShare)
        m_isLow = false;
}

void LoopFlow::expect(float normalFlow)
{
    *this = LoopFlow();
    m_normalFlow = normalFlow;
    m_isLow = true; // not learned until the flow is sufficient again
}

void LoopFlow::learn(const LoopSample& now)
{
    m_flowSum += now.flow * now.seconds;
    m_loadSum += now.load * now.seconds;
    m_speedSum += now.pumpSpeed * now.seconds;
    m_summedSeconds += now.seconds;
    if (m_summedSeconds < secondsPerMean)
        return;
    const Mean mean{m_flowSum / m_summedSeconds, m_loadSum / m_summedSeconds, m_speedSum / m_summedSeconds};
    m_flowSum = m_loadSum = m_speedSum = m_summedSeconds = 0;
    if (m_means.size() < maxMeans)
        m_means.push_back(mean);
    else
        m_means[m_next++ % maxMeans] = mean;
    if (learnedSeconds() >= secondsToLearn)
        summarise();
}

float LoopFlow::learnedSeconds() const
{
    return static_cast<float>(m_means.size()) * secondsPerMean;
}

std::vector<float> LoopFlow::values() const
{
    if (learnedSeconds() < secondsToLearn)
        return {};
    std::vector<float> values{m_heldSeconds};
    for (std::size_t at = 0; at < m_means.size(); ++at) {
        const Mean& mean = m_means[(m_next + at) % m_means.size()];
        values.insert(values.end(), {mean.flow, mean.load, mean.speed});
    }
    return values;
}

bool LoopFlow::restore(std::span<const float> values)
{
    if (values.size() % 3 != 1 || values.size() > 1 + 3 * maxMeans || !(values.front() >= 0))
        return false;
    LoopFlow restored;
    restored.m_heldSeconds = values.front();
    for (values = values.subspan(1); !values.empty(); values = values.subspan(3)) {
        if (!(values[0] >= 0) || std::isinf(values[0]) || std::isinf(values[1]) || std::isinf(values[2]))
            return false;
        restored.m_means.push_back({values[0], values[1], values[2]});
    }
    if (restored.learnedSeconds() < secondsToLearn)
        return false;
    restored.summarise();
    *this = std::move(restored);
    return true;
}

void LoopFlow::summarise()
{
    m_normalFlow = medianOf(&Mean::flow);
    m_normalLoad = medianOf(&Mean::load);
    m_normalSpeed = medianOf(&Mean::speed);
}

/// Median of the means with data; NaN if there are none.
float LoopFlow::medianOf(float Mean::*value) const
{
    std::vector<float> values;
    for (const Mean& each : m_means) {
        if (!std::isnan(each.*value))
            values.push_back(each.*value);
    }
    return quantile(values, 0.5);
}

} // namespace lockstep
