// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// What a sensor measures; decides its metric, unit and limits.
enum class SensorKind : std::uint8_t { Temperature, Fan, Power, Voltage, Current };

/// One reading of a hwmon chip or a thermal zone, with the limits that the device itself states, all in base units.
/// Limits differ from sensor to sensor, so they go out as columns of their own: the margin of a temperature to its
/// limit is what one threshold fits everywhere.
struct Sensor
{
    std::string name; ///< "coretemp.0/Core 3"
    SensorKind kind = SensorKind::Temperature;
    KernelFile input;
    double scale = 1.0; ///< from the file's unit to the base unit
    bool isNodePower = false; ///< an ACPI power meter measures the whole node
    std::optional<double> high; ///< the device's own warning limit; for power its cap
    std::optional<double> critical;
    std::optional<double> low; ///< fans and voltages

    Slot valueSlot, highSlot, criticalSlot, lowSlot, marginSlot, nodeSlot;

    void declare(LayoutBuilder& layout);
    void sample(TickWriter& tick);
};

/// All sensors below sys/class/hwmon.
[[nodiscard]] std::vector<Sensor> findHwmonSensors(const std::string& classFolder);
/// All zones below sys/class/thermal, with the limits from their trip points.
[[nodiscard]] std::vector<Sensor> findThermalZones(const std::string& classFolder);

} // namespace lockstep
