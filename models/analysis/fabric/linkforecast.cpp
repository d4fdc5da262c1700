// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/linkforecast.h"

#include "models/analysis/detect/baseline/learnedbaselines.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/analysis/detect/baseline/placetext.h"
#include "models/analysis/fabric/linktrend.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr const char* learnedQuantity = "link history";
constexpr double daySeconds = 86'400;
constexpr double mostDays = 400; ///< later is never
/// Trends bend, which the spread of slopes does not show. Measured on made series, see tests/bench/linkforecast.md.
constexpr double modelError = 1.15;
constexpr double reachOfKnown = 2; ///< a forecast that counts goes on, although it has moved away

std::optional<LinkForecast> forecastIn(const LinkHistory& history, std::uint32_t port, LinkQuantity quantity,
                                       LinkForecast::Status status)
{
    std::span<const float> series = history.series(port, quantity);
    double silentDays = 0;
    for (; status == LinkForecast::Status::Restored && !series.empty() && std::isnan(series.back());
         series = series.first(series.size() - 1))
        silentDays += 1 / static_cast<double>(LinkTrend::binsPerDay);
    const auto trend = series.empty() || std::isnan(series.back()) ? std::nullopt : LinkTrend::of(series);
    if (!trend)
        return std::nullopt;
    const auto limit = static_cast<double>(history.limit(port, quantity));
    const double direction = quantity == LinkQuantity::ReceivePower ? -1 : 1;
    const double left = direction * (limit - trend->level - trend->slope * silentDays);
    if (!(direction * trend->slope > 0) || std::isnan(left))
        return std::nullopt;
    const auto after = [](double distance, double slope) {
        return durationOfSeconds(daySeconds * std::max(distance, 0.0) / slope);
    };
    LinkForecast forecast{.quantity = quantity,
                          .level = trend->level,
                          .limit = limit,
                          .perDay = trend->slope,
                          .expected = after(left, direction * trend->slope),
                          .soonest = after(left - trend->noise, modelError * direction * trend->slopeFarFromZero),
                          .latest = {}};
    const double slowest = direction * trend->slopeNearZero / modelError;
    if (slowest > 0 && (left + trend->noise) / slowest < mostDays)
        forecast.latest = after(left + trend->noise, slowest);
    const Duration seen = durationOfSeconds(daySeconds * std::max(trend->days, 1.0));
    const double reach = status == LinkForecast::Status::Known ? reachOfKnown : 1;
    const double most = reach * std::chrono::duration<double>(std::min(seen, LinkForecast::furthest)).count();
    return std::chrono::duration<double>(forecast.expected).count() <= most ? std::optional(forecast) : std::nullopt;
}

std::string durationsText(const LinkForecast& forecast)
{
    const double soonest = std::chrono::duration<double, std::ratio<86'400>>(forecast.soonest).count();
    if (forecast.expected == Duration::zero())
        return "now";
    if (!forecast.latest)
        return fmt::format("in {:.0f} days or more", soonest);
    const double latest = std::chrono::duration<double, std::ratio<86'400>>(*forecast.latest).count();
    constexpr double fewDays = 3;
    if (latest < fewDays)
        return fmt::format("in {:.0f} to {:.0f} h", 24 * soonest, 24 * latest);
    return std::lround(soonest) == std::lround(latest) ? fmt::format("in {:.0f} days", latest)
                                                       : fmt::format("in {:.0f} to {:.0f} days", soonest, latest);
}

double power10(double exponent)
{
    return std::pow(10.0, exponent);
}

} // namespace

std::optional<LinkForecast> LinkForecast::of(const LinkHistory& history, std::uint32_t port, Status status)
{
    std::optional<LinkForecast> first;
    for (std::size_t quantity = 0; quantity < linkQuantityCount; ++quantity) {
        const auto next = forecastIn(history, port, static_cast<LinkQuantity>(quantity), status);
        if (next && (!first || next->expected < first->expected))
            first = next;
    }
    return first;
}

