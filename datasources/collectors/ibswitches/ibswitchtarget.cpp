// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ibswitches/ibswitchtarget.h"

#include "datasources/collectors/infiniband/infinibandcounters.h"
#include "datasources/text/childoutput.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/parsenumber.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace lockstep {

namespace {

constexpr unsigned maxPorts = 255; ///< per device, by the architecture
constexpr std::size_t maxCounters = 64; ///< per port: perfquery has fewer
constexpr std::size_t longestCounterName = 64;

/// Decimal, or hexadecimal with 0x.
std::optional<std::uint64_t> wholeNumber(std::string_view text)
{
    return text.starts_with("0x") ? parseNumber<std::uint64_t>(text.substr(2), 16) : parseNumber<std::uint64_t>(text);
}

/// "# Port extended counters: Lid 2 port 1 (CapMask: ...)"
std::optional<unsigned> portOfHeading(std::string_view line)
{
    constexpr std::string_view before = " port ";
    const std::size_t at = line.find(before);
    if (!line.starts_with('#') || at == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = line.substr(at + before.size());
    const auto number = wholeNumber(rest.substr(0, rest.find_first_of(" (")));
    return number && *number <= maxPorts ? std::optional(static_cast<unsigned>(*number)) : std::nullopt;
}

/// "PortXmitData:....................4752"
bool takeCounter(std::string_view line, std::map<std::string, std::uint64_t>& counters)
{
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0 || colon > longestCounterName || counters.size() >= maxCounters)
        return false;
    std::string_view value = line.substr(colon + 1);
    value.remove_prefix(std::min(value.find_first_not_of('.'), value.size()));
    const auto number = wholeNumber(value);
    if (number)
        counters.insert_or_assign(std::string(line.substr(0, colon)), *number);
    return number.has_value();
}

constexpr std::size_t longestOutput = std::size_t{64} << 20U;

/// A counter by perfquery's name, and the metric of its rate.
struct SwitchCounter
{
    std::string_view name;
    std::string_view metric;
    double scale = 1;
    bool isTraffic = false; ///< reported even while it is 0
};

constexpr auto switchCounters = std::to_array<SwitchCounter>({
    {"PortXmitData", metrics::port::transmit, infinibandBytesPerUnit, true},
    {"PortRcvData", metrics::port::receive, infinibandBytesPerUnit, true},
    {"PortXmitPkts", metrics::port::transmitPackets, 1, true},
    {"PortRcvPkts", metrics::port::receivePackets, 1, true},
    {"PortUnicastXmitPkts", metrics::port::transmitUnicastPackets},
    {"PortUnicastRcvPkts", metrics::port::receiveUnicastPackets},
    {"PortMulticastXmitPkts", metrics::port::transmitMulticastPackets},
    {"PortMulticastRcvPkts", metrics::port::receiveMulticastPackets},
    {"PortXmitWait", metrics::port::transmitWaitTicks, 1, true},
    {"SymbolErrorCounter", metrics::port::symbolErrors},
    {"LinkErrorRecoveryCounter", metrics::port::linkErrorRecovery},
    {"LinkDownedCounter", metrics::port::linkDowned, 1, true},
    {"PortRcvErrors", metrics::port::receiveErrors},
    {"PortRcvRemotePhysicalErrors", metrics::port::remotePhysicalErrors},
    {"PortRcvSwitchRelayErrors", metrics::port::switchRelayErrors},
    {"PortXmitDiscards", metrics::port::transmitDrops},
    {"PortXmitConstraintErrors", metrics::port::transmitConstraintErrors},
    {"PortRcvConstraintErrors", metrics::port::receiveConstraintErrors},
    {"LocalLinkIntegrityErrors", metrics::port::linkIntegrityErrors},
    {"ExcessiveBufferOverrunErrors", metrics::port::bufferOverrunErrors},
    {"VL15Dropped", metrics::port::vl15Drops},
});

FacilityPlace placeOf(const std::string& device, const std::string& port)
{
    return {{EntityKind::Switch, device}, {EntityKind::Port, port}};
}

void addTo(FacilityReport& report, const FacilityPlace& place, std::string_view metric, std::optional<double> value)
{
    if (value && report.values.size() < FacilityReport::maxValues)
        report.values.push_back({place, metric, *value});
}

std::string peerText(const PeerDescriptor& peer)
{
    if (peer.owner.empty())
        return "an unnamed device";
    return peer.port.empty() ? peer.owner : fmt::format("{} port {}", peer.owner, peer.port);
}

} // namespace

