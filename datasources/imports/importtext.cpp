// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/imports/importtext.h"

#include "datasources/exporters/exposedsample.h"
#include "models/core/parsenumber.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <memory>

namespace lockstep {

namespace {

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
    into.beginFile();
    const auto wantsAll = [](std::string_view) {
        return true;
    };
    const auto take = [&into](const ExposedSample& sample) -> const char* {
        if (sample.time.empty())
            return "the sample has no timestamp";
        const auto time = parseMoment(sample.time);
        if (!time)
            return "expected a value and a timestamp";
        into.add(into.seriesOf(std::string(sample.series), sample.name, sample.labels, sample.isCounter), *time,
                 sample.value);
        return nullptr;
    };
    readExposition(text, wantsAll, take, [&](std::size_t line, std::string_view why) {
        if (outcome.skipped++ == 0)
            outcome.firstSkipped = fmt::format("{}:{}: {}", origin, line, why);
    });
    return outcome;
}

namespace {

/// A file's text, plain or gzip.
Result<std::string> readPlainOrGzip(const std::string& path)
{
    constexpr std::size_t maxText = std::size_t{8} << 30U;
    // A table compresses 10 to 60 times; more is an attack that would fill the memory.
    constexpr std::size_t textPerByte = 200;
    constexpr std::size_t smallText = std::size_t{64} << 20U;
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
        const auto read = static_cast<std::size_t>(std::max<z_off_t>(gzoffset(file.get()), 0));
        if (text.size() > smallText && text.size() / textPerByte > read)
            return Error{fmt::format("{}: its first {} bytes decompress to more than {} bytes; expected at most {} "
                                     "times as many",
                                     path, read, text.size() - 1, textPerByte)};
        if (text.size() > maxText)
            return Error{fmt::format("{}: more than {} bytes of text; import a smaller file", path, maxText)};
    }
    return text;
}

/// Metrics text may also begin with a brace: {"a name",label="value"}.
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
    if (const auto number = parseNumber<double>(text); number && std::abs(*number) < 9e18) // "1.7e9"
        return unixMoment(static_cast<std::int64_t>(*number), *number - std::floor(*number));
    return isoMoment(std::string(text));
}

} // namespace lockstep
