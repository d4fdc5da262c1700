// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/clusterfile.h"

#include "datasources/clusterfile/namepattern.h"
#include "datasources/clusterfile/rackplan.h"
#include "datasources/proto/netaddress.h"
#include "datasources/text/textfile.h"
#include "datasources/text/tomltable.h"
#include "models/core/budget.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

namespace lockstep {

namespace {

constexpr float defaultPitch = 0.8F; // metres: a 600 mm rack with its side gaps
constexpr std::size_t defaultUnits = 42;

/// Puts a cluster file together table by table.
class ClusterFileReader
{
public:
    explicit ClusterFileReader(std::string origin) : m_origin(std::move(origin)) { }

    [[nodiscard]] Result<ClusterFile> read(const toml::table& root);

private:
    [[nodiscard]] Status readRacks(const toml::table& source);
    [[nodiscard]] Status readNodes(const toml::table& source);
    [[nodiscard]] Status readReporters(TomlTable& table);
    [[nodiscard]] Result<std::vector<std::string>> addressesOf(TomlTable& table, const std::vector<std::string>& names);
    [[nodiscard]] AgentEndpoint readAccess(TomlTable& table, const AgentEndpoint& fallback) const;
    [[nodiscard]] std::string pathOf(const std::string& text) const;

    const std::string m_origin;
    RackPlan m_plan;
    AgentEndpoint m_defaults;
    std::vector<AgentEndpoint> m_endpoints;
    std::optional<std::vector<std::string>> m_reporters;
};

std::string ClusterFileReader::pathOf(const std::string& text) const
{
    if (text.empty() || std::filesystem::path(text).is_absolute())
        return text;
    return (std::filesystem::path(m_origin).parent_path() / text).string();
}

AgentEndpoint ClusterFileReader::readAccess(TomlTable& table, const AgentEndpoint& fallback) const
{
    const auto file = [&](std::string_view key, const std::string& otherwise) {
        const std::string text = table.textOr(key, {});
        return text.empty() ? otherwise : pathOf(text);
    };
    AgentEndpoint access;
    access.caFile = file("ca", fallback.caFile);
    access.certificateFile = file("certificate", fallback.certificateFile);
    access.privateKeyFile = file("key", fallback.privateKeyFile);
    access.bearerTokenFile = file("token", fallback.bearerTokenFile);
    return access;
}

Status ClusterFileReader::readRacks(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[rack]]");
    const std::string pattern = table.text("name");
    const auto count = table.count("count", 1, 65536);
    const std::string row = table.textOr("row", {});
    const std::size_t first = table.count("position", 1, 65536).value_or(m_plan.nextPosition(row));
    const auto metres = [&table](std::string_view key, float otherwise) {
        const double limit = budget::hallMetres;
        return static_cast<float>(table.number(key, -limit, limit, "metres").value_or(otherwise));
    };
    const float pitch = metres("pitch", defaultPitch);
    const float x = metres("x", static_cast<float>(first - 1) * pitch);
    const float z = metres("z", 0);
    const std::size_t units = table.count("units", 1, 1024).value_or(defaultUnits);
    const std::string front = table.textOr("front", "+z");
    if (Status status = table.finish(); !status.isOk())
        return status;
    if (row.size() > budget::nameBytes)
        return table.errorAt("row", fmt::format("expected at most {} bytes", budget::nameBytes));
    if (front != "+z" && front != "-z")
        return table.errorAt("front", fmt::format("expected \"+z\" or \"-z\", found \"{}\"", front));
    const auto names = expandPattern(pattern, count);
    if (!names.isOk())
        return table.errorAt("name", names.error().message);
    for (std::size_t at = 0; at < names.value().size(); ++at) {
        RackPlace place;
        place.row = row;
        place.positionInRow = static_cast<std::uint32_t>(first + at);
        place.x = x + static_cast<float>(at) * pitch;
        place.z = z;
        if (std::abs(place.x) > budget::hallMetres || first + at > budget::racksPerRow)
            return table.errorAt("name",
                                 fmt::format("rack '{}' would stand at {} m, number {} of its row; expected "
                                             "{} m and {} racks at most",
                                             names.value()[at], place.x, first + at, budget::hallMetres,
                                             budget::racksPerRow));
        place.heightUnits = static_cast<std::uint32_t>(units);
        place.isTurned = front == "-z";
        place.isPlaced = true;
        if (Status status = m_plan.addRack(names.value()[at], place); !status.isOk())
            return table.errorAt("name", status.error().message);
    }
    return success();
}

Result<std::vector<std::string>> ClusterFileReader::addressesOf(TomlTable& table, const std::vector<std::string>& names)
{
    const std::string pattern = table.textOr("address", {});
    std::vector<std::string> addresses;
    if (pattern.empty())
        return addresses;
    constexpr std::string_view placeholder = "{name}";
    if (const auto found = pattern.find(placeholder); found != std::string::npos) {
        for (const std::string& name : names)
            addresses.push_back(std::string(pattern).replace(found, placeholder.size(), name));
    } else {
        auto expanded = expandPattern(pattern, std::nullopt);
        if (!expanded.isOk())
            return table.errorAt("address", expanded.error().message);
        addresses = std::move(expanded).value();
        if (addresses.size() == 1)
            addresses.resize(names.size(), addresses.front());
    }
    if (addresses.size() != names.size())
        return table.errorAt("address",
                             fmt::format("expected one address, or one for each of the {} nodes, found {}",
                                         names.size(), addresses.size()));
    for (const std::string& address : addresses) {
        if (auto parsed = parseNetAddress(address); !parsed.isOk())
            return table.errorAt("address", parsed.error().message);
    }
    return addresses;
}

Status ClusterFileReader::readNodes(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[node]]");
    const std::string pattern = table.text("name");
    const auto count = table.count("count", 1, 65536);
    const std::string rackPattern = table.text("rack");
    const auto bottom = static_cast<std::uint32_t>(table.count("unit", 1, 1024).value_or(1));
    const auto height = static_cast<std::uint32_t>(table.count("height", 1, 1024).value_or(1));
    const AgentEndpoint access = readAccess(table, m_defaults);
    const auto names = expandPattern(pattern, count);
    const auto racks = expandPattern(rackPattern, std::nullopt);
    const auto addresses = addressesOf(table, names.isOk() ? names.value() : std::vector<std::string>());
    if (Status status = table.finish(); !status.isOk())
        return status;
    if (!names.isOk())
        return table.errorAt("name", names.error().message);
    if (!racks.isOk())
        return table.errorAt("rack", racks.error().message);
    if (!addresses.isOk())
        return addresses.error();
    if (const Status credentials = checkCredentials(access); !credentials.isOk())
        return table.errorAt("certificate", credentials.error().message);
    if (names.value().size() % racks.value().size() != 0)
        return table.errorAt("rack",
                             fmt::format("expected {} nodes to share out evenly over the racks, found {} racks",
                                         names.value().size(), racks.value().size()));
    const std::size_t perRack = names.value().size() / racks.value().size();
    for (std::size_t at = 0; at < names.value().size(); ++at) {
        const std::string& name = names.value()[at];
        const NodePlace where{bottom + static_cast<std::uint32_t>(at % perRack) * height, height};
        if (Status status = m_plan.addNode(name, racks.value()[at / perRack], where); !status.isOk())
            return table.errorAt("rack", status.error().message);
        if (!addresses.value().empty()) {
            m_endpoints.push_back(access);
            m_endpoints.back().address = addresses.value()[at];
            m_endpoints.back().node = name;
        }
    }
    return success();
}

