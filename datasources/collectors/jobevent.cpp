// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobevent.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <cmath>

namespace lockstep {

namespace {

using simdjson::dom::element;
using simdjson::dom::object;

constexpr std::int64_t earliest = 946'684'800'000'000'000; ///< the year 2000, in ns
constexpr std::int64_t latest = 4'102'444'800'000'000'000; ///< the year 2100
constexpr std::int64_t longest = 366LL * 24 * 3600 * 1'000'000'000; ///< no span takes longer than a year

/// Reads the fields of one line and keeps the first thing that is wrong with them.
class FieldReader
{
public:
    explicit FieldReader(object fields) : m_fields(fields) { }

    [[nodiscard]] const std::string& error() const { return m_error; }
    void fail(std::string message)
    {
        if (m_error.empty())
            m_error = std::move(message);
    }

    [[nodiscard]] std::string text(const char* key)
    {
        element value;
        if (!find(key, value))
            return {};
        std::string_view text;
        if (value.get(text) != simdjson::SUCCESS)
            fail(fmt::format("\"{}\" must be a string", key));
        else if (text.size() > longestJobEventName)
            fail(fmt::format("\"{}\" is {} bytes long; at most {} were expected", key, text.size(),
                             longestJobEventName));
        return std::string(text.substr(0, longestJobEventName));
    }

    [[nodiscard]] std::optional<std::uint64_t> count(const char* key, std::uint64_t most)
    {
        element value;
        if (!find(key, value))
            return std::nullopt;
        std::uint64_t number = 0;
        if (value.get(number) == simdjson::SUCCESS && number <= most)
            return number;
        fail(fmt::format("\"{}\" must be a whole number from 0 to {}", key, most));
        return std::nullopt;
    }

    /// A moment or duration in ns: @p key_ns as a whole number, or @p key in seconds.
    [[nodiscard]] std::optional<std::int64_t> nanoseconds(const char* key, const char* keyNs, std::int64_t least,
                                                          std::int64_t most, const char* meaning)
    {
        element value;
        if (find(keyNs, value)) {
            std::int64_t number = 0;
            if (value.get(number) == simdjson::SUCCESS && number >= least && number <= most)
                return number;
            fail(fmt::format("\"{}\" must be {} in whole nanoseconds", keyNs, meaning));
        } else if (find(key, value)) {
            double seconds = 0;
            // The range is checked in seconds first: a number too large for 64 bits must not be converted.
            if (value.get(seconds) == simdjson::SUCCESS && seconds * 1e9 >= static_cast<double>(least)
                && seconds * 1e9 <= static_cast<double>(most))
                return std::llround(seconds * 1e9);
            fail(fmt::format("\"{}\" must be {} in seconds", key, meaning));
        }
        return std::nullopt;
    }

private:
    bool find(const char* key, element& value)
    {
        return m_fields.at_key(key).get(value) == simdjson::SUCCESS && !value.is_null();
    }

    object m_fields;
    std::string m_error;
};

void readTimes(FieldReader& fields, JobEvent& event)
{
    const auto start = fields.nanoseconds("start", "start_ns", earliest, latest, "wall-clock time since 1970");
    const auto end = fields.nanoseconds("end", "end_ns", earliest, latest, "wall-clock time since 1970");
    const auto duration = fields.nanoseconds("duration", "duration_ns", 0, longest, "a duration of at most a year");
    if (!start) {
        fields.fail("\"start_ns\" (or \"start\" in seconds) is missing");
        return;
    }
    event.start = TimePoint(Duration(*start));
    event.end = event.start;
    if (event.kind == SpanKind::Marker)
        return;
    if (end)
        event.end = TimePoint(Duration(*end));
    else if (duration)
        event.end = event.start + Duration(*duration);
    else
        fields.fail("\"end_ns\" or \"duration_ns\" (or \"end\" or \"duration\" in seconds) is missing");
    if (event.end < event.start)
        fields.fail("the end must not lie before the start");
    if (event.end - event.start > Duration(longest))
        fields.fail("a span must not take longer than a year");
}

void readKind(FieldReader& fields, JobEvent& event)
{
    const std::string word = fields.text("kind");
    if (const auto kind = spanKindFromName(word))
        event.kind = *kind;
    else
        fields.fail(
            fmt::format("\"kind\" is \"{}\"; step, compute, collective, transfer, checkpoint, wait, restart, idle or "
                        "marker was expected",
                        word));
}

void readWhere(FieldReader& fields, JobEvent& event)
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

void readWork(FieldReader& fields, JobEvent& event)
{
    event.op = fields.text("op");
    if (event.op.empty())
        event.op = fields.text("name");
    event.step = static_cast<std::uint32_t>(fields.count("step", 0xFFFFFFFF).value_or(0));
    event.bytes = fields.count("bytes", 1ULL << 62U).value_or(0);
    event.communicator = fields.text("communicator");
    const auto sequence = fields.count("sequence", 1ULL << 62U);
    event.sequence = sequence.value_or(0);
    // Without these three the same collective cannot be found on the other ranks.
    if (event.kind == SpanKind::Collective && (event.op.empty() || event.communicator.empty() || !sequence))
        fields.fail("a collective needs \"op\", \"communicator\" and \"sequence\"");
}

} // namespace

Result<JobEvent> parseJobEvent(std::string_view line)
{
    if (line.size() > longestJobEventLine)
        return Error{
            fmt::format("the line is {} bytes long; at most {} were expected", line.size(), longestJobEventLine)};
    // One parser per thread: it keeps its buffers, so that a line costs no allocation beyond its names.
    thread_local simdjson::dom::parser parser(longestJobEventLine);
    element document;
    object fields;
    if (const auto error = parser.parse(line.data(), line.size()).get(document); error != simdjson::SUCCESS)
        return Error{fmt::format("one JSON object was expected: {}", simdjson::error_message(error))};
    if (document.get(fields) != simdjson::SUCCESS)
        return Error{"one JSON object was expected"};

    FieldReader reader(fields);
    JobEvent event;
    readKind(reader, event);
    readTimes(reader, event);
    readWhere(reader, event);
    readWork(reader, event);
    if (!reader.error().empty())
        return Error{reader.error()};
    return event;
}

} // namespace lockstep
