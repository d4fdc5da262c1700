// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilitymapping.h"
#include "datasources/collectors/facility/facilityreport.h"
#include "datasources/text/tomltable.h"
#include "models/core/event.h"
#include "models/core/result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
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

/// One line of ipmi-sensors.
struct IpmiSensor
{
    std::string name;
    Severity state = Severity::Information; ///< the controller's own assessment by its limits
    std::optional<double> reading;
    std::string unit; ///< "C", "RPM", "V", "A", "W", "%"
    std::optional<double> lowest; ///< limits: the critical one if present, otherwise the next
    std::optional<double> high; ///< not critical
    std::optional<double> critical;
    std::string event; ///< "'Lower Critical - going low'"
};

/// Parses the output of `ipmi-sensors --comma-separated-output --no-header-output --output-sensor-state
/// --output-sensor-thresholds`. Other lines are skipped; an error if there are no valid lines.
[[nodiscard]] Result<std::vector<IpmiSensor>> readIpmiSensors(std::string_view text);

/// Converts sensors to metrics: each becomes a sensor of its rack or node with its own limits; metrics of the
/// configuration are added. A sensor with bad health is reported as an unhealthy part.
[[nodiscard]] FacilityReport ipmiReport(std::span<const IpmiSensor> sensors, const IpmiOptions& options,
                                        PlausibilityFilter& gate);

/// A management controller with IPMI: this machine's through the kernel, another's over the network. Runs ipmi-sensors
/// (freeipmi) without a shell and with a timeout; passwords are in its configuration file, never on a command line.
/// Owned by its poller; used on its thread.
class IpmiTarget final : public FacilityTarget
{
public:
    explicit IpmiTarget(IpmiOptions options);

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Result<FacilityReport> poll(const std::stop_token& stop) override;

private:
    [[nodiscard]] std::vector<std::string> command() const;

    IpmiOptions m_options;
    std::string m_name;
    PlausibilityFilter m_gate;
};

} // namespace lockstep
