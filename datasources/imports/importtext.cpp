// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/imports/importtext.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <map>
#include <memory>

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

/// DCGM's placeholder for a missing value: about the largest number of 64 or 32 bits.
bool isBlank(std::string_view name, double value)
{
    return value >= 9.2233720368547e18 || (name.starts_with("DCGM_") && value >= 2147483632.0 && value <= 2147483647.0);
}

/// The "# TYPE" lines of a page.
class FamilyTypes
{
public:
    /// @param line behind "# TYPE"
    void note(std::string_view line)
    {
        const std::string_view name = line.substr(0, line.find_first_of(" \t"));
        m_types[std::string(name)] = trimmed(line.substr(name.size()));
    }
    /// By a sample's name, which may be the family's with a suffix.
    [[nodiscard]] bool isCounter(std::string_view name) const
    {
        if (const auto own = m_types.find(std::string(name)); own != m_types.end())
            return own->second == "counter";
        for (const std::string_view ending : {"_total", "_bucket", "_count", "_sum"}) {
            if (!name.ends_with(ending))
                continue;
            const auto family = m_types.find(std::string(name.substr(0, name.size() - ending.size())));
            if (family != m_types.end())
                return family->second != "gauge" && family->second != "gaugehistogram";
        }
        return name.ends_with("_total");
    }

private:
    std::map<std::string, std::string> m_types;
};

void readLine(std::string_view line, std::size_t number, const std::string& origin, const FamilyTypes& types,
              ImportOutcome& outcome, ImportedSeries& into)
{
    const std::size_t nameEnd = std::min(line.find_first_of("{ \t"), line.size());
    const std::size_t brace = line.find_first_not_of(" \t", nameEnd);
    Labels labels;
    std::size_t seriesEnd = nameEnd;
    if (brace != std::string_view::npos && line[brace] == '{') {
        seriesEnd = readLabels(line, brace + 1, labels);
        if (seriesEnd == std::string_view::npos)
            return skip(outcome, origin, number, "the label list is not closed");
    }
    std::string_view rest = trimmed(line.substr(seriesEnd));
    rest = trimmed(rest.substr(0, rest.find('#'))); // an exemplar
    const std::size_t gap = rest.find_first_of(" \t");
    if (gap == std::string_view::npos)
        return skip(outcome, origin, number, "the sample has no timestamp");
    const auto value = numberFrom(rest.substr(0, gap));
    const auto time = parseMoment(trimmed(rest.substr(gap)));
    if (!value || !time)
        return skip(outcome, origin, number, "expected a value and a timestamp");
    const std::string_view name = line.substr(0, nameEnd);
    if (isBlank(name, *value))
        return;
    into.add(into.seriesOf(std::string(line.substr(0, seriesEnd)), name, labels, types.isCounter(name)), *time, *value);
}

/// Unix time with the unit inferred from its size: seconds until the year 5138, then ms, µs, ns. Integer and fraction
/// are separate, because a double cannot represent current times in nanoseconds.
std::optional<TimePoint> unixMoment(std::int64_t whole, double fraction)
{
    std::int64_t unit = 1'000'000'000;
    for (const std::int64_t limit : {100'000'000'000LL, 100'000'000'000'000LL, 100'000'000'000'000'000LL})
        unit /= whole >= limit || whole <= -limit ? 1000 : 1;
    std::int64_t nanoseconds = 0;
    const auto part = static_cast<std::int64_t>(std::llround(fraction * static_cast<double>(unit)));
    if (__builtin_mul_overflow(whole, unit, &nanoseconds) || __builtin_add_overflow(nanoseconds, part, &nanoseconds))
        return std::nullopt;
    return TimePoint(Duration(nanoseconds));
}

/// Offset of "+02:00", "-0530", "Z" or nothing, to subtract.
std::optional<std::chrono::minutes> zoneOf(const char* text)
{
    if (*text == '\0' || (*text == 'Z' && text[1] == '\0'))
        return std::chrono::minutes(0);
    const int sign = *text == '-' ? -1 : 1;
    int hours = 0;
    int minutes = 0;
    const bool isZone = (*text == '+' || *text == '-')
        && (std::sscanf(text + 1, "%2d:%2d", &hours, &minutes) == 2
            || std::sscanf(text + 1, "%2d%2d", &hours, &minutes) == 2);
    return isZone ? std::optional(std::chrono::minutes(sign * (hours * 60 + minutes))) : std::nullopt;
}

