// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/prometheusengine.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

/// Sufficient for 131,072 GPUs at one moment, or 16,384 over a block; limits malicious answers.
constexpr HttpLimits limits{.bytes = std::size_t{192} << 20U};

/// VictoriaMetrics answers for an earlier moment (-search.latencyOffset, 30 s by default) unless disabled: by nocache
/// for one moment; for a range by latency_offset in newer releases, and by a range that ends in the future in older
/// ones. Other servers ignore both parameters.
const std::pair<std::string, std::string> withoutCache{"nocache", "1"};
const std::pair<std::string, std::string> withoutOffset{"latency_offset", "1ms"};
constexpr Duration longestOffset = std::chrono::minutes(2);

std::string secondsOf(TimePoint time)
{
    return fmt::format("{:.3f}", static_cast<double>(nsOf(time)) / 1e9);
}

} // namespace

PrometheusEngine::PrometheusEngine(const EngineEndpoint& endpoint, std::stop_token stop)
    : m_url(endpoint.url), m_client(endpoint.credentials, limits), m_stop(std::move(stop))
{ }

Result<std::string> PrometheusEngine::ask(const std::string& path, const Fields& fields)
{
    const std::string url = m_url + "/api/v1/" + path;
    Result<HttpReply> reply = fields.empty() ? m_client.send({.url = url}, m_stop) : m_client.post(url, fields, m_stop);
    if (!reply.isOk())
        return reply.error();
    if (reply.value().isOk())
        return std::move(reply).value().body;
    // A server gives its reason as JSON, a proxy as an HTML page.
    const Result<EngineAnswer> said = readAnswer(reply.value().body, [](auto&&...) {});
    const int status = reply.value().status;
    const char* const usual = status == 401 || status == 403
        ? ": it rejected the credentials; give a token or a password"
        : status == 404 ? ": no engine answers there"
                        : "";
    const bool hasReason = status == 400 || status == 422 || status == 503;
    return Error{hasReason && !said.isOk() ? fmt::format("{}: {}", m_url, said.error().message)
                                           : fmt::format("{} returned status {}{}", m_url, status, usual)};
}

Result<std::set<std::string>> PrometheusEngine::names()
{
    const Result<std::string> body = ask("label/__name__/values", {});
    if (!body.isOk())
        return body.error();
    std::set<std::string> names;
    const Status read = readTexts(body.value(), [&](std::string_view name) { names.emplace(name); });
    return read.isOk() ? Result<std::set<std::string>>(std::move(names))
                       : Error{fmt::format("{}: {}", m_url, read.error().message)};
}

Result<std::uint64_t> PrometheusEngine::seriesCounts(
    const std::function<void(std::string_view name, std::uint64_t count)>& use)
{
    // Newer Prometheus and VictoriaMetrics versions accept these limits; others return ten.
    const Result<std::string> body = ask("status/tsdb?limit=2000&topN=2000", {});
    if (!body.isOk())
        return body.error();
    const Result<std::uint64_t> all = readSeriesCounts(body.value(), use);
    return all.isOk() ? all : Error{fmt::format("{}: {}", m_url, all.error().message)};
}

Result<EngineAnswer> PrometheusEngine::atMoment(const std::string& query, TimePoint time, const EngineSeriesUse& use)
{
    const Result<std::string> body
        = ask("query", {{"query", query}, {"time", secondsOf(time)}, withoutCache, withoutOffset});
    if (!body.isOk())
        return body.error();
    const Result<EngineAnswer> answer = readAnswer(body.value(), use);
    return answer.isOk() ? answer : Error{fmt::format("{}: {}", m_url, answer.error().message)};
}

Result<EngineAnswer> PrometheusEngine::overRange(const std::string& query, TimePoint from, TimePoint to, Duration step,
                                                 const EngineSeriesUse& use)
{
    const double stepSeconds
        = static_cast<double>(std::max<Duration>(step, std::chrono::milliseconds(1)).count()) / 1e9;
    const TimePoint now = wallClockNow();
    const bool isRecent = to > now - longestOffset;
    const TimePoint end = isRecent ? std::max(to, now) + 2 * step + std::chrono::seconds(10) : to;
    const Result<std::string> body = ask("query_range",
                                         {{"query", query},
                                          {"start", secondsOf(from)},
                                          {"end", secondsOf(end)},
                                          {"step", fmt::format("{:.3f}", stepSeconds)},
                                          withoutCache,
                                          withoutOffset});
    if (!body.isOk())
        return body.error();
    const Result<EngineAnswer> answer
        = readAnswer(body.value(), [&](LabelViews labels, std::span<const EngineSample> samples) {
              const auto beyond = std::ranges::upper_bound(samples, to, {}, &EngineSample::time);
              use(labels, samples.first(static_cast<std::size_t>(beyond - samples.begin())));
          });
    return answer.isOk() ? answer : Error{fmt::format("{}: {}", m_url, answer.error().message)};
}

} // namespace lockstep
