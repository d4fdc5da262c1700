// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ipmi/ipmireport.h"

#include "models/core/eventcodes.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/metrics/limits.h"

#include <fmt/format.h>

#include <optional>
#include <set>

namespace lockstep {

namespace {

/// What a unit of IPMI measures, and with which limits.
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

void takeReading(const FacilityPlace& place, std::string_view metric, std::optional<double> value, ReadingGate& gate,
                 FacilityReport& report)
{
    const MetricDescriptor* const known = findMetric(metric);
    if (!value || known == nullptr)
        return;
    const PlausibleRange can = plausibleRange(*known);
    gate.take({place, metric, 1, 0, can.lowest, can.highest}, *value, report);
}

void takeSensor(const FacilityPlace& place, const IpmiSensor& sensor, ReadingGate& gate, FacilityReport& report)
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

FacilityReport ipmiReport(std::span<const IpmiSensor> sensors, const IpmiOptions& options, ReadingGate& gate)
{
    FacilityReport report;
    report.served = options.device.serves;
    std::set<std::string> taken; // controllers give several sensors one name
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
                                     fmt::format("{}: sensor {} says {} {}", of, name,
                                                 each.state == Severity::Critical ? "Critical" : "Warning", each.event),
                                     fmt::format("{}: no part says that it is unwell any more", of)});
    }
    return report;
}

} // namespace lockstep
