// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/linkbacktest.h"

#include "models/core/median.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr Duration day = std::chrono::days(1);

TimePoint deadlineOf(const LinkBacktest::Prediction& prediction)
{
    const LinkForecast& forecast = prediction.forecast;
    return prediction.since + std::min(forecast.latest.value_or(2 * forecast.expected), 2 * LinkForecast::furthest)
        + day;
}

bool isPast(LinkQuantity quantity, float value, float limit)
{
    return quantity == LinkQuantity::ReceivePower ? value <= limit : value >= limit;
}

} // namespace

void LinkBacktest::step(const WatchedTick& now)
{
    m_now = now.time;
    const TimePoint before = m_forecasts.history().end();
    for (const LinkForecasts::Change& change : m_forecasts.step(now)) {
        if (change.isBegin) {
            m_predictions.push_back({.port = change.port, .since = now.time, .forecast = change.forecast});
            continue;
        }
        const auto last
            = std::ranges::find(m_predictions.rbegin(), m_predictions.rend(), change.port, &Prediction::port);
        if (last != m_predictions.rend())
            last->withdrawn = now.time;
    }
    if (m_forecasts.history().end() != before)
        findReached(now);
    watch(now);
}

void LinkBacktest::watch(const WatchedTick& now)
{
    m_ports.resize(m_forecasts.history().portCount());
    for (std::uint32_t at = 0; at < m_ports.size(); ++at) {
        Port& port = m_ports[at];
        bool isMeasured = false;
        for (std::size_t column = 0; column < LinkHistory::upColumn; ++column)
            isMeasured |= !std::isnan(now.value(column, at));
        port.seconds += isMeasured ? static_cast<double>(now.seconds) : 0;
        const float up = now.value(LinkHistory::upColumn, at);
        if (std::isnan(up))
            continue;
        if (up < 0.5F && port.isUp && port.seconds > 0 && (!port.lastDown || now.time - *port.lastDown >= day)) {
            port.lastDown = now.time;
            m_downs.push_back({.port = at, .time = now.time, .ahead = {}});
        }
        port.isUp = up >= 0.5F;
    }
}

void LinkBacktest::findReached(const WatchedTick& now)
{
    const LinkHistory& history = m_forecasts.history();
    for (const Prediction& each : m_predictions) {
        const LinkQuantity quantity = each.forecast.quantity;
        const std::span<const float> series = history.series(each.port, quantity);
        if (!series.empty() && isPast(quantity, series.back(), history.limit(each.port, quantity)))
            m_reached.push_back({each.port, quantity, now.time});
    }
}

void LinkBacktest::judge(Prediction& prediction) const
{
    const TimePoint deadline = deadlineOf(prediction);
    const auto isIts = [&](const auto& each) {
        return each.port == prediction.port && each.time >= prediction.since && each.time <= deadline;
    };
    const auto down = std::ranges::find_if(m_downs, isIts);
    const auto reached = std::ranges::find_if(m_reached, isIts);
    if (down != m_downs.end()) {
        prediction.outcome = Outcome::WentDown;
        prediction.happened = down->time;
    } else if (reached != m_reached.end()) {
        prediction.outcome = Outcome::ReachedLimit;
        prediction.happened = reached->time;
    } else {
        prediction.outcome = m_now < deadline && !prediction.withdrawn ? Outcome::Open : Outcome::Neither;
        return;
    }
    const Duration after = *prediction.happened - prediction.since;
    const LinkForecast& forecast = prediction.forecast;
    prediction.isWithinInterval = after >= forecast.soonest - LinkHistory::binLength
        && (!forecast.latest || after <= *forecast.latest + LinkHistory::binLength);
}

LinkBacktest::Result LinkBacktest::result() const
{
    Result result{.predictions = m_predictions, .downs = m_downs};
    for (Prediction& each : result.predictions)
        judge(each);
    for (Down& down : result.downs) {
        const auto first = std::ranges::find_if(m_predictions, [&down](const Prediction& each) {
            return each.port == down.port && each.since <= down.time && down.time <= deadlineOf(each);
        });
        if (first != m_predictions.end())
            down.ahead = down.time - first->since;
    }
    for (const Port& port : m_ports) {
        result.links += port.seconds > 0 ? 1 : 0;
        result.linkDays += port.seconds / std::chrono::duration<double>(day).count();
    }
    return result;
}

std::size_t LinkBacktest::Result::count(Outcome outcome) const
{
    return static_cast<std::size_t>(std::ranges::count(predictions, outcome, &Prediction::outcome));
}

std::size_t LinkBacktest::Result::predicted() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(downs, [](const Down& each) { return each.ahead.has_value(); }));
}

std::optional<Duration> LinkBacktest::Result::medianAhead() const
{
    std::vector<Duration> ahead;
    for (const Down& each : downs)
        if (each.ahead)
            ahead.push_back(*each.ahead);
    return ahead.empty() ? std::nullopt : std::optional(upperMedian(ahead));
}

double LinkBacktest::Result::falsePerLinkYear() const
{
    constexpr double year = 365.25;
    return linkDays > 0 ? static_cast<double>(count(Outcome::Neither)) / (linkDays / year) : 0;
}

} // namespace lockstep
