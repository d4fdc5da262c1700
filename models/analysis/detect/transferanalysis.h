// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"
#include "models/store/analysis.h"

#include <deque>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Publishes metrics of the transfers between pools of inference services (serving.transfer.*), computed from the spans
/// of the last half minute. Covers each pair of pools and, unless a source reports these metrics, the service. See
/// poolpairs.h. Owned by an AnalysisHost.
class TransferAnalysis final : public Analysis
{
public:
    static constexpr Duration window = std::chrono::seconds(30);

    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    struct Transfer
    {
        std::int64_t endNs = 0;
        float seconds = 0;
        bool isFailed = false;
        std::uint64_t bytes = 0;
    };
    struct Figures
    {
        float median = 0;
        float tail = 0;
        float bytesPerSecond = 0;
        float failuresPerSecond = 0;
    };
    struct News;
    static constexpr std::size_t maxTransfers = 65'536; ///< of a pair; the oldest are dropped

    void takeNews(const News& news);
    [[nodiscard]] Figures figuresOf(std::span<const std::deque<Transfer>* const> pairs) const;
    void addColumns(const News& news, Derived& derived);

    std::uint64_t m_generation = 0;
    std::uint64_t m_nextArrival = 0;
    TickIndex m_lastTick = -1;
    bool m_hasTransfers = false; ///< since the start
    std::map<std::string, std::deque<Transfer>> m_pairs; ///< by name; used by tasks only
    std::vector<bool> m_isOurs; ///< services for which no source reports figures; used by tasks only
};

} // namespace lockstep
