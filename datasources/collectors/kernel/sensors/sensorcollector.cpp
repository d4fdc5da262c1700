// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/sensors/sensorcollector.h"

#include <fmt/format.h>

namespace lockstep {

SensorCollector::SensorCollector(std::string name, std::string classFolder, Find find)
    : m_name(std::move(name)), m_folder(std::move(classFolder)), m_find(find)
{ }

std::unique_ptr<Collector> SensorCollector::hwmon(const SystemRoot& root)
{
    return std::make_unique<SensorCollector>("hwmon", root.path("sys/class/hwmon"), findHwmonSensors);
}

std::unique_ptr<Collector> SensorCollector::thermal(const SystemRoot& root)
{
    return std::make_unique<SensorCollector>("thermal", root.path("sys/class/thermal"), findThermalZones);
}

InventoryItem SensorCollector::detect()
{
    m_entries = entriesOf(m_folder);
    m_sensors = m_find(m_folder);
    if (m_sensors.empty())
        return off(m_entries.empty() ? m_folder + " is absent or empty" : m_folder + " has no sensor to read");
    return active(fmt::format("{} sensor{}", m_sensors.size(), m_sensors.size() == 1 ? "" : "s"));
}

bool SensorCollector::hasChanged()
{
    return entriesOf(m_folder) != m_entries;
}

void SensorCollector::declare(LayoutBuilder& layout)
{
    for (Sensor& sensor : m_sensors)
        sensor.declare(layout);
}

void SensorCollector::sample([[maybe_unused]] TimePoint now, TickWriter& tick)
{
    for (Sensor& sensor : m_sensors)
        sensor.sample(tick);
}

} // namespace lockstep