Result<IbSwitchOptions> readIbSwitchOptions(TomlTable& top, const std::string& origin)
{
    IbSwitchOptions options;
    const toml::table* const section = top.table("ibswitches");
    if (section == nullptr)
        return options;
    TomlTable fields(*section, origin, "[ibswitches]");
    options.isWanted = true;
    options.adapter = fields.textOr("adapter", {});
    const bool isName = std::ranges::all_of(
        options.adapter, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.'; });
    if (!isName || options.adapter.starts_with('-') || options.adapter.size() > 64)
        fields.fail("adapter", "\"adapter\": expected a name such as \"mlx5_0\"");
    options.port = static_cast<unsigned>(fields.count("port", 1, 255).value_or(0));
    fields.seconds("interval", options.interval, 5, 3600);
    fields.seconds("timeout", options.timeout, 1, 300);
    return fields.finished(std::move(options));
}

Result<PortCounters> readPerfquery(std::string_view text)
{
    const std::string beginning = facilityName(text.substr(0, text.find('\n')));
    PortCounters ports;
    std::map<std::string, std::uint64_t>* counters = nullptr;
    std::size_t taken = 0;
    while (!text.empty()) {
        std::string_view line = nextLine(text);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.starts_with('#')) {
            const std::optional<unsigned> port = portOfHeading(line);
            counters = port ? &ports[*port] : nullptr;
        } else if (counters != nullptr && takeCounter(line, *counters)) {
            ++taken;
        }
    }
    if (taken == 0)
        return Error{fmt::format("unexpected output of perfquery: '{}'", beginning)};
    return ports;
}

IbSwitchTarget::IbSwitchTarget(IbSwitchOptions options)
    : m_options(std::move(options)),
      m_name(m_options.adapter.empty() ? std::string("InfiniBand fabric")
                                       : fmt::format("InfiniBand fabric at {}", m_options.adapter))
{ }

std::vector<std::string> IbSwitchTarget::command(const char* program, std::vector<std::string> arguments) const
{
    std::vector<std::string> all{program};
    if (!m_options.adapter.empty())
        all.insert(all.end(), {"-C", m_options.adapter});
    if (m_options.port > 0)
        all.insert(all.end(), {"-P", std::to_string(m_options.port)});
    all.insert(all.end(), arguments.begin(), arguments.end());
    return all;
}

Result<std::string> IbSwitchTarget::outputOf(const std::vector<std::string>& command, const std::stop_token& stop) const
{
    std::string text;
    const Status status = streamOutputOf(
        command, {.bytes = longestOutput, .whole = m_options.timeout},
        [&](std::string_view piece) {
            text += piece;
            return true;
        },
        stop);
    return status.isOk() ? Result<std::string>(std::move(text)) : status.error();
}

/// Records which ports have a link, and which had one.
void IbSwitchTarget::takeLinks(const std::vector<DiscoveredSwitch>& switches)
{
    const auto now = Clock::now();
    for (auto& [key, port] : m_ports)
        port.isUp = false;
    for (const DiscoveredSwitch& device : switches) {
        for (const DiscoveredSwitch::Port& each : device.ports) {
            if (!each.isLinked)
                continue;
            Port& port = m_ports[{facilityName(device.name), each.name}];
            port.peer = peerText(each.peer);
            port.gbps = each.gbps;
            port.seen = now;
            port.isUp = true;
        }
    }
    for (auto& [key, port] : m_ports) {
        if (!port.isUp)
            port.rates.clear();
    }
    std::erase_if(m_ports, [&](const auto& each) { return now - each.second.seen > forgottenAfter; });
}

void IbSwitchTarget::writeLinks(Turn& turn) const
{
    for (const auto& [key, port] : m_ports) {
        const FacilityPlace place = placeOf(key.first, key.second);
        addTo(turn.report, place, metrics::port::up, port.isUp ? 1 : 0);
        if (port.gbps > 0)
            addTo(turn.report, place, metrics::port::rate, port.gbps * 1e9);
        if (!port.isUp && turn.report.conditions.size() < FacilityReport::maxConditions)
            turn.report.conditions.push_back(
                {place, codes::portDown, Severity::Critical,
                 fmt::format("Switch {}, port {}: the link to {} is down", key.first, key.second, port.peer),
                 fmt::format("Switch {}, port {}: the link is up again", key.first, key.second)});
    }
}

