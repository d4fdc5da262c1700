// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/sensors/sensorcollector.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr double millidegrees = 1e-3;

/// The lowest trip point of that type ("critical", "passive"), which acts first.
std::optional<double> tripPoint(const std::string& zone, std::string_view type)
{
    std::optional<double> lowest;
    for (int i = 0; i < 64; ++i) {
        const std::string base = zone + "/trip_point_" + std::to_string(i);
        const std::string found = readLine(base + "_type");
        if (found.empty())
            break;
        const auto temperature = readNumber(base + "_temp");
        if (found == type && temperature && *temperature > 0) {
            const double degrees = static_cast<double>(*temperature) * millidegrees;
            lowest = std::min(lowest.value_or(degrees), degrees);
        }
    }
    return lowest;
}

} // namespace

std::vector<Sensor> findThermalZones(const std::string& classFolder)
{
    std::vector<Sensor> sensors;
    for (const std::string& entry : entriesOf(classFolder)) {
        const std::string zone = classFolder + "/" + entry;
        if (!entry.starts_with("thermal_zone") || !pathExists(zone + "/temp"))
            continue;
        Sensor sensor;
        sensor.name = readLine(zone + "/type");
        sensor.scale = millidegrees;
        sensor.input = KernelFile(zone + "/temp");
        sensor.critical = tripPoint(zone, "critical");
        const auto hot = tripPoint(zone, "hot");
        sensor.high = hot ? hot : tripPoint(zone, "passive");
        // Several zones of one type are common, and hwmon chips may have the same name: the zone's own name makes it
        // unique.
        sensor.name = sensor.name.empty() ? entry : entry + "/" + sensor.name;
        sensors.push_back(std::move(sensor));
    }
    return sensors;
}

} // namespace lockstep
