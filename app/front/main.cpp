// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/analyze.h"
#include "app/front/windowprogram.h"
#include "app/program/startprogram.h"

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

int main(int argc, char* argv[])
{
    constexpr int cannotStart = 126;
    if (const std::optional<int> code = lockstep::startProgram("lockstep", argc, argv))
        return *code;
    if (argc > 1 && std::string_view(argv[1]) == "analyze")
        return lockstep::print(lockstep::analyze(std::vector<std::string>(argv + 2, argv + argc)));
    std::fprintf(stderr, "lockstep: %s\n", lockstep::execWindowProgram(argv).message.c_str());
    return cannotStart;
}
