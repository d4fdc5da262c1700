// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/ipmi/ipmioptions.h"
#include "models/core/event.h"
#include "models/core/result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// One line of ipmi-sensors.
struct IpmiSensor
{
    std::string name;
    Severity state = Severity::Information; ///< as the controller judges it by its limits
    std::optional<double> reading;
    std::string unit; ///< "C", "RPM", "V", "A", "W", "%"
    std::optional<double> lowest; ///< limits; the first that the controller has, from critical to not critical
    std::optional<double> high; ///< not critical
    std::optional<double> critical;
    std::string event; ///< "'Lower Critical - going low'"
};

/// Reads what `ipmi-sensors --comma-separated-output --no-header-output --output-sensor-state
/// --output-sensor-thresholds` prints. Lines that are not of that form are left out; where none is, that is an error.
[[nodiscard]] Result<std::vector<IpmiSensor>> readIpmiSensors(std::string_view text);

/// What sensors say, as our metrics: each as a sensor of its rack or node, with its own limits, and what rows say
/// besides. One that its controller judges as bad is reported as a part that is unwell.
[[nodiscard]] FacilityReport ipmiReport(std::span<const IpmiSensor> sensors, const IpmiOptions& options,
                                        PlausibilityFilter& gate);

} // namespace lockstep
