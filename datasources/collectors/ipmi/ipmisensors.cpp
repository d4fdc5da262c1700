// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ipmi/ipmisensors.h"

#include "datasources/collectors/facility/facilityreport.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::size_t maxSensors = 2048; ///< of a controller
/// ID, Name, Type, State, Reading, Units, Lower NR, Lower C, Lower NC, Upper NC, Upper C, Upper NR, and the event.
constexpr std::size_t ipmiFields = 12;

std::optional<double> ipmiNumber(std::string_view text)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = error == std::errc() && end == text.data() + text.size() && std::isfinite(number);
    return isNumber ? std::optional(number) : std::nullopt;
}

std::optional<IpmiSensor> sensorOf(std::string_view line)
{
    std::array<std::string_view, ipmiFields> fields;
    for (std::string_view& field : fields) {
        const std::size_t comma = line.find(',');
        if (comma == std::string_view::npos)
            return std::nullopt;
        field = line.substr(0, comma);
        line.remove_prefix(comma + 1);
    }
    IpmiSensor sensor;
    sensor.name = facilityName(fields[1]);
    if (sensor.name.empty() || !ipmiNumber(fields[0].substr(fields[0].rfind(' ') + 1)))
        return std::nullopt;
    if (fields[3] == "Critical" || fields[3] == "Warning")
        sensor.state = fields[3] == "Critical" ? Severity::Critical : Severity::Warning;
    sensor.reading = ipmiNumber(fields[4]);
    sensor.unit = facilityName(fields[5]);
    sensor.lowest = ipmiNumber(fields[7]) ? ipmiNumber(fields[7]) : ipmiNumber(fields[8]);
    sensor.high = ipmiNumber(fields[9]);
    sensor.critical = ipmiNumber(fields[10]) ? ipmiNumber(fields[10]) : ipmiNumber(fields[11]);
    sensor.event = facilityName(line);
    return sensor;
}

} // namespace

Result<std::vector<IpmiSensor>> readIpmiSensors(std::string_view text)
{
    const std::string beginning = facilityName(text.substr(0, text.find('\n')));
    std::vector<IpmiSensor> sensors;
    while (!text.empty() && sensors.size() < maxSensors) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (std::optional<IpmiSensor> sensor = sensorOf(text.substr(0, end)))
            sensors.push_back(std::move(*sensor));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (sensors.empty())
        return Error{fmt::format("not as ipmi-sensors writes it: '{}'", beginning)};
    return sensors;
}

} // namespace lockstep
