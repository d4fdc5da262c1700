// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/tomltable.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class FacilityTarget;

/// Maps names of a Redfish service to Lockstep's entities.
struct RedfishNames
{
    std::string loop; ///< of its cooling unit; further units get their Id appended
    std::map<std::string, std::string> loops; ///< by Id; if not empty, other loops are omitted
    std::vector<std::string> serves; ///< racks that its loops cool
    std::string rack; ///< of its PDUs and chassis; empty: the agent's own node
    std::string node; ///< node in that rack that its chassis belong to

    [[nodiscard]] bool isLoop() const { return !loop.empty() || !loops.empty(); }
    /// Chassis are read if they belong to a rack or node; the chassis of a cooling unit is the unit itself.
    [[nodiscard]] bool isChassis() const { return !rack.empty() || !isLoop(); }
};

/// How to poll a Redfish service, and how to name its entities.
struct RedfishOptions
{
    std::string url; ///< "https://cdu-7"
    std::string user; ///< empty: no authentication
    std::string passwordFile; ///< readable by its owner only; read at each login
    std::string caFile; ///< authority, or the service's own certificate; empty: the system's authorities
    std::chrono::milliseconds interval{10'000};
    std::chrono::milliseconds timeout{10'000}; ///< of one answer
    /// Validity of the structure before it is checked again.
    std::chrono::milliseconds structureLasts = std::chrono::minutes(5);
    RedfishNames names;
};

/// Reads [[redfish]] of an agent's configuration. The Error names file and line.
[[nodiscard]] Result<std::vector<RedfishOptions>> readRedfishTargets(TomlTable& top, const std::string& origin);

/// A Redfish service: cooling units, PDUs, chassis.
[[nodiscard]] std::unique_ptr<FacilityTarget> makeRedfishTarget(RedfishOptions options);

} // namespace lockstep
