// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/redfish/redfishpage.h"

#include "datasources/collectors/facility/facilityreport.h"
#include "datasources/text/jsonaccess.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace lockstep {

namespace {

using enum RedfishRole;
using Element = simdjson::dom::element;

constexpr std::size_t maxOfAnything = 512;
constexpr std::size_t longestPath = 1024;

/// A property that links to other pages: the role of its own page, and the role of the pages it links to.
struct LinkRow
{
    RedfishRole at;
    std::string_view property;
    RedfishRole to;
};
constexpr LinkRow linkRows[] = {
    {Root, "ThermalEquipment", ThermalEquipment},
    {Root, "PowerEquipment", PowerEquipment},
    {Root, "Chassis", AllChassis},
    {ThermalEquipment, "CDUs", CoolingUnits},
    {ThermalEquipment, "CoolingLoops", CoolingUnits},
    {ThermalEquipment, "HeatExchangers", CoolingUnits},
    {ThermalEquipment, "ImmersionUnits", CoolingUnits},
    {ThermalEquipment, "RPUs", CoolingUnits},
    {CoolingUnit, "PrimaryCoolantConnectors", PrimaryConnectors},
    {CoolingUnit, "SecondaryCoolantConnectors", SecondaryConnectors},
    {CoolingUnit, "Pumps", Pumps},
    {CoolingUnit, "Filters", Filters},
    {CoolingUnit, "Reservoirs", Reservoirs},
    {CoolingUnit, "LeakDetection", LeakDetection},
    {CoolingUnit, "EnvironmentMetrics", UnitEnvironment},
    {PowerEquipment, "RackPDUs", Pdus},
    {PowerEquipment, "PowerShelves", Pdus},
    {Pdu, "Metrics", PduMetrics},
    {Pdu, "Mains", Mains},
    {Chassis, "EnvironmentMetrics", ChassisEnvironment},
    {Chassis, "ThermalSubsystem", ThermalSubsystem},
    {Chassis, "Thermal", OldThermal},
    {Chassis, "Power", OldPower},
    {ThermalSubsystem, "ThermalMetrics", ThermalMetrics},
    {ThermalSubsystem, "Fans", Fans},
    {ThermalSubsystem, "LeakDetection", LeakDetection},
    {LeakDetection, "LeakDetectors", LeakDetectors},
};

/// Links that vendors add below a page's Oem.
constexpr LinkRow vendorLinkRows[] = {
    {Chassis, "Alarms", VendorAlarms},
};

/// Members of each kind of collection.
constexpr std::pair<RedfishRole, RedfishRole> memberRows[] = {
    {CoolingUnits, CoolingUnit},
    {PrimaryConnectors, PrimaryConnector},
    {SecondaryConnectors, SecondaryConnector},
    {Pumps, Pump},
    {Filters, Filter},
    {Reservoirs, Reservoir},
    {Pdus, Pdu},
    {Mains, Main},
    {AllChassis, Chassis},
    {Fans, Fan},
    {LeakDetectors, LeakDetector},
    {ChassisSensors, ChassisSensor},
    {VendorAlarms, VendorAlarm},
};

/// Maps a Redfish ReadingType to a reading's name, with the default unit of DMTF's schema.
struct KindRow
{
    std::string_view type;
    std::string_view as;
    std::string_view unit;
};
constexpr KindRow kindRows[] = {
    {"Temperature", "TemperatureCelsius", "cel"},
    {"Humidity", "HumidityPercent", "%"},
    {"Power", "PowerWatts", "w"},
    {"Voltage", "Voltage", "v"},
    {"Current", "CurrentAmps", "a"},
    {"Rotational", "SpeedRPM", "rpm"},
    {"Pressure", "PressurekPa", "pa"},
    {"PressurePa", "PressurekPa", "pa"},
    {"PressurekPa", "PressurekPa", "kpa"},
    {"LiquidFlow", "FlowLitersPerMinute", "l/s"},
    {"LiquidFlowLPM", "FlowLitersPerMinute", "l/min"},
};

/// Converts ReadingUnits, in lower case, to the unit of a reading: value * factor + offset.
struct UnitRow
{
    std::string_view as;
    std::string_view unit;
    double factor = 1;
    double offset = 0;
};
constexpr double kelvinAtZero = 273.15;
constexpr double degreesPerFahrenheit = 5.0 / 9.0;
constexpr double kilopascalsPerPsi = 6.894757293168361;
constexpr double litersPerGallon = 3.785411784;
constexpr UnitRow unitRows[] = {
    {"TemperatureCelsius", "cel"},
    {"TemperatureCelsius", "c"},
    {"TemperatureCelsius", "\u00b0c"},
    {"TemperatureCelsius", "[degf]", degreesPerFahrenheit, -32 * degreesPerFahrenheit},
    {"TemperatureCelsius", "f", degreesPerFahrenheit, -32 * degreesPerFahrenheit},
    {"TemperatureCelsius", "\u00b0f", degreesPerFahrenheit, -32 * degreesPerFahrenheit},
    {"TemperatureCelsius", "k", 1, -kelvinAtZero},
    {"HumidityPercent", "%"},
    {"PowerWatts", "w"},
    {"PowerWatts", "kw", 1e3},
    {"Voltage", "v"},
    {"Voltage", "mv", 1e-3},
    {"CurrentAmps", "a"},
    {"CurrentAmps", "ma", 1e-3},
    {"SpeedRPM", "rpm"},
    {"SpeedRPM", "{rev}/min"},
    {"PressurekPa", "pa", 1e-3},
    {"PressurekPa", "kpa"},
    {"PressurekPa", "bar", 100},
    {"PressurekPa", "psi", kilopascalsPerPsi},
    {"PressurekPa", "[psi]", kilopascalsPerPsi},
    {"FlowLitersPerMinute", "l/s", 60},
    {"FlowLitersPerMinute", "l/min"},
    {"FlowLitersPerMinute", "lpm"},
    {"FlowLitersPerMinute", "m3/h", 1000.0 / 60},
    {"FlowLitersPerMinute", "gpm", litersPerGallon},
    {"FlowLitersPerMinute", "[gal_us]/min", litersPerGallon},
};

constexpr std::string_view readingNames[] = {
    "FlowLitersPerMinute",
    "RatedFlowLitersPerMinute",
    "SupplyTemperatureCelsius",
    "ReturnTemperatureCelsius",
    "SupplyPressurekPa",
    "ReturnPressurekPa",
    "DeltaPressurekPa",
    "HeatRemovedkW",
    "PumpSpeedPercent",
    "ServiceHours",
    "RatedServiceHours",
    "FluidLevelPercent",
    "CoolantLevelPercent",
    "CoolingCapacityWatts",
    "PowerWatts",
    "TemperatureCelsius",
    "DewPointCelsius",
    "HumidityPercent",
    "Voltage",
    "CurrentAmps",
    "PowerConsumedWatts",
};

/// A list of parts within a page, and the property of its entries that has the value.
struct ListRow
{
    RedfishRole at;
    std::string_view list;
    std::string_view property; ///< property of an entry; empty: those of readingNames
    std::string_view as; ///< its name in readings
};
constexpr ListRow listRows[] = {
    {ThermalMetrics, "TemperatureReadingsCelsius", "Reading", "TemperatureCelsius"},
    {OldThermal, "Temperatures", "ReadingCelsius", "TemperatureCelsius"},
    {OldThermal, "Fans", "Reading", "SpeedRPM"},
    {OldPower, "PowerControl", {}, {}},
    {LeakDetection, "LeakDetectorGroups", {}, {}},
};

constexpr std::pair<std::string_view, std::string_view> limitNames[] = {
    {"UpperThresholdNonCritical", "HighLimit"},
    {"UpperThresholdCritical", "CriticalLimit"},
};

std::optional<double> finiteOf(Element element)
{
    const auto number = numberOf(element);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

/// A number, or an excerpt of a sensor, which has it as its "Reading".
std::optional<double> readingOf(Element element)
{
    if (const auto number = finiteOf(element))
        return number;
    const auto reading = memberOf(element, "Reading");
    return reading ? finiteOf(*reading) : std::nullopt;
}

std::optional<double> readingMember(Element page, std::string_view name)
{
    const auto member = memberOf(page, name);
    return member ? readingOf(*member) : std::nullopt;
}

/// A path on the same host that can be requested as it is.
std::string pathOf(Element element)
{
    const std::string_view path = textMember(element, "@odata.id");
    const bool isPlain = std::ranges::all_of(path, [](char c) { return c > 0x20 && c < 0x7F && c != '\\'; });
    const bool isOurs = path.starts_with("/redfish/") && path.size() <= longestPath;
    return isPlain && isOurs && path.find("/../") == std::string_view::npos ? std::string(path) : std::string();
}

std::optional<Severity> healthOf(std::string_view text)
{
    if (text == "OK")
        return Severity::Information;
    if (text == "Warning")
        return Severity::Warning;
    return text == "Critical" ? std::optional(Severity::Critical) : std::nullopt;
}

std::optional<int> leakOf(std::string_view state)
{
    const auto health = healthOf(state);
    return health ? std::optional(static_cast<int>(*health)) : std::nullopt;
}

/// Display name: the label on the part, otherwise its name.
std::string nameOf(Element element)
{
    std::string_view label;
    if (const auto location = memberOf(element, "Location")) {
        if (const auto part = memberOf(*location, "PartLocation"))
            label = textMember(*part, "ServiceLabel");
    }
    for (const std::string_view said :
         {label, textMember(element, "Name"), textMember(element, "DeviceName"), textMember(element, "FanName"),
          textMember(element, "MemberId"), textMember(element, "Id")}) {
        if (std::string name = facilityName(said); !name.empty())
            return name;
    }
    return {};
}

RedfishPart partOf(Element element)
{
    RedfishPart part;
    part.name = nameOf(element);
    if (const auto status = memberOf(element, "Status")) {
        part.state = facilityName(textMember(*status, "State"));
        part.health = healthOf(textMember(*status, "Health"));
    }
    part.context = facilityName(textMember(element, "PhysicalContext"));
    part.leak = leakOf(textMember(element, "DetectorState"));
    for (const std::string_view name : readingNames) {
        if (const auto value = readingMember(element, name))
            part.readings.push_back({name, *value});
    }
    // A fan's speed may be in the same excerpt as its share of full speed.
    if (const auto speed = memberOf(element, "SpeedPercent")) {
        if (const auto turns = readingMember(*speed, "SpeedRPM"))
            part.readings.push_back({"SpeedRPM", *turns});
    }
    return part;
}

constexpr std::pair<std::string_view, std::string_view> sensorLimits[] = {
    {"UpperCaution", "HighLimit"},
    {"UpperCritical", "CriticalLimit"},
};

std::string lowered(std::string_view text)
{
    return lowerCase(text.substr(0, 32));
}

/// A sensor states its kind and unit. A sensor without a reading is switched off or absent, which is not a fault.
void readSensor(Element element, RedfishPage& page)
{
    const std::string_view type = textMember(element, "ReadingType");
    const std::string_view stated = textMember(element, "ReadingUnits");
    const auto* const kind = std::ranges::find(kindRows, type, &KindRow::type);
    const std::string unit = stated.empty() && kind != std::end(kindRows) ? std::string(kind->unit) : lowered(stated);
    const auto* const row = std::ranges::find_if(unitRows, [&](const UnitRow& each) {
        return kind != std::end(kindRows) && each.as == kind->as && each.unit == unit;
    });
    if (row == std::end(unitRows)) {
        page.notUnderstood.push_back(
            facilityName(fmt::format("{} in {}", type.empty() ? "a sensor without ReadingType" : type.substr(0, 32),
                                     stated.empty() ? "no unit" : stated.substr(0, 32))));
        return;
    }
    RedfishPart& part = page.whole;
    if (const auto value = readingMember(element, "Reading"))
        part.readings.push_back({row->as, *value * row->factor + row->offset});
    const auto thresholds = memberOf(element, "Thresholds");
    for (const auto& [threshold, limit] : sensorLimits) {
        if (const auto its = thresholds ? readingMember(*thresholds, threshold) : std::nullopt)
            part.readings.push_back({limit, *its * row->factor + row->offset});
    }
}

/// A vendor alarm whose name contains "leak" is a leak detector; "Armed" is its normal state.
void readAlarm(Element element, RedfishPart& part)
{
    const std::string_view state = textMember(element, "AlarmState");
    if (part.name.find("Leak") == std::string::npos || state.empty() || state == "Disabled" || state == "Disarmed")
        return;
    part.leak = state == "Armed" ? 0 : leakOf(textMember(element, "Severity")).value_or(1);
}

RedfishPart entryOf(const ListRow& row, Element element)
{
    RedfishPart part = partOf(element);
    if (row.property.empty())
        return part;
    part.readings.clear();
    const std::string_view units = textMember(element, "ReadingUnits");
    const auto value = readingMember(element, row.property);
    if (value && (units.empty() || units == "RPM"))
        part.readings.push_back({row.as, *value});
    for (const auto& [threshold, limit] : limitNames) {
        if (const auto its = readingMember(element, threshold))
            part.readings.push_back({limit, *its});
    }
    return part;
}

/// Entries of a list that are objects, not too many.
std::vector<Element> entriesOf(Element page, std::string_view list)
{
    std::vector<Element> entries;
    const auto member = memberOf(page, list);
    const auto array = member ? arrayOf(*member) : std::nullopt;
    if (!array)
        return entries;
    for (const Element each : *array) {
        if (entries.size() >= maxOfAnything)
            break;
        if (each.is_object())
            entries.push_back(each);
    }
    return entries;
}

void readLists(Element element, RedfishPage& page)
{
    for (const ListRow& row : listRows) {
        if (row.at != page.role)
            continue;
        for (const Element each : entriesOf(element, row.list)) {
            if (row.list != "LeakDetectorGroups") {
                page.parts.push_back(entryOf(row, each));
                continue;
            }
            for (const Element detector : entriesOf(each, "Detectors")) {
                page.parts.push_back(partOf(detector));
                // Named like its own page.
                const std::string_view source = textMember(detector, "DataSourceUri");
                if (std::string id = facilityName(source.substr(source.rfind('/') + 1)); !id.empty())
                    page.parts.back().name = std::move(id);
            }
        }
    }
    if (page.parts.size() > maxOfAnything)
        page.parts.resize(maxOfAnything);
}

/// Summary of a chassis' temperatures: intake and exhaust.
void readSummary(Element element, RedfishPage& page)
{
    const auto summary = memberOf(element, "TemperatureSummaryCelsius");
    for (const char* place : {"Intake", "Ambient", "Exhaust"}) {
        const auto value = summary ? readingMember(*summary, place) : std::nullopt;
        if (value)
            page.parts.push_back({place, {}, {}, {}, {{"TemperatureCelsius", *value}}});
    }
}

void addLink(RedfishPage& page, RedfishRole to, Element link)
{
    std::string path = pathOf(link);
    if (!path.empty() && page.links.size() < maxOfAnything)
        page.links.emplace_back(to, std::move(path));
}

/// Links below the Oem of a page, or below a vendor's name in it.
void readVendorLinks(Element element, RedfishPage& page, int depth = 0)
{
    const auto vendors = depth == 0 ? memberOf(element, "Oem") : std::optional(element);
    const auto members = vendors && page.role == Chassis ? objectOf(*vendors) : std::nullopt;
    if (!members)
        return;
    for (const auto& [name, value] : *members) {
        if (page.notUnderstood.size() >= maxOfAnything)
            return;
        const auto* const row = std::ranges::find_if(vendorLinkRows, [&, property = name](const LinkRow& each) {
            return each.at == page.role && each.property == property;
        });
        if (row != std::end(vendorLinkRows))
            addLink(page, row->to, value);
        else if (!pathOf(value).empty())
            page.notUnderstood.push_back(facilityName(fmt::format("vendor property {}", name.substr(0, 64))));
        else if (depth == 0)
            readVendorLinks(value, page, 1);
    }
}

void readLinks(Element element, RedfishPage& page)
{
    const auto add = [&page](RedfishRole to, Element link) {
        addLink(page, to, link);
    };
    for (const auto& [at, property, to] : linkRows) {
        const auto link = at == page.role ? memberOf(element, property) : std::nullopt;
        if (link)
            add(to, *link);
    }
    readVendorLinks(element, page);
    // A thermal subsystem gives the same numbers in far fewer pages.
    const auto sensors
        = page.role == Chassis && !memberOf(element, "ThermalSubsystem") ? memberOf(element, "Sensors") : std::nullopt;
    if (sensors)
        add(ChassisSensors, *sensors);
    const auto* const members = std::ranges::find(memberRows, page.role, &std::pair<RedfishRole, RedfishRole>::first);
    if (members == std::end(memberRows))
        return;
    for (const Element each : entriesOf(element, "Members"))
        add(members->second, each);
    const std::string_view next = textMember(element, "Members@odata.nextLink");
    if (next.starts_with("/redfish/") && next.size() <= longestPath
        && std::ranges::all_of(next, [](char c) { return c > 0x20 && c < 0x7F; }))
        page.links.emplace_back(page.role, next);
}

} // namespace

bool isReadEveryPoll(RedfishRole role)
{
    constexpr RedfishRole always[] = {CoolingUnit,
                                      UnitEnvironment,
                                      PrimaryConnector,
                                      SecondaryConnector,
                                      Pump,
                                      Filter,
                                      Reservoir,
                                      Pdu,
                                      PduMetrics,
                                      Main,
                                      ChassisEnvironment,
                                      ChassisSensor,
                                      VendorAlarm,
                                      ThermalMetrics,
                                      Fan,
                                      OldThermal,
                                      OldPower,
                                      LeakDetection,
                                      LeakDetector};
    return std::ranges::find(always, role) != std::end(always);
}

std::optional<double> RedfishPart::find(std::string_view property) const
{
    const auto found = std::ranges::find(readings, property, &RedfishSample::property);
    return found == readings.end() ? std::nullopt : std::optional(found->value);
}

bool RedfishPart::isInUse() const
{
    return state.empty() || state == "Enabled" || state == "StandbySpare" || state == "InTest" || state == "Updating";
}

RedfishPage withoutReadings(RedfishPage page)
{
    page.isOld = true;
    page.whole.readings.clear();
    for (RedfishPart& part : page.parts)
        part.readings.clear();
    return page;
}

Result<RedfishPage> readRedfishPage(RedfishRole role, std::string_view body)
{
    simdjson::dom::parser parser;
    Element element;
    // A copy: the parser reads beyond the end.
    if (const auto error = parser.parse(simdjson::padded_string(body)).get(element); error != simdjson::SUCCESS)
        return Error{fmt::format("invalid JSON: {}", simdjson::error_message(error))};
    if (!element.is_object())
        return Error{"not a JSON object"};
    RedfishPage page;
    page.role = role;
    page.whole = partOf(element);
    if (role == ChassisSensor)
        readSensor(element, page);
    else if (role == VendorAlarm)
        readAlarm(element, page.whole);
    page.id = facilityName(textMember(element, "Id"));
    page.isRack = textMember(element, "ChassisType") == "Rack";
    if (const auto links = memberOf(element, "Links"))
        page.isContained = memberOf(*links, "ContainedBy").has_value();
    readLists(element, page);
    readSummary(element, page);
    readLinks(element, page);
    return page;
}

} // namespace lockstep
