// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/systemroot.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Quantity of a sensor; determines its metric, unit and limits.
enum class SensorKind : std::uint8_t { Temperature, Fan, Power, Voltage, Current };

/// One reading of a hwmon chip or thermal zone, with the device's own limits, in base units. Limits differ between
/// sensors, so each is reported as a metric; one threshold on the margin then fits all sensors.
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

[[nodiscard]] std::vector<Sensor> findHwmonSensors(const std::string& classFolder);
/// All zones below sys/class/thermal, with the limits from their trip points.
[[nodiscard]] std::vector<Sensor> findThermalZones(const std::string& classFolder);

/// Temperatures, fans, power, voltages and currents of hwmon chips or thermal zones, with the device's own limits. A
/// node has two of these, one per class folder.
class SensorCollector final : public Collector
{
public:
    using Find = std::vector<Sensor> (*)(const std::string& classFolder);

    /// @param name of the collector; @param classFolder below the root: "sys/class/hwmon"
    SensorCollector(std::string name, std::string classFolder, Find find);

    [[nodiscard]] static std::unique_ptr<Collector> hwmon(const SystemRoot& root);
    [[nodiscard]] static std::unique_ptr<Collector> thermal(const SystemRoot& root);

    [[nodiscard]] std::string_view name() const override { return m_name; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    std::string m_name;
    std::string m_folder;
    Find m_find;
    std::vector<std::string> m_entries; ///< of the class folder at the last detection
    std::vector<Sensor> m_sensors;
};

} // namespace lockstep
