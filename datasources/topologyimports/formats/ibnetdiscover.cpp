// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/formats/ibnetdiscover.h"

#include "models/core/budget.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>

namespace lockstep {

namespace {

constexpr std::string_view spaces = " \t\r";

/// Removes and returns the next word.
std::string_view takeWord(std::string_view& text)
{
    text.remove_prefix(std::min(text.find_first_not_of(spaces), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(spaces));
    text.remove_prefix(word.size());
    return word;
}

/// Removes and returns the text between the next two of these characters; nullopt: not found.
std::optional<std::string_view> takeBetween(std::string_view& text, char open, char close)
{
    const std::size_t from = text.find(open);
    const std::size_t to = from == std::string_view::npos ? from : text.find(close, from + 1);
    if (to == std::string_view::npos)
        return std::nullopt;
    const std::string_view found = text.substr(from + 1, to - from - 1);
    text.remove_prefix(to + 1);
    return found;
}

bool isNumber(std::string_view text)
{
    return !text.empty() && text.size() < 6
        && std::ranges::all_of(text, [](unsigned char letter) { return std::isdigit(letter) != 0; });
}

/// @param text number as accepted by isNumber, otherwise 0
std::uint32_t numberIn(std::string_view text)
{
    std::uint32_t number = 0;
    if (isNumber(text))
        std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// Removes "0x": "0x7cfe90..." and "7cfe90..." are the same.
std::string guidOf(std::string_view text)
{
    if (text.starts_with("0x"))
        text.remove_prefix(2);
    return lowerCase(text.substr(std::min(text.find_first_not_of('0'), text.size())));
}

/// Devices by GUID and links between them. Names are assigned at the end, when all descriptions are known.
class DiscoveredFabric
{
public:
    struct Device
    {
        bool isSwitch = false;
        std::uint32_t lid = 0;
        std::set<std::uint32_t> ports; ///< reported ports, with or without a link
        std::string description;
        std::size_t line = 0;
        std::string owner; ///< node or switch
        std::string adapter; ///< "mlx5_0"; empty: a switch, or unknown
    };
    struct End
    {
        std::string guid;
        std::string port;
        friend auto operator<=>(const End&, const End&) = default;
    };

    void addDevice(std::string guid, bool isSwitch, std::string_view description, std::size_t line)
    {
        Device& device = m_devices[guid];
        if (device.line == 0)
            m_order.push_back(std::move(guid));
        device.isSwitch = device.isSwitch || isSwitch;
        if (device.description.empty())
            device.description = description.substr(0, budget::nameBytes);
        if (device.line == 0)
            device.line = line;
    }

    void addPort(const std::string& guid, std::string_view lid, std::string_view port)
    {
        Device& device = m_devices.at(guid);
        device.lid = numberIn(lid);
        device.ports.insert(numberIn(port));
    }

    /// Links are reported from both ends and stored once.
    void addLink(End from, End to, double gbps)
    {
        if (to < from)
            std::swap(from, to);
        m_links.try_emplace({std::move(from), std::move(to)}, gbps);
    }

    [[nodiscard]] std::size_t linkCount() const { return m_links.size(); }

    void writeTo(TopologyPart& part);
    /// Call after writeTo().
    [[nodiscard]] std::vector<DiscoveredSwitch> switches() const;

private:
    void nameSwitch(const std::string& guid, Device& device, TopologyPart& part);
    void nameNode(const std::string& guid, Device& device, TopologyPart& part);
    [[nodiscard]] PeerDescriptor endOf(const End& end) const;

    std::unordered_map<std::string, Device> m_devices;
    std::vector<std::string> m_order;
    std::map<std::pair<End, End>, double> m_links;
    std::map<std::string, std::string> m_ownerOf; ///< GUID by switch name
    std::set<std::string> m_nodes;
    std::vector<std::string> m_nameless; ///< adapters, by GUID
    std::set<std::pair<std::string, std::string>> m_adapters; ///< of nodes
};

/// "MF0;leaf1:MQM8700/U1" is leaf1, an MQM8700; the maker's generic name does not identify a switch.
void DiscoveredFabric::nameSwitch(const std::string& guid, Device& device, TopologyPart& part)
{
    std::string_view name = trimmed(device.description);
    std::string model;
    if (const std::size_t semicolon = name.find(';'); semicolon != std::string_view::npos) {
        name.remove_prefix(semicolon + 1);
        const std::size_t colon = name.find(':');
        if (colon != std::string_view::npos)
            model = name.substr(colon + 1, name.find('/', colon) - colon - 1);
        name = name.substr(0, colon);
    }
    const bool isMakers
        = name.find("Mellanox") != std::string_view::npos || name.find("NVIDIA") != std::string_view::npos;
    device.owner = name.empty() || isMakers ? fmt::format("switch-0x{}", guid) : std::string(name);
    if (name.empty() || isMakers)
        part.notes.add(device.line, fmt::format("switch without a description, named {}", device.owner));
    if (const auto [known, isNew] = m_ownerOf.try_emplace(device.owner, guid); !isNew) {
        const std::string other = fmt::format("{}-0x{}", device.owner, guid);
        part.notes.add(device.line,
                       fmt::format("a second switch has the name {}; it is renamed to {}", device.owner, other));
        device.owner = other;
    }
    part.plan.examined.push_back(device.owner);
    part.plan.switches.push_back({device.owner, {}, {TopologyPart::unknownUnit, TopologyPart::unknownUnit}, model});
}

/// "n001 mlx5_0" and "n001 HCA-1" are adapters of n001. "MT4123 ConnectX6 ..." is the maker's generic name, and
/// "localhost" that of a host without a name: the node of such an adapter is unknown, so it belongs to none.
void DiscoveredFabric::nameNode(const std::string& guid, Device& device, TopologyPart& part)
{
    std::string_view rest = trimmed(device.description);
    const bool isMakers = rest.find("Mellanox Technologies") != std::string_view::npos;
    const std::string_view host = takeWord(rest);
    const std::string_view adapter = trimmed(rest);
    if (host.empty() || isMakers || hostPart(host) == "localhost") {
        m_nameless.push_back(guid);
        return;
    }
    device.owner = hostPart(host);
    device.adapter = adapter;
    if (!m_adapters.emplace(device.owner, device.adapter).second) {
        device.adapter
            = device.adapter.empty() ? fmt::format("0x{}", guid) : fmt::format("{}-0x{}", device.adapter, guid);
        part.notes.add(device.line,
                       fmt::format("{} has a second adapter with the same description; it is renamed to {}",
                                   device.owner, device.adapter));
    }
    if (m_nodes.insert(device.owner).second)
        part.plan.nodes.push_back({device.owner, {}, {TopologyPart::unknownUnit, TopologyPart::unknownUnit}, {}, {}});
}

PeerDescriptor DiscoveredFabric::endOf(const End& end) const
{
    const Device& device = m_devices.at(end.guid);
    return {device.owner, device.adapter.empty() ? end.port : fmt::format("{}/{}", device.adapter, end.port)};
}

void DiscoveredFabric::writeTo(TopologyPart& part)
{
    std::size_t aggregators = 0;
    for (const std::string& guid : m_order) {
        Device& device = m_devices.at(guid);
        if (!device.isSwitch && device.description.find("Aggregation Node") != std::string::npos) {
            ++aggregators; // a part of its switch
            continue;
        }
        if (device.isSwitch)
            nameSwitch(guid, device, part);
        else
            nameNode(guid, device, part);
    }
    if (!m_nameless.empty())
        part.notes.add(m_devices.at(m_nameless.front()).line,
                       fmt::format("{} adapter{} without a node name in {} description {} not used, such as 0x{}; set "
                                   "node_desc on these hosts to include them",
                                   m_nameless.size(), m_nameless.size() == 1 ? "" : "s",
                                   m_nameless.size() == 1 ? "its" : "their", m_nameless.size() == 1 ? "is" : "are",
                                   m_nameless.front()));
    if (aggregators > 0)
        part.notes.add(
            0,
            counted(aggregators, "aggregation node inside a switch is", "aggregation nodes inside switches are")
                + " not used");
    for (const auto& [ends, gbps] : m_links) {
        const PeerDescriptor first = endOf(ends.first);
        const PeerDescriptor second = endOf(ends.second);
        if (first.owner.empty() || second.owner.empty())
            continue; // to an aggregation node, or an unknown node's adapter
        // The node first.
        const bool isTurned = m_devices.at(ends.first.guid).isSwitch && !m_devices.at(ends.second.guid).isSwitch;
        part.plan.wired.push_back(isTurned ? PlannedLink{second, first, gbps} : PlannedLink{first, second, gbps});
    }
}

std::vector<DiscoveredSwitch> DiscoveredFabric::switches() const
{
    std::map<End, std::pair<PeerDescriptor, double>> peers;
    for (const auto& [ends, gbps] : m_links) {
        peers.try_emplace(ends.first, endOf(ends.second), gbps);
        peers.try_emplace(ends.second, endOf(ends.first), gbps);
    }
    std::vector<DiscoveredSwitch> all;
    for (const std::string& guid : m_order) {
        const Device& device = m_devices.at(guid);
        if (!device.isSwitch)
            continue;
        DiscoveredSwitch& made = all.emplace_back(DiscoveredSwitch{device.owner, device.lid, {}});
        for (const std::uint32_t number : device.ports) {
            DiscoveredSwitch::Port port;
            port.name = std::to_string(number);
            const auto peer = peers.find({guid, port.name});
            port.isLinked = peer != peers.end();
            if (port.isLinked)
                std::tie(port.peer, port.gbps) = peer->second;
            made.ports.push_back(std::move(port));
        }
    }
    return all;
}

/// Parses both formats, line by line.
class IbnetdiscoverReader
{
public:
    explicit IbnetdiscoverReader(const std::string& origin) : m_origin(origin) { m_part.origin = origin; }

    /// Call after read().
    [[nodiscard]] std::vector<DiscoveredSwitch> switches() const { return m_fabric.switches(); }

    [[nodiscard]] Result<TopologyPart> read(std::string_view text)
    {
        while (!text.empty()) {
            const std::string_view line = nextLine(text);
            ++m_line;
            if (!trimmed(line).empty())
                readLine(line);
            else
                m_device.clear();
            if (m_fabric.linkCount() > budget::linksPerPlan)
                return Error{
                    fmt::format("{}:{}: expected at most {} links", m_part.origin, m_line, budget::linksPerPlan)};
        }
        if (m_idle > 0)
            m_part.notes.add(0, counted(m_idle, "port is", "ports are") + " not connected");
        m_fabric.writeTo(m_part);
        return std::move(m_part);
    }

    /// Call after read(): without links there is no fabric, and the text may be an error message.
    [[nodiscard]] Status requireLink() const
    {
        if (m_fabric.linkCount() > 0)
            return success();
        return Error{fmt::format("{}: no link in its {} line{}; expected the output of ibnetdiscover{}", m_origin,
                                 m_line, m_line == 1 ? "" : "s", m_firstUnread.empty() ? "" : "; " + m_firstUnread)};
    }

private:
    void readLine(std::string_view line)
    {
        std::string_view rest = line;
        const std::string_view word = takeWord(rest);
        if (word.starts_with('#') || line.find("guid=") != std::string_view::npos || word.starts_with("vendid=")
            || word.starts_with("devid="))
            return;
        const bool isPort = word == "CA" || word == "SW" || word == "RT";
        const bool isUsed = isPort  ? readPort(word, rest)
            : word.starts_with('[') ? readBlockPort(line)
                                    : readHeader(word, rest);
        if (isUsed)
            return;
        const auto what = fmt::format("unexpected output of ibnetdiscover: '{}'", trimmed(line).substr(0, 60));
        m_part.notes.add(m_line, what);
        if (m_firstUnread.empty())
            m_firstUnread = fmt::format("line {}: {}", m_line, what);
    }

    /// Switch	8 "S-0000000000200001"		# "Switch2" base port 0 lid 0 lmc 0
    bool readHeader(std::string_view type, std::string_view rest)
    {
        m_device.clear();
        if (type != "Switch" && type != "Ca" && type != "Rt")
            return false;
        const auto id = takeBetween(rest, '"', '"');
        if (!id || id->size() < 3)
            return false;
        const auto description = takeBetween(rest, '"', '"');
        m_device = guidOf(id->substr(2));
        m_fabric.addDevice(m_device, type == "Switch", description.value_or(""), m_line);
        return true;
    }

    /// [1](10000a) 	"S-0000000000200001"[2]		# lid 0 lmc 0 "Switch2" lid 0 4xSDR
    bool readBlockPort(std::string_view rest)
    {
        const auto port = takeBetween(rest, '[', ']');
        const auto id = takeBetween(rest, '"', '"');
        const auto farPort = takeBetween(rest, '[', ']');
        if (m_device.empty() || !port || !id || !farPort || id->size() < 3 || !isNumber(*port) || !isNumber(*farPort))
            return false;
        const std::string_view comment = rest.substr(std::min(rest.find('#'), rest.size()));
        std::string_view quoted = comment;
        const auto description = takeBetween(quoted, '"', '"');
        const std::string far = guidOf(id->substr(2));
        m_fabric.addDevice(far, id->front() == 'S', description.value_or(""), m_line);
        const std::string_view tail = trimmed(comment);
        const std::size_t blank = tail.find_last_of(spaces);
        const double gbps = infinibandGbps(blank == std::string_view::npos ? tail : tail.substr(blank + 1));
        m_fabric.addLink({m_device, std::string(*port)}, {far, std::string(*farPort)}, gbps);
        return true;
    }

    /// CA   134  1 0x7cfe9003003b4bde 4x EDR - SW  1719 10 0x7cfe9003009ce5b0 ( 'o0001 HCA-1' - 'ib-i1l1s01' )
    bool readPort(std::string_view type, std::string_view rest)
    {
        const std::string_view lid = takeWord(rest);
        const std::string_view port = takeWord(rest);
        const std::string_view guid = takeWord(rest);
        const std::string width(takeWord(rest));
        const std::string_view speed = takeWord(rest);
        if (!isNumber(port) || !guid.starts_with("0x"))
            return false;
        std::string_view after = rest;
        if (takeWord(after) != "-") {
            // A port without a link: "SW  2052 37 0x506b... 4x ???          'ib-i4l1s01'"
            const auto description = takeBetween(rest, '\'', '\'');
            m_fabric.addDevice(guidOf(guid), type == "SW", description.value_or(""), m_line);
            m_fabric.addPort(guidOf(guid), lid, port);
            ++m_idle;
            return true;
        }
        const std::string_view farType = takeWord(after);
        takeWord(after);
        const std::string_view farPort = takeWord(after);
        const std::string_view farGuid = takeWord(after);
        if (!isNumber(farPort) || !farGuid.starts_with("0x"))
            return false;
        // Descriptions may contain quotes; "' - '" separates them.
        const std::size_t open = after.find("( '");
        const std::size_t middle = after.find("' - '");
        const std::size_t close = after.rfind("' )");
        const bool hasNames = open != std::string_view::npos && middle != std::string_view::npos
            && close != std::string_view::npos && open + 3 <= middle && middle + 5 <= close;
        const std::string_view near = hasNames ? after.substr(open + 3, middle - open - 3) : std::string_view();
        const std::string_view far = hasNames ? after.substr(middle + 5, close - middle - 5) : std::string_view();
        m_fabric.addDevice(guidOf(guid), type == "SW", near, m_line);
        m_fabric.addDevice(guidOf(farGuid), farType == "SW", far, m_line);
        m_fabric.addPort(guidOf(guid), lid, port);
        m_fabric.addLink({guidOf(guid), std::string(port)}, {guidOf(farGuid), std::string(farPort)},
                         infinibandGbps(width + std::string(speed)));
        return true;
    }

    TopologyPart m_part;
    DiscoveredFabric m_fabric;
    std::size_t m_line = 0;
    std::size_t m_idle = 0; ///< ports without a link
    std::string m_origin;
    std::string m_device; ///< GUID of the device whose ports are listed
    std::string m_firstUnread; ///< the first unrecognised line; empty: none
};

} // namespace

bool isIbnetdiscover(std::string_view text)
{
    constexpr std::size_t linesExamined = 20'000; // a log may precede the output
    for (std::size_t line = 0; line < linesExamined && !text.empty(); ++line) {
        std::string_view rest = nextLine(text);
        const std::string_view word = takeWord(rest);
        const bool isPort = (word == "CA" || word == "SW") && isNumber(takeWord(rest)) && isNumber(takeWord(rest))
            && takeWord(rest).starts_with("0x");
        const bool isHeader = (word == "Switch" || word == "Ca") && rest.find("\"") != std::string_view::npos;
        if (isPort || isHeader)
            return true;
    }
    return false;
}

Result<TopologyPart> readIbnetdiscover(std::string_view text, const std::string& origin)
{
    IbnetdiscoverReader reader(origin);
    Result<TopologyPart> part = reader.read(text);
    if (!part.isOk())
        return part;
    const Status hasLink = reader.requireLink();
    return hasLink.isOk() ? std::move(part) : Result<TopologyPart>(hasLink.error());
}

Result<std::vector<DiscoveredSwitch>> readDiscoveredSwitches(std::string_view text, const std::string& origin)
{
    IbnetdiscoverReader reader(origin);
    const Result<TopologyPart> part = reader.read(text);
    return part.isOk() ? Result<std::vector<DiscoveredSwitch>>(reader.switches()) : part.error();
}

} // namespace lockstep
