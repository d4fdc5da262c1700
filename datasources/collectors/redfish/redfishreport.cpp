// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/redfish/redfishreport.h"

#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace lockstep {

namespace {

using Pages = std::vector<const RedfishPage*>;
using enum RedfishRole;

constexpr double pascals = 1000; ///< of a kPa
constexpr double watts = 1000; ///< of a kW

/// Magnus' formula with Alduchov and Eskridge's coefficients (J. Appl. Meteor. 35, 1996): within 0.1 K from 0 to 50
/// degrees.
std::optional<double> dewPointOf(std::optional<double> celsius, std::optional<double> percent)
{
    if (!celsius || !percent || !(*percent > 0) || *percent > 100)
        return std::nullopt;
    constexpr double b = 17.625;
    constexpr double c = 243.04;
    const double gamma = std::log(*percent / 100) + b * *celsius / (c + *celsius);
    return c * gamma / (b - gamma);
}

std::string_view wordOf(Severity severity)
{
    return severity == Severity::Critical ? "Critical" : "Warning";
}

/// Sums of several readings, and means weighted by flow.
struct Sums
{
    std::map<std::string_view, double> weighted;
    std::map<std::string_view, double> weightOf;
    std::map<std::string_view, double> sums;

    void add(const RedfishPart& connector)
    {
        const double weight = std::max(connector.find("FlowLitersPerMinute").value_or(1), 1e-3);
        for (const auto& [property, value] : connector.readings) {
            sums[property] += value;
            weighted[property] += value * weight;
            weightOf[property] += weight;
        }
    }
    [[nodiscard]] std::optional<double> sum(std::string_view property) const
    {
        const auto found = sums.find(property);
        return found == sums.end() ? std::nullopt : std::optional(found->second);
    }
    [[nodiscard]] std::optional<double> mean(std::string_view property) const
    {
        const auto found = weighted.find(property);
        return found == weighted.end() ? std::nullopt : std::optional(found->second / weightOf.at(property));
    }
};

/// Writes one report.
class ReportWriter
{
public:
    explicit ReportWriter(FacilityReport& report) : m_report(report) { }

    void add(const FacilityPlace& place, std::string_view metric, std::optional<double> value, double factor = 1)
    {
        if (value && m_report.values.size() < FacilityReport::maxValues)
            m_report.values.push_back({place, metric, *value * factor});
    }

    /// A sensor of that name below the place; a duplicate name gets a number.
    FacilityPlace sensor(FacilityPlace place, const std::string& name)
    {
        place.push_back({EntityKind::Sensor, name});
        for (int number = 2; !m_sensors.insert(place).second; ++number)
            place.back().name = fmt::format("{} ({})", name, number);
        return place;
    }

    void addCondition(FacilityCondition condition)
    {
        if (m_report.conditions.size() < FacilityReport::maxConditions)
            m_report.conditions.push_back(std::move(condition));
    }

    /// Reports a part with bad health.
    void addHealth(const FacilityPlace& place, const std::string& of, std::string_view what, const RedfishPart& part)
    {
        if (!part.isInUse() || part.health.value_or(Severity::Information) == Severity::Information)
            return;
        const std::string which = part.name.empty() ? std::string(what) : fmt::format("{} ({})", what, part.name);
        addCondition({place, codes::facilityPart, *part.health,
                      fmt::format("{}: {} reports health {}", of, which, wordOf(*part.health)),
                      fmt::format("{}: no component reports a fault", of)});
    }

