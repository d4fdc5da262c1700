// SPDX-License-Identifier: GPL-3.0-or-later
// Arbitrary bytes as a trace file, reaching every reader, because formats are detected by content; the result is
// analysed, too. The first byte selects: 'G' gzip of the rest, 'R' gzip of a head, a repeated part and a tail,
// separated by 0xFF; otherwise the bytes are the file. Seeds: tests/fuzz/seeds/traces.
#include "app/analyze/analyze.h"
#include "datasources/traces/formats/tracefile.h"
#include "datasources/traces/formats/tracereader.h"
#include "datasources/traces/spans/tracebatches.h"
#include "datasources/traces/spans/tracespans.h"
#include "models/core/batch.h"

#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace {

std::string gzip(std::string text)
{
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        std::abort();
    std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(text.data());
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

/// The components of bombs.
std::string repeated(std::string_view parts)
{
    constexpr std::size_t textBytes = std::size_t{256} << 10;
    const auto first = std::min(parts.find('\xFF'), parts.size());
    const auto second = std::min(parts.find('\xFF', first + 1), parts.size());
    const auto piece = parts.substr(std::min(first + 1, second), second - std::min(first + 1, second));
    std::string text(parts.substr(0, first));
    while (!piece.empty() && text.size() < textBytes)
        text += piece;
    return text.append(parts.substr(std::min(second + 1, parts.size())));
}

std::string fileFrom(std::string_view data)
{
    if (data.starts_with('G'))
        return gzip(std::string(data.substr(1)));
    return data.starts_with('R') ? gzip(repeated(data.substr(1))) : std::string(data);
}

/// A file in memory that keeps its path.
const std::string& memoryFile(std::string_view data)
{
    static const int file = memfd_create("trace", 0);
    static const std::string path = "/proc/self/fd/" + std::to_string(file);
    if (file < 0 || ftruncate(file, 0) != 0
        || pwrite(file, data.data(), data.size(), 0) != static_cast<ssize_t>(data.size()))
        std::abort();
    return path;
}

/// Processes a file like the window.
void showAsSpans(const std::string& path)
{
    const auto inputs = lockstep::traceInputs(path);
    if (!inputs.isOk())
        return;
    const auto read = lockstep::readTraces(inputs.value(), {}, lockstep::TraceDetail::Everything);
    if (!read.isOk())
        return;
    const lockstep::TraceSpans spans = lockstep::spansOfTraces(read.value(), "fuzz");
    std::size_t reported = 0;
    for (const auto& batch : lockstep::batchesOfTrace(spans, lockstep::SourceId{0}, std::chrono::seconds(1)))
        reported += batch->tick ? batch->tick->spans.size() : 0;
    if (reported != spans.spanCount())
        std::abort();
}

/// With a tiny budget: rejected data must free its memory.
void readWithin(const std::string& path)
{
    constexpr lockstep::TraceAllowances poor{{{100, 4096, 65536}, {64, 4096, 65536}, {128, 4096, 65536}}};
    lockstep::TraceBudget budget(poor);
    lockstep::TraceMeter meter(budget, path);
    const bool isRead = lockstep::readTraceFile({path, 0, false}, meter, lockstep::TraceDetail::Everything).isOk();
    if (isRead != meter.isKept())
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // With explicit ranks, so that there are two participants to match.
    const auto& path = memoryFile(fileFrom({reinterpret_cast<const char*>(data), size}));
    const std::vector<std::string> arguments{"--json", "0=" + path, "1=" + path};
    const auto answer = lockstep::analyze(arguments);
    const bool isSound = answer.exitCode == 0 ? !answer.out.empty() : answer.out.empty() && !answer.err.empty();
    if (!isSound)
        std::abort();
    const std::vector<std::string> alone{path};
    static_cast<void>(lockstep::analyze(alone));
    showAsSpans(path);
    readWithin(path);
    return 0;
}
