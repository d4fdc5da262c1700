// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/pieces/traceformat.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

namespace lockstep {

namespace {

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

bool hasAny(const std::vector<std::string_view>& keys, std::initializer_list<std::string_view> wanted)
{
    return std::ranges::any_of(wanted, [&](auto key) { return std::ranges::find(keys, key) != keys.end(); });
}

} // namespace

TraceFormat detectTraceFormat(std::string_view text)
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text.empty())
        return TraceFormat::Empty;
    if (text.front() == '\x80')
        return TraceFormat::FlightRecorderPickle;
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    const auto from = text.find_first_not_of(" \t\r\n");
    if (from == std::string_view::npos)
        return TraceFormat::Empty;
    if (text[from] == '[')
        return TraceFormat::Events;
    if (text[from] != '{')
        return TraceFormat::Unknown;
    const auto keys = topLevelKeys(text.substr(from));
    if (hasAny(keys,
               {"traceEvents", "schemaVersion", "deviceProperties", "distributedInfo", "displayTimeUnit", "traceName"}))
        return TraceFormat::Events;
    if (hasAny(keys, {"entries", "pg_status", "nccl_comm_state"}))
        return TraceFormat::FlightRecorderJson;
    if (hasAny(keys, {"coll_perf", "p2p_perf"}))
        return TraceFormat::InspectorLog;
    if (hasAny(keys, {"communicators"}))
        return TraceFormat::RasStatus;
    return TraceFormat::Unknown;
}

std::string_view traceFormatName(TraceFormat format)
{
    constexpr auto names = std::to_array<std::string_view>(
        {"no known trace", "an empty file", "a Kineto or Chrome trace", "a Flight Recorder dump",
         "a Flight Recorder dump", "an NCCL Inspector log", "an NCCL RAS status"});
    return names[static_cast<std::size_t>(format)];
}

} // namespace lockstep