    /// @return the worst state of all detectors, if there are any
    std::optional<double> addLeaks(const FacilityPlace& place, const std::string& of, const Pages& pages,
                                   const std::string& prefix = {})
    {
        struct Detector
        {
            int state = 0;
            bool isNew = false; ///< its readings are current
        };
        std::map<std::string, Detector> detectors; // groups repeat their detectors
        for (const RedfishPage* page : pages) {
            const auto take = [&](const RedfishPart& part, const std::string& name) {
                if (!part.leak || !part.isInUse())
                    return;
                Detector& detector = detectors[name.empty() ? "detector" : name];
                detector.state = std::max(detector.state, *part.leak);
                detector.isNew |= !page->isOld;
            };
            take(page->whole, page->id.empty() ? page->whole.name : page->id);
            for (const RedfishPart& part : page->parts)
                take(part, part.name);
        }
        std::optional<double> worst;
        for (const auto& [name, detector] : detectors) {
            const auto& [state, isNew] = detector;
            if (isNew) {
                worst = std::max(worst.value_or(0), static_cast<double>(state));
                add(sensor(place, prefix + "leak " + name), metrics::sensor::leak, state);
            }
            if (state == 0)
                continue;
            const Severity severity = state > 1 ? Severity::Critical : Severity::Warning;
            addCondition({place, codes::facilityLeak, severity,
                          fmt::format("{}: leak detector {}{} reports {}", of, prefix, name, wordOf(severity)),
                          fmt::format("{}: leak detectors no longer report a leak", of)});
        }
        return worst;
    }

private:
    FacilityReport& m_report;
    std::set<FacilityPlace> m_sensors;
};

Pages pagesOf(std::span<const OwnedPage> pages, const std::string* owner, std::initializer_list<RedfishRole> roles)
{
    Pages found;
    for (const OwnedPage& each : pages) {
        const bool isOfRole = std::ranges::find(roles, each.page.role) != roles.end();
        if (isOfRole && (owner == nullptr || each.owner == *owner))
            found.push_back(&each.page);
    }
    return found;
}

/// Writes the values of one cooling unit from its pages.
class UnitWriter
{
public:
    UnitWriter(std::span<const OwnedPage> pages, const std::string& owner, const std::string& name, ReportWriter& out)
        : m_pages(pages), m_owner(owner), m_place{{EntityKind::Loop, name}}, m_of("Loop " + name), m_out(out)
    { }

    void write(const RedfishPage& unit)
    {
        m_out.add(m_place, metrics::loop::capacity, unit.whole.find("CoolingCapacityWatts"));
        m_out.add(m_place, metrics::loop::reservoirLevel, unit.whole.find("CoolantLevelPercent"), 0.01);
        m_out.addHealth(m_place, m_of, "unit", unit.whole);
        writeFlow();
        writePumps();
        writeStock();
        m_out.add(m_place, metrics::loop::leak, m_out.addLeaks(m_place, m_of, of({LeakDetection, LeakDetector})));
        writeAir();
    }

private:
    [[nodiscard]] Pages of(std::initializer_list<RedfishRole> roles) const { return pagesOf(m_pages, &m_owner, roles); }

    [[nodiscard]] std::optional<Sums> sumsOf(RedfishRole role) const
    {
        std::optional<Sums> sums;
        for (const RedfishPage* page : of({role})) {
            if (!page->whole.isInUse())
                continue;
            if (!sums)
                sums.emplace();
            sums->add(page->whole);
        }
        return sums;
    }

    [[nodiscard]] static std::optional<double> pressureOver(const Sums& side)
    {
        if (const auto reported = side.mean("DeltaPressurekPa"))
            return std::abs(*reported); // vendors do not agree on its sign
        const auto supply = side.mean("SupplyPressurekPa");
        const auto returned = side.mean("ReturnPressurekPa");
        return supply && returned ? std::optional(std::abs(*supply - *returned)) : std::nullopt;
    }

