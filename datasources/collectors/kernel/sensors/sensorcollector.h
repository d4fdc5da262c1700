// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/systemroot.h"
#include "datasources/collectors/kernel/sensors/sensor.h"

#include <vector>

namespace lockstep {

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
