// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/gpulabels.h"
#include "datasources/exporters/seriesplace.h"
#include "datasources/imports/importtext.h"
#include "models/core/parsenumber.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>
#include <unordered_set>

namespace lockstep {

namespace {

enum class ColumnUse : std::uint8_t {
    Time,
    Label, ///< names an entity, or distinguishes series
    Word, ///< label or text, undecided
    Text,
    Value
};

struct Column
{
    std::string name;
    ColumnUse use = ColumnUse::Value;
};

/// The delimiter of a header; spreadsheets in many locales use semicolons.
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

/// The next record (RFC 4180) as unquoted fields. Moves @p at past it and counts lines.
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

/// @param hasCommas decimal commas, because they are not the delimiter
std::optional<double> cellNumber(std::string text, bool hasCommas)
{
    if (hasCommas && std::ranges::count(text, ',') == 1)
        text[text.find(',')] = '.';
    return parseNumber<double>(text);
}

bool isTimeName(std::string_view name)
{
    static constexpr auto names = std::to_array<std::string_view>(
        {"time", "timestamp", "ts", "datetime", "date", "time_s", "time_ms", "time_ns", "unix_time"});
    return std::ranges::find(names, lowerCase(name)) != names.end();
}

/// Whether the name is a label for entities, regardless of its values.
bool isEntityLabel(std::string_view name)
{
    const auto isOf = [name](EntityKind kind) {
        return name == labelOfKind(kind) || name == entityKindName(kind);
    };
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        if (isOf(static_cast<EntityKind>(kind)))
            return true;
    }
    return isPlaceLabel(name) || name == "device" || name == GpuLabels::modelLabel || name == GpuLabels::driverLabel;
}

using Record = std::vector<std::string>;

/// Calls @p use for each non-empty record, with the number of its first line.
template <class Use>
void eachRecord(std::string_view text, char delimiter, std::size_t at, std::size_t line, const Use& use)
{
    while (at < text.size()) {
        const std::size_t first = line + 1;
        const Record record = nextRecord(text, delimiter, at, line);
        if (record.size() > 1 || !record.front().empty())
            use(record, first);
    }
}

/// Types of columns, from the header and most of their cells.
std::vector<Column> columnsFrom(const Record& header, std::string_view text, char delimiter, std::size_t at)
{
    std::vector<Column> columns;
    std::vector<std::ptrdiff_t> words(header.size()); // less numbers
    eachRecord(text, delimiter, at, 0, [&](const Record& record, std::size_t) {
        for (std::size_t field = 0; field < std::min(record.size(), words.size()); ++field) {
            if (!record[field].empty())
                words[field] += cellNumber(record[field], delimiter != ',') ? -1 : 1;
        }
    });
    bool hasTime = false;
    for (std::size_t field = 0; field < header.size(); ++field) {
        Column column{header[field], ColumnUse::Value};
        if (!hasTime && isTimeName(header[field])) {
            column.use = ColumnUse::Time;
            hasTime = true;
        } else if (isEntityLabel(header[field])) {
            column.use = ColumnUse::Label;
        } else if (words[field] > 0) {
            column.use = ColumnUse::Word;
        }
        columns.push_back(std::move(column));
    }
    return columns;
}

/// Counts rows of the same series at the same time.
class CoincidingRows
{
public:
    /// @param isKey columns that distinguish rows besides the time
    CoincidingRows(const std::vector<Record>& rows, std::size_t timeAt, const std::vector<bool>& isKey)
    {
        std::unordered_set<std::string> seen;
        for (const Record& row : rows) {
            std::string key = row[timeAt];
            for (std::size_t field = 0; field < isKey.size(); ++field)
                key += isKey[field] ? '\x1f' + row[field] : std::string();
            m_count += seen.insert(std::move(key)).second ? 0 : 1;
        }
    }
    [[nodiscard]] std::size_t count() const { return m_count; }

private:
    std::size_t m_count = 0;
};

/// Decides which columns of words are labels: the fewest that keep series apart, so that rows of one time differ. A few
/// rows may coincide, because clocks with seconds repeat.
void settleWords(std::vector<Column>& columns, std::string_view text, char delimiter, std::size_t at,
                 std::size_t timeAt)
{
    constexpr std::ptrdiff_t maxWords
        = 32; // with more columns, the file is probably not a table of measurements, and would take too long
    const auto words = std::ranges::count(columns, ColumnUse::Word, &Column::use);
    if (words > maxWords)
        std::ranges::replace(columns | std::views::transform(&Column::use), ColumnUse::Word, ColumnUse::Label);
    if (words == 0 || words > maxWords)
        return;
    std::vector<Record> rows; // only times and words
    std::vector<bool> isConstant(columns.size(), true);
    eachRecord(text, delimiter, at, 0, [&](const Record& record, std::size_t) {
        if (record.size() < columns.size())
            return;
        Record& row = rows.emplace_back(columns.size());
        for (std::size_t field = 0; field < columns.size(); ++field) {
            if (columns[field].use != ColumnUse::Value)
                row[field] = record[field];
            isConstant[field] = isConstant[field] && row[field] == rows.front()[field];
        }
    });
    std::vector<bool> isKey(columns.size());
    for (std::size_t field = 0; field < columns.size(); ++field)
        isKey[field] = columns[field].use == ColumnUse::Label || columns[field].use == ColumnUse::Word;
    constexpr std::size_t fewOf = 20;
    const std::size_t allowed = CoincidingRows(rows, timeAt, isKey).count() + rows.size() / fewOf;
    for (std::size_t field = columns.size(); field-- > 0;) {
        if (columns[field].use != ColumnUse::Word)
            continue;
        isKey[field] = false;
        const bool isNeeded = !isConstant[field] && CoincidingRows(rows, timeAt, isKey).count() > allowed;
        isKey[field] = isNeeded;
        columns[field].use = isNeeded || isConstant[field] ? ColumnUse::Label : ColumnUse::Text;
    }
}

} // namespace

