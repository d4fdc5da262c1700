// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/clusterfile.h"

#include "datasources/clusterfile/plan/namepattern.h"
#include "datasources/clusterfile/plan/planreader.h"
#include "datasources/clusterfile/plan/planwriter.h"
#include "datasources/proto/netaddress.h"
#include "datasources/proto/wiretext.h"
#include "datasources/text/textfile.h"
#include "datasources/text/tomltable.h"
#include "models/core/budget.h"
#include "models/core/topology/topologybuilder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace lockstep {

namespace {

/// Builds a cluster file table by table.
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
    [[nodiscard]] Status readRelay(const toml::table& source);
    /// Expands the name patterns of a key.
    [[nodiscard]] static Result<std::vector<std::string>> namesAt(
        TomlTable& table, std::string_view key, const std::optional<std::vector<std::string>>& patterns);
    [[nodiscard]] Result<std::vector<std::string>> addressesOf(TomlTable& table, const std::vector<std::string>& names);
    [[nodiscard]] AgentEndpoint readAccess(TomlTable& table, const AgentEndpoint& fallback) const;
    [[nodiscard]] std::string pathOf(const std::string& text) const;

    const std::string m_origin;
    PlanReader m_plan;
    AgentEndpoint m_defaults;
    std::vector<AgentEndpoint> m_endpoints;
    std::vector<ClusterRelay> m_relays;
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

Result<std::vector<std::string>> ClusterFileReader::namesAt(TomlTable& table, std::string_view key,
                                                            const std::optional<std::vector<std::string>>& patterns)
{
    std::vector<std::string> all;
    for (const std::string& pattern : patterns.value_or(std::vector<std::string>{})) {
        const auto names = expandPattern(pattern, std::nullopt);
        if (!names.isOk())
            return table.errorAt(key, names.error().message);
        all.insert(all.end(), names.value().begin(), names.value().end());
        if (all.size() > budget::nodesPerHall)
            return table.errorAt(key, fmt::format("expected at most {} names", budget::nodesPerHall));
    }
    return all;
}

Status ClusterFileReader::readReporters(TomlTable& table)
{
    const auto patterns = table.texts("reporters");
    if (!patterns)
        return success();
    auto names = namesAt(table, "reporters", patterns);
    if (!names.isOk())
        return names.error();
    m_reporters = std::move(names).value();
    return success();
}

Status ClusterFileReader::readRelay(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[relay]]");
    ClusterRelay relay;
    relay.name = table.text("name");
    relay.endpoint = readAccess(table, m_defaults);
    relay.endpoint.address = table.text("address");
    auto nodes = namesAt(table, "nodes", table.textList("nodes"));
    auto relays = namesAt(table, "relays", table.textList("relays"));
    if (Status status = table.finish(); !status.isOk())
        return status;
    for (const auto* names : {&nodes, &relays}) {
        if (!names->isOk())
            return names->error();
    }
    relay.nodes = std::move(nodes).value();
    relay.relays = std::move(relays).value();
    if (!isCleanText(relay.name, budget::nameBytes))
        return table.errorAt("name", "expected text without control characters");
    if (auto parsed = parseNetAddress(relay.endpoint.address); !parsed.isOk())
        return table.errorAt("address", parsed.error().message);
    if (const Status credentials = checkCredentials(relay.endpoint); !credentials.isOk())
        return table.errorAt("certificate", credentials.error().message);
    if (relay.nodes.empty() && relay.relays.empty())
        return table.errorAt("nodes", "expected the nodes that the relay reads");
    if (std::ranges::find(m_relays, relay.name, &ClusterRelay::name) != m_relays.end())
        return table.errorAt("name", fmt::format("duplicate relay '{}'", relay.name));
    m_relays.push_back(std::move(relay));
    return success();
}

Result<ClusterFile> ClusterFileReader::read(const toml::table& root)
{
    TomlTable table(root, m_origin, "a cluster file");
    const Status reporters = readReporters(table);
    const toml::table* const defaults = table.table("defaults");
    static_cast<void>(table.table("simulation")); // for lockstep-sim only
    if (defaults != nullptr) {
        TomlTable defaultTable(*defaults, m_origin, "[defaults]");
        m_defaults = readAccess(defaultTable, {});
        if (Status status = defaultTable.finish(); !status.isOk())
            return status.error();
    }
    for (const toml::table* relay : table.tables("relay")) {
        if (Status status = readRelay(*relay); !status.isOk())
            return status.error();
    }
    if (Status status = m_plan.read(table); !status.isOk())
        return status.error();
    if (!reporters.isOk())
        return reporters.error();
    auto plan = std::make_shared<const SitePlan>(m_plan.take());
    TopologyBuilder builder;
    builder.addPlan(plan);
    ClusterFile file{std::move(plan), builder.build(), std::move(m_endpoints), std::move(m_relays),
                     std::move(m_reporters)};
    if (Status relays = checkRelays(file); !relays.isOk())
        return Error{fmt::format("{}: {}", m_origin, relays.error().message)};
    return file;
}

/// "{name}:7117", so that many nodes fit into one table.
std::string withNamePlaceholder(std::string address, const std::string& node)
{
    const auto found = address.find(node);
    return found == std::string::npos ? address : address.replace(found, node.size(), "{name}");
}