std::optional<TimePoint> isoMoment(const std::string& text)
{
    std::tm parts{};
    char between = 0;
    int length = 0;
    if (std::sscanf(text.c_str(), "%4d-%2d-%2d%c%2d:%2d:%2d%n", &parts.tm_year, &parts.tm_mon, &parts.tm_mday, &between,
                    &parts.tm_hour, &parts.tm_min, &parts.tm_sec, &length)
            != 7
        || (between != 'T' && between != ' '))
        return std::nullopt;
    // Nanoseconds count from 1677 to 2262.
    if (parts.tm_year < 1700 || parts.tm_year > 2200)
        return std::nullopt;
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    const char* rest = text.c_str() + length;
    double fraction = 0;
    if (*rest == '.') {
        const char* const end = text.c_str() + text.size();
        const auto [after, code] = std::from_chars(rest, end, fraction);
        if (code != std::errc() || fraction >= 1)
            return std::nullopt;
        rest = after;
    }
    const auto zone = zoneOf(rest);
    if (!zone)
        return std::nullopt;
    return TimePoint(std::chrono::seconds(timegm(&parts)) - *zone + Duration(std::llround(fraction * 1e9)));
}

} // namespace

ImportOutcome importMetricsText(std::string_view text, const std::string& origin, ImportedSeries& into)
{
    ImportOutcome outcome;
    FamilyTypes types;
    into.beginFile();
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = trimmed(text.substr(begin, end - begin));
        begin = end + 1;
        ++number;
        constexpr std::string_view type = "# TYPE ";
        if (line.starts_with(type))
            types.note(trimmed(line.substr(type.size())));
        else if (!line.empty() && line.front() != '#')
            readLine(line, number, origin, types, outcome, into);
    }
    return outcome;
}

namespace {

/// A file's text, plain or gzip.
Result<std::string> readPlainOrGzip(const std::string& path)
{
    constexpr std::size_t maxText = std::size_t{8} << 30U;
    constexpr unsigned pieceSize = 1U << 20U;
    const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), &gzclose);
    if (!file)
        return Error{fmt::format("cannot open {}: {}", path, std::strerror(errno))};
    std::string text;
    for (int count = 1; count > 0;) {
        const std::size_t at = text.size();
        text.resize(at + pieceSize);
        count = gzread(file.get(), text.data() + at, pieceSize);
        text.resize(at + static_cast<std::size_t>(std::max(count, 0)));
        int code = Z_OK;
        const char* const reason = gzerror(file.get(), &code);
        if (code != Z_OK && code != Z_STREAM_END)
            return Error{fmt::format("{}: damaged after {} bytes of text: {}", path, text.size(),
                                     code == Z_ERRNO ? std::strerror(errno) : reason)};
        if (text.size() > maxText)
            return Error{fmt::format("{}: more than {} bytes of text; import a smaller file", path, maxText)};
    }
    return text;
}

/// Metrics text may begin with a brace as well: {"a name",label="value"}.
bool isJson(std::string_view text)
{
    const auto next = [text](std::size_t from) {
        return std::min(text.find_first_not_of(" \t\r\n", from), text.size());
    };
    const std::size_t begin = next(0);
    if (begin == text.size() || text[begin] != '{')
        return begin < text.size() && text[begin] == '[';
    const std::size_t key = next(begin + 1);
    const std::size_t end = key < text.size() && text[key] == '"' ? text.find('"', key + 1) : std::string_view::npos;
    return end != std::string_view::npos && text.substr(next(end + 1)).starts_with(':');
}

} // namespace

Result<ImportOutcome> importFile(const std::string& path, ImportedSeries& into)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return Error{fmt::format("{}: not a regular file; expected metrics text or a CSV table", path)};
    const Result<std::string> text = readPlainOrGzip(path);
    if (!text.isOk())
        return text.error();
    if (isJson(text.value()))
        return Error{fmt::format("{}: JSON cannot be imported; expected OpenMetrics text, Prometheus text with times, "
                                 "or CSV. Read a Prometheus server with --prometheus",
                                 path)};
    const std::string_view firstLine = std::string_view(text.value()).substr(0, text.value().find('\n'));
    const bool isTable = path.ends_with(".csv") || path.ends_with(".csv.gz")
        || (firstLine.find_first_of(",;") != std::string_view::npos && firstLine.find('{') == std::string_view::npos
            && !firstLine.starts_with('#'));
    if (isTable)
        return importCsv(text.value(), path, into);
    return importMetricsText(text.value(), path, into);
}

std::optional<TimePoint> parseMoment(std::string_view text)
{
    const char* const end = text.data() + text.size();
    std::int64_t whole = 0;
    const auto [after, code] = std::from_chars(text.data(), end, whole);
    if (code == std::errc() && after == end)
        return unixMoment(whole, 0);
    if (code == std::errc() && *after == '.') {
        double fraction = 0;
        const auto [rest, error] = std::from_chars(after, end, fraction, std::chars_format::fixed);
        if (error == std::errc() && rest == end)
            return unixMoment(whole, text.front() == '-' ? -fraction : fraction);
    }
    double number = 0; // "1.7e9"
    if (const auto [rest, error] = std::from_chars(text.data(), end, number);
        error == std::errc() && rest == end && std::abs(number) < 9e18)
        return unixMoment(static_cast<std::int64_t>(number), number - std::floor(number));
    return isoMoment(std::string(text));
}

} // namespace lockstep
