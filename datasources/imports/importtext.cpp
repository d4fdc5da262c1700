// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/imports/importtext.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace lockstep {

namespace {

void skip(ImportOutcome& outcome, const std::string& origin, std::size_t line, std::string_view why)
{
    if (outcome.skipped++ == 0)
        outcome.firstSkipped = fmt::format("{}:{}: {}", origin, line, why);
}

std::string_view trimmed(std::string_view text)
{
    const std::size_t from = text.find_first_not_of(" \t\r");
    const std::size_t to = text.find_last_not_of(" \t\r");
    return from == std::string_view::npos ? std::string_view() : text.substr(from, to - from + 1);
}

/// The labels between braces, from after the opening one; npos as the end when they do not close.
std::size_t readLabels(std::string_view text, std::size_t at, Labels& labels)
{
    while (at < text.size()) {
        at = text.find_first_not_of(" ,", at);
        if (at == std::string_view::npos || text[at] == '}')
            return at == std::string_view::npos ? at : at + 1;
        const std::size_t equals = text.find('=', at);
        if (equals == std::string_view::npos || equals + 1 >= text.size() || text[equals + 1] != '"')
            return std::string_view::npos;
        std::string value;
        std::size_t end = equals + 2;
        for (; end < text.size() && text[end] != '"'; ++end) {
            if (text[end] == '\\' && end + 1 < text.size())
                value += text[++end] == 'n' ? '\n' : text[end];
            else
                value += text[end];
        }
        labels.emplace_back(std::string(trimmed(text.substr(at, equals - at))), std::move(value));
        at = end + 1;
    }
    return std::string_view::npos;
}

std::optional<double> numberFrom(std::string_view text)
{
    if (!text.empty() && text.front() == '+')
        text.remove_prefix(1);
    double value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// DCGM's way to say that there is no value: the largest numbers of 64 and 32 bits, or a little less.
bool isBlank(double value)
{
    return value >= 9.2233720368547e18 || (value >= 2147483632.0 && value <= 2147483647.0);
}

void readLine(std::string_view line, std::size_t number, const std::string& origin, ImportOutcome& outcome,
              ImportedSeries& into)
{
    const std::size_t nameEnd = std::min(line.find_first_of("{ \t"), line.size());
    const std::size_t brace = line.find_first_not_of(" \t", nameEnd);
    Labels labels;
    std::size_t seriesEnd = nameEnd;
    if (brace != std::string_view::npos && line[brace] == '{') {
        seriesEnd = readLabels(line, brace + 1, labels);
        if (seriesEnd == std::string_view::npos)
            return skip(outcome, origin, number, "the labels do not end");
    }
    std::string_view rest = trimmed(line.substr(seriesEnd));
    rest = trimmed(rest.substr(0, rest.find('#'))); // an exemplar
    const std::size_t gap = rest.find_first_of(" \t");
    if (gap == std::string_view::npos)
        return skip(outcome, origin, number, "a sample without a time; only samples with one can be placed");
    const auto value = numberFrom(rest.substr(0, gap));
    const auto time = parseMoment(trimmed(rest.substr(gap)));
    if (!value || !time)
        return skip(outcome, origin, number, "expected a value and a time");
    if (isBlank(*value))
        return;
    into.add(into.seriesOf(std::string(line.substr(0, seriesEnd)), line.substr(0, nameEnd), labels), *time, *value);
}

} // namespace

ImportOutcome importMetricsText(std::string_view text, const std::string& origin, ImportedSeries& into)
{
    ImportOutcome outcome;
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = trimmed(text.substr(begin, end - begin));
        begin = end + 1;
        ++number;
        if (!line.empty() && line.front() != '#')
            readLine(line, number, origin, outcome, into);
    }
    return outcome;
}

Result<ImportOutcome> importFile(const std::string& path, ImportedSeries& into)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return Error{fmt::format("{}: not a regular file; expected metrics text or a table", path)};
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return Error{fmt::format("Cannot open {}", path)};
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (file.bad())
        return Error{fmt::format("Cannot read {}", path)};
    const std::string_view firstLine = std::string_view(text).substr(0, text.find('\n'));
    const bool isTable = path.ends_with(".csv")
        || (firstLine.find_first_of(",;") != std::string_view::npos && firstLine.find('{') == std::string_view::npos
            && !firstLine.starts_with('#'));
    if (isTable)
        return importCsv(text, path, into);
    return importMetricsText(text, path, into);
}

} // namespace lockstep