    /// Racks are on the secondary side; a rear door has no racks.
    void writeFlow()
    {
        const std::optional<Sums> primary = sumsOf(PrimaryConnector);
        const std::optional<Sums> secondary = sumsOf(SecondaryConnector);
        if (primary && secondary) {
            m_out.add(m_place, metrics::loop::primaryFlow, primary->sum("FlowLitersPerMinute"));
            m_out.add(m_place, metrics::loop::primarySupplyTemperature, primary->mean("SupplyTemperatureCelsius"));
            m_out.add(m_place, metrics::loop::primaryReturnTemperature, primary->mean("ReturnTemperatureCelsius"));
            m_out.add(m_place, metrics::loop::primaryPressure, pressureOver(*primary), pascals);
        }
        const std::optional<Sums>& side = secondary ? secondary : primary;
        if (!side)
            return;
        m_supply = side->mean("SupplyTemperatureCelsius");
        m_out.add(m_place, metrics::loop::flow, side->sum("FlowLitersPerMinute"));
        m_out.add(m_place, metrics::loop::flowRated, side->sum("RatedFlowLitersPerMinute"));
        m_out.add(m_place, metrics::loop::supplyTemperature, m_supply);
        m_out.add(m_place, metrics::loop::returnTemperature, side->mean("ReturnTemperatureCelsius"));
        m_out.add(m_place, metrics::loop::pressure, pressureOver(*side), pascals);
        m_out.add(m_place, metrics::loop::supplyPressure, side->mean("SupplyPressurekPa"), pascals);
        m_out.add(m_place, metrics::loop::returnPressure, side->mean("ReturnPressurekPa"), pascals);
        m_out.add(m_place, metrics::loop::heat, side->sum("HeatRemovedkW"), watts);
    }

    void writePumps()
    {
        double sum = 0;
        std::size_t running = 0;
        for (const RedfishPage* pump : of({Pump})) {
            const std::string& name = pump->id.empty() ? pump->whole.name : pump->id;
            const auto speed = pump->whole.find("PumpSpeedPercent");
            m_out.add(m_out.sensor(m_place, "pump " + name), metrics::sensor::pumpSpeed, speed, 0.01);
            m_out.addHealth(m_place, m_of, "pump " + pump->id, pump->whole);
            const bool isSpare = pump->whole.state == "StandbySpare";
            if (speed && pump->whole.isInUse() && !(isSpare && *speed <= 0)) {
                sum += *speed;
                ++running;
            }
        }
        if (running > 0)
            m_out.add(m_place, metrics::loop::pumpSpeed, sum / static_cast<double>(running), 0.01);
    }

    void writeStock()
    {
        std::optional<double> oldest;
        std::optional<double> lowest;
        for (const RedfishPage* page : of({Filter, Reservoir})) {
            const bool isFilter = page->role == Filter;
            m_out.addHealth(m_place, m_of, isFilter ? "filter" : "reservoir", page->whole);
            const auto hours = page->whole.find("ServiceHours");
            const auto rated = page->whole.find("RatedServiceHours");
            if (isFilter && hours && rated && *rated > 0)
                oldest = std::max(oldest.value_or(0), *hours / *rated);
            const auto level = page->whole.find("FluidLevelPercent");
            if (!isFilter && level)
                lowest = std::min(lowest.value_or(*level), *level);
        }
        m_out.add(m_place, metrics::loop::filterLife, oldest);
        m_out.add(m_place, metrics::loop::reservoirLevel, lowest, 0.01);
    }

    void writeAir()
    {
        for (const RedfishPage* page : of({UnitEnvironment})) {
            m_out.add(m_place, metrics::loop::power, page->whole.find("PowerWatts"));
            const auto dewPoint = page->whole.find("DewPointCelsius");
            const auto computed = dewPoint
                ? dewPoint
                : dewPointOf(page->whole.find("TemperatureCelsius"), page->whole.find("HumidityPercent"));
            m_out.add(m_place, metrics::loop::dewPoint, computed);
            if (computed && m_supply)
                m_out.add(m_place, metrics::loop::dewPointMargin, *m_supply - *computed);
        }
    }

