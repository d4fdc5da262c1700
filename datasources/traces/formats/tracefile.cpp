// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/tracefile.h"

#include "datasources/traces/formats/eventtrace.h"
#include "datasources/traces/formats/flightrecorder.h"
#include "datasources/traces/formats/inspectorlog.h"
#include "datasources/traces/pieces/blockreader.h"
#include "datasources/traces/pieces/eventpieces.h"
#include "datasources/traces/trees/datatree.h"
#include "datasources/traces/trees/pickle.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace lockstep {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::optional<std::int32_t> parseRank(std::string_view digits)
{
    constexpr std::size_t longestRank = 6;
    std::int32_t rank = 0;
    if (digits.empty() || digits.size() > longestRank)
        return std::nullopt;
    std::from_chars(digits.data(), digits.data() + digits.size(), rank);
    return rank;
}

std::optional<std::int32_t> rankAfterWord(std::string_view name)
{
    constexpr std::string_view word = "rank";
    for (auto at = name.rfind(word); at != std::string_view::npos; at = name.rfind(word, at - 1)) {
        auto rest = name.substr(at + word.size());
        if (!rest.empty() && !isDigit(rest.front()))
            rest.remove_prefix(1);
        const auto end = std::ranges::find_if_not(rest, isDigit);
        if (const auto rank = parseRank(rest.substr(0, static_cast<std::size_t>(end - rest.begin()))))
            return rank;
        if (at == 0)
            break;
    }
    return std::nullopt;
}

/// Recursion is bounded, because the parser rejects documents nested deeper than 1,024.
DataTree::Index convert(simdjson::dom::element element, DataTree& tree)
{
    using Type = simdjson::dom::element_type;
    switch (element.type()) {
    case Type::ARRAY: {
        std::vector<DataTree::Index> list;
        const simdjson::dom::array array = element.get_array().value_unsafe();
        for (const auto child : array)
            list.push_back(convert(child, tree));
        return tree.addContainer(false, list);
    }
    case Type::OBJECT: {
        std::vector<DataTree::Index> members;
        const simdjson::dom::object object = element.get_object().value_unsafe();
        for (const auto& [key, value] : object) {
            members.push_back(tree.add(key));
            members.push_back(convert(value, tree));
        }
        return tree.addContainer(true, members);
    }
    case Type::INT64:
        return tree.add(element.get_int64().value_unsafe());
    case Type::UINT64:
    case Type::DOUBLE:
        return tree.add(element.get_double().value_unsafe());
    case Type::STRING:
        return tree.add(element.get_string().value_unsafe());
    case Type::BOOL:
        return tree.add(element.get_bool().value_unsafe());
    default:
        return 0;
    }
}

/// Converts parsed JSON to the same tree as a pickle. The parser's document and the meter outlive the tree.
DataTree jsonTree(simdjson::dom::element document, TraceMeter& meter)
{
    DataTree tree(meter);
    tree.setRoot(convert(document, tree));
    return tree;
}

/// Determines the type of a file from its first bytes, never from its name. A plain value; valid as long as the text.
struct TraceBeginning
{
    char first = 0; ///< first non-blank byte; 0: the file is empty
    std::vector<std::string_view> keys{}; ///< of the first object, as far as the text goes

    [[nodiscard]] bool isEmpty() const { return first == 0; }
    [[nodiscard]] bool isPickle() const { return first == '\x80'; }
    [[nodiscard]] bool isArray() const { return first == '['; }
    [[nodiscard]] bool hasAny(std::initializer_list<std::string_view> wanted) const;
};

/// The keys of the first top-level object, as far as the text goes.
std::vector<std::string_view> topLevelKeys(std::string_view text)
{
    std::vector<std::string_view> keys;
    std::size_t depth = 0;
    bool expectsKey = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            const auto from = ++i;
            while (i < text.size() && text[i] != '"')
                i += text[i] == '\\' ? 2 : 1;
            if (depth == 1 && expectsKey && i <= text.size())
                keys.push_back(text.substr(from, i - from));
            expectsKey = false;
        } else if (c == '{' || c == '[') {
            expectsKey = ++depth == 1 && c == '{';
        } else if (c == '}' || c == ']') {
            if (depth <= 1)
                break;
            --depth;
        } else if (c == ',') {
            expectsKey = depth == 1;
        }
    }
    return keys;
}

bool TraceBeginning::hasAny(std::initializer_list<std::string_view> wanted) const
{
    return std::ranges::any_of(wanted, [&](auto key) { return std::ranges::find(keys, key) != keys.end(); });
}

/// @param text the beginning of the decompressed file, up to a megabyte
TraceBeginning traceBeginning(std::string_view text)
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    TraceBeginning beginning;
    const auto from = text.find_first_not_of(" \t\r\n");
    if (from == std::string_view::npos)
        return beginning;
    beginning.first = text.front() == '\x80' ? '\x80' : text[from];
    if (beginning.first == '{')
        beginning.keys = topLevelKeys(text.substr(from));
    return beginning;
}

/// Memory per byte of the text around a dump's entries, its parser and tree.
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
        return *reader.problem(); // an incomplete tree is useless
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

/// Entry by entry, because the text of a dump with Python stacks is long.
Result<TraceFile> readJsonDump(std::unique_ptr<BlockReader> reader, const TraceInput& input)
{
    auto& meter = reader->meter();
    EventPieces pieces(std::move(reader), "entries");
    FlightRecorderBuilder dump(meter, rankByName(input));
    simdjson::dom::parser parser;
    simdjson::dom::element document;
    const auto unsound = [&](simdjson::error_code error) {
        return Error{fmt::format("{}: invalid JSON: {}", meter.file(), simdjson::error_message(error))};
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

/// Errors are known only at the end of a file.
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

/// All readable formats; the first match counts. To support another one, add a row.
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
        return Error{fmt::format("{}: is an NCCL RAS status, which contains no timings; expected a trace", name)};
    return Error{fmt::format("{}: unknown trace format; expected {}", name, allFormats())};
}

} // namespace

std::optional<std::int32_t> rankFromFileName(std::string_view fileName)
{
    if (const auto rank = rankAfterWord(fileName))
        return rank;
    // Otherwise the number at the end of the name, before its extensions.
    while (true) {
        const auto dot = fileName.rfind('.');
        if (dot == std::string_view::npos || dot == 0 || std::ranges::all_of(fileName.substr(dot + 1), isDigit))
            break;
        fileName = fileName.substr(0, dot);
    }
    const auto lastOther = std::find_if_not(fileName.rbegin(), fileName.rend(), isDigit);
    const bool followsLetter
        = lastOther != fileName.rend() && (std::isalpha(static_cast<unsigned char>(*lastOther)) != 0);
    if (followsLetter)
        return std::nullopt; // "h100" is a model, not a rank
    return parseRank(fileName.substr(static_cast<std::size_t>(fileName.rend() - lastOther)));
}

Result<TraceFile> readTraceFile(const TraceInput& input, TraceMeter& meter, TraceDetail detail)
{
    auto file = readKnown(input, meter, detail);
    if (!meter.mayContinue())
        return meter.problem(); // never partial data
    if (file.isOk())
        meter.keep();
    return file;
}

} // namespace lockstep
