// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/devicesecret.h"
#include "datasources/collectors/facility/facilitymapping.h"
#include "datasources/collectors/snmp/snmpvariable.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

/// Credentials for the device.
struct SnmpIdentity
{
    bool isV3 = false;
    DeviceSecret community; ///< of version 2c
    std::string user; ///< of version 3
    std::string authentication = "SHA"; ///< net-snmp's name of it
    DeviceSecret authenticationSecret;
    std::string privacy = "AES";
    DeviceSecret privacySecret; ///< none: nothing is encrypted
};

struct SnmpRow
{
    SnmpOid oid; ///< of one number, or of a column
    bool isColumn = false; ///< each row of the table is one of its kind, named by its place: "outlet {index}"
    SnmpOid names; ///< a column of the same table for {name}; empty: none
    bool isCounter = false; ///< what counts is how much it grows a second
    FacilityReading reading;
};

/// How to poll a device by SNMP, and what its objects mean.
struct SnmpOptions
{
    MappedDevice device;
    std::uint16_t port = 161;
    SnmpIdentity identity;
    std::vector<SnmpRow> rows;
};

} // namespace lockstep
