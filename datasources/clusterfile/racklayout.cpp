// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/racklayout.h"

#include "datasources/clusterfile/clusterfile.h"
#include "datasources/clusterfile/plan/namepattern.h"
#include "datasources/clusterfile/plan/planwriter.h"
#include "datasources/text/tomltable.h"
#include "models/core/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

namespace lockstep {

namespace {

/// Converts positions of the parser (lines and columns from 1) to offsets in the text.
class TextPlaces
{
public:
    explicit TextPlaces(std::string_view text) : m_text(text), m_lines{0}
    {
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text[at] == '\n')
                m_lines.push_back(at + 1);
        }
    }
    [[nodiscard]] std::size_t of(toml::source_position place) const
    {
        std::size_t at = lineBegin(place.line);
        for (toml::source_index letter = 1; letter < place.column && at < m_text.size(); ++letter) {
            do
                ++at;
            while (at < m_text.size() && (static_cast<unsigned char>(m_text[at]) & 0xC0U) == 0x80U);
        }
        return at;
    }
    [[nodiscard]] std::size_t lineBegin(std::size_t line) const
    {
        return line == 0 || line > m_lines.size() ? m_text.size() : m_lines[line - 1];
    }

private:
    std::string_view m_text;
    std::vector<std::size_t> m_lines;
};

/// Edits of a text, applied from its end so that earlier positions stay valid.
class TextEdits
{
public:
    void replace(std::size_t from, std::size_t to, std::string with)
    {
        m_edits.emplace(std::pair(from, m_edits.size()), Edit{to, std::move(with)});
    }
    [[nodiscard]] std::string appliedTo(std::string_view text) const
    {
        std::string edited(text);
        for (auto at = m_edits.rbegin(); at != m_edits.rend(); ++at)
            edited.replace(at->first.first, at->second.to - at->first.first, at->second.with);
        return edited;
    }

private:
    struct Edit
    {
        std::size_t to;
        std::string with;
    };
    std::map<std::pair<std::size_t, std::size_t>, Edit> m_edits; ///< by position, then by order
};

/// Replaces the positions of moved racks in the text of a file.
class RackTableEditor
{
public:
    RackTableEditor(std::string_view text, std::string origin)
        : m_text(text), m_origin(std::move(origin)), m_places(text)
    { }

    /// @param before all racks of the file, in its order @param now their current positions, followed by new racks
    [[nodiscard]] Result<std::string> edit(const std::vector<PlannedRack>& before, const std::vector<PlannedRack>& now);

private:
    [[nodiscard]] Status editTable(const toml::table& table, std::span<const PlannedRack> before,
                                   std::span<const PlannedRack> now);
    void setKey(const toml::table& table, std::string_view key, std::string_view value);
    [[nodiscard]] std::size_t endOfTable(const toml::table& table) const;
    [[nodiscard]] std::string_view newline() const
    {
        return m_text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
    }
    [[nodiscard]] std::string rackTables(std::vector<PlannedRack> racks) const;
    [[nodiscard]] std::string inOwnLines(std::string text) const;

    std::string_view m_text;
    const std::string m_origin;
    TextPlaces m_places;
    TextEdits m_edits;
    bool m_hasRows = false; ///< rows may define the front of racks that do not
};

/// Text of the tables for these racks.
std::string RackTableEditor::rackTables(std::vector<PlannedRack> racks) const
{
    SitePlan plan;
    std::string text;
    for (std::size_t from = 0, to = 0; from < racks.size(); from = to) {
        const bool isTurned = racks[from].place.isTurned;
        while (to < racks.size() && racks[to].place.isTurned == isTurned)
            ++to;
        plan.racks.assign(racks.begin() + static_cast<std::ptrdiff_t>(from),
                          racks.begin() + static_cast<std::ptrdiff_t>(to));
        std::string tables;
        writePlanTables(plan, tables);
        constexpr std::string_view header = "[[rack]]\n";
        for (auto at = tables.find(header); m_hasRows && !isTurned && at != std::string::npos;
             at = tables.find(header, at + 1))
            tables.insert(at + header.size(), "front = \"+z\"\n");
        text += tables;
    }
    return text;
}

/// Uses the file's line endings.
std::string RackTableEditor::inOwnLines(std::string text) const
{
    if (newline() == "\n")
        return text;
    std::string out;
    for (const char letter : text) {
        if (letter == '\n')
            out += '\r';
        out += letter;
    }
    return out;
}

/// Position after the last key of a table.
std::size_t RackTableEditor::endOfTable(const toml::table& table) const
{
    toml::source_index last = table.source().end.line;
    for (const auto& [key, value] : table)
        last = std::max(last, value.source().end.line);
    return m_places.lineBegin(last + 1);
}

/// Replaces a key's value, or inserts the key after the name.
void RackTableEditor::setKey(const toml::table& table, std::string_view key, std::string_view value)
{
    if (const toml::node* known = table.get(key)) {
        m_edits.replace(m_places.of(known->source().begin), m_places.of(known->source().end), std::string(value));
        return;
    }
    const toml::source_region name = table.get("name")->source();
    const std::size_t line = m_places.lineBegin(name.begin.line);
    const std::size_t indent = m_text.find_first_not_of(" \t", line) - line;
    const std::size_t below = m_places.lineBegin(name.end.line + 1);
    const bool hasLineEnd = below > 0 && m_text[below - 1] == '\n';
    m_edits.replace(below, below,
                    fmt::format("{}{}{} = {}{}", hasLineEnd ? "" : newline(), m_text.substr(line, indent), key, value,
                                hasLineEnd ? newline() : ""));
}

