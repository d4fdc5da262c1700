// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/gnmi/gnmileaf.h"

#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

using enum GnmiKind;

GnmiLeaf counter(std::string path, std::string_view metric, double factor = 1)
{
    return {std::move(path), std::string(metric), Counter, GnmiFold::Sum, factor};
}

/// openconfig-interfaces, openconfig-if-ethernet.
GnmiGroup interfaces()
{
    namespace port = metrics::port;
    const std::string state = "interfaces/interface/state/";
    const std::string counters = state + "counters/";
    const std::string ethernet = "interfaces/interface/ethernet/state/";
    GnmiGroup group{"interfaces",
                    {{"interfaces/interface[name=*]/state/counters"},
                     {"interfaces/interface[name=*]/ethernet/state/counters"},
                     {"interfaces/interface[name=*]/state/oper-status", true},
                     {"interfaces/interface[name=*]/state/admin-status", true},
                     {"interfaces/interface[name=*]/ethernet/state/port-speed", true}},
                    {counter(counters + "in-octets", port::receive),
                     counter(counters + "out-octets", port::transmit),
                     counter(counters + "in-pkts", port::receivePackets),
                     counter(counters + "out-pkts", port::transmitPackets),
                     counter(counters + "in-unicast-pkts", port::receiveUnicastPackets),
                     counter(counters + "out-unicast-pkts", port::transmitUnicastPackets),
                     counter(counters + "in-multicast-pkts", port::receiveMulticastPackets),
                     counter(counters + "out-multicast-pkts", port::transmitMulticastPackets),
                     counter(counters + "in-errors", port::receiveErrors),
                     counter(counters + "out-errors", port::transmitErrors),
                     counter(counters + "in-discards", port::receiveDrops),
                     counter(counters + "out-discards", port::transmitDrops),
                     // Counts both directions; half of the transitions are failures.
                     counter(counters + "carrier-transitions", port::linkDowned, 0.5),
                     counter(ethernet + "counters/carrier-transitions", port::linkDowned, 0.5),
                     counter(ethernet + "counters/in-mac-pause-frames", port::pauses),
                     counter(ethernet + "counters/out-mac-pause-frames", port::pauses),
                     {state + "oper-status", std::string(port::up), State, GnmiFold::Lowest},
                     {state + "admin-status", {}, Admin, GnmiFold::Lowest},
                     {ethernet + "port-speed", std::string(port::rate), SpeedName, GnmiFold::Lowest}}};
    return group;
}

/// openconfig-qos, and additional models of Cumulus Linux and SONiC.
GnmiGroup queues()
{
    namespace port = metrics::port;
    const std::string queue = "qos/interfaces/interface/output/queues/queue/state/";
    GnmiGroup group{"queues",
                    {{"qos/interfaces/interface[interface-id=*]/output/queues/queue[name=*]/state"}},
                    {counter(queue + "ecn-marked-pkts", port::congestionMarks),
                     counter(queue + "dropped-pkts", port::queueDrops),
                     counter(queue + "wred-dropped-pkts", port::queueDrops),
                     counter(queue + "no-buffer-uc-dropped-pkts", port::queueDrops),
                     counter(queue + "pfc-pause-rx", port::pauses), counter(queue + "pfc-pause-tx", port::pauses)}};
    for (GnmiLeaf& each : group.leaves)
        each.portKey = "interface-id";
    return group;
}

/// Pause frames by priority, as in Cumulus Linux.
GnmiGroup pauses()
{
    const std::string priority = "qos/interfaces/interface/state/switch-priority/counters/";
    GnmiGroup group{"pauses",
                    {{"qos/interfaces/interface[interface-id=*]/state/switch-priority/counters"}},
                    {counter(priority + "in-pause-pkts", metrics::port::pauses),
                     counter(priority + "out-pause-pkts", metrics::port::pauses)}};
    for (GnmiLeaf& each : group.leaves)
        each.portKey = "interface-id";
    return group;
}

GnmiLeaf ofComponent(std::string path, std::string_view metric, GnmiKind kind, GnmiFold fold, double factor = 1)
{
    GnmiLeaf leaf{std::move(path), std::string(metric), kind, fold, factor};
    leaf.isOfComponent = true;
    return leaf;
}

/// openconfig-platform-transceiver.
GnmiGroup optics()
{
    namespace port = metrics::port;
    const std::string channel = "components/component/transceiver/physical-channels/channel/state/";
    const auto of = [](auto&&... leaf) {
        return ofComponent(std::forward<decltype(leaf)>(leaf)...);
    };
    return {"optics",
            {{"components/component[name=*]/transceiver/physical-channels"},
             {"components/component[name=*]/state/temperature"},
             {"interfaces/interface[name=*]/state/transceiver", true}},
            {of(channel + "input-power/instant", port::opticsReceivePower, DecibelMilliwatt, GnmiFold::Lowest),
             of(channel + "output-power/instant", port::opticsTransmitPower, DecibelMilliwatt, GnmiFold::Lowest),
             of(channel + "laser-bias-current/instant", port::opticsBias, Gauge, GnmiFold::Highest, 1e-3),
             of("components/component/state/temperature/instant", port::opticsTemperature, Gauge, GnmiFold::Highest),
             {"interfaces/interface/state/transceiver", {}, Transceiver, GnmiFold::Lowest}}};
}

