// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/agentclient.h"
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Data read from a file, and its format.
struct TopologyImport
{
    std::string format; ///< for display
    TopologyPart part;
    bool isDiscovery = false; ///< discovered rather than planned
    std::vector<AgentEndpoint> endpoints; ///< of a cluster file
    std::vector<ClusterRelay> relays; ///< of a cluster file
    std::optional<std::vector<std::string>> reporters; ///< of a cluster file
};

/// A file format that describes a site.
struct TopologyFormat
{
    const char* name;
    const char* from; ///< how to obtain such a file
    bool isDiscovery;
    bool (*isOne)(std::string_view text);
    Result<TopologyImport> (*read)(std::string_view text, const std::string& origin);
};
/// All formats, each before those with which it could be confused.
[[nodiscard]] std::span<const TopologyFormat> topologyFormats();

/// Detects the format and reads a text. @p origin is the file name in errors; in some formats it names the host.
[[nodiscard]] Result<TopologyImport> readTopology(std::string_view text, const std::string& origin);
/// The same from a file of at most budget::planFileBytes. May block on disk I/O.
[[nodiscard]] Result<TopologyImport> readTopologyFile(const std::string& path);

} // namespace lockstep