void IbSwitchTarget::writeCounters(const PortKey& key, Port& port, const std::map<std::string, std::uint64_t>& counters,
                                   TimePoint time, Turn& turn) const
{
    const FacilityPlace place = placeOf(key.first, key.second);
    std::optional<double> busier; // bytes per second
    for (const SwitchCounter& known : switchCounters) {
        const auto counter = counters.find(std::string(known.name));
        if (counter == counters.end())
            continue;
        const auto rate = port.rates.try_emplace(std::string(known.name)).first->second.sample(counter->second, time);
        bool& hasCounted = port.hasCounted[std::string(known.name)];
        hasCounted = hasCounted || counter->second > 0;
        if (!known.isTraffic && !hasCounted)
            continue; // thousands of ports have no errors
        if (rate)
            addTo(turn.report, place, known.metric, *rate * known.scale);
        if (const MetricDescriptor* const lifetime = lifetimeOf(known.metric))
            addTo(turn.report, place, lifetime->name, static_cast<double>(counter->second));
        if (rate && known.scale == infinibandBytesPerUnit)
            busier = std::max(busier.value_or(0), *rate * known.scale);
        if (rate && known.metric == metrics::port::transmitWaitTicks && port.gbps > 0) // a tick sends 4 octets
            addTo(turn.report, place, metrics::port::transmitWait, std::min(1.0, *rate * 32 / (port.gbps * 1e9)));
    }
    if (busier && port.gbps > 0)
        addTo(turn.report, place, metrics::port::utilisation, *busier * 8 / (port.gbps * 1e9));
}

/// Do not average over a gap.
void IbSwitchTarget::forgetRates(const DiscoveredSwitch& device)
{
    for (const DiscoveredSwitch::Port& each : device.ports) {
        if (const auto known = m_ports.find({facilityName(device.name), each.name}); known != m_ports.end())
            known->second.rates.clear();
    }
}

/// Combines both answers of a switch: 64-bit counters take precedence over 32-bit ones.
void IbSwitchTarget::readSwitch(const DiscoveredSwitch& device, Turn& turn, const std::stop_token& stop)
{
    std::string ports;
    for (const DiscoveredSwitch::Port& each : device.ports) {
        if (each.isLinked)
            ports += (ports.empty() ? "" : ",") + each.name;
    }
    if (ports.empty() || device.lid == 0)
        return;
    const std::string lid = std::to_string(device.lid);
    PortCounters counters;
    std::string problem;
    for (const auto& arguments : {std::vector<std::string>{"-x", "-l", lid, ports}, {"-l", lid, ports}}) {
        const Result<std::string> text = outputOf(command("perfquery", arguments), stop);
        Result<PortCounters> read = text.isOk() ? readPerfquery(text.value()) : text.error();
        if (!read.isOk() && problem.empty())
            problem = fmt::format("{}: {}", facilityName(device.name), read.error().message);
        if (!read.isOk())
            continue;
        for (auto& [number, its] : read.value())
            counters[number].merge(its);
    }
    turn.failedInARow = counters.empty() ? turn.failedInARow + 1 : 0;
    if (counters.empty()) {
        forgetRates(device);
        ++turn.failed;
        turn.problem = turn.problem.empty() ? problem : turn.problem;
        return;
    }
    const TimePoint time(std::chrono::duration_cast<Duration>(Clock::now().time_since_epoch()));
    for (const DiscoveredSwitch::Port& each : device.ports) {
        const auto known = m_ports.find({facilityName(device.name), each.name});
        const auto its
            = std::ranges::find(counters, each.name, [](const auto& counter) { return std::to_string(counter.first); });
        if (each.isLinked && known != m_ports.end() && its != counters.end())
            writeCounters(known->first, known->second, its->second, time, turn);
    }
}

Result<FacilityReport> IbSwitchTarget::poll(const std::stop_token& stop)
{
    const auto end = Clock::now() + maxPollDuration;
    const Result<std::string> text = outputOf(command("ibnetdiscover", {"--ports"}), stop);
    if (!text.isOk())
        return text.error();
    const auto switches = readDiscoveredSwitches(text.value(), "ibnetdiscover");
    if (!switches.isOk())
        return switches.error();
    if (switches.value().empty())
        return Error{"ibnetdiscover found no switch"};
    takeLinks(switches.value());
    Turn turn;
    writeLinks(turn); // first, so that it is kept if there are too many values
    for (const DiscoveredSwitch& each : switches.value()) {
        if (stop.stop_requested() || turn.failedInARow >= failuresInARow)
            break;
        if (Clock::now() > end) {
            turn.problem = "it is too large or too slow to read completely";
            break;
        }
        readSwitch(each, turn, stop);
    }
    if (turn.report.values.size() >= FacilityReport::maxValues)
        turn.problem = "it has more ports than can be read";
    turn.report.note
        = turn.failed > 1 ? fmt::format("{}; {} more failed", turn.problem, turn.failed - 1) : turn.problem;
    return std::move(turn.report);
}

} // namespace lockstep
