// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilityreading.h"
#include "datasources/text/tomltable.h"

#include <chrono>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// Common configuration of devices with a mapping table.
struct MappedDevice
{
    static constexpr std::size_t maxReadings = 512;

    std::string host;
    FacilityPlace place; ///< a loop, rack or switch that its readings are of; empty: the agent's own node
    std::vector<std::string> serves; ///< racks that its loop cools
    std::chrono::milliseconds interval{10'000};
    std::chrono::milliseconds patience{2'000}; ///< with one answer
};

/// Reads host, loop, rack, switch, serves, interval and timeout of [[modbus]] and the like.
/// @param usual what holds without these keys; with a host there, none needs to be named
[[nodiscard]] MappedDevice readMappedDevice(TomlTable& fields, const MappedDevice& usual = {});

/// Reads the rows of a mapping table and rejects duplicates. Used within one function.
class MappingReader
{
public:
    explicit MappingReader(const MappedDevice& device) : m_usual(device.place) { }

    /// metric, scale, offset, min, max and whose it is: loop, rack, switch, sensor, port.
    [[nodiscard]] FacilityReading readRow(TomlTable& fields);

private:
    void readPlace(TomlTable& fields, EntityKind kind, FacilityReading& reading) const;

    const FacilityPlace& m_usual;
    std::set<std::pair<FacilityPlace, std::string_view>> m_known;
};

} // namespace lockstep
