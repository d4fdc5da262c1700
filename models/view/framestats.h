// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>
#include <vector>

namespace lockstep {

struct Percentiles
{
    double p50 = 0;
    double p95 = 0;
    double p99 = 0;
};

/// Percentiles of @p values by nearest rank; zeros when empty.
[[nodiscard]] Percentiles percentilesOf(std::vector<double> values);

/// GUI-thread time per frame, from pumps and paints, and the latency from sample to pixels. A frame ends when the next
/// pump begins. Bounded memory. GUI thread; owned by the session.
class FrameStats
{
public:
    using Clock = std::chrono::steady_clock;

    /// Adds the time between its construction and destruction to the current frame. Create one first in each
    /// paintEvent.
    class Work
    {
    public:
        explicit Work(FrameStats& stats) : m_stats(stats) { }
        ~Work() { m_stats.addWork(Clock::now() - m_start); }
        Work(const Work&) = delete;
        Work& operator=(const Work&) = delete;

    private:
        FrameStats& m_stats;
        Clock::time_point m_start = Clock::now();
    };

    void addWork(Clock::duration work) { m_work += work; }
    /// Samples up to this time (local clock) have been applied in the current frame and are not painted yet.
    void sampleApplied(TimePoint sample);
    /// Closes the frame. Call when the event loop is about to wait. If samples were painted, adds their latency.
    /// @param now time of the local clock
    /// @param turn duration of the whole event loop iteration, including layout; the frame counts as the longer of this
    /// and its work
    void endFrame(TimePoint now, Clock::duration turn = {});
    /// A paint that showed data has finished.
    void painted();

    [[nodiscard]] std::uint64_t frames() const { return m_frames; }
    [[nodiscard]] Percentiles frameMilliseconds() const;
    [[nodiscard]] Percentiles sampleToPixelMilliseconds() const;

private:
    static constexpr std::size_t keep = 100'000;

    Clock::duration m_work{};
    TimePoint m_oldestWaiting; ///< epoch: none
    bool m_hasPainted = false; ///< waiting samples were painted in this frame
    std::uint64_t m_frames = 0;
    std::vector<double> m_frameMs; ///< ring buffer
    std::vector<double> m_latencyMs;
    std::uint64_t m_latencies = 0;
};

} // namespace lockstep
