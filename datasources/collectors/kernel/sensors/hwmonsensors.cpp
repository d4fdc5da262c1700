// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/sensors/sensorcollector.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

namespace lockstep {

namespace {

/// Name and unit of one kind of hwmon attribute (Documentation/hwmon/sysfs-interface.rst).
struct Attribute
{
    std::string_view prefix;
    SensorKind kind;
    double scale;
    std::string_view high;
    std::string_view critical;
    std::string_view low;
};

constexpr std::array<Attribute, 5> attributes{{
    {"temp", SensorKind::Temperature, 1e-3, "_max", "_crit", {}},
    {"fan", SensorKind::Fan, 1.0, {}, {}, "_min"},
    {"power", SensorKind::Power, 1e-6, "_cap", {}, {}},
    {"in", SensorKind::Voltage, 1e-3, "_max", {}, "_min"},
    {"curr", SensorKind::Current, 1e-3, "_max", {}, {}},
}};

/// "temp3_input" -> its attribute and "temp3"; null for other files.
const Attribute* attributeOf(std::string_view file, std::string_view& channel)
{
    for (const std::string_view suffix : {"_input", "_average"}) {
        if (!file.ends_with(suffix))
            continue;
        channel = file.substr(0, file.size() - suffix.size());
        const std::size_t digits = channel.find_first_of("0123456789");
        if (digits == std::string_view::npos
            || channel.find_first_not_of("0123456789", digits) != std::string_view::npos)
            return nullptr;
        const auto found = std::ranges::find(attributes, channel.substr(0, digits), &Attribute::prefix);
        // Only power meters have averages, and all of them do.
        if (found != attributes.end() && (suffix == "_input" || found->kind == SensorKind::Power))
            return &*found;
    }
    return nullptr;
}

/// A limit of 0 or an absurdly high value was never set.
std::optional<double> limitFrom(const std::string& path, double scale, SensorKind kind)
{
    const auto raw = readNumber(path);
    if (!raw || *raw <= 0)
        return std::nullopt;
    const double limit = static_cast<double>(*raw) * scale;
    if (kind == SensorKind::Temperature && limit > 200.0)
        return std::nullopt;
    return limit;
}

struct Chip
{
    std::string folder; ///< folder with its attributes
    std::string name; ///< the driver's name: "coretemp"; empty if none
    std::string device; ///< its device: "coretemp.0"
};

std::vector<Chip> findChips(const std::string& classFolder)
{
    std::vector<Chip> chips;
    for (const std::string& entry : entriesOf(classFolder)) {
        Chip chip{classFolder + "/" + entry, {}, {}};
        std::error_code error;
        const auto device = std::filesystem::canonical(chip.folder + "/device", error);
        if (!error)
            chip.device = device.filename().string();
        if (!pathExists(chip.folder + "/name") && pathExists(chip.folder + "/device/name"))
            chip.folder += "/device"; // drivers from before 2013 have their attributes there
        chip.name = readLine(chip.folder + "/name");
        if (chip.name.empty())
            chip.name = chip.device.empty() ? entry : chip.device;
        chips.push_back(std::move(chip));
    }
    return chips;
}

/// The driver's name, with the device if several chips share it.
std::string uniqueName(const Chip& chip, const std::vector<Chip>& chips)
{
    if (std::ranges::count(chips, chip.name, &Chip::name) == 1)
        return chip.name;
    if (chip.device.empty())
        return chip.name + "@" + chip.folder.substr(chip.folder.rfind('/') + 1);
    return chip.device.starts_with(chip.name) ? chip.device : chip.name + "@" + chip.device;
}

std::vector<Sensor> sensorsOf(const Chip& chip, const std::string& chipName)
{
    std::map<std::string, Sensor> byChannel; // an input has priority over an average of the same channel
    for (const std::string& file : entriesOf(chip.folder)) {
        std::string_view channel;
        const Attribute* attribute = attributeOf(file, channel);
        if (!attribute)
            continue;
        const std::string base = chip.folder + "/" + std::string(channel);
        Sensor sensor;
        sensor.kind = attribute->kind;
        sensor.scale = attribute->scale;
        sensor.input = KernelFile(chip.folder + "/" + file);
        const std::string label = readLine(base + "_label");
        sensor.name = label.empty() ? std::string(channel) : label;
        const auto limit = [&](std::string_view suffix) {
            return suffix.empty() ? std::nullopt : limitFrom(base + std::string(suffix), sensor.scale, sensor.kind);
        };
        sensor.high = limit(attribute->high);
        sensor.critical = limit(attribute->critical);
        sensor.low = limit(attribute->low);
        sensor.isNodePower = sensor.kind == SensorKind::Power && chip.name == "power_meter" && channel == "power1";
        byChannel[std::string(channel)] = std::move(sensor);
    }

    std::map<std::string, int> labels;
    for (const auto& [channel, sensor] : byChannel)
        ++labels[sensor.name];
    std::vector<Sensor> sensors;
    for (auto& [channel, sensor] : byChannel) {
        if (labels[sensor.name] > 1)
            sensor.name += " " + channel;
        sensor.name = chipName + "/" + sensor.name;
        sensors.push_back(std::move(sensor));
    }
    return sensors;
}

} // namespace

std::vector<Sensor> findHwmonSensors(const std::string& classFolder)
{
    std::vector<Sensor> sensors;
    const std::vector<Chip> chips = findChips(classFolder);
    for (const Chip& chip : chips)
        std::ranges::move(sensorsOf(chip, uniqueName(chip, chips)), std::back_inserter(sensors));
    return sensors;
}

} // namespace lockstep
