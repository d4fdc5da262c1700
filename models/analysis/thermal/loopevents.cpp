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

constexpr TickIndex lastsBeforeTold = 5; ///< ticks: a flow meter's bubble is no fault
constexpr TickIndex calmBeforeOver = 30;

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

LoopEvents::News LoopEvents::judge(Episode& episode, std::optional<Severity> found, bool isWell, TickIndex tick)
{
    if (found && (!episode.told || *found > *episode.told)) {
        episode.wellSince.reset();
        if (!episode.worseSince)
            episode.worseSince = tick;
        if (tick - *episode.worseSince + 1 < lastsBeforeTold)
            return News::None;
        episode.worseSince.reset();
        episode.told = found;
        return News::Worse;
    }
    episode.worseSince.reset();
    if (!isWell || !episode.told) {
        episode.wellSince.reset();
        return News::None;
    }
    if (!episode.wellSince)
        episode.wellSince = tick;
    if (tick - *episode.wellSince + 1 < calmBeforeOver)
        return News::None;
    episode = {};
    return News::Over;
}

void LoopEvents::step(const LoopStanding& now, Derived& out)
{
    if (!std::isnan(now.flowShare))
        judgeFlow(now, out);
    if (!std::isnan(now.secondsToLimit))
        judgeForecast(now, out);
}

void LoopEvents::judgeFlow(const LoopStanding& now, Derived& out)
{
    Episode& episode = m_episodes[{now.loop, flowCode}];
    std::optional<Severity> found;
    if (now.flowShare < veryLowShare)
        found = Severity::Critical;
    else if (now.flowShare < lowShare)
        found = Severity::Warning;
    if (now.isRising)
        found = episode.told;
    const News news = judge(episode, found, now.flowShare >= LoopFlow::enoughShare, now.tick);
    if (news == News::Over)
        tell(out, now, Severity::Information, flowCode,
             fmt::format("Loop {} flows again: {}", now.name, flowText(now)));
    if (news != News::Worse)
        return;
    std::string text = fmt::format("Loop {} loses flow: {}", now.name, flowText(now));
    if (now.secondsToLimit > 0 && now.secondsToLimit < soon)
        text += fmt::format("; return {}, {} in about {}", quantity(now.returned, Unit::Celsius),
                            quantity(now.limit, Unit::Celsius), roughly(now.secondsToLimit));
    else if (!std::isnan(now.returned))
        text += fmt::format("; return {}", quantity(now.returned, Unit::Celsius));
    tell(out, now, *episode.told, flowCode, std::move(text));
}

void LoopEvents::judgeForecast(const LoopStanding& now, Derived& out)
{
    Episode& episode = m_episodes[{now.loop, forecastCode}];
    const bool isPast = now.secondsToLimit <= 0;
    const bool isAhead = !isPast && now.secondsToLimit < soon;
    switch (judge(episode, isAhead ? std::optional(Severity::Warning) : std::nullopt,
                  isPast || now.secondsToLimit >= forecastHorizon, now.tick)) {
    case News::None:
        break;
    case News::Worse:
        tell(out, now, *episode.told, forecastCode,
             fmt::format("Loop {} return reaches {} in about {}: {} now", now.name, quantity(now.limit, Unit::Celsius),
                         roughly(now.secondsToLimit), quantity(now.returned, Unit::Celsius)));
        break;
    case News::Over:
        tell(out, now, Severity::Information, forecastCode,
             fmt::format("Loop {} return {} {}", now.name, isPast ? "is past" : "is no longer heading for",
                         quantity(now.limit, Unit::Celsius)));
        break;
    }
}

} // namespace lockstep
