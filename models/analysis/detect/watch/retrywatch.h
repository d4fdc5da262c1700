// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/baseline.h"
#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace lockstep {

/// Detects communication faults that the transport hides (port.retries): a port retransmits, waits for lost
/// acknowledgements or receives out of sequence more often than before and more often than its busy peers. The program
/// sees no error, only slow collectives. A few retries, or a single burst, are normal. Ports that are connected to a
/// lossy port see half of its losses and are not reported separately. A plain value, used by the analysis's worker.
class RetryWatch
{
public:
    enum Sign : std::size_t { AckTimeouts, RnrRetries, Retransmits, OutOfSequence, LinkReplays, signCount };

    static constexpr std::array<std::string_view, signCount + 1> watched{
        metrics::port::transmit,    metrics::port::rdmaAckTimeouts,   metrics::port::rdmaRnrRetries,
        metrics::port::retransmits, metrics::port::rdmaOutOfSequence, metrics::port::linkReplays};
    static constexpr float smoothedSeconds = 60;
    static constexpr float baselineFactor = 3;
    static constexpr float timesPeers = 4; ///< factor on the median of the busy ports that measure the same
    static constexpr float spreadsFromUsual = 8;
    static constexpr std::size_t minPeers = 4;
    static constexpr std::size_t maxLearned = 8192; ///< ports that have ever had retries
    static constexpr std::size_t maxReported = 64; ///< ports at once
    static constexpr EpisodeRule rule{.lasts = 20, .calm = 180};

    void step(const WatchedTick& now, Derived& out);

private:
    struct Port
    {
        std::array<float, signCount> rates{}; ///< a second, smoothed
        std::array<float, signCount> steady{}; ///< likewise, but limited, so that no single tick reaches the limit
        float seconds = 0; ///< watched
        bool isOpen = false; ///< found, or reported and not ended
    };
    /// Limits of one sign.
    struct Limits
    {
        float expected = 0;
        float limit = noData; ///< NaN: not known yet
        float peers = noData; ///< limit by the peers alone; NaN: too few
    };

    void follow(const WatchedTick& now);
    void findPeers(const WatchedTick& now);
    [[nodiscard]] Limits limitsOf(std::uint32_t index, Sign sign) const;
    void learn(std::uint32_t index, Sign sign, const Limits& limits, float seconds);
    /// Current signs of a port.
    struct Verdict
    {
        std::uint32_t port = 0;
        std::optional<std::size_t> worst; ///< sign over its limit; nullopt: none
        float expected = 0; ///< of the worst
        bool isNear = false; ///< half of a limit or more
        bool isBothWays = false; ///< losses in both directions
    };

    [[nodiscard]] Verdict verdictOf(std::uint32_t index, float seconds);
    /// Whether the port's losses are those of its connections to another port, which loses in both directions, or is
    /// the only sender or receiver of all lost traffic.
    [[nodiscard]] bool isPartner(const Verdict& verdict, const std::vector<Verdict>& all) const;
    void judge(const WatchedTick& now, const Verdict& verdict, bool isCulprit, Derived& out);

    std::vector<Port> m_ports;
    std::array<float, signCount> m_peers{}; ///< median of the busy ports; NaN: too few
    std::map<std::pair<std::uint32_t, std::size_t>, Baseline> m_usual; ///< by port and sign, of those ever seen
    std::size_t m_reported = 0; ///< reported and not ended
    Episodes m_episodes;
};

} // namespace lockstep
