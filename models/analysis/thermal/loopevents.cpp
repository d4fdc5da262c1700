// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/loopevents.h"

#include "models/analysis/thermal/loopflow.h"
#include "models/analysis/thermal/thermalforecast.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr EpisodeRule loopRule{.lasts = 5, .calm = 30}; // longer than the effect of a bubble in a flow meter
constexpr EpisodeRule lossRule{.lasts = 1, .calm = 30}; // the sum already requires a duration
constexpr EpisodeRule supplyRule{.lasts = 15, .calm = 60};
// Heat lags behind power because of the water's heat capacity.
constexpr EpisodeRule balanceRule{.lasts = 60, .calm = 60};
constexpr EpisodeRule departureRule{.lasts = 30, .calm = 60};
constexpr float sameSpeed = 0.02F; ///< relative, for a pump at its normal speed

std::string quantity(float value, Unit unit)
{
    return formatQuantity(static_cast<double>(value), unit);
}

/// "27 L/min, expected 180 L/min"
std::string flowText(const LoopState& now)
{
    const auto whole = [](float flow) {
        return flow < 10 ? flow : std::round(flow);
    };
    return fmt::format("{}, expected {}", quantity(whole(now.flow), Unit::LitersPerMinute),
                       quantity(whole(now.normalFlow), Unit::LitersPerMinute));
}

/// Hint at the location of the fault: slow pumps, or an obstruction.
std::string pumpText(const LoopState& now)
{
    if (std::isnan(now.pumpShare))
        return {};
    if (now.pumpShare < 1 - sameSpeed)
        return fmt::format("\npumps at {:.0f} % of their baseline speed", 100 * now.pumpShare);
    return "\npumps at their baseline speed: check the valve and the filter, and look for leaks";
}

/// Rounded, because a forecast to the second would suggest too much accuracy.
std::string roughly(float seconds)
{
    if (seconds < 90)
        return fmt::format("{:.0f} s", std::max(std::round(seconds / 10) * 10, 10.0F));
    return fmt::format("{:.0f} min", std::round(seconds / 60));
}

void reportEvent(Derived& out, const LoopState& now, Severity severity, std::string code, std::string text,
                 EventFields fields = {})
{
    out.events.push_back({now.loop, {now.tick.time, severity, 0, std::move(code), std::move(text), std::move(fields)}});
}

} // namespace

void LoopEvents::step(const LoopState& now, Derived& out)
{
    if (!std::isnan(now.flowShare))
        judgeFlow(now, out);
    if (!std::isnan(now.secondsToLimit))
        judgeForecast(now, out);
    if (!std::isnan(now.supply - now.baselineSupply))
        judgeSupply(now, out);
    if (!std::isnan(now.balance - now.baselineBalance))
        judgeBalance(now, out);
    if (!std::isnan(now.flow))
        judgeDeparture(now, out);
}

void LoopEvents::judgeFlow(const LoopState& now, Derived& out)
{
    const bool isLow = (now.flowShare < lowShare || now.isLosing) && !now.isRising;
    const Severity severity = now.flowShare < veryLowShare ? Severity::Critical : Severity::Warning;
    const auto state = now.flowShare >= LoopFlow::enoughShare ? Episodes::State::Healthy : Episodes::State::Unclear;
    const Episodes::Key key{now.loop, flowCode};
    const bool isReportedAtOnce = now.isLosing && severity == Severity::Warning;
    const auto news = isLow ? m_episodes.found(key, isReportedAtOnce ? lossRule : loopRule, now.tick, severity)
                            : m_episodes.notFound(key, loopRule, now.tick, state);
    if (news.isOver()) {
        m_deadband.forget(key);
        reportEvent(out, now, Severity::Information, flowCode,
                    fmt::format("Loop {}: flow back to baseline: {}", now.name, flowText(now)));
    }
    const float lost = 1 - (now.normalFlow > 0 ? now.flow / now.normalFlow : now.flowShare);
    const bool isOther = state != Episodes::State::Healthy && m_deadband.isDue(key, now.tick.time, lost);
    if (!news.isBad() && !isOther)
        return;
    m_deadband.report(key, now.tick.time, lost);
    std::string text = fmt::format("Loop {}: flow {}{}", now.name, flowText(now), pumpText(now));
    if (now.secondsToLimit > 0 && now.secondsToLimit < soon)
        text += fmt::format("\nreturn {}, reaching {} in about {}", quantity(now.returned, Unit::Celsius),
                            quantity(now.limit, Unit::Celsius), roughly(now.secondsToLimit));
    else if (!std::isnan(now.returned))
        text += fmt::format("\nreturn {}", quantity(now.returned, Unit::Celsius));
    text += now.learned;
    // Reports the current figure; the severity stays the worst so far.
    reportEvent(out, now, std::max(severity, m_episodes.reported(key).value_or(severity)), flowCode, std::move(text),
                {.lasted = durationOfSeconds(static_cast<double>(now.secondsOfLoss)),
                 .value = now.flow,
                 .baseline = now.normalFlow > 0 ? std::optional<double>(now.normalFlow) : std::nullopt,
                 .unit = Unit::LitersPerMinute});
}

