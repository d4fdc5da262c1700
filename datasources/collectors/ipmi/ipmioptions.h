// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilitymapping.h"
#include "datasources/text/tomltable.h"

#include <string>
#include <vector>

namespace lockstep {

/// A metric that an IPMI sensor is reported as, in addition to the sensor itself.
struct IpmiRow
{
    std::string sensor; ///< the controller's name for it: "Inlet Temp"
    FacilityMapping reading;
};

/// How to query a management controller by IPMI, and how to name its sensors.
struct IpmiOptions
{
    static constexpr const char* thisMachine = "localhost"; ///< through the kernel instead of the network

    MappedDevice device;
    /// Freeipmi.conf(5) with user and password, readable by its owner only; empty: this machine.
    std::string configFile;
    std::string cacheFolder; ///< cache of ipmi-sensors; empty: below the home folder
    std::string node; ///< prefix for the names of its sensors; empty: none
    std::vector<IpmiRow> rows;

    [[nodiscard]] bool isRemote() const { return device.host != thisMachine; }
};

/// Reads [[ipmi]] of an agent's configuration. The Error names file and line.
[[nodiscard]] Result<std::vector<IpmiOptions>> readIpmiTargets(TomlTable& top, const std::string& origin);

} // namespace lockstep
