// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ipmi/ipmitarget.h"

#include "datasources/text/childoutput.h"
#include "datasources/text/textfile.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/limits.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/parsenumber.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace lockstep {

namespace {

std::string readPath(TomlTable& fields, const char* key)
{
    std::string path = fields.textOr(key, {});
    if (!path.empty() && !path.starts_with('/'))
        fields.fail(key, fmt::format("\"{}\" must be an absolute path", key));
    return path;
}

Result<IpmiOptions> readIpmiTarget(const toml::table& table, const std::string& origin)
{
    TomlTable fields(table, origin, "[[ipmi]]");
    IpmiOptions options;
    MappedDevice usual;
    usual.host = IpmiOptions::thisMachine;
    usual.interval = std::chrono::seconds(30);
    usual.timeout = std::chrono::seconds(20);
    options.device = readMappedDevice(fields, usual);
    options.configFile = readPath(fields, "config_file");
    options.cacheFolder = readPath(fields, "cache");
    options.node = facilityName(fields.textOr("node", {}));
    if (options.device.host.starts_with('-') || options.isRemote() == options.configFile.empty())
        fields.fail("host",
                    "set both \"host\" and \"config_file\", which contains user and password, or neither for this "
                    "machine's own controller");
    if (!options.node.empty() && options.device.place.empty())
        fields.fail("node", "\"node\" requires a \"rack\"; leave both out for this machine's own controller");
    const Status status = readMapping(fields, "ipmi", origin, 0, options, [](TomlTable& row, MappingReader& mapping) {
        const FacilityMapping reading = mapping.readRow(row);
        return IpmiRow{row.text("name"), reading};
    });
    if (!status.isOk())
        return status.error();
    return options;
}

} // namespace

Result<std::vector<IpmiOptions>> readIpmiTargets(TomlTable& top, const std::string& origin)
{
    return readTargets(top, "ipmi", origin, readIpmiTarget);
}

