// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

/// Type of a page. It is derived from the property that links to the page, because vendors omit or change the type that
/// the page itself states.
enum class RedfishRole : std::uint8_t {
    Root,
    ThermalEquipment,
    CoolingUnits, ///< cooling units: CDUs, cooling loops, heat exchangers
    CoolingUnit,
    UnitEnvironment,
    PrimaryConnectors,
    PrimaryConnector,
    SecondaryConnectors,
    SecondaryConnector,
    Pumps,
    Pump,
    Filters,
    Filter,
    Reservoirs,
    Reservoir,
    PowerEquipment,
    Pdus,
    Pdu,
    PduMetrics,
    Mains,
    Main,
    AllChassis,
    Chassis,
    ChassisEnvironment,
    ChassisSensors, ///< of a chassis without a thermal subsystem, each on its own page
    ChassisSensor,
    VendorAlarms, ///< of a vendor: Oem of a chassis
    VendorAlarm,
    ThermalSubsystem,
    ThermalMetrics,
    Fans,
    Fan,
    OldThermal, ///< before 2020.4: temperatures and fans in one page
    OldPower,
    LeakDetection,
    LeakDetectors,
    LeakDetector,
};

/// Whether a page contains measurements and is read each time. Others are checked for changes at a longer interval.
[[nodiscard]] bool isReadEveryPoll(RedfishRole role);

/// A number on a page, or in a list entry of the page, with its Redfish property name.
struct RedfishSample
{
    std::string_view property; ///< one of the names in redfishpage.cpp, with static lifetime
    double value = 0;
};

/// The name, state, health and readings of one part that a page describes, such as a pump, fan or leak detector.
struct RedfishPart
{
    std::string name;
    std::string state; ///< "Enabled"; empty: unknown
    std::optional<Severity> health; ///< Information: OK; nullopt: unknown
    std::optional<int> leak; ///< state of a detector: 0 healthy, 1 warning, 2 critical
    std::vector<RedfishSample> readings;
    std::string context{}; ///< PhysicalContext: "LiquidInlet"; empty: unknown

    [[nodiscard]] std::optional<double> find(std::string_view property) const;
    /// Present and in use; also if it has no state.
    [[nodiscard]] bool isInUse() const;
};

/// A page (JSON resource) of a Redfish service, reduced to the properties that are used.
struct RedfishPage
{
    RedfishRole role = RedfishRole::Root;
    RedfishPart whole;
    std::string id;
    bool isOld = false; ///< could not be read this time: keeps names and health, but no readings
    bool isContained = false; ///< a chassis within another
    bool isRack = false; ///< a chassis that is a rack
    std::vector<RedfishPart> parts; ///< entries of its lists: temperatures, fans, detectors
    std::vector<std::pair<RedfishRole, std::string>> links; ///< paths on the same host
    std::vector<std::string> notUnderstood; ///< "EnergyJoules in J", "Oem VoltageMargins": sensors and links by kind
};

/// Reduces a page that could not be read again to its names and health.
[[nodiscard]] RedfishPage withoutReadings(RedfishPage page);

/// Parses a page. Any field may be missing, null or of another type, and is then ignored; only text that is not a JSON
/// object is an Error. Links to other hosts, and more than 512 of anything, are ignored. Never throws; any thread.
[[nodiscard]] Result<RedfishPage> readRedfishPage(RedfishRole role, std::string_view body);

} // namespace lockstep
