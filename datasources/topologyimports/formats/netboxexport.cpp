// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/jsonaccess.h"
#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/budget.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

namespace lockstep {

namespace {

using simdjson::dom::element;

constexpr std::string_view apiPath = "/api/dcim/";

/// "racks" from "https://netbox/api/dcim/racks/7/".
std::string_view kindOf(element object)
{
    std::string_view url = textMember(object, "url");
    const std::size_t begin = url.find(apiPath);
    if (begin == std::string_view::npos)
        return {};
    url.remove_prefix(begin + apiPath.size());
    return url.substr(0, url.find('/'));
}

/// The name of a nested object: {"rack": {"name": "A01"}}.
std::string nameWithin(element object, std::string_view key, std::string_view member = "name")
{
    const auto inner = memberOf(object, key);
    return inner ? std::string(textMember(*inner, member)) : std::string();
}

/// A choice: {"type": {"value": "400gbase-x-osfp"}}, or just the text in older versions.
std::string_view choiceIn(element object, std::string_view key)
{
    const auto inner = memberOf(object, key);
    if (!inner)
        return {};
    return inner->is_string() ? textOf(*inner) : textMember(*inner, "value");
}

bool hasAny(const std::string& text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

enum class Role : std::uint8_t { Node, Switch, Cooling, Other };

/// Roles are named differently at each site.
Role roleOf(element device)
{
    std::string role = nameWithin(device, "role") + ' ' + nameWithin(device, "role", "slug") + ' '
        + nameWithin(device, "device_role") + ' ' + nameWithin(device, "device_role", "slug");
    role = lowerCase(role);
    if (hasAny(role, {"cdu", "cooling", "coolant"}))
        return Role::Cooling;
    if (hasAny(role, {"patch", "pdu", "ups", "power", "console", "cable", "kvm", "blank", "shelf"}))
        return Role::Other;
    return hasAny(role, {"switch", "leaf", "spine", "router", "tor", "fabric"}) ? Role::Switch : Role::Node;
}

class NetboxReader
{
public:
    explicit NetboxReader(const std::string& origin) { m_part.origin = origin; }

    [[nodiscard]] Result<TopologyPart> read(std::string_view text)
    {
        simdjson::dom::parser parser(budget::planFileBytes);
        element root;
        if (const auto problem = parser.parse(text.data(), text.size()).get(root); problem != simdjson::SUCCESS)
            return Error{fmt::format("{}: expected JSON: {}", m_part.origin, simdjson::error_message(problem))};
        gather(root, 0);
        for (const auto& [kind, read] : readers) {
            for (const element object : m_objects[std::string(kind)])
                (this->*read)(object);
            m_objects.erase(std::string(kind));
        }
        for (const auto& [kind, objects] : m_objects)
            m_part.notes.add(0, fmt::format("{} not used: {}", kind, objects.size()));
        if (m_part.plan.links.size() > budget::linksPerPlan)
            return Error{fmt::format("{}: expected at most {} links", m_part.origin, budget::linksPerPlan)};
        return std::move(m_part);
    }

private:
    using Reader = void (NetboxReader::*)(element);

    /// Reads objects from pages or lists.
    void gather(element value, int depth)
    {
        constexpr int deepest = 4;
        if (const auto list = arrayOf(value); list && depth < deepest) {
            for (const element each : *list)
                gather(each, depth + 1);
            return;
        }
        if (const auto results = memberOf(value, "results"); results && depth < deepest) {
            const auto count = integerMember(value, "count");
            const auto list = arrayOf(*results);
            if (!textMember(value, "next").empty() && list && count)
                m_part.notes.add(0,
                                 fmt::format("the page has only {} of {} objects: export all of them (?limit=0)",
                                             list->size(), *count));
            gather(*results, depth + 1);
            return;
        }
        const std::string kind(kindOf(value));
        if (kind.empty())
            m_part.notes.add(0, "an object without an /api/dcim/ URL is not used");
        else if (m_objects.size() < 64 || m_objects.contains(kind))
            m_objects[kind].push_back(value);
    }

    /// Millimetres or inches.
    static float metresOf(element rack, const char* key, float otherwise)
    {
        const double inch = 0.0254;
        const double milli = 0.001;
        const auto size = numberMember(rack, key);
        if (!size)
            return otherwise;
        return static_cast<float>(*size * (choiceIn(rack, "outer_unit") == "in" ? inch : milli));
    }

    void readRack(element rack)
    {
        PlannedRack planned{std::string(textMember(rack, "name")), {}};
        const std::string location = nameWithin(rack, "location");
        planned.place.row = location.empty() ? nameWithin(rack, "site") : location;
        const auto units = integerMember(rack, "u_height").value_or(planned.place.heightUnits);
        if (units < 1 || units > std::int64_t{budget::rackUnits}) {
            m_part.notes.add(0, fmt::format("rack '{}' with {} units is not used", planned.name, units));
            return;
        }
        planned.place.heightUnits = static_cast<std::uint32_t>(units);
        planned.place.width = metresOf(rack, "outer_width", RackPlace::standardWidth);
        planned.place.depth = metresOf(rack, "outer_depth", RackPlace::standardDepth);
        const auto descending = memberOf(rack, "desc_units");
        m_racks[planned.name]
            = {planned.place.heightUnits, static_cast<double>(integerMember(rack, "starting_unit").value_or(1)),
               descending && descending->is_bool() && bool(*descending)};
        m_part.plan.racks.push_back(std::move(planned));
    }

    void readDeviceType(element type)
    {
        DeviceModel model;
        model.name = textMember(type, "model");
        const double units = numberMember(type, "u_height").value_or(0);
        if (model.name.empty() || !(units >= 0 && units <= budget::rackUnits))
            return;
        model.units = static_cast<std::uint32_t>(std::ceil(units));
        m_units[model.name] = model.units;
        m_part.models.push_back(std::move(model));
    }

    /// NetBox counts half units, from any start, and in some racks downwards.
    NodePlace placeOf(element device, const std::string& name, const std::string& rackName)
    {
        NodePlace place{TopologyPart::unknownUnit, TopologyPart::unknownUnit};
        const std::string model = nameWithin(device, "device_type", "model");
        if (const auto units = m_units.find(model); units != m_units.end())
            place.heightUnits = units->second;
        const auto position = numberMember(device, "position");
        const auto rack = m_racks.find(rackName);
        if (!position || !(*position >= 0 && *position <= budget::rackUnits))
            return place;
        double bottom = *position;
        if (bottom != std::floor(bottom))
            m_part.notes.add(0, fmt::format("{} is at unit {}: half units are rounded down", name, bottom));
        if (rack != m_racks.end()) {
            bottom -= rack->second.startingUnit - 1;
            if (rack->second.isDescending)
                bottom = rack->second.units - bottom - std::max(place.heightUnits, 1U) + 2;
        }
        if (bottom >= 1 && bottom <= budget::rackUnits)
            place.bottomUnit = static_cast<std::uint32_t>(bottom);
        return place;
    }

    void readDevice(element device)
    {
        const std::string name(textMember(device, "name"));
        const std::string rack = nameWithin(device, "rack");
        if (name.empty()) {
            m_part.notes.add(
                0, fmt::format("device {} has no name and is not used", integerMember(device, "id").value_or(0)));
            return;
        }
        const std::string_view status = choiceIn(device, "status");
        if (status == "offline" || status == "decommissioning" || status == "inventory") {
            m_part.notes.add(0, fmt::format("{} is not used: its status is {}", name, status));
            return;
        }
        const std::string model = nameWithin(device, "device_type", "model");
        switch (roleOf(device)) {
        case Role::Switch:
            m_part.plan.switches.push_back({name, rack, placeOf(device, name, rack), model});
            break;
        case Role::Node:
            m_part.plan.nodes.push_back({name, rack, placeOf(device, name, rack), model, {}});
            break;
        case Role::Cooling:
            m_part.plan.loops.push_back(
                {name, model, 0, 0, rack.empty() ? std::vector<std::string>() : std::vector{rack}});
            break;
        case Role::Other:
            m_part.notes.add(0, fmt::format("{} is not used: its role is neither node, switch nor CDU", name));
            return;
        }
        m_devices[name] = model;
    }

    void readInterface(element interface)
    {
        double gbps = interfaceGbps(choiceIn(interface, "type"));
        constexpr double kilobits = 1e6; // in a gigabit
        if (const auto speed = numberMember(interface, "speed"); speed && *speed > 0)
            gbps = *speed / kilobits;
        if (gbps > 0)
            m_rates[{nameWithin(interface, "device"), std::string(textMember(interface, "name"))}] = gbps;
    }

    /// The single end on a cable's side, if it is an interface of a device that is used.
    PeerDescriptor endOf(element cable, std::string_view side)
    {
        const auto list = memberOf(cable, std::string(side) + "_terminations");
        const auto ends = list ? arrayOf(*list) : std::nullopt;
        if (!ends || ends->size() != 1)
            return {};
        const element end = ends->at(0).value_unsafe();
        const auto object = memberOf(end, "object");
        if (textMember(end, "object_type") != "dcim.interface" || !object)
            return {};
        return {nameWithin(*object, "device"), std::string(textMember(*object, "name"))};
    }

    void readCable(element cable)
    {
        const PeerDescriptor from = endOf(cable, "a");
        const PeerDescriptor to = endOf(cable, "b");
        if (!m_devices.contains(from.owner) || !m_devices.contains(to.owner)) {
            m_part.notes.add(0,
                             fmt::format("cable {} does not join two interfaces of nodes and switches",
                                         textMember(cable, "display").empty()
                                             ? std::to_string(integerMember(cable, "id").value_or(0))
                                             : std::string(textMember(cable, "display"))));
            return;
        }
        double gbps = 0;
        for (const PeerDescriptor* end : {&from, &to}) {
            const auto rate = m_rates.find({end->owner, end->port});
            if (rate != m_rates.end())
                gbps = gbps == 0 ? rate->second : std::min(gbps, rate->second);
        }
        m_part.plan.links.push_back({from, to, gbps});
    }

    void readFeed(element feed)
    {
        const std::string rack = nameWithin(feed, "rack");
        const std::string panel = nameWithin(feed, "power_panel");
        const std::string name(textMember(feed, "name"));
        double watts = numberMember(feed, "voltage").value_or(0) * numberMember(feed, "amperage").value_or(0);
        if (choiceIn(feed, "phase") == "three-phase")
            watts *= std::numbers::sqrt3;
        m_part.plan.feeds.push_back({panel.empty() ? name : panel + ' ' + name, std::max(watts, 0.0),
                                     rack.empty() ? std::vector<std::string>() : std::vector{rack}});
    }

    struct RackUnits
    {
        std::uint32_t units = 0;
        double startingUnit = 1;
        bool isDescending = false;
    };
    /// Objects refer only to objects before them.
    static constexpr std::array<std::pair<std::string_view, Reader>, 6> readers{
        {{"racks", &NetboxReader::readRack},
         {"device-types", &NetboxReader::readDeviceType},
         {"devices", &NetboxReader::readDevice},
         {"interfaces", &NetboxReader::readInterface},
         {"cables", &NetboxReader::readCable},
         {"power-feeds", &NetboxReader::readFeed}}};

    TopologyPart m_part;
    std::map<std::string, std::vector<element>, std::less<>> m_objects; ///< by kind
    std::map<std::string, RackUnits> m_racks;
    std::map<std::string, std::uint32_t> m_units; ///< by model
    std::map<std::string, std::string> m_devices; ///< models of the devices used
    std::map<std::pair<std::string, std::string>, double> m_rates; ///< Gb/s by device and interface
};

} // namespace

bool isNetboxExport(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[')
        && text.find(apiPath) != std::string_view::npos;
}

Result<TopologyPart> readNetboxExport(std::string_view text, const std::string& origin)
{
    return NetboxReader(origin).read(text);
}

} // namespace lockstep