    std::span<const OwnedPage> m_pages;
    const std::string& m_owner;
    FacilityPlace m_place;
    std::string m_of;
    ReportWriter& m_out;
    std::optional<double> m_supply;
};

/// Unique names of units. Empty: ignored.
std::string nameOfUnit(const RedfishPage& unit, const RedfishNames& names, std::set<std::string>& taken)
{
    if (!names.loops.empty()) {
        const auto found = names.loops.find(unit.id);
        return found != names.loops.end() && taken.insert(found->second).second ? found->second : std::string();
    }
    if (names.loop.empty())
        return {};
    if (taken.insert(names.loop).second)
        return names.loop;
    const std::string further = fmt::format("{} {}", names.loop, unit.id);
    return taken.insert(further).second ? further : std::string();
}

/// Writes racks and nodes from the pages of PDUs and chassis.
class RackWriter
{
public:
    RackWriter(std::span<const OwnedPage> pages, const RedfishNames& names, ReportWriter& out)
        : m_pages(pages),
          m_isWholeRack(!names.rack.empty() && names.node.empty()),
          m_prefix(names.node.empty() ? "" : names.node + ' '),
          m_out(out)
    {
        if (!names.rack.empty())
            m_place.push_back({EntityKind::Rack, names.rack});
        m_of = names.rack.empty() ? "This node" : "Rack " + names.rack;
    }

    void write()
    {
        std::optional<double> power = writePdus();
        if (!power)
            power = writeChassisPower();
        if (m_isWholeRack)
            m_out.add(m_place, metrics::rack::power, power);
        writeTemperatures();
        writeFans();
        writeSensors();
        if (m_isWholeRack)
            m_out.add(m_place, metrics::rack::inletTemperature, m_inlet);
        const std::optional<double> leak = m_out.addLeaks(m_place, m_of, leakPages(), m_prefix);
        if (!m_place.empty())
            m_out.add(m_place, metrics::rack::leak, leak);
    }

private:
    void addSensor(const std::string& name, std::string_view metric, std::optional<double> value, double factor = 1)
    {
        if (value)
            m_out.add(m_out.sensor(m_place, m_prefix + name), metric, value, factor);
    }

    [[nodiscard]] std::string nameOf(const RedfishPage& page, std::string_view fallback) const
    {
        if (!page.whole.name.empty())
            return page.whole.name;
        return page.id.empty() ? std::string(fallback) : page.id;
    }

    /// Leaks of chassis; those of cooling units belong to the loops.
    [[nodiscard]] Pages leakPages() const
    {
        Pages found;
        for (const OwnedPage& each : m_pages) {
            const bool isLeak = each.page.role == LeakDetection || each.page.role == LeakDetector
                || (each.page.role == VendorAlarm && each.page.whole.leak);
            const bool isOfChassis = std::ranges::any_of(m_pages, [&](const OwnedPage& owner) {
                return owner.page.role == Chassis && owner.owner == each.owner;
            });
            if (isLeak && isOfChassis)
                found.push_back(&each.page);
        }
        return found;
    }

    std::optional<double> writePdus()
    {
        std::optional<double> sum;
        for (const OwnedPage& each : m_pages) {
            if (each.page.role != Pdu)
                continue;
            const std::string name = nameOf(each.page, "PDU");
            m_out.addHealth(m_place, m_of, "PDU", each.page.whole);
            std::optional<double> power;
            for (const RedfishPage* metrics : pagesOf(m_pages, &each.owner, {PduMetrics})) {
                power = metrics->whole.find("PowerWatts");
                addSensor(name + " temperature", metrics::sensor::temperature,
                          metrics->whole.find("TemperatureCelsius"));
                addSensor(name + " humidity", metrics::sensor::humidity, metrics->whole.find("HumidityPercent"), 0.01);
            }
            std::optional<double> ofMains;
            for (const RedfishPage* main : pagesOf(m_pages, &each.owner, {Main})) {
                const std::string circuit = name + ' ' + nameOf(*main, "mains");
                const auto its = main->whole.find("PowerWatts");
                addSensor(circuit + " power", metrics::sensor::power, its);
                addSensor(circuit + " current", metrics::sensor::current, main->whole.find("CurrentAmps"));
                addSensor(circuit + " voltage", metrics::sensor::voltage, main->whole.find("Voltage"));
                if (its)
                    ofMains = ofMains.value_or(0) + *its;
            }
            if (!power)
                power = ofMains;
            addSensor(name + " power", metrics::sensor::power, power);
            if (power)
                sum = sum.value_or(0) + *power;
        }
        return sum;
    }

