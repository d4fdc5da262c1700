// SPDX-License-Identifier: GPL-3.0-or-later
// The sub-commands of `lockstep` that need no dashboard library, as a separate program.
#include "app/analyze/commandresult.h"
#include "app/program/startprogram.h"
#include "app/record/recordcommands.h"
#include "datasources/text/commandpage.h"

int main(int argc, char* argv[])
{
    using namespace lockstep;
    if (const std::optional<int> code = startProgram("lockstep-record", argc, argv))
        return *code;
    if (const std::optional<int> code = runSubCommand(recordSubCommands(), argc, argv))
        return *code;
    const CommandPage page = recordProgramPage();
    const Result<CommandInput> line = readCommand(page, argumentsFrom(1, argc, argv));
    if (line.isOk() && line.value().answer)
        return print({0, *line.value().answer, {}});
    return print(wrongUsage(page, line.isOk() ? "expected a COMMAND" : line.error().message));
}