Result<ImportOutcome> importCsv(std::string_view text, const std::string& origin, ImportedSeries& into)
{
    std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; // a byte order mark, as spreadsheets write it
    std::size_t line = 0;
    const char delimiter = delimiterOf(text.substr(0, text.find('\n')));
    const bool hasCommas = delimiter != ',';
    const Record header = nextRecord(text, delimiter, at, line);
    std::vector<Column> columns = columnsFrom(header, text, delimiter, at);
    const auto timeColumn = std::ranges::find(columns, ColumnUse::Time, &Column::use);
    if (timeColumn == columns.end())
        return Error{fmt::format("{}: expected a column named \"time\" or \"timestamp\", found none", origin)};
    const auto timeAt = static_cast<std::size_t>(timeColumn - columns.begin());

    settleWords(columns, text, delimiter, at, timeAt);

    ImportOutcome outcome;
    for (const Column& column : columns) {
        if (column.use == ColumnUse::Text)
            outcome.textColumns.push_back(column.name);
    }
    into.beginFile();
    const auto skip = [&](std::size_t where, const std::string& why) {
        if (outcome.skipped++ == 0)
            outcome.firstSkipped = fmt::format("{}:{}: {}", origin, where, why);
    };
    eachRecord(text, delimiter, at, line, [&](const Record& record, std::size_t first) {
        const auto time = timeAt < record.size() ? parseMoment(record[timeAt]) : std::nullopt;
        if (!time)
            return skip(first, "expected a timestamp");
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
                skip(first, fmt::format("{}: \"{}\" is not a number", columns[field].name, record[field]));
            else
                into.add(into.seriesOf(columns[field].name + '\x1e' + key, columns[field].name, labels), *time, *value);
        }
    });
    return outcome;
}

} // namespace lockstep