/// Leaves of openconfig-platform-transceiver for forward error correction and the limits of modules, which fewer
/// devices support.
GnmiGroup fec()
{
    namespace port = metrics::port;
    const std::string transceiver = "components/component/transceiver/";
    return {
        "fec",
        {{"components/component[name=*]/transceiver/state"},
         {"components/component[name=*]/transceiver/thresholds"},
         {"interfaces/interface[name=*]/state/transceiver", true}},
        {ofComponent(transceiver + "state/pre-fec-ber/instant", port::fecBitErrorRatio, Gauge, GnmiFold::Highest),
         ofComponent(transceiver + "state/fec-uncorrectable-blocks", port::fecUncorrectable, Counter, GnmiFold::Sum),
         // The alarm is below the warning.
         ofComponent(transceiver + "thresholds/threshold/state/input-power-lower", port::opticsReceivePowerLowLimit,
                     DecibelMilliwatt, GnmiFold::Lowest),
         {"interfaces/interface/state/transceiver", {}, Transceiver, GnmiFold::Lowest}}};
}

/// NVOS's models of InfiniBand and NVLink ports, in addition to openconfig-interfaces.
GnmiGroup infiniband()
{
    namespace port = metrics::port;
    const std::string state = "interfaces/interface/infiniband/state/";
    const std::string counters = state + "counters/port/";
    return {"infiniband",
            {{"interfaces/interface[name=*]/infiniband/state/counters/port"},
             {"interfaces/interface[name=*]/infiniband/state/logical-port-state", true},
             {"interfaces/interface[name=*]/infiniband/state/speed", true}},
            {counter(counters + "link-downed", port::linkDowned),
             counter(counters + "link-error-recovery", port::linkErrorRecovery),
             counter(counters + "symbol-error-counter", port::symbolErrors),
             counter(counters + "rcv-errors", port::receiveErrors),
             counter(counters + "rcv-remote-phy-errors", port::remotePhysicalErrors),
             counter(counters + "rcv-switch-relay-errors", port::switchRelayErrors),
             counter(counters + "rcv-constraints-errors", port::receiveConstraintErrors),
             counter(counters + "local-link-integrity-errors", port::linkIntegrityErrors),
             counter(counters + "excessive-buffer-overrun", port::bufferOverrunErrors),
             counter(counters + "vl15-dropped", port::vl15Drops),
             counter(counters + "xmit-wait", port::transmitWaitTicks),
             {state + "logical-port-state", std::string(port::up), State, GnmiFold::Lowest},
             {state + "speed", std::string(port::rate), GigabitSpeed, GnmiFold::Lowest}}};
}

constexpr std::size_t longestName = 256;

Result<GnmiStep> parseStep(std::string_view& text)
{
    GnmiStep step;
    const std::size_t nameEnd = std::min(text.find_first_of("/["), text.size());
    step.name = text.substr(0, nameEnd);
    text.remove_prefix(nameEnd);
    while (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        const std::size_t equals = text.find('=');
        if (end == std::string_view::npos || equals == std::string_view::npos || equals > end || equals == 1)
            return Error{"expected [KEY=VALUE] after an element"};
        step.keys.emplace_back(text.substr(1, equals - 1), text.substr(equals + 1, end - equals - 1));
        text.remove_prefix(end + 1);
    }
    if (step.name.empty() || step.name.size() > longestName || (!text.empty() && !text.starts_with('/')))
        return Error{"expected element names separated by single slashes"};
    if (!text.empty())
        text.remove_prefix(1);
    return step;
}

} // namespace

std::span<const GnmiGroup> gnmiGroups()
{
    static const std::vector<GnmiGroup> groups{interfaces(), queues(), pauses(), optics(), fec(), infiniband()};
    return groups;
}

Result<std::vector<GnmiStep>> parseGnmiPath(std::string_view text)
{
    constexpr std::size_t maxSteps = 32;
    const std::string_view whole = text;
    while (text.starts_with('/'))
        text.remove_prefix(1);
    std::vector<GnmiStep> steps;
    do {
        Result<GnmiStep> step = parseStep(text);
        if (!step.isOk() || steps.size() == maxSteps)
            return Error{fmt::format("'{}' is not a path: {}", whole.substr(0, longestName),
                                     step.isOk() ? "too many elements" : step.error().message)};
        steps.push_back(std::move(step).value());
    } while (!text.empty());
    return steps;
}

} // namespace lockstep
