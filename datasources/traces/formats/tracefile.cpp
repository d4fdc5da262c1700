// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/tracefile.h"

#include "datasources/traces/formats/eventtrace.h"
#include "datasources/traces/formats/filerank.h"
#include "datasources/traces/formats/flightrecorder.h"
#include "datasources/traces/formats/inspectorlog.h"
#include "datasources/traces/pieces/blockreader.h"
#include "datasources/traces/pieces/eventpieces.h"
#include "datasources/traces/pieces/tracebeginning.h"
#include "datasources/traces/trees/jsontree.h"
#include "datasources/traces/trees/pickle.h"

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <utility>

namespace lockstep {

namespace {

/// What the text around the entries of a dump, its parser and its tree take for each of its bytes.
constexpr std::size_t frameCost = 40;

std::optional<std::int32_t> rankByName(const TraceInput& input)
{
    return input.rank ? input.rank : rankFromFileName(input.path.filename().string());
}

Result<TraceFile> asFile(Result<CollectiveTrace> trace, std::vector<std::string> notes)
{
    if (!trace.isOk())
        return trace.error();
    return TraceFile{std::move(trace).value(), std::move(notes)};
}

Result<TraceFile> readPickle(BlockReader& reader, const TraceInput& input)
{
    const auto text = readRest(reader);
    if (!text.isOk())
        return text.error();
    if (reader.problem())
        return *reader.problem(); // half a tree is no tree
    const auto tree = parsePickle(text.value(), reader.meter());
    if (!tree.isOk())
        return tree.error();
    FlightRecorderBuilder dump(reader.meter(), rankByName(input));
    std::vector<std::string> notes;
    dump.add(tree.value().root()["entries"]);
    auto trace = dump.finish(tree.value().root(), notes);
    reader.meter().release(text.value().capacity() + tree.value().heldBytes());
    return asFile(std::move(trace), std::move(notes));
}

/// Entry by entry: as text a dump with Python's stacks is long, and what it tells is not.
Result<TraceFile> readJsonDump(std::unique_ptr<BlockReader> reader, const TraceInput& input)
{
    auto& meter = reader->meter();
    EventPieces pieces(std::move(reader), "entries");
    FlightRecorderBuilder dump(meter, rankByName(input));
    simdjson::dom::parser parser;
    simdjson::dom::element document;
    const auto unsound = [&](simdjson::error_code error) {
        return Error{fmt::format("{}: no sound JSON: {}", meter.file(), simdjson::error_message(error))};
    };
    while (const auto piece = pieces.next()) {
        if (const auto error = parser.parse(piece->data(), piece->size(), false).get(document);
            error != simdjson::SUCCESS)
            return unsound(error);
        const auto tree = jsonTree(document, meter);
        if (!meter.hold(tree.heldBytes()) || !meter.take(TraceCost::Lookups, tree.size()))
            return meter.problem();
        dump.add(tree.root());
        meter.release(tree.heldBytes());
    }
    if (pieces.problem())
        return *pieces.problem();
    const auto frame = pieces.frame();
    if (!meter.hold(frame.size() * frameCost))
        return meter.problem();
    if (const auto error = parser.parse(frame).get(document); error != simdjson::SUCCESS)
        return unsound(error);
    std::vector<std::string> notes;
    const auto tree = jsonTree(document, meter);
    auto trace = dump.finish(tree.root(), notes);
    meter.release(frame.size() * frameCost);
    return asFile(std::move(trace), std::move(notes));
}

Result<TraceFile> readLog(BlockReader& reader)
{
    const auto text = readRest(reader);
    if (!text.isOk())
        return text.error();
    std::vector<std::string> notes;
    auto trace = readInspectorLog(text.value(), reader.meter(), notes);
    reader.meter().release(text.value().capacity());
    if (reader.problem()) {
        if (!trace.isOk())
            return *reader.problem();
        notes.push_back(reader.problem()->message);
    }
    return asFile(std::move(trace), std::move(notes));
}

/// What is wrong with a file is known at its end.
Result<TraceFile> readEmpty(BlockReader& reader)
{
    while (auto block = reader.next())
        reader.recycle(std::move(*block));
    if (reader.problem())
        return *reader.problem();
    return Error{fmt::format("{}: is empty; expected a trace", reader.name())};
}

struct TraceFormat
{
    const char* name; ///< for messages
    bool (*fits)(const TraceBeginning& beginning);
    Result<TraceFile> (*read)(std::unique_ptr<BlockReader> reader, const TraceInput& input, TraceDetail detail);
};

/// All that can be read; the first that fits counts. One more is one row.
constexpr TraceFormat traceFormats[] = {
    {"a Kineto or Chrome trace",
     [](const TraceBeginning& beginning) {
         return beginning.isArray()
             || beginning.hasAny({"traceEvents", "schemaVersion", "deviceProperties", "distributedInfo",
                                  "displayTimeUnit", "traceName"});
     },
     [](std::unique_ptr<BlockReader> reader, const TraceInput& input, TraceDetail detail) {
         return readEventTrace(std::move(reader), {input.rank, rankByName(input), detail});
     }},
    {"a Flight Recorder dump",
     [](const TraceBeginning& beginning) {
         return beginning.isPickle() || beginning.hasAny({"entries", "pg_status", "nccl_comm_state"});
     },
     [](std::unique_ptr<BlockReader> reader, const TraceInput& input, TraceDetail) {
         const bool isPickle = traceBeginning(reader->peek()).isPickle();
         return isPickle ? readPickle(*reader, input) : readJsonDump(std::move(reader), input);
     }},
    {"an NCCL Inspector log",
     [](const TraceBeginning& beginning) {
         return beginning.hasAny({"coll_perf", "p2p_perf"});
     },
     [](std::unique_ptr<BlockReader> reader, const TraceInput&, TraceDetail) {
         return readLog(*reader);
     }},
};

std::string allFormats()
{
    std::string names;
    for (const TraceFormat& format : traceFormats) {
        const bool isLast = &format == std::end(traceFormats) - 1;
        names += fmt::format("{}{}", names.empty() ? "" : isLast ? " or " : ", ", format.name);
    }
    return names;
}

Result<TraceFile> readKnown(const TraceInput& input, TraceMeter& meter, TraceDetail detail)
{
    auto reader = BlockReader::open(input.path, meter);
    if (!reader.isOk())
        return reader.error();
    const auto name = reader.value()->name();
    const TraceBeginning beginning = traceBeginning(reader.value()->peek());
    if (beginning.isEmpty())
        return readEmpty(*reader.value());
    for (const TraceFormat& format : traceFormats) {
        if (format.fits(beginning))
            return format.read(std::move(reader).value(), input, detail);
    }
    if (beginning.hasAny({"communicators"}))
        return Error{fmt::format("{}: is an NCCL RAS status, which holds no timings; expected a trace", name)};
    return Error{fmt::format("{}: is no trace known here; expected {}", name, allFormats())};
}

} // namespace

Result<TraceFile> readTraceFile(const TraceInput& input, TraceMeter& meter, TraceDetail detail)
{
    auto file = readKnown(input, meter, detail);
    if (!meter.goesOn())
        return meter.problem(); // not the half of it that fitted
    if (file.isOk())
        meter.keep();
    return file;
}

} // namespace lockstep
