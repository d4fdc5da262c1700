// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilityreport.h"
#include "datasources/text/tomltable.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

/// One row of a mapping table: the meaning of one value of a device.
struct FacilityMapping
{
    FacilityPlace place;
    std::string_view metric; ///< from metricnames.h
    double scale = 1; ///< converts the device's unit to the metric's
    double offset = 0; ///< added after scaling
    double lowest = 0; ///< plausible minimum, in the metric's unit
    double highest = 0;
};

/// A place as text: "Loop cdu-9, pump 1"; "This node" if it is empty.
[[nodiscard]] std::string placeText(const FacilityPlace& place);

/// Adds a device's values to its report. Implausible values (not a number, out of range) are treated as no data,
/// counted and reported; leak values are reported as leaks. Owned by a target; used on its thread.
class PlausibilityFilter
{
public:
    /// Begins a report; the total of rejected values is kept.
    void begin() { m_refusedNow = 0; }

    /// @param raw device's value, before scale and offset
    void take(const FacilityMapping& reading, double raw, FacilityReport& report);

    [[nodiscard]] std::uint64_t refused() const { return m_refused; } ///< total of the target

    /// Rejected values since begin, and in total; empty: none.
    [[nodiscard]] std::string note() const;

private:
    void refuse(const FacilityMapping& reading, double value, FacilityReport& report);

    std::uint64_t m_refused = 0;
    std::uint64_t m_refusedNow = 0;
    std::string m_first; ///< first rejected value since begin
};

/// Common configuration of devices with a mapping table.
struct MappedDevice
{
    static constexpr std::size_t maxReadings = 512;

    std::string host;
    FacilityPlace place; ///< loop, rack or switch of its readings; empty: the agent's own node
    std::vector<std::string> serves; ///< racks that its loop cools
    std::chrono::milliseconds interval{10'000};
    std::chrono::milliseconds timeout{2'000}; ///< of one answer
};

/// Reads host, loop, rack, switch, serves, interval and timeout of [[modbus]] and similar tables.
/// @param usual defaults; if they contain a host, the key is optional
[[nodiscard]] MappedDevice readMappedDevice(TomlTable& fields, const MappedDevice& usual = {});

/// Reads the rows of a mapping table and rejects duplicates. Used within one function.
class MappingReader
{
public:
    explicit MappingReader(const MappedDevice& device) : m_usual(device.place) { }

    /// Reads metric, scale, offset, min, max and the entity: loop, rack, switch, sensor, port.
    [[nodiscard]] FacilityMapping readRow(TomlTable& fields);

private:
    void readPlace(TomlTable& fields, EntityKind kind, FacilityMapping& reading) const;

    const FacilityPlace& m_usual;
    std::set<std::pair<FacilityPlace, std::string_view>> m_known;
};

/// Reads all of [[@p section.reading]] into @p options.rows, and finishes @p fields.
/// @param readRow takes a TomlTable& and a MappingReader&
template <class Options, class ReadRow>
[[nodiscard]] Status readMapping(TomlTable& fields, const std::string& section, const std::string& origin,
                                 std::size_t least, Options& options, ReadRow readRow)
{
    const std::vector<const toml::table*> rows = fields.tables("reading");
    if (rows.size() < least || rows.size() > MappedDevice::maxReadings)
        fields.fail("reading",
                    fmt::format("[[{0}]] has {1} of [[{0}.reading]], expected {2} to {3}", section, rows.size(), least,
                                MappedDevice::maxReadings));
    if (Status status = fields.finish(); !status.isOk())
        return status;
    MappingReader mapping(options.device);
    for (const toml::table* const each : rows) {
        TomlTable row(*each, origin, fmt::format("[[{}.reading]]", section));
        options.rows.push_back(readRow(row, mapping));
        if (Status status = row.finish(); !status.isOk())
            return status;
    }
    return success();
}

/// Reads all [[@p section]] tables, the targets of one protocol. The Error names file and line.
template <class Options>
[[nodiscard]] Result<std::vector<Options>> readTargets(TomlTable& top, const char* section, const std::string& origin,
                                                       Result<Options> (*readTarget)(const toml::table&,
                                                                                     const std::string&))
{
    constexpr std::size_t maxTargets = 64;
    const std::vector<const toml::table*> tables = top.tables(section);
    if (tables.size() > maxTargets)
        return top.errorAt(section, fmt::format("expected at most {1} targets, found {0}", tables.size(), maxTargets));
    std::vector<Options> targets;
    for (const toml::table* const table : tables) {
        Result<Options> target = readTarget(*table, origin);
        if (!target.isOk())
            return target.error();
        targets.push_back(std::move(target).value());
    }
    return targets;
}

} // namespace lockstep
