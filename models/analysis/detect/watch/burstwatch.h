// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/baseline.h"
#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

/// Detects microbursts (port.microburst): a port drops, marks or pauses more than its baseline while its mean load over
/// 15 s is below half, so its queue fills within a fraction of a second. If peaks within a tick are measured, they must
/// be near the line rate. Many ports at once mean that a job changed its pattern, which becomes the new baseline.
/// Compared with the port's own past, because training traffic is bursty. A plain value, used by the analysis's worker.
class BurstWatch
{
public:
    static constexpr std::array<std::string_view, 6> watched{
        metrics::port::transmitDrops, metrics::port::queueDrops,  metrics::port::congestionMarks,
        metrics::port::pauses,        metrics::port::utilisation, metrics::port::utilisationPeak};
    static constexpr float smoothedSeconds = 15;
    static constexpr float halfFull = 0.5F; ///< mean load above which it is ordinary congestion
    static constexpr float nearLineRate = 0.8F;
    static constexpr float baselineFactor = 3;
    static constexpr float spreadsFromUsual = 8;
    static constexpr std::size_t maxLearned = 8192; ///< ports and signs with any events
    static constexpr std::size_t maxAtOnce = 12; ///< if more ports than this mark or pause more, the load has changed
    static constexpr std::size_t maxReported = 32; ///< ports at the same time
    static constexpr EpisodeRule rule{.lasts = 8, .calm = 120};

    void step(const WatchedTick& now, Derived& out);

private:
    enum Sign : std::size_t { Drops, Marks, Pauses, signCount };

    struct Port
    {
        std::array<float, signCount> rates{0, 0, 0}; ///< per second, smoothed
        float load = noData; ///< share of the line rate, smoothed
        float peak = noData; ///< recent, decaying
        float seconds = 0; ///< observation time
        std::array<bool, signCount> isOpen{}; ///< found, or reported and not ended
    };

    void follow(Port& port, std::uint32_t index, const WatchedTick& now) const;
    /// NaN: not known yet.
    [[nodiscard]] float limitOf(const Port& port, std::uint32_t index, Sign sign) const;
    /// @param isLocal few enough ports show the sign to attribute it to them
    void judge(const WatchedTick& now, std::uint32_t index, Sign sign, bool isLocal, Derived& out);

    std::vector<Port> m_ports;
    std::map<std::pair<std::uint32_t, std::size_t>, Baseline> m_usual; ///< by port and sign, only those ever seen
    std::size_t m_reported = 0; ///< not ended
    Episodes m_episodes;
};

} // namespace lockstep
