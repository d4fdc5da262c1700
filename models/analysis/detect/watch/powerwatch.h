// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <map>
#include <string_view>
#include <vector>

namespace lockstep {

/// Tells of GPUs that are held below the power that they had (power.cap): their limit was lowered, or a brake from
/// outside is on. Once for a rack, a node or a GPU: for the largest of them of which it is true of most. And of GPUs
/// whose clock is below what it is at such work, while neither a limit on power nor heat says why (gpu.clock). That a
/// GPU at its own limit clocks down is how it works, and nobody's alert. Plain value; the worker of its analysis.
class PowerWatch
{
public:
    static constexpr std::array<std::string_view, 4> watched{metrics::gpu::powerLimit, metrics::gpu::throttleReasons,
                                                             metrics::gpu::clockSm, metrics::gpu::utilisation};
    static constexpr float lowered = 0.97F; ///< of the limit that it had
    static constexpr float slowClock = 0.92F; ///< of the clock at such work
    static constexpr float busy = 0.5F; ///< utilisation from which a clock means something
    static constexpr float max = 0.6F; ///< of the GPUs of a rack or node
    static constexpr EpisodeRule capRule{.lasts = 3, .calm = 30};
    static constexpr EpisodeRule clockRule{.lasts = 15, .calm = 60};

    /// @param book that what is usual is kept in; null: nowhere
    explicit PowerWatch(LearnedBook* book = nullptr)
        : m_book(book), m_learned(book, metrics::gpu::power, "its usual clock and power limit")
    { }

    void step(const WatchedTick& now, Derived& out);

private:
    struct Gpu
    {
        float usualLimit = noData; ///< W
        float usualClock = noData; ///< Hz, while busy
        float learntSeconds = 0;
        TickIndex restedSince = 0; ///< that its limit has been what it is
        float lastLimit = noData;
    };
    /// What is true of the GPUs of one place.
    struct Place
    {
        std::size_t known = 0;
        std::size_t capped = 0;
        float limitSum = 0; ///< W, of the capped
        float usualSum = 0;
        float clockSum = 0; ///< Hz, of the capped that are busy
        std::size_t clocks = 0;
    };

    void recall(const WatchedTick& now, std::uint32_t gpu, Derived& out);
    void learn(const WatchedTick& now, std::uint32_t gpu);
    [[nodiscard]] bool isCapped(const WatchedTick& now, std::uint32_t gpu) const;
    void judgeClock(const WatchedTick& now, std::uint32_t gpu, Derived& out);
    void judgeCaps(const WatchedTick& now, Derived& out);
    void reportCap(const WatchedTick& now, EntityRef entity, const Place& place, Derived& out);

    LearnedBook* m_book;
    LearnedSeries m_learned;
    std::vector<Gpu> m_gpus;
    Episodes m_caps;
    Episodes m_clocks;
};

} // namespace lockstep
