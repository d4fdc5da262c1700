// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilitymapping.h"
#include "datasources/collectors/snmp/snmpvariable.h"
#include "datasources/text/tomltable.h"
#include "models/core/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class FacilityTarget;

/// Location of a password, never the password itself: it is read when needed and not kept, and never appears in a
/// message.
struct DeviceSecret
{
    std::string file; ///< its owner's alone
    std::string variable; ///< of the environment

    [[nodiscard]] bool isNamed() const { return !file.empty() || !variable.empty(); }

    /// Its first line, not empty.
    [[nodiscard]] Result<std::string> read() const;
};

/// Overwrites a secret that is no longer needed.
void wipe(std::string& secret);

/// Credentials for the device.
struct SnmpIdentity
{
    bool isV3 = false;
    DeviceSecret community; ///< of version 2c
    std::string user; ///< of version 3
    std::string authentication = "SHA"; ///< name in net-snmp
    DeviceSecret authenticationSecret;
    std::string privacy = "AES";
    DeviceSecret privacySecret; ///< none: no encryption
};

struct SnmpRow
{
    SnmpOid oid; ///< of one number, or of a column
    bool isColumn = false; ///< each row of the table is a sensor or port, named by its index: "outlet {index}"
    SnmpOid names; ///< column of the same table for {name}; empty: none
    bool isCounter = false; ///< report the increase per second
    FacilityMapping reading;
};

/// How to poll a device by SNMP, and the meaning of its objects.
struct SnmpOptions
{
    MappedDevice device;
    std::uint16_t port = 161;
    SnmpIdentity identity;
    std::vector<SnmpRow> rows;
};

/// Reads [[snmp]] of an agent's configuration. The Error names file and line.
[[nodiscard]] Result<std::vector<SnmpOptions>> readSnmpTargets(TomlTable& top, const std::string& origin);

/// A rack PDU, cooling unit or switch that speaks SNMP 2c or 3.
[[nodiscard]] std::unique_ptr<FacilityTarget> makeSnmpTarget(SnmpOptions options);

} // namespace lockstep
