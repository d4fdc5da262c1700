// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobevent.h"

#include "datasources/collectors/jsonfields.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

constexpr std::int64_t earliest = 946'684'800'000'000'000; ///< the year 2000, in ns
constexpr std::int64_t latest = 4'102'444'800'000'000'000; ///< the year 2100
constexpr std::int64_t longest = 366LL * 24 * 3600 * 1'000'000'000; ///< no span takes longer than a year

void readTimes(JsonFields& fields, JobEvent& event)
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

void readKind(JsonFields& fields, JobEvent& event)
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
    simdjson::dom::element document;
    simdjson::dom::object fields;
    if (const auto error = parser.parse(line.data(), line.size()).get(document); error != simdjson::SUCCESS)
        return Error{fmt::format("one JSON object was expected: {}", simdjson::error_message(error))};
    if (document.get(fields) != simdjson::SUCCESS)
        return Error{"one JSON object was expected"};

    JsonFields reader(fields, longestJobEventName);
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
