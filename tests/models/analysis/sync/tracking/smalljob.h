// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/synctracker.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace lockstep {

/// A job with one data-parallel group that repeatedly computes and reduces, and a tracker that follows it.
class SmallJob
{
public:
    static constexpr std::uint32_t ranks = 8;
    static constexpr std::int64_t stepNs = 100'000'000;
    using SlowdownAt = std::function<double(std::uint32_t step)>;

    SmallJob();

    /// Steps [from, to) with rank @p slowRank slowed by @p slowdown.
    void run(std::uint32_t from, std::uint32_t to, std::uint32_t slowRank, const SlowdownAt& slowdown);
    /// Nothing happens for a while.
    void rest(std::int64_t ns) { m_nowNs += ns; }
    /// Another job with that number takes over the lanes; its collectives are counted from the start.
    void become(std::uint32_t job);

    [[nodiscard]] SyncTracker& tracker() { return m_tracker; }
    [[nodiscard]] std::shared_ptr<const JobSync> job() const { return m_tracker.jobs().at(m_job).snapshot(); }
    /// The row of a rank; null: it is no culprit.
    [[nodiscard]] static const CulpritRow* rowOf(const JobSync& job, std::uint32_t rank);

private:
    std::mt19937 m_random{7};
    SyncTracker m_tracker;
    std::uint32_t m_job = 1;
    std::int64_t m_nowNs = 1'700'000'000'000'000'000;
};

} // namespace lockstep
