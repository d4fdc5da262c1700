// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/gnmi/gnmileaf.h"
#include "datasources/text/tomltable.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace lockstep {

/// Maps a target's names to Lockstep's entities.
struct GnmiNames
{
    std::string switchName; ///< the switch of the ports, if paths do not name it
    std::map<std::string, std::string> switches; ///< by name in paths; if not empty, other switches are ignored
    std::map<std::string, std::string> ports; ///< by interface; where any is named, others are left out
    std::map<std::string, std::string> transceivers; ///< interfaces by component, if the target does not report them
    /// Prefixes of interfaces that are not part of the fabric.
    std::vector<std::string> ignored{"lo",   "eth", "mgmt",   "Management",  "vlan", "Vlan",
                                     "VLAN", "br",  "docker", "PortChannel", "bond", "Loopback"};
};

/// How to subscribe to a switch, or to a gateway for many.
struct GnmiOptions
{
    std::string address; ///< "leaf1.mgmt:9339"
    bool isPlain = false; ///< without TLS
    std::string caFile; ///< authority, or the target's own certificate; empty: the system's authorities
    std::string certificateFile; ///< for mutual TLS, with the key
    std::string privateKeyFile;
    std::string tlsName; ///< that the certificate is for; empty: the host of the address
    std::string user; ///< empty: no user name
    std::string passwordFile; ///< readable by its owner only; read for each connection
    std::chrono::milliseconds interval{10'000}; ///< of samples
    std::chrono::milliseconds patience{10'000}; ///< with the first answer
    std::vector<std::string> groups{"interfaces", "queues", "optics"}; ///< of gnmiGroups()
    std::vector<GnmiLeaf> leaves; ///< a site's own, before those of the groups
    GnmiNames names;
};

/// Reads [[gnmi]] of an agent's configuration. The Error names file and line.
[[nodiscard]] Result<std::vector<GnmiOptions>> readGnmiTargets(TomlTable& top, const std::string& origin);

} // namespace lockstep
