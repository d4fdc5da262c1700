// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/infinibandcounters.h"

#include "datasources/collectors/kerneltext.h"
#include "models/core/metriccatalogue.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr double bytesPerUnit = 4.0;

constexpr auto ports = std::to_array<InfinibandCounter>({
    {"port_xmit_data", "port.transmit", bytesPerUnit, true},
    {"port_rcv_data", "port.receive", bytesPerUnit, true},
    {"port_xmit_packets", "port.transmit_packets"},
    {"port_rcv_packets", "port.receive_packets"},
    {"unicast_xmit_packets", "port.transmit_unicast_packets"},
    {"unicast_rcv_packets", "port.receive_unicast_packets"},
    {"multicast_xmit_packets", "port.transmit_multicast_packets"},
    {"multicast_rcv_packets", "port.receive_multicast_packets"},
    {"port_xmit_wait", "port.transmit_wait_ticks"},
    {"symbol_error", "port.symbol_errors"},
    {"link_error_recovery", "port.link_error_recovery"},
    {"link_downed", "port.link_downed"},
    {"port_rcv_errors", "port.receive_errors"},
    {"port_rcv_remote_physical_errors", "port.remote_physical_errors"},
    {"port_rcv_switch_relay_errors", "port.switch_relay_errors"},
    {"port_xmit_discards", "port.transmit_drops"},
    {"port_rcv_discards", "port.receive_drops"},
    {"port_xmit_constraint_errors", "port.transmit_constraint_errors"},
    {"port_rcv_constraint_errors", "port.receive_constraint_errors"},
    {"local_link_integrity_errors", "port.link_integrity_errors"},
    {"excessive_buffer_overrun_errors", "port.buffer_overrun_errors"},
    {"VL15_dropped", "port.vl15_drops"},
});

constexpr auto hardware = std::to_array<InfinibandCounter>({
    {"out_of_buffer", "port.rdma.out_of_buffer"},
    {"out_of_sequence", "port.rdma.out_of_sequence"},
    {"packet_seq_err", "port.rdma.packet_sequence_errors"},
    {"local_ack_timeout_err", "port.rdma.ack_timeouts"},
    {"rnr_nak_retry_err", "port.rdma.rnr_retries"},
    {"implied_nak_seq_err", "port.rdma.implied_nak_errors"},
    {"duplicate_request", "port.rdma.duplicate_requests"},
    {"rx_icrc_encapsulated", "port.rdma.icrc_errors"},
    {"roce_adp_retrans", "port.rdma.adaptive_retransmits"},
    {"roce_adp_retrans_to", "port.rdma.adaptive_retransmit_timeouts"},
    {"roce_slow_restart", "port.rdma.slow_restarts"},
    {"roce_slow_restart_cnps", "port.rdma.slow_restart_notifications"},
    {"roce_slow_restart_trans", "port.rdma.slow_restart_transitions"},
    {"req_cqe_error", "port.rdma.requester_completion_errors"},
    {"req_cqe_flush_error", "port.rdma.requester_flush_errors"},
    {"req_remote_access_errors", "port.rdma.requester_remote_access_errors"},
    {"req_remote_invalid_request", "port.rdma.requester_invalid_requests"},
    {"resp_cqe_error", "port.rdma.responder_completion_errors"},
    {"resp_cqe_flush_error", "port.rdma.responder_flush_errors"},
    {"resp_local_length_error", "port.rdma.responder_length_errors"},
    {"resp_remote_access_errors", "port.rdma.responder_remote_access_errors"},
    {"np_ecn_marked_roce_packets", "port.congestion_marks"},
    {"np_cnp_sent", "port.rdma.notifications_sent"},
    {"rp_cnp_handled", "port.rdma.notifications_handled"},
    {"rp_cnp_ignored", "port.rdma.notifications_ignored"},
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
    const auto value = parseReal(nextWord(text));
    const std::string_view unit = nextWord(text);
    if (!value || *value <= 0 || unit != "Gb/sec")
        return std::nullopt;
    return *value * 1e9;
}

std::optional<int> parseLinkState(std::string_view text)
{
    const std::string_view word = nextWord(text);
    const auto number = word.ends_with(':') ? parseNumber(word.substr(0, word.size() - 1)) : std::nullopt;
    return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

} // namespace lockstep
