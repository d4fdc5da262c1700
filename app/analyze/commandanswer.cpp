// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/commandanswer.h"

#include "datasources/text/commandpage.h"

#include <fmt/format.h>

#include <cstdio>

namespace lockstep {

CommandAnswer wrongUsage(const CommandPage& page, const std::string& problem)
{
    return {2, {}, fmt::format("{0}: {1}\n{2}See {0} --help.\n", page.name, problem, page.shortUsage())};
}

int print(const CommandAnswer& answer)
{
    std::fwrite(answer.err.data(), 1, answer.err.size(), stderr);
    const bool isWritten
        = std::fwrite(answer.out.data(), 1, answer.out.size(), stdout) == answer.out.size() && std::fflush(stdout) == 0;
    if (!isWritten)
        std::fputs("lockstep: standard output cannot be written\n", stderr);
    return isWritten ? answer.exitCode : 1;
}

} // namespace lockstep
