// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lockstep::sim {

/// Effect of a failure on its machine.
enum class FailureEffect : std::uint8_t {
    GpuLost, ///< off the bus: XID 79, its telemetry stops
    GpuFault, ///< a kernel or firmware error; a reset brings it back
    MemoryFault, ///< uncorrectable memory error: XID 48, then 63 or 94
    LinkDown, ///< a leaf's link or the NIC's cable
    NicLost,
    HostLost, ///< the whole node stops reporting
    ProcessCrash, ///< software; the hardware is well
    Silent, ///< wrong results; nothing in telemetry
};

struct FailureRate
{
    std::string_view component;
    std::uint32_t interruptions; ///< in 54 days of 16,384 GPUs
    FailureEffect effect;
    int xid; ///< 0: none is logged
    bool needsRepair; ///< the node leaves; otherwise the job restarts on it
};

/// Root causes of the 419 unplanned interruptions of Llama 3 405B's training (Grattafiori et al., arXiv 2407.21783,
/// table 5), as counts. What each does to the hardware, and its XID, is our reading of NVIDIA's XID catalogue.
[[nodiscard]] std::span<const FailureRate> publishedFailures();

/// Failures per GPU and second at the published rates: 419 in 54 days of 16,384 GPUs, one per 3.1 h for all of them.
[[nodiscard]] double publishedFailureRate();

} // namespace lockstep::sim
