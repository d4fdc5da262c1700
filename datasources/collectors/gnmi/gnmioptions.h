// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/gnmi/gnmileaf.h"
#include "datasources/text/tomltable.h"
#include "models/core/time.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class FacilityTarget;

/// Maps a target's names to Lockstep's entities.
struct GnmiNames
{
    std::string switchName; ///< switch of the ports, if paths do not contain it
    std::map<std::string, std::string> switches; ///< by name in paths; if not empty, other switches are ignored
    std::map<std::string, std::string> ports; ///< by interface; if not empty, other interfaces are omitted
    std::map<std::string, std::string> transceivers; ///< interface by component, if the target does not report it
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
    std::string certificateFile; ///< for mutual TLS
    std::string privateKeyFile;
    std::string tlsName; ///< name in the certificate; empty: the address's host
    std::string user; ///< empty: none
    std::string passwordFile; ///< readable by its owner only; read for each connection
    std::chrono::milliseconds interval{10'000}; ///< sampling interval
    std::chrono::milliseconds timeout{10'000}; ///< of the first answer
    std::vector<std::string> groups{"interfaces", "queues", "optics"}; ///< names in gnmiGroups()
    std::vector<GnmiLeaf> leaves; ///< site-specific leaves, which precede those of the groups
    GnmiNames names;

    /// Short, because state changes must not wait for the next sample.
    [[nodiscard]] Duration pollInterval() const { return std::min<Duration>(interval, std::chrono::seconds(2)); }
};

/// Reads [[gnmi]] of an agent's configuration. The Error names file and line.
[[nodiscard]] Result<std::vector<GnmiOptions>> readGnmiTargets(TomlTable& top, const std::string& origin);

/// A subscription to a switch or gateway. Stays open between polls.
[[nodiscard]] std::unique_ptr<FacilityTarget> makeGnmiTarget(GnmiOptions options);

} // namespace lockstep
