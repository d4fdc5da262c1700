// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/actionstext.h"

#include "models/core/textparts.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::string_view blanks = " \t\r";

/// Calls @p part for each piece between separators.
template <class Part>
void split(std::string_view text, char separator, Part&& part)
{
    for (;;) {
        const std::size_t end = text.find(separator);
        part(trimmed(text.substr(0, end)));
        if (end == std::string_view::npos)
            return;
        text.remove_prefix(end + 1);
    }
}

IncidentAction actionFrom(std::string_view line)
{
    IncidentAction action;
    if (line.starts_with("- ")) // as in a Markdown task list
        line = trimmed(line.substr(2));
    if (line.size() >= 3 && line[0] == '[' && line[2] == ']') {
        action.isDone = line[1] == 'x' || line[1] == 'X';
        line = trimmed(line.substr(3));
    }
    const std::size_t last = line.find_last_of(blanks);
    const std::string_view word = last == std::string_view::npos ? std::string_view() : line.substr(last + 1);
    if (word.size() > 1 && word.front() == '@') {
        action.owner = word.substr(1);
        line = trimmed(line.substr(0, last));
    }
    action.text = line;
    return action;
}

} // namespace

std::vector<IncidentAction> actionsFromText(std::string_view text)
{
    std::vector<IncidentAction> actions;
    split(text, '\n', [&](std::string_view line) {
        if (IncidentAction action = actionFrom(line); !action.text.empty())
            actions.push_back(std::move(action));
    });
    return actions;
}

std::string actionsToText(const std::vector<IncidentAction>& actions)
{
    std::string text;
    for (const IncidentAction& action : actions) {
        text += action.isDone ? "[x] " : "[ ] ";
        text += action.text;
        if (!action.owner.empty())
            text += " @" + action.owner;
        text += '\n';
    }
    return text;
}

std::vector<std::string> tagsFromText(std::string_view text)
{
    std::vector<std::string> tags;
    split(text, ',', [&](std::string_view tag) {
        if (!tag.empty() && std::ranges::find(tags, tag) == tags.end())
            tags.emplace_back(tag);
    });
    return tags;
}

std::string tagsToText(const std::vector<std::string>& tags)
{
    std::string text;
    for (const std::string& tag : tags)
        text += (text.empty() ? "" : ", ") + tag;
    return text;
}

std::vector<IncidentResponder> respondersFromText(std::string_view text)
{
    std::vector<IncidentResponder> responders;
    split(text, ',', [&](std::string_view each) {
        const std::size_t colon = each.find(':');
        const std::string_view role = colon == std::string_view::npos ? std::string_view() : each.substr(0, colon);
        const std::string_view name = each.substr(colon == std::string_view::npos ? 0 : colon + 1);
        if (!trimmed(name).empty())
            responders.push_back({std::string(trimmed(role)), std::string(trimmed(name))});
    });
    return responders;
}

std::string respondersToText(const std::vector<IncidentResponder>& responders)
{
    std::string text;
    for (const IncidentResponder& each : responders)
        text += (text.empty() ? "" : ", ") + (each.role.empty() ? each.name : each.role + ": " + each.name);
    return text;
}

} // namespace lockstep
