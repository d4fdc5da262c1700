// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a trace file: every reader is reached, as files are told apart by content. What is read is analysed too.
#include "app/analyze/analyze.h"

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
    return 0;
}
