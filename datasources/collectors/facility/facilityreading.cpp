// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/facility/facilityreading.h"

#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

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

/// A leak is known by the first metric of these that says so; the whole's is the worst of its detectors'.
void addLeak(const FacilityReading& reading, double value, FacilityReport& report)
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
         fmt::format("{}: leak detector says {}", placeText(reading.place), isCritical ? "Critical" : "Warning"),
         fmt::format("{}: no leak detector reports a leak any more", placeText(top))});
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

void ReadingGate::take(const FacilityReading& reading, double raw, FacilityReport& report)
{
    const double value = raw * reading.scale + reading.offset;
    if (!(value >= reading.lowest && value <= reading.highest)) // so that NaN is refused
        return refuse(reading, value, report);
    if (report.values.size() >= FacilityReport::maxValues)
        return;
    report.values.push_back({reading.place, reading.metric, value});
    addLeak(reading, value, report);
}

void ReadingGate::refuse(const FacilityReading& reading, double value, FacilityReport& report)
{
    ++m_refused;
    ++report.refused;
    std::string text = fmt::format("{}: {} of {:.6g} cannot be, expected {:.6g} to {:.6g}; taken as no data",
                                   placeText(reading.place), reading.metric, value, reading.lowest, reading.highest);
    FacilityPlace top = reading.place;
    if (!top.empty())
        top.resize(1);
    if (m_refusedNow++ == 0)
        m_first = text;
    if (report.conditions.size() < FacilityReport::maxConditions)
        report.conditions.push_back({top, codes::agentImplausibleValue, Severity::Warning, std::move(text),
                                     fmt::format("{}: all values can be again", placeText(top))});
}

std::string ReadingGate::note() const
{
    if (m_refusedNow == 0)
        return {};
    return m_refusedNow > 1 ? fmt::format("{} ({} such values, {} so far)", m_first, m_refusedNow, m_refused)
                            : fmt::format("{} ({} so far)", m_first, m_refused);
}

} // namespace lockstep
