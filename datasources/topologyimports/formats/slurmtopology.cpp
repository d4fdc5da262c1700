// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/hostlist.h"
#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/budget.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace lockstep {

namespace {

constexpr std::string_view blanks = " \t\r";

bool isSameWord(std::string_view one, std::string_view other)
{
    return std::ranges::equal(one, other,
                              [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

bool startsWithKey(std::string_view line, std::string_view key)
{
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    return line.size() > key.size() && isSameWord(line.substr(0, key.size()), key) && line[key.size()] == '=';
}

/// Parses the lines of one file.
class SlurmTopologyReader
{
public:
    explicit SlurmTopologyReader(const std::string& origin) { m_part.origin = origin; }

    [[nodiscard]] Result<TopologyPart> read(std::string_view text)
    {
        std::string line;
        std::size_t number = 0;
        while (!text.empty()) {
            std::string_view piece = nextLine(text);
            ++number;
            piece = piece.substr(0, piece.find('#'));
            const std::size_t last = piece.find_last_not_of(blanks);
            const bool goesOn = last != std::string_view::npos && piece[last] == '\\';
            line += piece.substr(0, goesOn ? last : piece.size());
            if (goesOn && !text.empty())
                continue;
            if (Status status = readLine(line, number); !status.isOk())
                return status.error();
            line.clear();
        }
        return std::move(m_part);
    }

private:
    [[nodiscard]] Status readLine(std::string_view line, std::size_t number)
    {
        std::string_view name;
        std::string_view nodes;
        std::string_view switches;
        while (true) {
            line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
            if (line.empty())
                break;
            const std::string_view word = line.substr(0, line.find_first_of(blanks));
            line.remove_prefix(word.size());
            const std::string_view key = word.substr(0, word.find('='));
            const std::string_view value = key.size() < word.size() ? word.substr(key.size() + 1) : std::string_view();
            if (isSameWord(key, "SwitchName"))
                name = value;
            else if (isSameWord(key, "Nodes"))
                nodes = value;
            else if (isSameWord(key, "Switches"))
                switches = value;
            else
                m_part.notes.add(number, fmt::format("'{}' is not used", word.substr(0, 60)));
        }
        if (name.empty() && (!nodes.empty() || !switches.empty()))
            m_part.notes.add(number, "nodes or switches without a SwitchName are not used");
        if (name.empty())
            return success();
        addSwitch(std::string(name));
        if (Status status = addChildren(name, nodes, number, true); !status.isOk())
            return status;
        return addChildren(name, switches, number, false);
    }

    [[nodiscard]] Status addChildren(std::string_view parent, std::string_view list, std::size_t number, bool areNodes)
    {
        const Result<std::vector<std::string>> names = expandHostList(list);
        if (!names.isOk())
            return Error{fmt::format("{}:{}: {}", m_part.origin, number, names.error().message)};
        if (m_part.logical.size() + names.value().size() > budget::linksPerPlan)
            return Error{fmt::format("{}:{}: expected at most {} links", m_part.origin, number, budget::linksPerPlan)};
        for (const std::string& child : names.value()) {
            if (areNodes)
                addNode(child);
            else
                addSwitch(child);
            m_part.logical.push_back({{child, {}}, {std::string(parent), {}}});
        }
        return success();
    }

    void addNode(const std::string& name)
    {
        if (m_nodes.insert(name).second)
            m_part.plan.nodes.push_back({name, {}, {TopologyPart::unknownUnit, TopologyPart::unknownUnit}, {}, {}});
    }

    void addSwitch(const std::string& name)
    {
        if (m_switches.insert(name).second)
            m_part.plan.switches.push_back({name, {}, {TopologyPart::unknownUnit, TopologyPart::unknownUnit}, {}});
    }

    TopologyPart m_part;
    std::set<std::string> m_nodes;
    std::set<std::string> m_switches;
};

} // namespace

bool isSlurmTopology(std::string_view text)
{
    while (!text.empty()) {
        if (startsWithKey(nextLine(text), "SwitchName"))
            return true;
    }
    return false;
}

Result<TopologyPart> readSlurmTopology(std::string_view text, const std::string& origin)
{
    return SlurmTopologyReader(origin).read(text);
}

} // namespace lockstep
