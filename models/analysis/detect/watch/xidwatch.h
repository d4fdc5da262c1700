// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <deque>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lockstep {

/// Reports XIDs from exporters that provide only the last one (gpu.xid), as the same events that agents report. An XID
/// that was present when the GPU was first seen is of unknown age and not reported. If a job fails and restarts
/// repeatedly with the same XID, the last XID does not change. After an XID that points to the program, the watch
/// therefore also reports a node that keeps stopping and starting work (variants::restarts). If memory use is measured,
/// only pauses in which it is freed count, because checkpoints keep it. Earlier pauses of the node do not count.
/// A plain value, used by the analysis's worker.
class XidWatch
{
public:
    static constexpr std::array<std::string_view, 3> watched{metrics::gpu::xid, metrics::gpu::utilisation,
                                                             metrics::gpu::memoryUsed};
    static constexpr float max = 9999; ///< larger values are not XIDs
    static constexpr float busy = 0.5F; ///< minimum utilisation of a working GPU
    static constexpr float idle = 0.1F; ///< utilisation up to which a GPU counts as idle
    static constexpr float freed = 0.5F; ///< ratio of used memory to that at work, below which the process has ended
    static constexpr std::size_t minPauses = 3; ///< within `recently`, and twice as many as before the XID
    static constexpr Duration recently = std::chrono::minutes(15);
    static constexpr Duration reportedEvery = std::chrono::minutes(5); ///< while it continues

    void step(const WatchedTick& now, Derived& out);

private:
    struct Node
    {
        bool isAtWork = false;
        float memoryAtWork = 0; ///< bytes, of all of its GPUs
        std::deque<TimePoint> pauses; ///< the latest, within twice `recently`
        std::size_t baselinePauses = 0; ///< within `recently` before the XID, or the first of several
        EntityRef failed; ///< GPU with the XID; invalid: none
        std::uint32_t xid = 0; ///< the exporter's last one may be reset meanwhile
        TimePoint failedAt;
        std::optional<TimePoint> reportedAt;
    };

    /// @return whether a pause has begun
    [[nodiscard]] bool follow(const WatchedTick& now, std::uint32_t node);
    void judgePauses(const WatchedTick& now, std::uint32_t node, Derived& out);

    std::vector<float> m_last; ///< by GPU; NaN: never reported
    std::vector<Node> m_nodes;
};

} // namespace lockstep
