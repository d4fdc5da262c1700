// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/imports/importtext.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace lockstep {

namespace {

enum class ColumnUse : std::uint8_t { Time, Label, Value };

struct Column
{
    std::string name;
    ColumnUse use = ColumnUse::Value;
};

/// What stands between the fields of a header: spreadsheets of half the world write semicolons.
char delimiterOf(std::string_view header)
{
    constexpr std::string_view candidates = ",;\t";
    std::array<std::size_t, candidates.size()> counts{};
    bool isQuoted = false;
    for (const char c : header) {
        isQuoted ^= c == '"';
        if (const std::size_t which = candidates.find(c); !isQuoted && which != std::string_view::npos)
            ++counts[which];
    }
    return candidates[static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin())];
}

/// The next record of RFC 4180: fields, quotes undone; moves @p at behind it and counts lines.
std::vector<std::string> nextRecord(std::string_view text, char delimiter, std::size_t& at, std::size_t& line)
{
    std::vector<std::string> fields(1);
    bool isQuoted = false;
    ++line;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (isQuoted) {
            if (c != '"')
                fields.back() += c;
            else if (at + 1 < text.size() && text[at + 1] == '"')
                fields.back() += text[++at];
            else
                isQuoted = false;
            line += c == '\n' ? 1 : 0;
        } else if (c == '"') {
            isQuoted = true;
        } else if (c == delimiter) {
            fields.emplace_back();
        } else if (c == '\n') {
            ++at;
            break;
        } else if (c != '\r') {
            fields.back() += c;
        }
    }
    return fields;
}

/// @param hasCommas they are decimal ones, as they do not stand between fields
std::optional<double> cellNumber(std::string text, bool hasCommas)
{
    if (hasCommas && std::ranges::count(text, ',') == 1)
        text[text.find(',')] = '.';
    double value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool isTimeName(std::string name)
{
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    static constexpr auto names = std::to_array<std::string_view>(
        {"time", "timestamp", "ts", "datetime", "date", "time_s", "time_ms", "time_ns", "unix_time"});
    return std::ranges::find(names, name) != names.end();
}

/// What each column is for, from the header and the first record.
std::vector<Column> columnsFrom(const std::vector<std::string>& header, const std::vector<std::string>& first,
                                bool hasCommas)
{
    std::vector<Column> columns;
    bool hasTime = false;
    for (std::size_t at = 0; at < header.size(); ++at) {
        Column column{header[at], ColumnUse::Value};
        const bool isWord = at < first.size() && !first[at].empty() && !cellNumber(first[at], hasCommas);
        if (!hasTime && isTimeName(header[at])) {
            column.use = ColumnUse::Time;
            hasTime = true;
        } else if (isPlaceLabel(header[at]) || isWord) {
            column.use = ColumnUse::Label;
        }
        columns.push_back(std::move(column));
    }
    return columns;
}

} // namespace

Result<ImportOutcome> importCsv(std::string_view text, const std::string& origin, ImportedSeries& into)
{
    std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; // a byte order mark, as spreadsheets write it
    std::size_t line = 0;
    const char delimiter = delimiterOf(text.substr(0, text.find('\n')));
    const bool hasCommas = delimiter != ',';
    const std::vector<std::string> header = nextRecord(text, delimiter, at, line);
    std::size_t peekAt = at;
    std::size_t peekLine = line;
    const std::vector<Column> columns = columnsFrom(header, nextRecord(text, delimiter, peekAt, peekLine), hasCommas);
    const auto timeColumn = std::ranges::find(columns, ColumnUse::Time, &Column::use);
    if (timeColumn == columns.end())
        return Error{fmt::format("{}: no column is called \"time\" or \"timestamp\"; a table needs one", origin)};
    const auto timeAt = static_cast<std::size_t>(timeColumn - columns.begin());

    ImportOutcome outcome;
    const auto skip = [&](const std::string& why) {
        if (outcome.skipped++ == 0)
            outcome.firstSkipped = fmt::format("{}:{}: {}", origin, line, why);
    };
    while (at < text.size()) {
        const std::vector<std::string> record = nextRecord(text, delimiter, at, line);
        if (record.size() == 1 && record.front().empty())
            continue;
        const auto time = timeAt < record.size() ? parseMoment(record[timeAt]) : std::nullopt;
        if (!time) {
            skip("expected a time");
            continue;
        }
        Labels labels;
        std::string key;
        for (std::size_t field = 0; field < std::min(record.size(), columns.size()); ++field) {
            if (columns[field].use != ColumnUse::Label)
                continue;
            labels.emplace_back(columns[field].name, record[field]);
            key += record[field] + '\x1f';
        }
        for (std::size_t field = 0; field < std::min(record.size(), columns.size()); ++field) {
            if (columns[field].use != ColumnUse::Value || record[field].empty())
                continue;
            const auto value = cellNumber(record[field], hasCommas);
            if (!value)
                skip(fmt::format("{}: \"{}\" is not a number", columns[field].name, record[field]));
            else
                into.add(into.seriesOf(columns[field].name + '\x1e' + key, columns[field].name, labels), *time, *value);
        }
    }
    return outcome;
}

} // namespace lockstep
