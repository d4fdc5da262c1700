// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/pieces/tracebeginning.h"

#include <algorithm>

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

} // namespace

bool TraceBeginning::hasAny(std::initializer_list<std::string_view> wanted) const
{
    return std::ranges::any_of(wanted, [&](auto key) { return std::ranges::find(keys, key) != keys.end(); });
}

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

} // namespace lockstep
