// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/infiniband/infinibandcounters.h"

#include "datasources/collectors/kernel/files/kerneltext.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/parsenumber.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr auto ports = std::to_array<InfinibandCounter>({
    {"port_xmit_data", metrics::port::transmit, infinibandBytesPerUnit, true},
    {"port_rcv_data", metrics::port::receive, infinibandBytesPerUnit, true},
    {"port_xmit_packets", metrics::port::transmitPackets},
    {"port_rcv_packets", metrics::port::receivePackets},
    {"unicast_xmit_packets", metrics::port::transmitUnicastPackets},
    {"unicast_rcv_packets", metrics::port::receiveUnicastPackets},
    {"multicast_xmit_packets", metrics::port::transmitMulticastPackets},
    {"multicast_rcv_packets", metrics::port::receiveMulticastPackets},
    {"port_xmit_wait", metrics::port::transmitWaitTicks},
    {"symbol_error", metrics::port::symbolErrors},
    {"link_error_recovery", metrics::port::linkErrorRecovery},
    {"link_downed", metrics::port::linkDowned},
    {"port_rcv_errors", metrics::port::receiveErrors},
    {"port_rcv_remote_physical_errors", metrics::port::remotePhysicalErrors},
    {"port_rcv_switch_relay_errors", metrics::port::switchRelayErrors},
    {"port_xmit_discards", metrics::port::transmitDrops},
    {"port_rcv_discards", metrics::port::receiveDrops},
    {"port_xmit_constraint_errors", metrics::port::transmitConstraintErrors},
    {"port_rcv_constraint_errors", metrics::port::receiveConstraintErrors},
    {"local_link_integrity_errors", metrics::port::linkIntegrityErrors},
    {"excessive_buffer_overrun_errors", metrics::port::bufferOverrunErrors},
    {"VL15_dropped", metrics::port::vl15Drops},
});

constexpr auto hardware = std::to_array<InfinibandCounter>({
    {"out_of_buffer", metrics::port::rdmaOutOfBuffer},
    {"out_of_sequence", metrics::port::rdmaOutOfSequence},
    {"packet_seq_err", metrics::port::rdmaPacketSequenceErrors},
    {"local_ack_timeout_err", metrics::port::rdmaAckTimeouts},
    {"rnr_nak_retry_err", metrics::port::rdmaRnrRetries},
    {"implied_nak_seq_err", metrics::port::rdmaImpliedNakErrors},
    {"duplicate_request", metrics::port::rdmaDuplicateRequests},
    {"rx_icrc_encapsulated", metrics::port::rdmaIcrcErrors},
    {"roce_adp_retrans", metrics::port::rdmaAdaptiveRetransmits},
    {"roce_adp_retrans_to", metrics::port::rdmaAdaptiveRetransmitTimeouts},
    {"roce_slow_restart", metrics::port::rdmaSlowRestarts},
    {"roce_slow_restart_cnps", metrics::port::rdmaSlowRestartNotifications},
    {"roce_slow_restart_trans", metrics::port::rdmaSlowRestartTransitions},
    {"req_cqe_error", metrics::port::rdmaRequesterCompletionErrors},
    {"req_cqe_flush_error", metrics::port::rdmaRequesterFlushErrors},
    {"req_remote_access_errors", metrics::port::rdmaRequesterRemoteAccessErrors},
    {"req_remote_invalid_request", metrics::port::rdmaRequesterInvalidRequests},
    {"resp_cqe_error", metrics::port::rdmaResponderCompletionErrors},
    {"resp_cqe_flush_error", metrics::port::rdmaResponderFlushErrors},
    {"resp_local_length_error", metrics::port::rdmaResponderLengthErrors},
    {"resp_remote_access_errors", metrics::port::rdmaResponderRemoteAccessErrors},
    {"np_ecn_marked_roce_packets", metrics::port::congestionMarks},
    {"np_cnp_sent", metrics::port::rdmaNotificationsSent},
    {"rp_cnp_handled", metrics::port::rdmaNotificationsHandled},
    {"rp_cnp_ignored", metrics::port::rdmaNotificationsIgnored},
});

} // namespace

std::span<const InfinibandCounter> portCounters()
{
    return ports;
}

std::span<const InfinibandCounter> hardwareCounters()
{
    return hardware;
}

MetricDescriptor hardwareMetric(std::string_view file)
{
    const auto known = std::ranges::find(hardware, file, &InfinibandCounter::file);
    if (known != hardware.end())
        if (const MetricDescriptor* metric = findMetric(known->metric))
            return *metric;
    MetricDescriptor metric;
    metric.name = "port.hw." + std::string(file);
    metric.title = file;
    std::ranges::replace(metric.title, '_', ' ');
    metric.unit = Unit::PerSecond;
    metric.entityKind = EntityKind::Port;
    return metric;
}

bool isRetransmitCause(std::string_view file)
{
    return file == "packet_seq_err" || file == "local_ack_timeout_err" || file == "rnr_nak_retry_err"
        || file == "implied_nak_seq_err";
}

std::optional<double> parseLinkRate(std::string_view text)
{
    const auto value = parseNumber<double>(nextWord(text));
    const std::string_view unit = nextWord(text);
    if (!value || *value <= 0 || unit != "Gb/sec")
        return std::nullopt;
    return *value * 1e9;
}

std::optional<int> parseLinkState(std::string_view text)
{
    const std::string_view word = nextWord(text);
    const auto number = word.ends_with(':') ? parseNumber<std::int64_t>(word.substr(0, word.size() - 1)) : std::nullopt;
    return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

} // namespace lockstep
