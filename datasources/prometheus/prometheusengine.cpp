// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/prometheusengine.h"

#include "datasources/text/jsonaccess.h"
#include "models/core/budget.h"
#include "models/core/parsenumber.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace lockstep {

namespace {

constexpr std::size_t maxReason = 300;

/// NaN, infinities and invalid numbers are not samples.
std::optional<double> numberIn(std::string_view text)
{
    const auto value = parseNumber<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<TimePoint> timeIn(double seconds)
{
    const double earliest = static_cast<double>(nsOf(budget::earliestTime)) / 1e9;
    const double latest = static_cast<double>(nsOf(budget::latestTime)) / 1e9;
    if (!(seconds >= earliest && seconds <= latest))
        return std::nullopt;
    // To the millisecond, the precision of servers; further digits would be rounding errors.
    return TimePoint(std::chrono::milliseconds(std::llround(seconds * 1000)));
}

std::optional<EngineSample> sampleIn(simdjson::dom::element element)
{
    const auto pair = arrayOf(element);
    if (!pair || pair->size() != 2)
        return std::nullopt;
    const auto seconds = numberOf(pair->at(0).value_unsafe());
    const auto time = seconds ? timeIn(*seconds) : std::nullopt;
    const auto value = numberIn(textOf(pair->at(1).value_unsafe()));
    return time && value ? std::optional(EngineSample{*time, *value}) : std::nullopt;
}

/// The document's "data", if the status is success.
Result<simdjson::dom::element> dataIn(simdjson::dom::parser& parser, std::string_view json, std::string* warning)
{
    simdjson::dom::element document;
    if (const auto error = parser.parse(json.data(), json.size()).get(document); error != simdjson::SUCCESS)
        return Error{fmt::format("the response is not JSON ({}); is this the address of a Prometheus server?",
                                 simdjson::error_message(error))};
    const std::string_view status = textMember(document, "status");
    if (status == "error")
        return Error{fmt::format("{}: {}", textMember(document, "errorType"),
                                 textMember(document, "error").substr(0, maxReason))};
    const auto data = memberOf(document, "data");
    if (status != "success" || !data)
        return Error{"the response has no status and data; is this the address of a Prometheus server?"};
    const auto warnings = memberOf(document, "warnings");
    if (const auto list = warnings ? arrayOf(*warnings) : std::nullopt; warning && list && list->size() > 0)
        *warning = textOf(list->at(0).value_unsafe()).substr(0, maxReason);
    if (memberOf(document, "isPartial") && warning && warning->empty())
        memberOf(document, "isPartial")->get_bool().value_unsafe() ? (void)(*warning = "the response is partial")
                                                                   : void();
    return *data;
}

/// Reads one series after another into reused memory.
class SeriesReader
{
public:
    explicit SeriesReader(const EngineSeriesUse& use) : m_use(use) { }

    void read(simdjson::dom::element series)
    {
        m_labels.clear();
        m_samples.clear();
        const auto metric = memberOf(series, "metric");
        if (const auto labels = metric ? objectOf(*metric) : std::nullopt) {
            for (const auto [name, value] : *labels)
                m_labels.emplace_back(name, textOf(value));
        }
        if (const auto value = memberOf(series, "value"))
            add(*value);
        const auto values = memberOf(series, "values");
        if (const auto list = values ? arrayOf(*values) : std::nullopt) {
            for (const simdjson::dom::element value : *list)
                add(value);
        }
        m_use(m_labels, m_samples);
    }

private:
    void add(simdjson::dom::element value)
    {
        if (const auto sample = sampleIn(value))
            m_samples.push_back(*sample);
    }

    const EngineSeriesUse& m_use;
    std::vector<std::pair<std::string_view, std::string_view>> m_labels;
    std::vector<EngineSample> m_samples;
};

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

Result<EngineResponse> readAnswer(std::string_view json, const EngineSeriesUse& use)
{
    simdjson::dom::parser parser;
    EngineResponse answer;
    const Result<simdjson::dom::element> data = dataIn(parser, json, &answer.warning);
    if (!data.isOk())
        return data.error();
    const std::string_view type = textMember(data.value(), "resultType");
    const auto result = memberOf(data.value(), "result");
    if (!result || (type != "vector" && type != "matrix" && type != "scalar"))
        return Error{fmt::format("the response has type '{}': expected vector, matrix or scalar", type.substr(0, 40))};
    if (type == "scalar") {
        const auto sample = sampleIn(*result);
        answer.series = sample ? 1 : 0;
        if (sample)
            use({}, std::span(&*sample, 1));
        return answer;
    }
    const auto list = arrayOf(*result);
    if (!list)
        return Error{"the result in the response is not a list"};
    SeriesReader reader(use);
    for (const simdjson::dom::element series : *list) {
        reader.read(series);
        ++answer.series;
    }
    return answer;
}

Status readTexts(std::string_view json, const std::function<void(std::string_view)>& use)
{
    simdjson::dom::parser parser;
    const Result<simdjson::dom::element> data = dataIn(parser, json, nullptr);
    if (!data.isOk())
        return data.error();
    const auto list = arrayOf(data.value());
    if (!list)
        return Error{"the data in the response is not a list"};
    for (const simdjson::dom::element text : *list) {
        if (const std::string_view name = textOf(text); !name.empty())
            use(name);
    }
    return success();
}

Result<std::uint64_t> readSeriesCounts(std::string_view json,
                                       const std::function<void(std::string_view, std::uint64_t)>& use)
{
    simdjson::dom::parser parser;
    const Result<simdjson::dom::element> data = dataIn(parser, json, nullptr);
    if (!data.isOk())
        return data.error();
    const auto counted = memberOf(data.value(), "seriesCountByMetricName");
    const auto list = counted ? arrayOf(*counted) : std::nullopt;
    if (!list)
        return Error{"the statistics contain no series counts"};
    for (const simdjson::dom::element entry : *list) {
        const auto count = integerMember(entry, "value");
        if (const std::string_view name = textMember(entry, "name"); !name.empty() && count && *count >= 0)
            use(name, static_cast<std::uint64_t>(*count));
    }
    const auto head = memberOf(data.value(), "headStats");
    const auto all = head ? integerMember(*head, "numSeries") : integerMember(data.value(), "totalSeries");
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, all.value_or(0)));
}

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
    const Result<EngineResponse> said = readAnswer(reply.value().body, [](auto&&...) {});
    const int status = reply.value().status;
    const char* const usual = status == 401 || status == 403
        ? ": the credentials were rejected; provide a valid token or password"
        : status == 404 ? ": there is no Prometheus server at this address"
                        : "";
    const bool hasReason = status == 400 || status == 422 || status == 503;
    return Error{hasReason && !said.isOk() ? said.error().message
                                           : fmt::format("it returned status {}{}", status, usual)};
}

