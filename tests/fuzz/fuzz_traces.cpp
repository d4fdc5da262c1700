// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a trace file: every reader is reached, as files are told apart by content. What is read is analysed too.
#include "app/analyze/analyze.h"
#include "datasources/traces/tracebatches.h"
#include "datasources/traces/tracereader.h"
#include "datasources/traces/tracespans.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace {

/// A file in memory that keeps its path.
const std::string& memoryFile(const std::uint8_t* data, std::size_t size)
{
    static const int file = memfd_create("trace", 0);
    static const std::string path = "/proc/self/fd/" + std::to_string(file);
    if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
        std::abort();
    return path;
}

/// What the window does with a file.
void showAsSpans(const std::string& path)
{
    const auto inputs = lockstep::traceInputs(path);
    if (!inputs.isOk())
        return;
    const auto read = lockstep::readTraces(inputs.value(), {}, lockstep::TraceDetail::Everything);
    if (!read.isOk())
        return;
    const lockstep::TraceSpans spans = lockstep::spansOfTraces(read.value(), "fuzz");
    std::size_t told = 0;
    for (const auto& batch : lockstep::batchesOfTrace(spans, lockstep::SourceId{0}, std::chrono::seconds(1)))
        told += batch->tick ? batch->tick->spans.size() : 0;
    if (told != spans.spanCount())
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // The rank is said, so that two participants come about and are matched.
    const auto& path = memoryFile(data, size);
    const std::vector<std::string> arguments{"--json", "0=" + path, "1=" + path};
    const auto answer = lockstep::analyze(arguments);
    const bool isSound = answer.exitCode == 0 ? !answer.out.empty() : answer.out.empty() && !answer.err.empty();
    if (!isSound)
        std::abort();
    const std::vector<std::string> alone{path};
    static_cast<void>(lockstep::analyze(alone));
    showAsSpans(path);
    return 0;
}