std::string_view toText(LinkQuantity quantity)
{
    switch (quantity) {
    case LinkQuantity::BitErrorRatio:
        return "bit_error_ratio";
    case LinkQuantity::ReceivePower:
        return "receive_power";
    case LinkQuantity::Temperature:
        return "temperature";
    case LinkQuantity::Errors:
        return "errors";
    }
    return "";
}

std::string textOf(const LinkForecast& forecast)
{
    const std::string when = durationsText(forecast);
    const double level = forecast.level;
    const double limit = forecast.limit;
    switch (forecast.quantity) {
    case LinkQuantity::BitErrorRatio:
        return fmt::format("pre-FEC bit error ratio {:.1e}, growing {:.1f}-fold per day; reaches {:.1e} {}",
                           power10(level), power10(forecast.perDay), power10(limit), when);
    case LinkQuantity::ReceivePower:
        return fmt::format("optical receive power {:.1f} dBm, falling {:.2f} dB per day; reaches {:.1f} dBm {}", level,
                           -forecast.perDay, limit, when);
    case LinkQuantity::Temperature:
        return fmt::format("transceiver {:.0f} °C, rising {:.1f} K per day; reaches {:.0f} °C {}", level,
                           forecast.perDay, limit, when);
    case LinkQuantity::Errors:
        return fmt::format("{:.0f} link errors per day, growing {:.1f}-fold per day; reaches {:.0f} {}",
                           power10(level) - 1, power10(forecast.perDay), power10(limit) - 1, when);
    }
    return {};
}

std::vector<LinkForecasts::Change> LinkForecasts::step(const WatchedTick& now)
{
    std::vector<Change> changes;
    if (!m_history.add(now))
        return changes;
    for (std::uint32_t port = 0; port < m_history.portCount(); ++port) {
        if (!m_history.isMeasured(port))
            continue; // down or silent, which says nothing of its trend
        const auto known = m_seen.find(port);
        const bool isReported = known != m_seen.end() && known->second.isReported;
        const std::optional<LinkForecast> forecast
            = LinkForecast::of(m_history, port, isReported ? LinkForecast::Status::Known : LinkForecast::Status::New);
        if (!forecast && known == m_seen.end())
            continue;
        Seen& seen = known == m_seen.end() ? m_seen[port] : known->second;
        if (forecast) {
            seen.forecast = *forecast;
            seen.missed = 0;
            if (++seen.found >= binsToBegin && !std::exchange(seen.isReported, true))
                changes.push_back({port, true, *forecast});
        } else if (++seen.missed >= binsToEnd || !seen.isReported) {
            if (seen.isReported)
                changes.push_back({port, false, seen.forecast});
            m_seen.erase(port);
        }
    }
    return changes;
}

std::optional<LinkForecasts::Change> LinkForecasts::restore(std::uint32_t port, std::span<const float> saved)
{
    const auto forecast = m_history.restore(port, saved)
        ? LinkForecast::of(m_history, port, LinkForecast::Status::Restored)
        : std::nullopt;
    if (!forecast)
        return std::nullopt;
    m_seen[port] = {*forecast, binsToBegin, 0, true};
    return Change{port, true, *forecast};
}

const LinkForecast* LinkForecasts::find(std::uint32_t port) const
{
    const auto known = m_seen.find(port);
    return known == m_seen.end() || !known->second.isReported ? nullptr : &known->second.forecast;
}

