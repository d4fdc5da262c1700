// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockstep {

class Collector;
class SystemRoot;

/// Data counters of a port count in units of four octets.
inline constexpr double infinibandBytesPerUnit = 4;

/// Maps one counter file of an InfiniBand port to a metric (Linux Documentation/ABI/stable/sysfs-class-infiniband; file
/// names are the kernel's).
struct InfinibandCounter
{
    std::string_view file;
    std::string_view metric;
    double scale = 1.0;
    bool isFast = false; ///< sampled within the tick
};

/// Of the folder counters/ of a port.
[[nodiscard]] std::span<const InfinibandCounter> portCounters();

/// Counters in the folder hw_counters/ of a port. Others keep the kernel's name, see hardwareMetric.
[[nodiscard]] std::span<const InfinibandCounter> hardwareCounters();

/// The metric of a hw_counters file: the known one, or one named after the file ("port.hw.rx_read_requests").
[[nodiscard]] MetricDescriptor hardwareMetric(std::string_view file);

/// Causes of a retransmission at the requester; their sum is port.retransmits.
[[nodiscard]] bool isRetransmitCause(std::string_view file);

/// Bits per second from a rate file, "400 Gb/sec (4X NDR)"; nullopt if invalid.
[[nodiscard]] std::optional<double> parseLinkRate(std::string_view text);

/// The number at the start of a state file, "4: ACTIVE" (IBTA volume 1, PortInfo); nullopt if invalid.
[[nodiscard]] std::optional<int> parseLinkState(std::string_view text);

/// InfiniBand and RoCE adapters, from /sys/class/infiniband.
[[nodiscard]] std::unique_ptr<Collector> makeInfinibandCollector(const SystemRoot& root);

} // namespace lockstep
