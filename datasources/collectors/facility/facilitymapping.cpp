// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/facility/facilitymapping.h"

#include "models/core/eventcodes.h"
#include "models/core/metrics/limits.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <optional>

namespace lockstep {

namespace {

std::string_view kindWord(EntityKind kind)
{
    switch (kind) {
    case EntityKind::Loop:
        return "Loop ";
    case EntityKind::Rack:
        return "Rack ";
    case EntityKind::Switch:
        return "Switch ";
    case EntityKind::Port:
        return "port ";
    default:
        return "";
    }
}

/// The first of these metrics that reports a leak names it. A whole's leak is the worst of its detectors.
void addLeak(const FacilityMapping& reading, double value, FacilityReport& report)
{
    const bool isLeak = reading.metric == metrics::loop::leak || reading.metric == metrics::rack::leak
        || reading.metric == metrics::sensor::leak;
    if (!isLeak || value < 1 || report.conditions.size() >= FacilityReport::maxConditions)
        return;
    FacilityPlace top = reading.place;
    if (!top.empty())
        top.resize(1);
    const bool isCritical = value >= 2;
    report.conditions.push_back(
        {top, codes::facilityLeak, isCritical ? Severity::Critical : Severity::Warning,
         fmt::format("{}: leak detector reports {}", placeText(reading.place), isCritical ? "Critical" : "Warning"),
         fmt::format("{}: leak detectors no longer report a leak", placeText(top))});
}

constexpr std::pair<const char*, EntityKind> wholes[]{
    {"loop", EntityKind::Loop}, {"rack", EntityKind::Rack}, {"switch", EntityKind::Switch}};

std::string nameIn(TomlTable& fields, const char* key)
{
    const std::string name = facilityName(fields.textOr(key, {}));
    if (fields.has(key) && name.empty())
        fields.fail(key, fmt::format("\"{}\" must not be empty", key));
    return name;
}

/// The loop, rack or switch of a table; nullopt: none.
std::optional<FacilityStep> readWhole(TomlTable& fields)
{
    std::optional<FacilityStep> whole;
    for (const auto& [key, kind] : wholes) {
        std::string name = nameIn(fields, key);
        if (name.empty())
            continue;
        if (whole)
            fields.fail(key, fmt::format("either \"{}\" or \"{}\", not both", entityKindName(whole->kind), key));
        whole = FacilityStep{kind, std::move(name)};
    }
    return whole;
}

void readRange(TomlTable& fields, const MetricDescriptor& metric, FacilityMapping& reading)
{
    constexpr double max = 1e15;
    const PlausibleRange can = plausibleRange(metric);
    reading.scale = fields.number("scale", -max, max).value_or(1);
    reading.offset = fields.number("offset", -max, max).value_or(0);
    if (reading.scale == 0)
        fields.fail("scale", "\"scale\" must not be 0");
    reading.lowest = fields.number("min", can.lowest, can.highest).value_or(can.lowest);
    reading.highest = fields.number("max", can.lowest, can.highest).value_or(can.highest);
    if (reading.lowest > reading.highest)
        fields.fail("max", "\"max\" must not be less than \"min\"");
}

} // namespace

std::string placeText(const FacilityPlace& place)
{
    std::string text;
    for (const auto& [kind, name] : place) {
        text += text.empty() ? "" : ", ";
        text += kindWord(kind);
        text += name;
    }
    return text.empty() ? "This node" : text;
}

void PlausibilityFilter::take(const FacilityMapping& reading, double raw, FacilityReport& report)
{
    const double value = raw * reading.scale + reading.offset;
    if (!(value >= reading.lowest && value <= reading.highest)) // written so that NaN is rejected
        return refuse(reading, value, report);
    if (report.values.size() >= FacilityReport::maxValues)
        return;
    report.values.push_back({reading.place, reading.metric, value});
    addLeak(reading, value, report);
}

void PlausibilityFilter::refuse(const FacilityMapping& reading, double value, FacilityReport& report)
{
    ++m_refused;
    ++report.refused;
    std::string text = fmt::format("{}: {} of {:.6g} is implausible, expected {:.6g} to {:.6g}; treated as missing",
                                   placeText(reading.place), reading.metric, value, reading.lowest, reading.highest);
    FacilityPlace top = reading.place;
    if (!top.empty())
        top.resize(1);
    if (m_refusedNow++ == 0)
        m_first = text;
    if (report.conditions.size() < FacilityReport::maxConditions)
        report.conditions.push_back({top, codes::agentImplausibleValue, Severity::Warning, std::move(text),
                                     fmt::format("{}: all values are plausible again", placeText(top))});
}

std::string PlausibilityFilter::note() const
{
    if (m_refusedNow == 0)
        return {};
    return m_refusedNow > 1 ? fmt::format("{} ({} such values, {} so far)", m_first, m_refusedNow, m_refused)
                            : fmt::format("{} ({} so far)", m_first, m_refused);
}

MappedDevice readMappedDevice(TomlTable& fields, const MappedDevice& usual)
{
    MappedDevice device = usual;
    device.host = usual.host.empty() ? fields.text("host") : fields.textOr("host", usual.host);
    const bool isHost = std::ranges::all_of(device.host, [](char c) { return c > 0x20 && c < 0x7F && c != '/'; });
    if (!isHost || device.host.size() > 255)
        fields.fail("host", "\"host\": expected a name or an address, such as \"cdu-9.mgmt\"");
    if (std::optional<FacilityStep> whole = readWhole(fields))
        device.place.push_back(std::move(*whole));
    device.serves = fields.texts("serves").value_or(std::vector<std::string>());
    if (!device.serves.empty() && (device.place.empty() || device.place.front().kind != EntityKind::Loop))
        fields.fail("serves", "\"serves\" requires a \"loop\"");
    fields.seconds("interval", device.interval, 1, 3600);
    fields.seconds("timeout", device.timeout, 0.1, 30);
    return device;
}

void MappingReader::readPlace(TomlTable& fields, EntityKind kind, FacilityMapping& reading) const
{
    reading.place = m_usual;
    if (std::optional<FacilityStep> whole = readWhole(fields))
        reading.place = {std::move(*whole)};
    const std::string sensor = nameIn(fields, "sensor");
    const std::string port = nameIn(fields, "port");
    const bool isOfSwitch = !reading.place.empty() && reading.place.front().kind == EntityKind::Switch;
    if (sensor.empty() == (kind == EntityKind::Sensor))
        fields.fail("sensor",
                    fmt::format("{} is a metric of a {}: expected {} \"sensor\"", reading.metric, entityKindName(kind),
                                sensor.empty() ? "a" : "no"));
    if (port.empty() == (kind == EntityKind::Port) || (!port.empty() && !isOfSwitch))
        fields.fail("port",
                    fmt::format("{} is a metric of a {}: expected {}", reading.metric, entityKindName(kind),
                                kind == EntityKind::Port ? "a \"port\" and a \"switch\"" : "no \"port\""));
    if (!sensor.empty() || !port.empty()) {
        reading.place.push_back({kind, sensor.empty() ? port : sensor});
        return;
    }
    const bool isRight = reading.place.empty() ? kind == EntityKind::Node : reading.place.front().kind == kind;
    if (!isRight)
        fields.fail("metric",
                    fmt::format("{} is a metric of a {}: expected {}", reading.metric, entityKindName(kind),
                                kind == EntityKind::Node ? "no loop, rack or switch"
                                                         : fmt::format("a \"{}\"", entityKindName(kind))));
}

FacilityMapping MappingReader::readRow(TomlTable& fields)
{
    FacilityMapping reading;
    const std::string name = fields.text("metric");
    const MetricDescriptor* const metric = findMetric(name);
    const bool isKind = metric != nullptr
        && (metric->entityKind == EntityKind::Node || metric->entityKind == EntityKind::Sensor
            || metric->entityKind == EntityKind::Port
            || std::ranges::any_of(wholes, [&](const auto& each) { return each.second == metric->entityKind; }));
    if (!isKind || !metric->derivation.empty()) {
        fields.fail(
            "metric",
            fmt::format("'{}' cannot be read from a device; expected a metric such as loop.flow or rack.power", name));
        return reading;
    }
    reading.metric = metric->name;
    readRange(fields, *metric, reading);
    readPlace(fields, metric->entityKind, reading);
    if (!m_known.insert({reading.place, reading.metric}).second)
        fields.fail("metric", fmt::format("duplicate reading: {} of {}", reading.metric, placeText(reading.place)));
    return reading;
}

} // namespace lockstep
