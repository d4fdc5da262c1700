// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/program/startprogram.h"

#include "app/program/crashreport.h"
#include "app/program/versiontext.h"
#include "models/core/uncaughterrors.h"

#include <algorithm>
#include <cstdio>
#include <span>

namespace lockstep {

std::optional<int> startProgram(std::string_view name, int argumentCount, char** arguments)
{
    exitOnUncaughtErrors();
    const std::span<char*> all(arguments, static_cast<std::size_t>(argumentCount));
    if (std::ranges::any_of(all, [](const char* each) { return std::string_view(each) == "--version"; })) {
        const std::string text = versionText(name) + '\n';
        return std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? 1 : 0;
    }
    reportCrashes(versionText(name));
    return std::nullopt;
}

} // namespace lockstep
