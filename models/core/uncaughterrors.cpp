// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/uncaughterrors.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>

namespace lockstep {

namespace {

/// Does not allocate, because memory may be exhausted.
[[noreturn]] void tellAndExit(const char* why, const char* detail)
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
        tellAndExit("not enough memory; raise the limit of the service or shell", "");
    } catch (const std::system_error& error) {
        tellAndExit("the system refuses a resource, such as a thread or memory", error.what());
    } catch (const std::exception& error) {
        tellAndExit("internal error", error.what());
    } catch (...) { }
    tellAndExit("internal error", "");
}

} // namespace

void exitOnUncaughtErrors()
{
    std::set_terminate(endProgram);
}

} // namespace lockstep
