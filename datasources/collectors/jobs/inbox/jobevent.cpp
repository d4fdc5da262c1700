// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/inbox/jobevent.h"

#include "datasources/text/jsonaccess.h"
#include "models/core/budget.h"
#include "models/core/poolpairs.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// Reads fields of one JSON object and keeps the first error. Absent and null are equivalent. Lives for one line.
class JsonFields
{
public:
    /// @param longestText in bytes
    JsonFields(simdjson::dom::object fields, std::size_t longestText) : m_fields(fields), m_longestText(longestText) { }

    [[nodiscard]] const std::string& error() const { return m_error; }
    void fail(std::string message);

    [[nodiscard]] std::string text(const char* key);
    [[nodiscard]] std::optional<bool> flag(const char* key);
    [[nodiscard]] std::optional<double> number(const char* key);
    [[nodiscard]] std::optional<std::uint64_t> count(const char* key, std::uint64_t max);
    /// Any positive number.
    [[nodiscard]] std::optional<double> amount(const char* key, double max);
    /// A moment or duration in ns: @p keyNs as an integer, or @p key in seconds. @param meaning for error messages
    [[nodiscard]] std::optional<std::int64_t> nanoseconds(const char* key, const char* keyNs, std::int64_t min,
                                                          std::int64_t max, const char* meaning);

private:
    [[nodiscard]] std::optional<simdjson::dom::element> find(const char* key) const;

    simdjson::dom::object m_fields;
    std::size_t m_longestText;
    std::string m_error;
};

using simdjson::dom::element;

void JsonFields::fail(std::string message)
{
    if (m_error.empty())
        m_error = std::move(message);
}

std::optional<element> JsonFields::find(const char* key) const
{
    const auto value = memberOf(m_fields, key);
    return value && !value->is_null() ? value : std::nullopt;
}

std::string JsonFields::text(const char* key)
{
    const auto value = find(key);
    if (!value)
        return {};
    if (!value->is_string())
        fail(fmt::format("\"{}\" must be a string", key));
    const std::string_view text = textOf(*value);
    if (text.size() > m_longestText)
        fail(fmt::format("\"{}\" has {} bytes; expected at most {}", key, text.size(), m_longestText));
    return std::string(text.substr(0, m_longestText));
}

std::optional<bool> JsonFields::flag(const char* key)
{
    const auto value = find(key);
    if (!value)
        return std::nullopt;
    bool isSet = false;
    if (value->get(isSet) == simdjson::SUCCESS)
        return isSet;
    fail(fmt::format("\"{}\" must be true or false", key));
    return std::nullopt;
}

std::optional<double> JsonFields::number(const char* key)
{
    const auto value = find(key);
    if (!value)
        return std::nullopt;
    const auto number = numberOf(*value);
    if (!number)
        fail(fmt::format("\"{}\" must be a number", key));
    return number;
}

std::optional<std::uint64_t> JsonFields::count(const char* key, std::uint64_t max)
{
    const auto value = find(key);
    if (!value)
        return std::nullopt;
    std::uint64_t number = 0;
    if (value->get(number) == simdjson::SUCCESS && number <= max)
        return number;
    fail(fmt::format("\"{}\" must be a whole number from 0 to {}", key, max));
    return std::nullopt;
}

std::optional<double> JsonFields::amount(const char* key, double max)
{
    const auto value = find(key);
    if (!value)
        return std::nullopt;
    const auto number = numberOf(*value);
    if (number && *number > 0 && *number <= max)
        return number;
    fail(fmt::format("\"{}\" must be a number above 0, at most {:g}", key, max));
    return std::nullopt;
}

std::optional<std::int64_t> JsonFields::nanoseconds(const char* key, const char* keyNs, std::int64_t min,
                                                    std::int64_t max, const char* meaning)
{
    if (const auto value = find(keyNs)) {
        std::int64_t number = 0;
        if (value->get(number) == simdjson::SUCCESS && number >= min && number <= max)
            return number;
        fail(fmt::format("\"{}\" must be {} in whole nanoseconds", keyNs, meaning));
    } else if (const auto inSeconds = find(key)) {
        const auto seconds = numberOf(*inSeconds);
        // The range is checked in seconds first: a number too large for 64 bits must not be converted.
        if (seconds && *seconds * 1e9 >= static_cast<double>(min) && *seconds * 1e9 <= static_cast<double>(max))
            return std::llround(*seconds * 1e9);
        fail(fmt::format("\"{}\" must be {} in seconds", key, meaning));
    }
    return std::nullopt;
}

