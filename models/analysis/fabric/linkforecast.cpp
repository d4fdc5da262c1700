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
#include <limits>
#include <utility>

namespace lockstep {

namespace {

constexpr float lowestRatio = 1e-12F; ///< fewer errors than that are none
constexpr float darkWatts = 1e-7F; ///< -40 dBm: no light, so no lane in use
constexpr float recoveriesCount = 5; ///< weight, as in PortWatch
constexpr float secondsOfDay = 86'400;
constexpr float notMeasured = std::numeric_limits<float>::lowest(); ///< in saved values, which are finite

/// Limits. RS(544,514), the FEC of links with 50 Gbit/s per lane or more, corrects errors up to this ratio. The power
/// is a common low alarm, for modules without a known one. The temperature is the limit of commercial modules. The
/// errors per day correspond to ten within five minutes, which PortWatch reports.
constexpr float ratioLimit = -3.62F; // 2.4e-4
constexpr float powerLimit = -10;
constexpr float temperatureLimit = 70;
constexpr float errorsLimit = 3.46F; // 2880

float decibelMilliwatt(float watts)
{
    return watts > darkWatts ? 10 * std::log10(1000 * watts) : noData;
}

constexpr const char* learnedQuantity = "link history";
constexpr double daySeconds = 86'400;
constexpr double mostDays = 400; ///< a later time counts as never
/// Factor for trends that bend, which the spread of slopes does not show. Measured on generated series, see
/// tests/bench/linkforecast.md.
constexpr double modelError = 1.15;
constexpr double reachOfKnown = 2; ///< factor on the longest time of a forecast that is already known, so that it is
                                   ///< not dropped when it moves away

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

bool LinkHistory::add(const WatchedTick& now)
{
    const std::size_t count = now.topology->count(EntityKind::Port);
    const std::int64_t bin = now.time.time_since_epoch() / binLength;
    if (count < m_ports.size() || bin < m_bin)
        *this = LinkHistory(); // another cluster, or a restart of time
    m_ports.resize(count);
    const bool isComplete = m_bin != 0 && bin > m_bin;
    if (isComplete)
        closeBins(bin - m_bin);
    m_bin = bin;
    for (std::uint32_t port = 0; port < count; ++port)
        add(m_ports[port], now, port);
    return isComplete;
}

void LinkHistory::add(Port& port, const WatchedTick& now, std::uint32_t index)
{
    if (now.value(upColumn, index) < 0.5F)
        return; // values measured while the link is down do not indicate ageing
    const auto put = [&](LinkQuantity quantity, float value) {
        if (!std::isfinite(value))
            return;
        const auto at = static_cast<std::size_t>(quantity);
        port.sum[at] += static_cast<double>(value * now.seconds);
        port.seconds[at] += now.seconds;
    };
    put(LinkQuantity::BitErrorRatio, std::log10(std::max(now.value(0, index), lowestRatio)));
    put(LinkQuantity::ReceivePower, decibelMilliwatt(now.value(1, index)));
    put(LinkQuantity::Temperature, now.value(2, index));
    if (const float lowest = decibelMilliwatt(now.value(3, index)); std::isfinite(lowest))
        port.lowLimit = lowest;
    float errors = noData;
    for (std::size_t column = 4; column < upColumn; ++column) {
        const float rate = now.value(column, index);
        if (rate >= 0)
            errors = (std::isnan(errors) ? 0 : errors) + rate * (column + 1 == upColumn ? recoveriesCount : 1);
    }
    put(LinkQuantity::Errors, errors); // rate per second; the logarithm is taken of the whole bin
}

void LinkHistory::closeBins(std::int64_t bins)
{
    for (Port& port : m_ports) {
        for (std::size_t at = 0; at < linkQuantityCount; ++at) {
            std::vector<float>& series = port.bins[at];
            if (series.empty() && port.seconds[at] <= 0)
                continue;
            const auto mean = static_cast<float>(port.sum[at] / static_cast<double>(port.seconds[at]));
            const bool isErrors = at == static_cast<std::size_t>(LinkQuantity::Errors);
            series.push_back(port.seconds[at] <= 0 ? noData : isErrors ? std::log10(1 + mean * secondsOfDay) : mean);
            const auto skipped = std::min<std::int64_t>(bins - 1, maxBins);
            series.insert(series.end(), static_cast<std::size_t>(skipped), noData);
            if (series.size() > maxBins)
                series.erase(series.begin(), series.end() - maxBins);
        }
        port.sum = {};
        port.seconds = {};
    }
}

std::span<const float> LinkHistory::series(std::uint32_t port, LinkQuantity quantity) const
{
    return port < m_ports.size() ? std::span<const float>(m_ports[port].bins[static_cast<std::size_t>(quantity)])
                                 : std::span<const float>();
}

bool LinkHistory::isMeasured(std::uint32_t port) const
{
    return port < m_ports.size() && std::ranges::any_of(m_ports[port].bins, [](const std::vector<float>& bins) {
               return !bins.empty() && !std::isnan(bins.back());
           });
}

float LinkHistory::limit(std::uint32_t port, LinkQuantity quantity) const
{
    switch (quantity) {
    case LinkQuantity::BitErrorRatio:
        return ratioLimit;
    case LinkQuantity::ReceivePower:
        return port < m_ports.size() && !std::isnan(m_ports[port].lowLimit) ? m_ports[port].lowLimit : powerLimit;
    case LinkQuantity::Temperature:
        return temperatureLimit;
    case LinkQuantity::Errors:
        return errorsLimit;
    }
    return noData;
}

std::vector<float> LinkHistory::saved(std::uint32_t port) const
{
    const Port& its = m_ports[port];
    if (std::ranges::all_of(its.bins, &std::vector<float>::empty))
        return {};
    std::vector<float> values;
    const float head[]{static_cast<float>(m_bin), std::isnan(its.lowLimit) ? notMeasured : its.lowLimit};
    appendPart(values, head);
    for (std::vector<float> bins : its.bins) {
        std::ranges::replace_if(
            bins, [](float bin) { return std::isnan(bin); }, notMeasured);
        appendPart(values, bins);
    }
    return values;
}

bool LinkHistory::restore(std::uint32_t port, std::span<const float> saved)
{
    const std::vector<std::span<const float>> parts = partsOf(saved, 1 + linkQuantityCount);
    if (parts.size() != 1 + linkQuantityCount || parts[0].size() != 2 || port >= m_ports.size())
        return false;
    const auto missed = static_cast<std::int64_t>(static_cast<double>(m_bin) - static_cast<double>(parts[0][0]));
    if (missed < 0 || missed > static_cast<std::int64_t>(maxBins))
        return false;
    Port& its = m_ports[port];
    if (parts[0][1] != notMeasured)
        its.lowLimit = parts[0][1];
    for (std::size_t at = 0; at < linkQuantityCount; ++at) {
        std::vector<float>& series = its.bins[at];
        series.assign(parts[at + 1].begin(), parts[at + 1].end());
        std::ranges::replace(series, notMeasured, noData);
        if (!series.empty())
            series.insert(series.end(), static_cast<std::size_t>(missed), noData);
        if (series.size() > maxBins)
            series.erase(series.begin(), series.end() - maxBins);
    }
    return true;
}

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
            continue; // down or silent: no evidence about its trend
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

void LinkForecastWatch::step(const WatchedTick& now, Derived& out)
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
    std::vector<float>& left = out.addColumn(metrics::port::timeToLimit, now.storeTick, count);
    for (std::uint32_t port = 0; port < count; ++port) {
        const LinkForecast* const forecast = m_forecasts.find(port);
        if (forecast == nullptr)
            continue;
        const Duration expected = forecast->expected - (now.time - m_forecasts.history().end());
        left[port] = std::chrono::duration<float>(std::max(expected, Duration::zero())).count();
    }
}

void LinkForecastWatch::report(const WatchedTick& now, const LinkForecasts::Change& change, Derived& out)
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

/// Saved history of ports that are new here.
void LinkForecastWatch::recall(const WatchedTick& now, Derived& out)
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

void LinkForecastWatch::remember(const WatchedTick& now) const
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
    std::vector<WatchedTick> newTicks;
    for (const AnalysedTick& tick : m_ticks.spaced(store, ticks, LinkHistory::watched)) {
        const Duration passed = tick.time - m_looked;
        if (passed >= Duration::zero() && passed < checkInterval)
            continue;
        const bool isFirst = passed < Duration::zero() || passed > LinkHistory::binLength;
        m_looked = tick.time;
        WatchedTick newTick{tick, store.topology(), {}};
        if (!isFirst)
            newTick.seconds = std::chrono::duration<float>(passed).count();
        for (const std::string_view metric : LinkHistory::watched)
            newTick.columns.push_back(m_ticks.column(store, metric, tick));
        newTicks.push_back(std::move(newTick));
    }
    return newTicks.empty() ? Task() : stepEach(std::move(newTicks));
}

} // namespace lockstep
