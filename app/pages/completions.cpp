// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/completions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace lockstep {

namespace {

std::string_view subCommandOf(const CommandPage& page)
{
    return page.name.substr(page.name.rfind(' ') + 1);
}

bool isFile(const CommandOption& option)
{
    return option.value == "FILE" || option.value == "DIR" || option.value == "PATH";
}

/// "dark light"; empty: any value is allowed.
std::string alternatives(const CommandOption& option)
{
    if (option.value.find('|') == std::string_view::npos)
        return {};
    std::string words(option.value);
    std::ranges::replace(words, '|', ' ');
    return words;
}

std::string functionName(const ProgramPages& program)
{
    std::string name = fmt::format("_{}", program.own.name);
    std::ranges::replace(name, '-', '_');
    return name;
}

/// Pages with the pattern that the first argument must match: sub-commands first, then the page without one.
std::vector<std::pair<std::string, CommandPage>> casesOf(const ProgramPages& program)
{
    std::vector<std::pair<std::string, CommandPage>> cases;
    for (const CommandPage& page : program.commands)
        cases.emplace_back(subCommandOf(page), page);
    cases.emplace_back("*", program.own);
    return cases;
}

std::string subCommandNames(const ProgramPages& program)
{
    std::vector<std::string_view> names;
    for (const CommandPage& page : program.commands)
        names.push_back(subCommandOf(page));
    return fmt::format("{}", fmt::join(names, " "));
}

std::string without(std::string text, std::string_view unwanted)
{
    std::erase_if(text, [unwanted](char c) { return unwanted.find(c) != std::string_view::npos; });
    return text;
}

} // namespace

std::string bashCompletion(const ProgramPages& program)
{
    std::string text = fmt::format("# bash completion for {}                                   -*- shell-script -*-\n"
                                   "{}() {{\n"
                                   "    local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}}\n"
                                   "    local words='' files=no\n"
                                   "    case ${{COMP_WORDS[1]-}} in\n",
                                   program.own.name, functionName(program));
    for (const auto& [pattern, page] : casesOf(program)) {
        std::vector<std::string_view> names;
        std::vector<std::string_view> withFile;
        std::vector<std::string_view> withValue;
        text += fmt::format("    {})\n        case $prev in\n", pattern);
        for (const CommandOption& option : page.allOptions()) {
            names.push_back(option.name);
            if (const std::string words = alternatives(option); !words.empty())
                text += fmt::format("        {}) words='{}' ;;\n", option.name, words);
            else if (isFile(option))
                withFile.push_back(option.name);
            else if (!option.value.empty())
                withValue.push_back(option.name);
        }
        if (!withFile.empty())
            text += fmt::format("        {}) files=yes ;;\n", fmt::join(withFile, " | "));
        if (!withValue.empty())
            text += fmt::format("        {}) ;;\n", fmt::join(withValue, " | "));
        text += fmt::format("        *) words='{}' files=yes ;;\n        esac\n        ;;\n", fmt::join(names, " "));
    }
    text += "    esac\n";
    if (!program.commands.empty())
        text += fmt::format("    [ \"$COMP_CWORD\" -eq 1 ] && words=\"{} $words\"\n", subCommandNames(program));
    text += fmt::format("    mapfile -t COMPREPLY < <(\n"
                        "        [[ -n $words ]] && compgen -W \"$words\" -- \"$cur\"\n"
                        "        [[ $files = yes && $cur != -* ]] && compgen -f -- \"$cur\"\n"
                        "    )\n"
                        "}}\n"
                        "complete -o filenames -F {} {}\n",
                        functionName(program), program.own.name);
    return text;
}

std::string zshCompletion(const ProgramPages& program)
{
    const std::string quoted = "'[]:\\";
    std::string text = fmt::format("#compdef {}\n\n{}() {{\n", program.own.name, functionName(program));
    if (!program.commands.empty()) {
        text += "    local -a commands=(\n";
        for (const CommandPage& page : program.commands)
            text += fmt::format("        '{}:{}'\n", subCommandOf(page), without(std::string(page.summary), quoted));
        text += "    )\n    (( CURRENT == 2 )) && _describe command commands\n";
    }
    text += "    case $words[2] in\n";
    for (const auto& [pattern, page] : casesOf(program)) {
        text += fmt::format("    {})\n        _arguments \\\n", pattern);
        for (const CommandOption& option : page.allOptions()) {
            std::string value;
            if (const std::string words = alternatives(option); !words.empty())
                value = fmt::format(":value:({})", words);
            else if (!option.value.empty())
                value
                    = fmt::format(":{}:{}", without(std::string(option.value), quoted), isFile(option) ? "_files" : "");
            text += fmt::format("            '*{}[{}]{}' \\\n", option.name, without(std::string(option.help), quoted),
                                value);
        }
        text += "            '*:file:_files'\n        ;;\n";
    }
    return text + fmt::format("    esac\n}}\n\n{} \"$@\"\n", functionName(program));
}

std::string fishCompletion(const ProgramPages& program)
{
    std::string text = fmt::format("# fish completion for {}\n", program.own.name);
    const std::string begin = fmt::format("complete -c {}", program.own.name);
    for (const CommandPage& page : program.commands)
        text += fmt::format("{} -n __fish_use_subcommand -a {} -d '{}'\n", begin, subCommandOf(page),
                            without(std::string(page.summary), "'\\"));
    for (const auto& [pattern, page] : casesOf(program)) {
        std::string condition;
        if (pattern != "*")
            condition = fmt::format(" -n '__fish_seen_subcommand_from {}'", pattern);
        else if (!program.commands.empty())
            condition = fmt::format(" -n 'not __fish_seen_subcommand_from {}'", subCommandNames(program));
        for (const CommandOption& option : page.allOptions()) {
            std::string value;
            if (const std::string words = alternatives(option); !words.empty())
                value = fmt::format(" -x -a '{}'", words);
            else if (!option.value.empty())
                value = isFile(option) ? " -r -F" : " -x";
            text += fmt::format("{}{} -l {}{} -d '{}'\n", begin, condition, option.name.substr(2), value,
                                without(std::string(option.help), "'\\"));
        }
    }
    return text;
}

} // namespace lockstep
