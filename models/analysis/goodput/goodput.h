// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace lockstep {

/// GPU-seconds of a period by activity. The remainder is idle time.
struct GpuTime
{
    double reserved = 0; ///< GPUs held x wall time
    double productive = 0; ///< computing and unavoidable transfers
    double wait = 0; ///< in collectives, waiting for others
    double checkpoint = 0;
    double restart = 0;
    double lostWork = 0; ///< computed, then rolled back
    double unknown = 0; ///< time without any report
    /// Whether the use of any of it is reported; otherwise it has no goodput.
    [[nodiscard]] bool isMeasured() const { return reserved > unknown; }
};

struct GoodputPart
{
    std::string_view name; ///< "productive", "wait", ...
    double gpuSeconds = 0;
    double share = 0; ///< of the reserved time
};

/// Reserved GPU time by use: productive time first, then the losses in descending order.
struct Goodput
{
    double ratio = 0; ///< productive / reserved; NaN if nothing was reserved
    std::vector<GoodputPart> parts; ///< productive, then the losses; they sum to the reserved time
    bool isConsistent = true; ///< false: more time was measured than reserved, so shares refer to the measured time
};

/// The parts in a fixed order: productive, then losses in the order of GpuTime, idle and unknown last.
[[nodiscard]] std::vector<GoodputPart> partsInOrder(const Goodput& goodput);

/// Goodput = productive GPU time / reserved GPU time.
[[nodiscard]] Goodput goodputOf(const GpuTime& time);

} // namespace lockstep
