// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/clusterfile.h"

#include "datasources/clusterfile/plan/namefold.h"
#include "datasources/clusterfile/plan/namepattern.h"
#include "datasources/clusterfile/plan/planreader.h"
#include "datasources/clusterfile/plan/planwriter.h"
#include "datasources/proto/netaddress.h"
#include "datasources/text/textfile.h"
#include "datasources/text/tomltable.h"
#include "models/core/budget.h"
#include "models/core/topology/topologybuilder.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>

namespace lockstep {

namespace {

/// Puts a cluster file together table by table.
class ClusterFileReader
{
public:
    explicit ClusterFileReader(std::string origin)
        : m_origin(std::move(origin)),
          m_plan(m_origin, [this](TomlTable& table, const std::vector<std::string>& names) {
              return readEndpoints(table, names);
          })
    { }

    [[nodiscard]] Result<ClusterFile> read(const toml::table& root);

private:
    [[nodiscard]] Status readEndpoints(TomlTable& table, const std::vector<std::string>& names);
    [[nodiscard]] Status readReporters(TomlTable& table);
    [[nodiscard]] Result<std::vector<std::string>> addressesOf(TomlTable& table, const std::vector<std::string>& names);
    [[nodiscard]] AgentEndpoint readAccess(TomlTable& table, const AgentEndpoint& fallback) const;
    [[nodiscard]] std::string pathOf(const std::string& text) const;

    const std::string m_origin;
    PlanReader m_plan;
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

Status ClusterFileReader::readEndpoints(TomlTable& table, const std::vector<std::string>& names)
{
    const AgentEndpoint access = readAccess(table, m_defaults);
    const auto addresses = addressesOf(table, names);
    if (!addresses.isOk())
        return addresses.error();
    if (const Status credentials = checkCredentials(access); !credentials.isOk())
        return table.errorAt("certificate", credentials.error().message);
    for (std::size_t at = 0; at < addresses.value().size(); ++at) {
        m_endpoints.push_back(access);
        m_endpoints.back().address = addresses.value()[at];
        m_endpoints.back().node = names[at];
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
    const Status reporters = readReporters(table);
    const toml::table* const defaults = table.table("defaults");
    static_cast<void>(table.table("simulation")); // for lockstep-sim: what the real cluster knows of itself
    if (defaults != nullptr) {
        TomlTable defaultTable(*defaults, m_origin, "[defaults]");
        m_defaults = readAccess(defaultTable, {});
        if (Status status = defaultTable.finish(); !status.isOk())
            return status.error();
    }
    if (Status status = m_plan.read(table); !status.isOk())
        return status.error();
    if (!reporters.isOk())
        return reporters.error();
    auto plan = std::make_shared<const SitePlan>(m_plan.take());
    TopologyBuilder builder;
    builder.addPlan(plan);
    return ClusterFile{std::move(plan), builder.build(), std::move(m_endpoints), std::move(m_reporters)};
}

/// "{name}:7117": so that many nodes are one table.
std::string withNamePlaceholder(std::string address, const std::string& node)
{
    const auto found = address.find(node);
    return found == std::string::npos ? address : address.replace(found, node.size(), "{name}");
}

} // namespace

Result<ClusterFile> parseClusterFile(std::string_view text, const std::string& origin)
{
    const Result<toml::table> root = parseToml(text, origin);
    return root.isOk() ? ClusterFileReader(origin).read(root.value()) : Result<ClusterFile>(root.error());
}

Result<ClusterFile> readClusterFile(const std::string& path)
{
    const Result<std::string> text = readTextFile(path, budget::planFileBytes);
    if (!text.isOk())
        return text.error();
    return parseClusterFile(text.value(), path);
}

std::string writeClusterFile(const ClusterFile& file)
{
    std::string text;
    TableWriter root(text);
    writePlanKeys(*file.plan, text);
    if (file.reporters) {
        const std::vector<std::string> patterns = foldNames(*file.reporters);
        if (patterns.empty())
            text += "reporters = []\n";
        root.texts("reporters", patterns);
    }
    std::map<std::string_view, const AgentEndpoint*> endpoints;
    for (const AgentEndpoint& endpoint : file.endpoints)
        endpoints.emplace(endpoint.node, &endpoint);
    writePlanTables(*file.plan, text, [&endpoints](TableWriter& out, const PlannedNode& node) {
        const auto found = endpoints.find(node.name);
        if (found == endpoints.end())
            return;
        const AgentEndpoint& endpoint = *found->second;
        out.text("address", withNamePlaceholder(endpoint.address, node.name));
        out.text("ca", endpoint.caFile);
        out.text("certificate", endpoint.certificateFile);
        out.text("key", endpoint.privateKeyFile);
        out.text("token", endpoint.bearerTokenFile);
    });
    return text;
}

} // namespace lockstep