namespace {

constexpr std::size_t maxSensors = 2048; ///< per controller
/// ID, Name, Type, State, Reading, Units, Lower NR, Lower C, Lower NC, Upper NC, Upper C, Upper NR, and the event.
constexpr std::size_t ipmiFields = 12;

std::optional<double> ipmiNumber(std::string_view text)
{
    const auto number = parseNumber<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
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

/// Quantity of an IPMI unit, and its limits.
struct IpmiUnit
{
    std::string_view unit;
    std::string_view metric;
    std::string_view lowLimit;
    std::string_view highLimit;
    std::string_view criticalLimit;
};

constexpr IpmiUnit ipmiUnits[]{
    {"C",
     metrics::sensor::temperature,
     {},
     metrics::sensor::temperatureHighLimit,
     metrics::sensor::temperatureCriticalLimit},
    {"RPM", metrics::sensor::fan, metrics::sensor::fanLowLimit, {}, {}},
    {"V", metrics::sensor::voltage, metrics::sensor::voltageLowLimit, {}, metrics::sensor::voltageHighLimit},
    {"A", metrics::sensor::current, {}, {}, metrics::sensor::currentLimit},
    {"W", metrics::sensor::power, {}, {}, metrics::sensor::powerLimit},
};

void takeReading(const FacilityPlace& place, std::string_view metric, std::optional<double> value,
                 PlausibilityFilter& gate, FacilityReport& report)
{
    const MetricDescriptor* const known = findMetric(metric);
    if (!value || known == nullptr)
        return;
    const PlausibleRange can = plausibleRange(*known);
    gate.take({place, metric, 1, 0, can.lowest, can.highest}, *value, report);
}

void takeSensor(const FacilityPlace& place, const IpmiSensor& sensor, PlausibilityFilter& gate, FacilityReport& report)
{
    for (const IpmiUnit& each : ipmiUnits) {
        if (each.unit != sensor.unit || !sensor.reading)
            continue;
        takeReading(place, each.metric, sensor.reading, gate, report);
        takeReading(place, each.lowLimit, sensor.lowest, gate, report);
        takeReading(place, each.highLimit, sensor.high, gate, report);
        takeReading(place, each.criticalLimit, sensor.critical, gate, report);
        const std::optional<double> limit = sensor.critical ? sensor.critical : sensor.high;
        if (each.metric == metrics::sensor::temperature && limit)
            takeReading(place, metrics::sensor::temperatureMargin, *limit - *sensor.reading, gate, report);
    }
}

} // namespace

Result<std::vector<IpmiSensor>> readIpmiSensors(std::string_view text)
{
    const std::string beginning = facilityName(text.substr(0, text.find('\n')));
    std::vector<IpmiSensor> sensors;
    while (!text.empty() && sensors.size() < maxSensors) {
        if (std::optional<IpmiSensor> sensor = sensorOf(nextLine(text)))
            sensors.push_back(std::move(*sensor));
    }
    if (sensors.empty())
        return Error{fmt::format("unexpected output of ipmi-sensors: '{}'", beginning)};
    return sensors;
}

FacilityReport ipmiReport(std::span<const IpmiSensor> sensors, const IpmiOptions& options, PlausibilityFilter& gate)
{
    FacilityReport report;
    report.served = options.device.serves;
    std::set<std::string> taken; // a controller may give several sensors one name
    for (const IpmiSensor& each : sensors) {
        const std::string plain = options.node.empty() ? each.name : options.node + ' ' + each.name;
        std::string name = plain;
        for (int number = 2; !taken.insert(name).second; ++number)
            name = fmt::format("{} ({})", plain, number);
        FacilityPlace place = options.device.place;
        place.push_back({EntityKind::Sensor, name});
        takeSensor(place, each, gate, report);
        for (const IpmiRow& row : options.rows) {
            if (row.sensor == each.name && each.reading && name == plain)
                gate.take(row.reading, *each.reading, report);
        }
        if (each.state == Severity::Information || report.conditions.size() >= FacilityReport::maxConditions)
            continue;
        const std::string of = placeText(options.device.place);
        report.conditions.push_back({options.device.place, codes::facilityPart, each.state,
                                     fmt::format("{}: sensor {} reports {} {}", of, name,
                                                 each.state == Severity::Critical ? "Critical" : "Warning", each.event),
                                     fmt::format("{}: no component reports a fault", of)});
    }
    return report;
}

IpmiTarget::IpmiTarget(IpmiOptions options) : m_options(std::move(options)), m_name("ipmi://" + m_options.device.host)
{ }

std::vector<std::string> IpmiTarget::command() const
{
    std::vector<std::string> all{
        "ipmi-sensors",          "--comma-separated-output",   "--no-header-output",
        "--output-sensor-state", "--output-sensor-thresholds", "--ignore-not-available-sensors",
        "--quiet-cache",         "--sdr-cache-recreate"};
    if (!m_options.cacheFolder.empty())
        all.push_back("--sdr-cache-directory=" + m_options.cacheFolder);
    if (m_options.isRemote()) {
        all.push_back("--hostname=" + m_options.device.host);
        all.push_back("--config-file=" + m_options.configFile);
    }
    return all;
}

Result<FacilityReport> IpmiTarget::poll(const std::stop_token& stop)
{
    if (m_options.isRemote()) {
        const FilePrivacy privacy = checkFilePrivacy(m_options.configFile, true);
        if (!privacy.status.isOk() || !privacy.warning.empty())
            return Error{privacy.warning.empty() ? privacy.status.error().message : privacy.warning};
    }
    constexpr std::size_t longestOutput = std::size_t{4} << 20U;
    std::string text;
    const Status status = streamOutputOf(
        command(), {.bytes = longestOutput, .whole = m_options.device.timeout},
        [&](std::string_view piece) {
            text += piece;
            return true;
        },
        stop);
    if (!status.isOk())
        return status.error();
    const auto sensors = readIpmiSensors(text);
    if (!sensors.isOk())
        return sensors.error();
    m_gate.begin();
    FacilityReport report = ipmiReport(sensors.value(), m_options, m_gate);
    report.note = m_gate.note();
    return report;
}

} // namespace lockstep
