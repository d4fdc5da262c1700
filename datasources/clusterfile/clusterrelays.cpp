// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/clusterrelays.h"

#include "datasources/clusterfile/plan/namefold.h"
#include "datasources/clusterfile/plan/tablewriter.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace lockstep {

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

} // namespace lockstep