    /// The rack's chassis has the total power. Without it, sums the chassis that are in no other chassis.
    std::optional<double> writeChassisPower()
    {
        std::optional<double> ofRack;
        std::optional<double> ofOthers;
        for (const OwnedPage& each : m_pages) {
            if (each.page.role != Chassis)
                continue;
            std::optional<double> power;
            for (const RedfishPage* page : pagesOf(m_pages, &each.owner, {ChassisEnvironment})) {
                power = page->whole.find("PowerWatts");
                addSensor(nameOf(each.page, "chassis") + " temperature", metrics::sensor::temperature,
                          page->whole.find("TemperatureCelsius"));
            }
            for (const RedfishPage* page : pagesOf(m_pages, &each.owner, {OldPower})) {
                for (const RedfishPart& part : page->parts) {
                    if (!power)
                        power = part.find("PowerConsumedWatts");
                }
            }
            addSensor(nameOf(each.page, "chassis") + " power", metrics::sensor::power, power);
            std::optional<double>& sum = each.page.isRack ? ofRack : ofOthers;
            if (power && !each.page.isContained)
                sum = sum.value_or(0) + *power;
        }
        return ofRack ? ofRack : ofOthers;
    }

    /// Whether an old page of a chassis repeats sensors that have their own pages.
    [[nodiscard]] bool isRepeated(const OwnedPage& page, std::string_view property) const
    {
        const Pages sensors = pagesOf(m_pages, &page.owner, {ChassisSensor});
        return page.page.role == OldThermal && std::ranges::any_of(sensors, [&](const RedfishPage* sensor) {
                   return sensor->whole.find(property).has_value();
               });
    }

    void writeTemperatures()
    {
        for (const OwnedPage& each : m_pages) {
            if ((each.page.role != ThermalMetrics && each.page.role != OldThermal)
                || isRepeated(each, "TemperatureCelsius"))
                continue;
            for (const RedfishPart& part : each.page.parts) {
                if (const auto value = part.isInUse() ? part.find("TemperatureCelsius") : std::nullopt)
                    writeTemperature(part.name.empty() ? "temperature" : part.name, part, *value);
            }
        }
    }

    void writeTemperature(const std::string& name, const RedfishPart& part, double value)
    {
        const FacilityPlace place = m_out.sensor(m_place, m_prefix + name);
        m_out.add(place, metrics::sensor::temperature, value);
        const auto high = part.find("HighLimit");
        const auto critical = part.find("CriticalLimit");
        m_out.add(place, metrics::sensor::temperatureHighLimit, high);
        m_out.add(place, metrics::sensor::temperatureCriticalLimit, critical);
        if (const auto limit = critical ? critical : high)
            m_out.add(place, metrics::sensor::temperatureMargin, *limit - value);
        if (isInlet(part))
            m_inlet = std::max(m_inlet.value_or(value), value);
    }

    /// Writes sensors that have their own pages. Names include the chassis, because each chassis numbers its sensors
    /// separately, and the Id where names in a chassis are not unique.
    void writeSensors()
    {
        std::map<std::pair<std::string, std::string>, int> named;
        for (const OwnedPage& each : m_pages) {
            if (each.page.role == ChassisSensor)
                ++named[{each.owner, nameOf(each.page, "sensor")}];
        }
        for (const OwnedPage& each : m_pages) {
            const RedfishPart& sensor = each.page.whole;
            if (each.page.role != ChassisSensor || !sensor.isInUse() || sensor.readings.empty())
                continue;
            const std::string its = nameOf(each.page, "sensor");
            const bool isOnlyOne = named[{each.owner, its}] == 1 || each.page.id.empty();
            writeSensor(fmt::format("{} {}", each.owner.substr(each.owner.rfind('/') + 1),
                                    isOnlyOne ? its : fmt::format("{} ({})", its, each.page.id)),
                        sensor);
        }
    }