Status ClusterFileReader::readReporters(TomlTable& table)
{
    const auto patterns = table.texts("reporters");
    if (!patterns)
        return success();
    m_reporters.emplace();
    for (const std::string& pattern : *patterns) {
        const auto names = expandPattern(pattern, std::nullopt);
        if (!names.isOk())
            return table.errorAt("reporters", names.error().message);
        m_reporters->insert(m_reporters->end(), names.value().begin(), names.value().end());
    }
    return success();
}

Result<ClusterFile> ClusterFileReader::read(const toml::table& root)
{
    TomlTable table(root, m_origin, "a cluster file");
    m_plan.setClusterName(table.text("name"));
    const Status reporters = readReporters(table);
    const toml::table* const defaults = table.table("defaults");
    const auto racks = table.tables("rack");
    const auto nodes = table.tables("node");
    static_cast<void>(table.table("simulation")); // for lockstep-sim: what the real cluster knows of itself
    if (Status status = table.finish(); !status.isOk())
        return status.error();
    if (!reporters.isOk())
        return reporters.error();
    if (defaults != nullptr) {
        TomlTable defaultTable(*defaults, m_origin, "[defaults]");
        m_defaults = readAccess(defaultTable, {});
        if (Status status = defaultTable.finish(); !status.isOk())
            return status.error();
    }
    for (const toml::table* rack : racks) {
        if (Status status = readRacks(*rack); !status.isOk())
            return status.error();
    }
    for (const toml::table* node : nodes) {
        if (Status status = readNodes(*node); !status.isOk())
            return status.error();
    }
    return ClusterFile{m_plan.build(), std::move(m_endpoints), std::move(m_reporters)};
}

} // namespace

Result<ClusterFile> parseClusterFile(std::string_view text, const std::string& origin)
{
    const Result<toml::table> root = parseToml(text, origin);
    return root.isOk() ? ClusterFileReader(origin).read(root.value()) : Result<ClusterFile>(root.error());
}

Result<ClusterFile> readClusterFile(const std::string& path)
{
    const Result<std::string> text = readTextFile(path);
    if (!text.isOk())
        return text.error();
    return parseClusterFile(text.value(), path);
}

} // namespace lockstep
