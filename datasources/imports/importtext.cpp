// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/imports/importtext.h"

#include "datasources/exporters/exposedsample.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

namespace lockstep {

ImportOutcome importMetricsText(std::string_view text, const std::string& origin, ImportedSeries& into)
{
    ImportOutcome outcome;
    into.beginFile();
    const auto wantsAll = [](std::string_view) {
        return true;
    };
    const auto take = [&into](const ExposedSample& sample) -> const char* {
        if (sample.time.empty())
            return "a sample without a time; only samples with one can be placed";
        const auto time = parseMoment(sample.time);
        if (!time)
            return "expected a value and a time";
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
    constexpr unsigned pieceSize = 1U << 20U;
    const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), &gzclose);
    if (!file)
        return Error{fmt::format("Cannot open {}: {}", path, std::strerror(errno))};
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
            return Error{fmt::format("{}: over {} bytes of text; import less at once", path, maxText)};
    }
    return text;
}

} // namespace

Result<ImportOutcome> importFile(const std::string& path, ImportedSeries& into)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return Error{fmt::format("{}: not a regular file; expected metrics text or a table", path)};
    const Result<std::string> text = readPlainOrGzip(path);
    if (!text.isOk())
        return text.error();
    const std::string_view firstLine = std::string_view(text.value()).substr(0, text.value().find('\n'));
    const bool isTable = path.ends_with(".csv") || path.ends_with(".csv.gz")
        || (firstLine.find_first_of(",;") != std::string_view::npos && firstLine.find('{') == std::string_view::npos
            && !firstLine.starts_with('#'));
    if (isTable)
        return importCsv(text.value(), path, into);
    return importMetricsText(text.value(), path, into);
}

} // namespace lockstep
