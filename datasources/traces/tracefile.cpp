// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/tracefile.h"

#include "datasources/traces/blockreader.h"
#include "datasources/traces/eventtrace.h"
#include "datasources/traces/filerank.h"
#include "datasources/traces/flightrecorder.h"
#include "datasources/traces/inspectorlog.h"
#include "datasources/traces/pickle.h"
#include "datasources/traces/traceformat.h"

#include <fmt/format.h>

#include <utility>

namespace lockstep {

namespace {

/// Dumps and logs are read whole; longer ones are damage or an attack.
constexpr std::size_t wholeFileLimit = std::size_t{1} << 30;

std::optional<std::int32_t> rankToldByName(const TraceInput& input)
{
    return input.rank ? input.rank : rankFromFileName(input.path.filename().string());
}

Result<TraceFile> asFile(Result<CollectiveTrace> trace, std::vector<std::string> notes)
{
    if (!trace.isOk())
        return trace.error();
    return TraceFile{std::move(trace).value(), std::move(notes)};
}

Result<TraceFile> readDump(BlockReader& reader, const TraceInput& input, TraceFormat format)
{
    const auto text = readRest(reader, wholeFileLimit);
    if (!text.isOk())
        return text.error();
    if (reader.problem())
        return *reader.problem(); // half a tree is no tree
    const auto name = reader.name();
    const auto tree
        = format == TraceFormat::FlightRecorderPickle ? parsePickle(text.value()) : parseJsonTree(text.value());
    if (!tree.isOk())
        return Error{fmt::format("{}: {}", name, tree.error().message)};
    std::vector<std::string> notes;
    auto trace = readFlightRecorder(tree.value(), name, rankToldByName(input), notes);
    return asFile(std::move(trace), std::move(notes));
}

Result<TraceFile> readLog(BlockReader& reader)
{
    const auto text = readRest(reader, wholeFileLimit);
    if (!text.isOk())
        return text.error();
    std::vector<std::string> notes;
    auto trace = readInspectorLog(text.value(), reader.name(), notes);
    if (reader.problem()) {
        if (!trace.isOk())
            return *reader.problem();
        notes.push_back(reader.problem()->message);
    }
    return asFile(std::move(trace), std::move(notes));
}

} // namespace

Result<TraceFile> readTraceFile(const TraceInput& input, const std::stop_token& stop, TraceDetail detail)
{
    auto reader = BlockReader::open(input.path);
    if (!reader.isOk())
        return reader.error();
    const auto name = reader.value()->name();
    const auto format = detectTraceFormat(reader.value()->peek());
    switch (format) {
    case TraceFormat::Events:
        return readEventTrace(std::move(reader).value(), {input.rank, rankToldByName(input), detail}, stop);
    case TraceFormat::FlightRecorderPickle:
    case TraceFormat::FlightRecorderJson:
        return readDump(*reader.value(), input, format);
    case TraceFormat::InspectorLog:
        return readLog(*reader.value());
    case TraceFormat::Empty:
        while (auto block = reader.value()->next())
            reader.value()->recycle(std::move(*block)); // what is wrong with a file is known at its end
        if (reader.value()->problem())
            return *reader.value()->problem();
        return Error{fmt::format("{}: is empty; expected a trace", name)};
    case TraceFormat::RasStatus:
        return Error{fmt::format("{}: is an NCCL RAS status, which holds no timings; expected a trace", name)};
    case TraceFormat::Unknown:
        break;
    }
    return Error{
        fmt::format("{}: is no trace known here; expected a Kineto or Chrome trace, a Flight Recorder dump or an "
                    "NCCL Inspector log",
                    name)};
}

} // namespace lockstep