void LoopEvents::judgeForecast(const LoopState& now, Derived& out)
{
    const bool isPast = now.secondsToLimit <= 0;
    const bool isAhead = !isPast && now.secondsToLimit < soon;
    const auto state
        = isPast || now.secondsToLimit >= forecastHorizon ? Episodes::State::Healthy : Episodes::State::Unclear;
    const Episodes::Key key{now.loop, forecastCode};
    const auto news = isAhead ? m_episodes.found(key, loopRule, now.tick, Severity::Warning)
                              : m_episodes.notFound(key, loopRule, now.tick, state);
    if (news.isBad())
        reportEvent(out, now, Severity::Warning, forecastCode,
                    fmt::format("Loop {}: return will reach {} in about {}, now {}", now.name,
                                quantity(now.limit, Unit::Celsius), roughly(now.secondsToLimit),
                                quantity(now.returned, Unit::Celsius)));
    if (news.isOver())
        reportEvent(out, now, Severity::Information, forecastCode,
                    fmt::format("Loop {}: return {} {}", now.name, isPast ? "has exceeded" : "no longer approaches",
                                quantity(now.limit, Unit::Celsius)));
}

void LoopEvents::judgeSupply(const LoopState& now, Derived& out)
{
    const float excess = now.supply - now.baselineSupply;
    const Severity severity = excess > veryWarmSupply ? Severity::Critical : Severity::Warning;
    const auto state = excess < warmSupply / 2 ? Episodes::State::Healthy : Episodes::State::Unclear;
    const Episodes::Key key{now.loop, codes::loopSupply};
    const auto news = excess > warmSupply ? m_episodes.found(key, supplyRule, now.tick, severity)
                                          : m_episodes.notFound(key, supplyRule, now.tick, state);
    const bool isOther = state != Episodes::State::Healthy && m_deadband.isDue(key, now.tick.time, excess);
    if (news.isBad() || isOther) {
        m_deadband.report(key, now.tick.time, excess);
        reportEvent(
            out, now, std::max(severity, m_episodes.reported(key).value_or(severity)), codes::loopSupply,
            fmt::format("Loop {}: supply {}, {} above baseline: check the heat exchanger and the facility water{}",
                        now.name, quantity(now.supply, Unit::Celsius), quantity(excess, Unit::KelvinDelta),
                        now.learned),
            {.lasted = supplyRule.lastsAtTicksOf(now.tick.seconds),
             .value = now.supply,
             .baseline = now.baselineSupply,
             .unit = Unit::Celsius});
    }
    if (news.isOver()) {
        m_deadband.forget(key);
        reportEvent(out, now, Severity::Information, codes::loopSupply,
                    fmt::format("Loop {}: supply back to baseline: {}", now.name, quantity(now.supply, Unit::Celsius)));
    }
}

void LoopEvents::judgeBalance(const LoopState& now, Derived& out)
{
    const float change = now.balance / now.baselineBalance - 1;
    const auto state = std::abs(change) < offBalance / 2 ? Episodes::State::Healthy : Episodes::State::Unclear;
    const Episodes::Key key{now.loop, codes::loopBalance};
    const auto news = std::abs(change) > offBalance ? m_episodes.found(key, balanceRule, now.tick, Severity::Warning)
                                                    : m_episodes.notFound(key, balanceRule, now.tick, state);
    const std::string shares = fmt::format("{:.0f} % of its nodes' power", 100 * now.balance);
    if (news.isBad())
        reportEvent(out, now, Severity::Warning, codes::loopBalance,
                    fmt::format("Loop {}: removes {}, baseline {:.0f} %: coolant bypass or faulty meter{}", now.name,
                                shares, 100 * now.baselineBalance, now.learned),
                    {.lasted = balanceRule.lastsAtTicksOf(now.tick.seconds),
                     .value = now.balance,
                     .baseline = now.baselineBalance,
                     .unit = Unit::Ratio});
    if (news.isOver())
        reportEvent(out, now, Severity::Information, codes::loopBalance,
                    fmt::format("Loop {}: heat balance back to baseline: {}", now.name, shares));
}

/// Does not repeat what is already reported as a loss of flow.
void LoopEvents::judgeDeparture(const LoopState& now, Derived& out)
{
    const Episodes::Key key{now.loop, codes::loopDeviation};
    const bool isReported = m_episodes.reported({now.loop, flowCode}).has_value();
    const auto state = now.departure.empty() ? Episodes::State::Healthy : Episodes::State::Unclear;
    const auto news = now.departs && !isReported ? m_episodes.found(key, departureRule, now.tick, Severity::Warning)
                                                 : m_episodes.notFound(key, departureRule, now.tick, state);
    if (news.isBad())
        reportEvent(out, now, Severity::Warning, codes::loopDeviation,
                    fmt::format("Loop {}: deviates from baseline: {}{}", now.name, now.departure, now.learned),
                    {.lasted = departureRule.lastsAtTicksOf(now.tick.seconds)});
    if (news.isOver())
        reportEvent(out, now, Severity::Information, codes::loopDeviation,
                    fmt::format("Loop {}: back to baseline", now.name));
}

} // namespace lockstep
