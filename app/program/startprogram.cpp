// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/program/startprogram.h"

#include "app/program/crashreport.h"
#include "commit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <malloc.h>
#include <new>
#include <span>
#include <system_error>
#include <utility>

namespace lockstep {

std::string versionText(std::string_view program)
{
    return fmt::format("{} {} (commit {}, {})", program, LOCKSTEP_VERSION, LOCKSTEP_COMMIT, LOCKSTEP_BUILD);
}

namespace {

/// Does not allocate, because memory may be exhausted.
[[noreturn]] void reportAndExit(const char* why, const char* detail)
{
    std::fprintf(stderr, "%s: cannot continue: %s%s%s\n", program_invocation_short_name, why,
                 detail[0] == '\0' ? "" : ": ", detail);
    std::_Exit(EXIT_FAILURE);
}

[[noreturn]] void endProgram()
{
    try {
        if (std::current_exception())
            throw;
    } catch (const std::bad_alloc&) {
        reportAndExit("not enough memory; raise the limit of the service or shell", "");
    } catch (const std::system_error& error) {
        reportAndExit("the system denied a resource, such as a thread or memory", error.what());
    } catch (const std::exception& error) {
        reportAndExit("internal error", error.what());
    } catch (...) { }
    reportAndExit("internal error", "");
}

/// Makes an uncaught exception in any thread (out of memory, no threads) end the program with a message and exit code
/// 1. Call first in main().
void exitOnUncaughtErrors()
{
    std::set_terminate(endProgram);
}

/// Columns are blocks of megabytes, allocated by one thread and freed by another. By default glibc moves such blocks
/// into its per-thread heaps, whose fragmentation can cost as much as the data. Each heap also keeps the memory of a
/// burst of connections.
void keepLargeBlocksOutOfHeaps()
{
#ifdef __GLIBC__
    constexpr int largeBlock = 256 * 1024;
    constexpr int heaps = 4;
    (void)mallopt(M_MMAP_THRESHOLD, largeBlock);
    (void)mallopt(M_ARENA_MAX, heaps);
#endif
}

} // namespace

rlim_t raiseFileLimit()
{
    constexpr rlim_t enough = 16384;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1024;
    if (limit.rlim_cur < enough) {
        const rlim_t before = std::exchange(limit.rlim_cur, std::min(enough, limit.rlim_max));
        if (::setrlimit(RLIMIT_NOFILE, &limit) != 0)
            return before;
    }
    return limit.rlim_cur;
}

std::optional<int> startProgram(std::string_view name, int argumentCount, char** arguments)
{
    exitOnUncaughtErrors();
    keepLargeBlocksOutOfHeaps();
    (void)raiseFileLimit();
    const std::span<char*> all(arguments, static_cast<std::size_t>(argumentCount));
    if (std::ranges::any_of(all, [](const char* each) { return std::string_view(each) == "--version"; })) {
        const std::string text = versionText(name) + '\n';
        return std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? 1 : 0;
    }
    reportCrashes(versionText(name));
    return std::nullopt;
}

} // namespace lockstep
