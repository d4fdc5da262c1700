// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Quantity of a sensor; determines its metric, unit and limits.
enum class SensorKind : std::uint8_t { Temperature, Fan, Power, Voltage, Current };

/// One reading of a hwmon chip or thermal zone, with the device's own limits, in base units. Limits differ between
/// sensors, so they are columns of their own; one threshold on the margin then fits all.
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
