// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/jsonaccess.h"
#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/budget.h"

#include <fmt/format.h>

#include <set>

namespace lockstep {

namespace {

using simdjson::dom::element;

/// Calls @p use with each name and value of an object, or of each object in an array: lldpctl's format depends on their
/// number.
template <class Use>
void forEachNamed(element value, Use use)
{
    if (const auto array = arrayOf(value)) {
        for (const element each : *array) {
            if (const auto object = objectOf(each)) {
                for (const auto [name, inner] : *object)
                    use(name, inner);
            }
        }
    } else if (const auto object = objectOf(value)) {
        for (const auto [name, inner] : *object)
            use(name, inner);
    }
}

/// The value, or the first of a list, because json0 always writes lists.
element firstOf(element value)
{
    const auto array = arrayOf(value);
    return array && array->size() > 0 ? array->at(0).value_unsafe() : value;
}

/// A member's text, also if it is {"value": text}.
std::string_view valueMember(element object, std::string_view name)
{
    const auto member = memberOf(firstOf(object), name);
    if (!member)
        return {};
    const element inner = firstOf(*member);
    return inner.is_string() ? textOf(inner) : textMember(inner, "value");
}

bool isOn(element capability, std::string_view type)
{
    if (textMember(capability, "type") != type)
        return false;
    const auto enabled = memberOf(capability, "enabled");
    return enabled && enabled->is_bool() && bool(*enabled);
}

class LldpReader
{
public:
    explicit LldpReader(const std::string& origin) { m_part.origin = origin; }

    [[nodiscard]] Result<TopologyPart> read(std::string_view text)
    {
        simdjson::dom::parser parser(budget::planFileBytes);
        element root;
        if (const auto problem = parser.parse(text.data(), text.size()).get(root); problem != simdjson::SUCCESS)
            return Error{fmt::format("{}: expected JSON: {}", m_part.origin, simdjson::error_message(problem))};
        if (const auto lldp = memberOf(root, "lldp")) {
            readHost(hostOfFile(), *lldp);
        } else if (const auto hosts = objectOf(root)) {
            for (const auto [name, host] : *hosts) {
                if (const auto inner = memberOf(host, "lldp"))
                    readHost(name, *inner);
                else
                    m_part.notes.add(0, fmt::format("'{}' contains no LLDP neighbours", name.substr(0, 60)));
            }
        }
        if (m_part.plan.wired.size() > budget::linksPerPlan)
            return Error{fmt::format("{}: expected at most {} links", m_part.origin, budget::linksPerPlan)};
        return std::move(m_part);
    }

private:
    [[nodiscard]] std::string hostOfFile() const
    {
        std::string name = stemOf(m_part.origin);
        for (const std::string_view prefix : {"lldp-", "lldp_", "lldpctl-"}) {
            if (name.starts_with(prefix))
                return name.substr(prefix.size());
        }
        return name;
    }

    void readHost(std::string_view name, element lldp)
    {
        const std::string host(hostPart(name));
        addOwner(host, false);
        // json0 wraps everything in lists.
        const auto interfaces = memberOf(firstOf(lldp), "interface");
        if (!interfaces)
            m_part.notes.add(0, fmt::format("{} reports no neighbours", host));
        else if (const auto list = arrayOf(*interfaces);
                 list && list->size() > 0 && memberOf(list->at(0).value_unsafe(), "name")) {
            for (const element each : *list)
                readInterface(host, textMember(each, "name"), each);
        } else {
            forEachNamed(*interfaces, [&](std::string_view port, element each) { readInterface(host, port, each); });
        }
    }

    void readInterface(const std::string& host, std::string_view port, element value)
    {
        const auto chassis = memberOf(value, "chassis");
        const auto far = memberOf(value, "port");
        std::string name;
        std::optional<element> device;
        if (chassis) {
            const element one = firstOf(*chassis);
            name = valueMember(one, "name");
            device = one;
            if (const auto named = objectOf(one); name.empty() && named && named->size() == 1 && !memberOf(one, "id")) {
                for (const auto [key, inner] : *named) {
                    name = key;
                    device = inner;
                }
            }
            if (name.empty())
                name = valueMember(one, "id"); // a device without a name is identified by its address
        }
        // Uses the interface's name instead of an address that no other file contains.
        std::string_view farPort = far ? portName(*far) : std::string_view();
        if (name.empty() || farPort.empty() || port.empty()) {
            m_part.notes.add(0, fmt::format("{} {}: the other end has no name", host, port.substr(0, 60)));
            return;
        }
        const std::string owner(hostPart(name));
        addOwner(owner, !device || isSwitch(*device));
        m_part.plan.wired.push_back({{host, std::string(port)}, {owner, std::string(farPort)}});
    }

    [[nodiscard]] static std::string_view portName(element port)
    {
        const element one = firstOf(port);
        const auto id = memberOf(one, "id");
        const bool isAddress = id && textMember(firstOf(*id), "type") == "mac";
        const std::string_view described = valueMember(one, "descr");
        return isAddress && !described.empty() ? described : valueMember(one, "id");
    }

    /// A forwarding device that is not a host.
    [[nodiscard]] static bool isSwitch(element device)
    {
        const auto capabilities = memberOf(device, "capability");
        if (!capabilities)
            return true;
        bool forwards = false;
        bool isStation = false;
        const auto look = [&](element each) {
            forwards = forwards || isOn(each, "Bridge") || isOn(each, "Router");
            isStation = isStation || isOn(each, "Station");
        };
        if (const auto list = arrayOf(*capabilities)) {
            for (const element each : *list)
                look(each);
        } else {
            look(*capabilities);
        }
        return forwards && !isStation;
    }

    void addOwner(const std::string& name, bool isSwitch)
    {
        if (!m_known.insert(name).second)
            return;
        constexpr NodePlace nowhere{TopologyPart::unknownUnit, TopologyPart::unknownUnit};
        if (isSwitch)
            m_part.plan.switches.push_back({name, {}, nowhere, {}});
        else
            m_part.plan.nodes.push_back({name, {}, nowhere, {}, {}});
    }

    TopologyPart m_part;
    std::set<std::string> m_known;
};

} // namespace

bool isLldp(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{' && text.find("\"lldp\"") != std::string_view::npos;
}

Result<TopologyPart> readLldp(std::string_view text, const std::string& origin)
{
    return LldpReader(origin).read(text);
}

} // namespace lockstep