Result<std::set<std::string>> PrometheusEngine::names()
{
    const Result<std::string> body = ask("label/__name__/values", {});
    if (!body.isOk())
        return body.error();
    std::set<std::string> names;
    const Status read = readTexts(body.value(), [&](std::string_view name) { names.emplace(name); });
    return read.isOk() ? Result<std::set<std::string>>(std::move(names)) : read.error();
}

Result<std::uint64_t> PrometheusEngine::seriesCounts(
    const std::function<void(std::string_view name, std::uint64_t count)>& use)
{
    // Newer Prometheus and VictoriaMetrics versions accept these limits; others return ten.
    const Result<std::string> body = ask("status/tsdb?limit=2000&topN=2000", {});
    if (!body.isOk())
        return body.error();
    return readSeriesCounts(body.value(), use);
}

Result<EngineResponse> PrometheusEngine::atMoment(const std::string& query, TimePoint time, const EngineSeriesUse& use)
{
    const Result<std::string> body
        = ask("query", {{"query", query}, {"time", secondsOf(time)}, withoutCache, withoutOffset});
    if (!body.isOk())
        return body.error();
    return readAnswer(body.value(), use);
}

Result<EngineResponse> PrometheusEngine::overRange(const std::string& query, TimePoint from, TimePoint to,
                                                   Duration step, const EngineSeriesUse& use)
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
    return readAnswer(body.value(), [&](LabelViews labels, std::span<const EngineSample> samples) {
        const auto beyond = std::ranges::upper_bound(samples, to, {}, &EngineSample::time);
        use(labels, samples.first(static_cast<std::size_t>(beyond - samples.begin())));
    });
}

} // namespace lockstep