/// Plausible range of years, which distinguishes a wrong unit from a wrong date.
constexpr std::int64_t latestNanosecond = std::chrono::nanoseconds(budget::latestTime.time_since_epoch()).count();
constexpr std::int64_t earliestNanosecond = std::chrono::nanoseconds(budget::earliestTime.time_since_epoch()).count();

std::string inDays(Duration length)
{
    const double days = std::chrono::duration<double, std::ratio<86400>>(length).count();
    return days < 1 ? fmt::format("{:.0f} s", days * 86400) : fmt::format("{:.0f} days", days);
}

void judgeAgainst(TimePoint now, JsonFields& fields, const JobEvent& event)
{
    if (event.end < event.start)
        fields.fail("the end must not be before the start");
    else if (event.end - event.start > budget::maxSpanLength)
        fields.fail(fmt::format("its duration is {}; expected at most {}", inDays(event.end - event.start),
                                inDays(budget::maxSpanLength)));
    else if (now - event.start > budget::oldestJobEvent)
        fields.fail(fmt::format("its start is {} ago by this machine's clock; expected at most {}",
                                inDays(now - event.start), inDays(budget::oldestJobEvent)));
    else if (event.end - now > budget::maxAheadOfAgent)
        fields.fail(fmt::format("its end is {} in the future by this machine's clock; expected a past time",
                                inDays(event.end - now)));
}

void readTimes(JsonFields& fields, TimePoint now, JobEvent& event)
{
    constexpr const char* moment = "wall-clock time since 1970";
    const auto start = fields.nanoseconds("start", "start_ns", earliestNanosecond, latestNanosecond, moment);
    const auto end = fields.nanoseconds("end", "end_ns", earliestNanosecond, latestNanosecond, moment);
    const auto duration = fields.nanoseconds("duration", "duration_ns", 0, budget::maxSpanLength.count(),
                                             "a duration of at most a year");
    event.isOngoing = fields.flag("goes_on").value_or(false);
    const bool isNoPiece = event.kind == SpanKind::Marker || event.kind == SpanKind::Step;
    if (event.isOngoing && (isNoPiece || !(start || duration))) {
        fields.fail(
            "an event with \"goes_on\" requires \"start_ns\" or \"duration_ns\", and cannot be a step or marker");
        return;
    }
    if (event.isOngoing) {
        event.start = start ? TimePoint(Duration(*start)) : now - Duration(*duration);
        event.end = std::max(event.start, now);
    } else if (event.kind == SpanKind::Marker) {
        event.start = event.end = start ? TimePoint(Duration(*start)) : now;
    } else if (start && (end || duration)) {
        event.start = TimePoint(Duration(*start));
        event.end = end ? TimePoint(Duration(*end)) : event.start + Duration(*duration);
    } else if (duration) {
        event.end = end ? TimePoint(Duration(*end)) : now;
        event.start = event.end - Duration(*duration);
    } else {
        fields.fail(start ? "\"end_ns\" or \"duration_ns\" (or \"end\" or \"duration\" in seconds) is missing"
                          : "\"start_ns\" or \"duration_ns\" (or \"start\" or \"duration\" in seconds) is missing");
        return;
    }
    judgeAgainst(now, fields, event);
}

void readKind(JsonFields& fields, JobEvent& event)
{
    const std::string word = fields.text("kind");
    if (const auto kind = spanKindFromName(word))
        event.kind = *kind;
    else
        fields.fail(fmt::format("\"kind\" is \"{}\"; expected step, compute, collective, transfer, checkpoint, wait, "
                                "restart, idle or marker",
                                word));
}