    void writeSensor(const std::string& name, const RedfishPart& sensor)
    {
        if (const auto value = sensor.find("TemperatureCelsius"))
            writeTemperature(name, sensor, *value);
        addSensor(name, metrics::sensor::humidity, sensor.find("HumidityPercent"), 0.01);
        addSensor(name, metrics::sensor::power, sensor.find("PowerWatts"));
        addSensor(name, metrics::sensor::voltage, sensor.find("Voltage"));
        addSensor(name, metrics::sensor::current, sensor.find("CurrentAmps"));
        addSensor(name, metrics::sensor::fan, sensor.find("SpeedRPM"));
        addSensor(name, metrics::sensor::pressure, sensor.find("PressurekPa"), pascals);
        addSensor(name, metrics::sensor::flow, sensor.find("FlowLitersPerMinute"));
    }

    /// Of air: the supply of a coolant is the loop's.
    [[nodiscard]] static bool isInlet(const RedfishPart& part)
    {
        const std::string name = lowerCase(part.name);
        return part.context == "Intake"
            || (!part.context.starts_with("Liquid")
                && (name.find("inlet") != std::string::npos || name.find("intake") != std::string::npos));
    }

    void writeFans()
    {
        for (const OwnedPage& each : m_pages) {
            if ((each.page.role != Fan && each.page.role != OldThermal) || isRepeated(each, "SpeedRPM"))
                continue;
            const auto add = [&](const RedfishPart& fan) {
                if (fan.isInUse())
                    addSensor(fan.name.empty() ? "fan" : fan.name, metrics::sensor::fan, fan.find("SpeedRPM"));
            };
            add(each.page.whole);
            std::ranges::for_each(each.page.parts, add);
        }
    }

    std::span<const OwnedPage> m_pages;
    FacilityPlace m_place; ///< the rack; empty: the agent's own node
    std::string m_of;
    bool m_isWholeRack;
    std::string m_prefix;
    std::optional<double> m_inlet; ///< the warmest
    ReportWriter& m_out;
};

/// A cabinet whose controller has no cooling units, only sensors at the coolant inlet and outlet of its chassis.
void writeCabinetLoop(std::span<const OwnedPage> pages, const RedfishNames& names, ReportWriter& out)
{
    Sums supply;
    Sums returned;
    Pages leaks;
    for (const OwnedPage& each : pages) {
        const RedfishPart& part = each.page.whole;
        if (each.page.role == VendorAlarm && part.leak)
            leaks.push_back(&each.page);
        if (each.page.role == ChassisSensor && part.isInUse() && part.context == "LiquidInlet")
            supply.add(part);
        if (each.page.role == ChassisSensor && part.isInUse() && part.context == "LiquidOutlet")
            returned.add(part);
    }
    const FacilityPlace place{{EntityKind::Loop, names.loop}};
    const auto flow = supply.sum("FlowLitersPerMinute");
    out.add(place, metrics::loop::flow, flow ? flow : returned.sum("FlowLitersPerMinute"));
    out.add(place, metrics::loop::supplyTemperature, supply.mean("TemperatureCelsius"));
    out.add(place, metrics::loop::returnTemperature, returned.mean("TemperatureCelsius"));
    const auto before = supply.mean("PressurekPa");
    const auto after = returned.mean("PressurekPa");
    out.add(place, metrics::loop::supplyPressure, before, pascals);
    out.add(place, metrics::loop::returnPressure, after, pascals);
    if (before && after)
        out.add(place, metrics::loop::pressure, std::abs(*before - *after), pascals);
    if (names.rack.empty())
        out.add(place, metrics::loop::leak, out.addLeaks(place, "Loop " + names.loop, leaks));
}

} // namespace

FacilityReport redfishReport(std::span<const OwnedPage> pages, const RedfishNames& names)
{
    FacilityReport report;
    report.served = names.serves;
    ReportWriter out(report);
    std::set<std::string> taken;
    for (const OwnedPage& each : pages) {
        if (each.page.role != CoolingUnit || !each.page.whole.isInUse())
            continue;
        if (const std::string name = nameOfUnit(each.page, names, taken); !name.empty())
            UnitWriter(pages, each.owner, name, out).write(each.page);
    }
    if (taken.empty() && !names.loop.empty())
        writeCabinetLoop(pages, names, out);
    if (names.isChassis())
        RackWriter(pages, names, out).write();
    return report;
}

} // namespace lockstep
