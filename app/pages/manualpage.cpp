// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/manualpage.h"

#include "app/pages/completions.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace lockstep {

namespace {

std::string escapedLine(std::string_view line)
{
    std::string out = line.starts_with('.') || line.starts_with('\'') ? "\\&" : "";
    for (const char c : line) {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
    }
    return out + '\n';
}

/// Indented lines are kept unchanged.
std::string body(std::string_view text)
{
    std::string out;
    bool isVerbatim = false;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        const bool wasVerbatim = isVerbatim;
        isVerbatim = line.starts_with("  ");
        if (wasVerbatim != isVerbatim)
            out += isVerbatim ? ".nf\n" : ".fi\n";
        out += line.empty() ? ".PP\n" : escapedLine(isVerbatim ? std::string_view(line).substr(2) : line);
    }
    while (out.ends_with(".PP\n"))
        out.resize(out.size() - 4);
    return out + (isVerbatim ? ".fi\n" : "");
}

std::string synopsis(const CommandPage& page)
{
    std::string text;
    for (const std::string_view line : page.synopsis)
        text += fmt::format(".PP\n.B {}\n{}", page.name, escapedLine(line));
    return text;
}

std::string options(const CommandPage& page)
{
    std::string text;
    for (const CommandOption& option : page.allOptions()) {
        std::string name = escapedLine(option.name);
        name.pop_back();
        text += fmt::format(".TP\n\\fB{}\\fR{}{}\n{}", name, option.value.empty() ? "" : " ", option.value,
                            escapedLine(option.help));
    }
    return text;
}

std::string configurationFiles(const CommandPage& page)
{
    if (page.configuration.empty())
        return {};
    return fmt::format(".TP\n"
                       ".I /etc/lockstep/{0}.toml\n"
                       ".TQ\n"
                       ".I \\(ti/.config/lockstep/{0}.toml\n"
                       "Options of {1} that are not set on the command line. The second file takes precedence. Keys "
                       "are the names of the options without the leading dashes.\n",
                       page.configuration, page.name);
}

std::string section(std::string_view title, const std::string& text)
{
    return text.empty() ? std::string() : fmt::format(".SH {}\n{}", title, text);
}

} // namespace

std::string manualPage(const ProgramPages& program)
{
    const CommandPage& page = program.own;
    std::string title(page.name);
    std::ranges::transform(title, title.begin(), [](unsigned char c) { return std::toupper(c); });
    std::string commands;
    std::string files = configurationFiles(page);
    std::string examples = body(page.examples);
    for (const CommandPage& each : program.commands) {
        commands += fmt::format(".SS {}\n{}{}{}", each.name, synopsis(each), ".PP\n" + body(each.about), options(each));
        if (each.exitStatus != CommandPage().exitStatus)
            commands += ".PP\nExit status: " + escapedLine(std::string(each.exitStatus) + '.');
        files += configurationFiles(each);
        examples += body(each.examples);
    }
    return fmt::format(".TH {} 1 \"\" \"Lockstep {}\" Lockstep\n.SH NAME\n{} \\- {}\n", title, LOCKSTEP_VERSION,
                       page.name, page.summary)
        + section("SYNOPSIS", synopsis(page)) + section("DESCRIPTION", body(page.about))
        + section("OPTIONS", options(page)) + section("COMMANDS", commands) + section("FILES", files)
        + section("EXIT STATUS", escapedLine(std::string(page.exitStatus) + '.')) + section("EXAMPLES", examples)
        + fmt::format(".SH SEE ALSO\nThe manual in\n.I /usr/share/doc/{}\n", page.name);
}

} // namespace lockstep
