// SPDX-License-Identifier: GPL-3.0-or-later
// lockstep-pages FOLDER: writes manual pages and shell completions of all programs. Part of the build, not installed.
#include "app/agent/agentoptions.h"
#include "app/agent/selftestcommand.h"
#include "app/analyze/analyze.h"
#include "app/front/subcommands.h"
#include "app/pages/completions.h"
#include "app/pages/manualpage.h"
#include "app/scoring/scoreoptions.h"
#include "app/session/opening/startoptions.h"
#include "app/simulator/simulatoroptions.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace lockstep {

namespace {

std::vector<CommandPage> pagesOf(const std::vector<SubCommand>& commands)
{
    std::vector<CommandPage> pages;
    for (const SubCommand& each : commands)
        pages.push_back(each.page());
    return pages;
}

std::vector<ProgramPages> allPrograms()
{
    return {
        {dashboardPage(), pagesOf(allSubCommands())},
        {agentPage(), {selfTestPage()}},
        {analyzePage(), {}},
        {recordProgramPage(), pagesOf(recordSubCommands())},
        {simulatorPage(), {scoring::scorePage()}},
    };
}

bool write(const std::filesystem::path& path, const std::string& text)
{
    std::error_code failure;
    std::filesystem::create_directories(path.parent_path(), failure);
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    return !file.fail();
}

bool writeAll(const std::filesystem::path& folder)
{
    return std::ranges::all_of(allPrograms(), [&folder](ProgramPages program) {
        std::string name(program.own.name);
        std::ranges::replace(name, ' ', '-');
        program.own.name = name; // "lockstep analyze", which is a separate program, too
        return write(folder / "man" / (name + ".1"), manualPage(program))
            && write(folder / "bash" / name, bashCompletion(program))
            && write(folder / "zsh" / ('_' + name), zshCompletion(program))
            && write(folder / "fish" / (name + ".fish"), fishCompletion(program));
    });
}

} // namespace

} // namespace lockstep

int main(int argc, char* argv[])
{
    if (argc != 2) {
        std::fputs("Usage: lockstep-pages FOLDER\n", stderr);
        return 2;
    }
    if (lockstep::writeAll(argv[1]))
        return 0;
    std::fprintf(stderr, "lockstep-pages: cannot write into %s\n", argv[1]);
    return 1;
}
