// SPDX-License-Identifier: GPL-3.0-or-later
// `lockstep analyze` as a separate program, for hosts without the dashboard.
#include "app/analyze/analyze.h"
#include "app/program/startprogram.h"

#include <string>
#include <vector>

int main(int argc, char* argv[])
{
    if (const std::optional<int> code = lockstep::startProgram("lockstep-analyze", argc, argv))
        return *code;
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    return lockstep::print(lockstep::analyze(arguments));
}