void readWhere(JsonFields& fields, JobEvent& event)
{
    event.rank = static_cast<std::uint32_t>(fields.count("rank", Span::noRank - 1).value_or(Span::noRank));
    if (const auto gpu = fields.count("gpu", 1023))
        event.gpu = static_cast<std::uint32_t>(*gpu);
    event.job = fields.text("job");
    event.lane = fields.text("lane");
    if (!event.lane.empty())
        return;
    if (event.rank != Span::noRank)
        event.lane = fmt::format("rank {}", event.rank);
    else if (event.gpu)
        event.lane = fmt::format("gpu{}", *event.gpu);
    else
        event.lane = event.job.empty() ? "job" : event.job;
}

void readDocument(JsonFields& fields, JobDocument& document)
{
    constexpr double maxSteps = 4294967295.0;
    constexpr double maxOfStep = 1e30;
    document.stepsTotal = fields.amount("steps_total", maxSteps);
    document.tokensPerStep = fields.amount("tokens_per_step", maxOfStep);
    document.samplesPerStep = fields.amount("samples_per_step", maxOfStep);
    document.flopsPerStep = fields.amount("flops_per_step", maxOfStep);
    document.peakFlops = fields.amount("peak_flops", maxOfStep);
    document.loss = fields.number("loss");
    document.gradientNorm = fields.number("gradient_norm");
}

void readWork(JsonFields& fields, JobEvent& event)
{
    event.op = fields.text("op");
    if (event.op.empty())
        event.op = fields.text("name");
    event.step = static_cast<std::uint32_t>(fields.count("step", 0xFFFFFFFF).value_or(0));
    event.bytes = fields.count("bytes", 1ULL << 62U).value_or(0);
    event.communicator = fields.text("communicator");
    const auto sequence = fields.count("sequence", 1ULL << 62U);
    event.sequence = sequence.value_or(0);
    if (std::string error = fields.text("error"); !error.empty())
        event.error = std::make_shared<const std::string>(std::move(error));
    const bool isOfPair = event.kind == SpanKind::Transfer && !serviceOfPair(event.job).empty();
    if (event.error && isOfPair) {
        event.op = failedTransferName(event.op.empty() ? spanKindName(event.kind) : event.op);
        event.error.reset();
    }
    if (event.error && event.kind != SpanKind::Checkpoint && event.kind != SpanKind::Restart)
        fields.fail("\"error\" is allowed only in a checkpoint, a restart or a transfer between pools");
    if (event.kind == SpanKind::Step)
        readDocument(fields, event.document);
    event.explainsWaits = fields.flag("explains_waits").value_or(false);
    event.hasLeft = fields.flag("left").value_or(false);
    // Without these three, other ranks' parts of the collective cannot be matched.
    if (event.kind == SpanKind::Collective && (event.op.empty() || event.communicator.empty() || !sequence))
        fields.fail("a collective requires \"op\", \"communicator\" and \"sequence\"");
    if (event.kind == SpanKind::Marker && !event.communicator.empty() && !sequence)
        fields.fail("a marker for entering a collective requires \"communicator\" and \"sequence\"");
}

} // namespace

Result<JobEvent> parseJobEvent(std::string_view line, TimePoint now)
{
    if (line.size() > maxJobEventLine)
        return Error{fmt::format("the line has {} bytes; expected at most {}", line.size(), maxJobEventLine)};
    // One parser per thread, which reuses its buffers.
    thread_local simdjson::dom::parser parser(maxJobEventLine);
    simdjson::dom::element document;
    simdjson::dom::object fields;
    if (const auto error = parser.parse(line.data(), line.size()).get(document); error != simdjson::SUCCESS)
        return Error{fmt::format("expected one JSON object: {}", simdjson::error_message(error))};
    if (document.get(fields) != simdjson::SUCCESS)
        return Error{"expected one JSON object"};

    JsonFields reader(fields, budget::nameBytes);
    JobEvent event;
    readKind(reader, event);
    readTimes(reader, now, event);
    readWhere(reader, event);
    readWork(reader, event);
    if (!reader.error().empty())
        return Error{reader.error()};
    return event;
}

} // namespace lockstep