void LinkForecastWatch::step(const Tick& now, Derived& out)
{
    const TimePoint before = m_forecasts.history().end();
    const std::vector<LinkForecasts::Change> changes = m_forecasts.step(now);
    recall(now, out);
    for (const LinkForecasts::Change& change : changes)
        report(now, change, out);
    if (m_forecasts.history().end() != before)
        remember(now);
    if (m_forecasts.isEmpty())
        return;
    const std::size_t count = m_forecasts.history().portCount();
    std::vector<float>& left = out.addColumn(metrics::port::timeToLimit, now.stored, count);
    for (std::uint32_t port = 0; port < count; ++port) {
        const LinkForecast* const forecast = m_forecasts.find(port);
        if (forecast == nullptr)
            continue;
        const Duration expected = forecast->expected - (now.time - m_forecasts.history().end());
        left[port] = std::chrono::duration<float>(std::max(expected, Duration::zero())).count();
    }
}

void LinkForecastWatch::report(const Tick& now, const LinkForecasts::Change& change, Derived& out)
{
    const EntityRef entity{EntityKind::Port, change.port};
    const std::string place = placeText(*now.topology, entity);
    if (!change.isBegin) {
        out.events.push_back({entity,
                              {now.time, Severity::Information, 0, codes::portDegrading,
                               fmt::format("{}: no longer degrading", place)}});
        return;
    }
    out.events.push_back(
        {entity,
         {now.time,
          Severity::Warning,
          0,
          codes::portDegrading,
          fmt::format("{}: {}", place, textOf(change.forecast)),
          {.value = std::chrono::duration<double>(change.forecast.expected).count(), .unit = Unit::Seconds}}});
}

/// What was kept of ports that are new here.
void LinkForecastWatch::recall(const Tick& now, Derived& out)
{
    if (m_baselines == nullptr)
        return;
    for (auto port = static_cast<std::uint32_t>(m_isRecalled.size()); port < now.topology->count(EntityKind::Port);
         ++port) {
        const LearnedBaselines::Recalled known
            = m_baselines->recall(learnedQuantity, learnedPath(*now.topology, {EntityKind::Port, port}), {}, now.time);
        if (const auto change = known.learned ? m_forecasts.restore(port, known.learned->values) : std::nullopt)
            report(now, *change, out);
        m_isRecalled.push_back(true);
    }
}

void LinkForecastWatch::remember(const Tick& now) const
{
    const LinkHistory& history = m_forecasts.history();
    for (std::uint32_t port = 0; m_baselines != nullptr && port < history.portCount(); ++port) {
        std::vector<float> values = history.saved(port);
        if (values.empty())
            continue;
        m_baselines->remember(
            learnedQuantity, learnedPath(*now.topology, {EntityKind::Port, port}),
            {{}, history.end() - LinkHistory::binLength * LinkHistory::maxBins, now.time, std::move(values)});
    }
}

Analysis::Task LinkForecastAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (changes.ticks.isEmpty() || !store.topology())
        return {};
    const auto isMeasured = [&store](std::string_view metric) {
        return store.metrics().find(metric).isValid();
    };
    const std::span signs(LinkHistory::watched.data(), LinkHistory::upColumn);
    const TickRange ticks = m_ticks.take(store, 0);
    if (ticks.isEmpty() || std::ranges::none_of(signs, isMeasured))
        return {};
    std::vector<LinkForecastWatch::Tick> looks;
    for (const AnalysedTick& tick : m_ticks.spaced(store, ticks, LinkHistory::watched)) {
        const Duration passed = tick.time - m_looked;
        if (passed >= Duration::zero() && passed < lookEvery)
            continue;
        const bool isFirst = passed < Duration::zero() || passed > LinkHistory::binLength;
        LinkForecastWatch::Tick look;
        look.tick = tick.index;
        look.stored = tick.tick;
        look.time = m_looked = tick.time;
        look.seconds = isFirst ? tick.seconds : std::chrono::duration<float>(passed).count();
        look.topology = store.topology();
        for (const std::string_view metric : LinkHistory::watched)
            look.columns.push_back(m_ticks.column(store, metric, tick));
        looks.push_back(std::move(look));
    }
    return looks.empty() ? Task() : stepEach(std::move(looks));
}

} // namespace lockstep
