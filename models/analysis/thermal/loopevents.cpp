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

constexpr EpisodeRule loopRule{.lasts = 5, .calm = 30}; // a flow meter's bubble is no fault

std::string quantity(float value, Unit unit)
{
    return formatQuantity(static_cast<double>(value), unit);
}

/// "27 of 180 L/min"
std::string flowText(const LoopStanding& now)
{
    const auto whole = [](float flow) {
        return flow < 10 ? flow : std::round(flow);
    };
    return fmt::format("{} of {}", formatNumber(static_cast<double>(whole(now.flow))),
                       quantity(whole(now.normalFlow), Unit::LitersPerMinute));
}

/// What an operator can do something with: a forecast to the second promises too much.
std::string roughly(float seconds)
{
    if (seconds < 90)
        return fmt::format("{:.0f} s", std::max(std::round(seconds / 10) * 10, 10.0F));
    return fmt::format("{:.0f} min", std::round(seconds / 60));
}

void tell(Derived& out, const LoopStanding& now, Severity severity, std::string code, std::string text)
{
    out.events.push_back({now.loop, {now.time, severity, 0, std::move(code), std::move(text)}});
}

} // namespace

void LoopEvents::step(const LoopStanding& now, Derived& out)
{
    if (!std::isnan(now.flowShare))
        judgeFlow(now, out);
    if (!std::isnan(now.secondsToLimit))
        judgeForecast(now, out);
}

void LoopEvents::judgeFlow(const LoopStanding& now, Derived& out)
{
    const bool isLow = now.flowShare < lowShare && !now.isRising;
    const Severity severity = now.flowShare < veryLowShare ? Severity::Critical : Severity::Warning;
    const auto state = now.flowShare >= LoopFlow::enoughShare ? Episodes::State::Well : Episodes::State::Unclear;
    const Episodes::Key key{now.loop, flowCode};
    const auto news = isLow ? m_episodes.found(key, loopRule, {now.tick, now.time}, severity)
                            : m_episodes.notFound(key, loopRule, {now.tick, now.time}, state);
    if (news.isOver())
        tell(out, now, Severity::Information, flowCode,
             fmt::format("Loop {} flows again: {}", now.name, flowText(now)));
    if (!news.isBad())
        return;
    std::string text = fmt::format("Loop {} loses flow: {}", now.name, flowText(now));
    if (now.secondsToLimit > 0 && now.secondsToLimit < soon)
        text += fmt::format("; return {}, {} in about {}", quantity(now.returned, Unit::Celsius),
                            quantity(now.limit, Unit::Celsius), roughly(now.secondsToLimit));
    else if (!std::isnan(now.returned))
        text += fmt::format("; return {}", quantity(now.returned, Unit::Celsius));
    tell(out, now, severity, flowCode, std::move(text));
}

void LoopEvents::judgeForecast(const LoopStanding& now, Derived& out)
{
    const bool isPast = now.secondsToLimit <= 0;
    const bool isAhead = !isPast && now.secondsToLimit < soon;
    const auto state
        = isPast || now.secondsToLimit >= forecastHorizon ? Episodes::State::Well : Episodes::State::Unclear;
    const Episodes::Key key{now.loop, forecastCode};
    const auto news = isAhead ? m_episodes.found(key, loopRule, {now.tick, now.time}, Severity::Warning)
                              : m_episodes.notFound(key, loopRule, {now.tick, now.time}, state);
    if (news.isBad())
        tell(out, now, Severity::Warning, forecastCode,
             fmt::format("Loop {} return reaches {} in about {}: {} now", now.name, quantity(now.limit, Unit::Celsius),
                         roughly(now.secondsToLimit), quantity(now.returned, Unit::Celsius)));
    if (news.isOver())
        tell(out, now, Severity::Information, forecastCode,
             fmt::format("Loop {} return {} {}", now.name, isPast ? "is past" : "is no longer heading for",
                         quantity(now.limit, Unit::Celsius)));
}

} // namespace lockstep