/// Writes the tables of the relays.
void writeRelays(const ClusterFile& file, std::string& out)
{
    TableWriter writer(out);
    for (const ClusterRelay& relay : file.relays) {
        writer.begin("relay");
        writer.text("name", relay.name);
        writer.text("address", relay.endpoint.address);
        writer.texts("nodes", foldNames(relay.nodes));
        writer.texts("relays", relay.relays);
        writer.text("ca", relay.endpoint.caFile);
        writer.text("certificate", relay.endpoint.certificateFile);
        writer.text("key", relay.endpoint.privateKeyFile);
        writer.text("token", relay.endpoint.bearerTokenFile);
    }
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
    writeRelays(file, text);
    return text;
}

namespace {

using RelaysByName = std::map<std::string_view, const ClusterRelay*>;

RelaysByName relaysByName(const ClusterFile& file)
{
    RelaysByName relays;
    for (const ClusterRelay& relay : file.relays)
        relays.emplace(relay.name, &relay);
    return relays;
}

/// Its own nodes, and those of all relays that it reads. @pre relays are consistent
void addNodesBehind(const ClusterRelay& relay, const RelaysByName& relays, std::vector<std::string>& nodes)
{
    nodes.insert(nodes.end(), relay.nodes.begin(), relay.nodes.end());
    for (const std::string& read : relay.relays)
        addNodesBehind(*relays.at(read), relays, nodes);
}

AgentEndpoint endpointOf(const ClusterRelay& relay, const RelaysByName& relays)
{
    AgentEndpoint endpoint = relay.endpoint;
    endpoint.relay = relay.name;
    addNodesBehind(relay, relays, endpoint.relayed);
    return endpoint;
}

/// Detects a cycle of relays.
Status checkNoneReadsItself(const std::map<std::string_view, std::string_view>& readerOf)
{
    for (const auto& [relay, first] : readerOf) {
        std::set<std::string_view> met{relay};
        for (auto reader = readerOf.find(relay); reader != readerOf.end(); reader = readerOf.find(reader->second)) {
            if (!met.insert(reader->second).second)
                return Error{fmt::format("relay '{}' would read itself through '{}'", relay, first)};
        }
    }
    return success();
}

} // namespace

Status checkRelays(const ClusterFile& file)
{
    std::unordered_set<std::string_view> known;
    for (const PlannedNode& node : file.plan->nodes)
        known.insert(node.name);
    const RelaysByName relays = relaysByName(file);
    std::map<std::string_view, std::string_view> relayOf;
    std::map<std::string_view, std::string_view> readerOf;
    for (const ClusterRelay& relay : file.relays) {
        for (const std::string& node : relay.nodes) {
            if (!known.contains(node))
                return Error{fmt::format("relay '{}': '{}' is not a [[node]] of this file", relay.name, node)};
            if (const auto [other, isNew] = relayOf.emplace(node, relay.name); !isNew)
                return Error{
                    fmt::format("node '{}' is assigned to two relays, '{}' and '{}'", node, other->second, relay.name)};
        }
        for (const std::string& read : relay.relays) {
            if (!relays.contains(read))
                return Error{fmt::format("relay '{}': '{}' is not a [[relay]] of this file", relay.name, read)};
            if (const auto [other, isNew] = readerOf.emplace(read, relay.name); !isNew)
                return Error{fmt::format("relay '{}' is read by two other relays, '{}' and '{}'", read, other->second,
                                         relay.name)};
        }
    }
    return checkNoneReadsItself(readerOf);
}

std::vector<AgentEndpoint> followedByReaders(const ClusterFile& file)
{
    const RelaysByName relays = relaysByName(file);
    std::set<std::string_view> read;
    for (const ClusterRelay& relay : file.relays)
        read.insert(relay.relays.begin(), relay.relays.end());
    std::vector<AgentEndpoint> endpoints;
    for (const ClusterRelay& relay : file.relays) {
        if (!read.contains(relay.name))
            endpoints.push_back(endpointOf(relay, relays));
    }
    std::unordered_set<std::string> behind;
    for (const AgentEndpoint& endpoint : endpoints)
        behind.insert(endpoint.relayed.begin(), endpoint.relayed.end());
    for (const AgentEndpoint& endpoint : file.endpoints) {
        if (!behind.contains(endpoint.node))
            endpoints.push_back(endpoint);
    }
    return endpoints;
}

Result<std::vector<AgentEndpoint>> followedByRelay(const ClusterFile& file, const std::string& name)
{
    if (file.relays.empty() && file.endpoints.empty())
        return Error{"no node to read: no [[node]] has an address"};
    if (file.relays.empty())
        return file.endpoints;
    const RelaysByName relays = relaysByName(file);
    const auto found = relays.find(name);
    if (found == relays.end()) {
        std::string names;
        for (const auto& [known, relay] : relays)
            names += fmt::format("{}{}", names.empty() ? "" : ", ", known);
        return Error{fmt::format("unknown relay '{}'; known relays: {}. Select one with --name", name, names)};
    }
    std::unordered_map<std::string_view, const AgentEndpoint*> direct;
    for (const AgentEndpoint& endpoint : file.endpoints)
        direct.emplace(endpoint.node, &endpoint);
    std::vector<AgentEndpoint> endpoints;
    for (const std::string& node : found->second->nodes) {
        const auto endpoint = direct.find(node);
        if (endpoint == direct.end())
            return Error{fmt::format("node '{}' of relay '{}' has no address", node, name)};
        endpoints.push_back(*endpoint->second);
    }
    for (const std::string& read : found->second->relays)
        endpoints.push_back(endpointOf(*relays.at(read), relays));
    return endpoints;
}

} // namespace lockstep
