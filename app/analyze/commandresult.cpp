// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/commandresult.h"

#include "datasources/text/commandpage.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <cstdio>

namespace lockstep {

CommandResult wrongUsage(const CommandPage& page, const std::string& problem)
{
    return {2, {}, fmt::format("{0}: {1}\n{2}See {0} --help.\n", page.name, visibleLine(problem), page.shortUsage())};
}

CommandResult failedWith(const std::string& problem)
{
    return {1, {}, visibleLine(problem) + "\n"};
}

CommandResult runCommand(const CommandPage& page, std::span<const std::string> arguments,
                         const std::function<CommandResult(const CommandInput&)>& command)
{
    const Result<CommandInput> line = readCommand(page, arguments);
    if (!line.isOk())
        return wrongUsage(page, line.error().message);
    return line.value().answer ? CommandResult{0, *line.value().answer, {}} : command(line.value());
}

void CommandResult::addProblems(const std::vector<std::string>& problems)
{
    for (const std::string& problem : problems)
        err += visibleLine(problem) + "\n";
    if (!problems.empty())
        exitCode = 1;
}

int print(const CommandResult& answer)
{
    const std::string out = visibleText(answer.out);
    std::fputs(visibleText(answer.err).c_str(), stderr);
    const bool isWritten = std::fwrite(out.data(), 1, out.size(), stdout) == out.size() && std::fflush(stdout) == 0;
    if (!isWritten)
        std::fputs("lockstep: cannot write to standard output\n", stderr);
    return isWritten ? answer.exitCode : 1;
}

} // namespace lockstep
