// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/tomltable.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace lockstep {

/// Maps names of a Redfish service to Lockstep's entities.
struct RedfishNames
{
    std::string loop; ///< of its cooling unit; of several, further ones bear their Id behind it
    std::map<std::string, std::string> loops; ///< by Id; where any is named, the others are left out
    std::vector<std::string> serves; ///< racks that its loops cool
    std::string rack; ///< that its PDUs and chassis are of; empty: they are the agent's own node's
    std::string node; ///< in that rack, that its chassis are of

    [[nodiscard]] bool isLoop() const { return !loop.empty() || !loops.empty(); }
    /// Chassis are read where they are of something; those of a cooling unit are the unit itself.
    [[nodiscard]] bool isChassis() const { return !rack.empty() || !isLoop(); }
};

/// How to poll a Redfish service, and how to name its entities.
struct RedfishOptions
{
    std::string url; ///< "https://cdu-7"
    std::string user; ///< empty: nobody logs in
    std::string passwordFile; ///< its owner's alone; read anew at each login
    std::string caFile; ///< or the service's own certificate; empty: the system's
    std::chrono::milliseconds interval{10'000};
    std::chrono::milliseconds patience{10'000}; ///< with one answer
    std::chrono::milliseconds structureLasts = std::chrono::minutes(5); ///< before it is asked whether that has changed
    RedfishNames names;
};

/// The targets of [[redfish]] in an agent's configuration; what is wrong with one is an Error with file and line.
[[nodiscard]] Result<std::vector<RedfishOptions>> readRedfishTargets(TomlTable& top, const std::string& origin);

} // namespace lockstep