/// The first run of racks keeps the table and its comments; each other run gets a new table after it.
Status RackTableEditor::editTable(const toml::table& table, std::span<const PlannedRack> before,
                                  std::span<const PlannedRack> now)
{
    if (std::ranges::equal(before, now))
        return success();
    if (table.is_inline())
        return Error{fmt::format("{}:{}: cannot write the position: expected each rack in its own [[rack]] table",
                                 m_origin, table.source().begin.line)};
    const std::string written = rackTables({now.begin(), now.end()});
    const Result<toml::table> parsed = parseToml(written, m_origin);
    if (!parsed.isOk())
        return parsed.error();
    const toml::array& runs = *parsed.value()["rack"].as_array();
    const toml::table& first = *runs[0].as_table();
    const TextPlaces places(written);
    const auto valueOf = [&](std::string_view key) {
        const toml::source_region at = first.get(key)->source();
        return std::string_view(written).substr(places.of(at.begin), places.of(at.end) - places.of(at.begin));
    };
    const auto names = expandPattern(first["name"].value_or(std::string()), std::nullopt);
    const std::size_t length = names.isOk() ? std::min(names.value().size(), now.size()) : now.size();
    const auto differs = [&](float RackPlace::*along) {
        return !std::ranges::equal(
            before.first(length), now.first(length), {}, [along](const PlannedRack& rack) { return rack.place.*along; },
            [along](const PlannedRack& rack) { return rack.place.*along; });
    };
    if (runs.size() > 1) {
        setKey(table, "name", valueOf("name"));
        if (table.contains("count"))
            setKey(table, "count", std::to_string(length));
    }
    if (differs(&RackPlace::x)) {
        setKey(table, "x", valueOf("x"));
        if (first.contains("pitch"))
            setKey(table, "pitch", valueOf("pitch"));
    }
    if (differs(&RackPlace::z))
        setKey(table, "z", valueOf("z"));
    if (runs.size() > 1)
        m_edits.replace(endOfTable(table), endOfTable(table),
                        inOwnLines("\n" + written.substr(places.lineBegin(runs[1].source().begin.line))));
    return success();
}

Result<std::string> RackTableEditor::edit(const std::vector<PlannedRack>& before, const std::vector<PlannedRack>& now)
{
    const Result<toml::table> root = parseToml(m_text, m_origin);
    if (!root.isOk())
        return root.error();
    m_hasRows = root.value().contains("row");
    std::size_t at = 0;
    if (const toml::array* tables = root.value()["rack"].as_array()) {
        for (const toml::node& node : *tables) {
            const toml::table& table = *node.as_table();
            const auto count = table["count"].value<std::int64_t>();
            const auto names = expandPattern(table["name"].value_or(std::string()),
                                             count ? std::optional(static_cast<std::size_t>(*count)) : std::nullopt);
            const std::size_t length = names.isOk() ? std::min(names.value().size(), before.size() - at) : 0;
            if (Status edited
                = editTable(table, std::span(before).subspan(at, length), std::span(now).subspan(at, length));
                !edited.isOk())
                return edited.error();
            at += length;
        }
    }
    if (now.size() > before.size())
        m_edits.replace(m_text.size(), m_text.size(),
                        inOwnLines(rackTables({now.begin() + static_cast<std::ptrdiff_t>(before.size()), now.end()})));
    return m_edits.appliedTo(m_text);
}

/// All racks of the file with their current positions, followed by new racks.
std::vector<PlannedRack> movedRacks(const SitePlan& plan, std::span<const PlannedRack> racks)
{
    std::unordered_map<std::string_view, const PlannedRack*> moved;
    for (const PlannedRack& rack : racks)
        moved[rack.name] = &rack;
    std::vector<PlannedRack> now = plan.racks;
    std::map<std::string, std::uint32_t> lastInRow;
    for (PlannedRack& rack : now) {
        std::uint32_t& last = lastInRow[rack.place.row];
        last = std::max(last, rack.place.positionInRow);
        const auto found = moved.find(rack.name);
        if (found == moved.end())
            continue;
        rack.place.x = found->second->place.x;
        rack.place.z = found->second->place.z;
        moved.erase(found);
    }
    for (const PlannedRack& rack : racks) {
        if (moved.erase(rack.name) == 0)
            continue;
        now.push_back(rack);
        RackPlace& place = now.back().place;
        place.positionInRow = ++lastInRow[place.row];
        place.heightUnits = std::clamp<std::uint32_t>(place.heightUnits, 1, budget::rackUnits);
        place.isPlaced = true;
    }
    return now;
}

} // namespace

Result<std::string> withRackPlaces(std::string_view text, const std::string& origin, std::span<const PlannedRack> racks)
{
    Result<ClusterFile> before = parseClusterFile(text, origin);
    if (!before.isOk())
        return before.error();
    ClusterFile expected = std::move(before).value();
    const std::vector<PlannedRack> now = movedRacks(*expected.plan, racks);
    Result<std::string> edited = RackTableEditor(text, origin).edit(expected.plan->racks, now);
    if (!edited.isOk())
        return edited;
    auto plan = std::make_shared<SitePlan>(*expected.plan);
    plan->racks = now;
    expected.plan = std::move(plan);
    const Result<ClusterFile> after = parseClusterFile(edited.value(), origin);
    if (!after.isOk())
        return Error{fmt::format("the layout cannot be written: {}", after.error().message)};
    if (writeClusterFile(after.value()) != writeClusterFile(expected))
        return Error{fmt::format("{}: the layout cannot be written without changing other parts of the file", origin)};
    return edited;
}

} // namespace lockstep
