// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <string_view>
#include <vector>

namespace lockstep {

/// Detects links that go down (port.down), once for both ends, and errors on links that are up (port.errors): symbol
/// errors and recoveries, of which a good cable has almost none. NVLink errors of a GPU (if they are not measured per
/// link) and replays on its PCIe link are treated in the same way. Ports that never came up are unused. The fabric
/// analysis handles drops, and RetryWatch handles replays on ports. A plain value, used by the analysis's worker.
class PortWatch
{
public:
    static constexpr std::array<std::string_view, 8> watched{metrics::port::up,
                                                             metrics::port::symbolErrors,
                                                             metrics::port::receiveErrors,
                                                             metrics::port::transmitErrors,
                                                             metrics::port::linkIntegrityErrors,
                                                             metrics::port::linkErrorRecovery,
                                                             metrics::gpu::nvlinkErrors,
                                                             metrics::gpu::pcieReplays};
    static constexpr std::size_t firstOfGpus = 6; ///< metrics from this index on are of GPUs
    static constexpr float memorySeconds = 300; ///< time constant with which errors are forgotten
    /// In the last minutes. A link within its specified bit error rate has about ten symbol errors per hour.
    static constexpr float manyErrors = 10;
    static constexpr float timesPeers = 10; ///< factor on the median of all GPUs, because corrected errors may be usual
    static constexpr EpisodeRule downRule{.lasts = 2, .calm = 60};
    static constexpr EpisodeRule errorRule{.lasts = 3, .calm = 120};

    void step(const WatchedTick& now, Derived& out);

private:
    struct Port
    {
        float upSeconds = 0; ///< total
        float errors = 0; ///< recent, decaying
        bool isDown = false;
    };

    [[nodiscard]] EntityRef endOf(const WatchedTick& now, std::uint32_t port) const;
    void judgeDown(const WatchedTick& now, std::uint32_t port, Derived& out);
    void stepGpus(const WatchedTick& now, std::size_t column, Derived& out);
    /// @param check parts to check
    void judgeErrors(const WatchedTick& now, const Episodes::Key& key, float errors, const char* check, Derived& out);

    std::vector<Port> m_ports;
    std::array<std::vector<float>, watched.size() - firstOfGpus> m_ofGpus; ///< recent errors, decaying
    Episodes m_downs;
    Episodes m_errors;
};

} // namespace lockstep
