// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/framestats.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

double millisecondsOf(std::chrono::nanoseconds duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

void keepLatest(std::vector<double>& ring, std::uint64_t number, std::size_t capacity, double value)
{
    if (ring.size() < capacity)
        ring.push_back(value);
    else
        ring[number % capacity] = value;
}

} // namespace

Percentiles percentilesOf(std::vector<double> values)
{
    if (values.empty())
        return {};
    std::ranges::sort(values);
    const auto nearestRank = [&](double share) {
        const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
        return values[std::clamp<std::size_t>(rank, 1, values.size()) - 1];
    };
    return {nearestRank(0.50), nearestRank(0.95), nearestRank(0.99)};
}

void FrameStats::sampleApplied(TimePoint sample)
{
    if (m_oldestWaiting == TimePoint{} || sample < m_oldestWaiting)
        m_oldestWaiting = sample;
}

void FrameStats::endFrame(TimePoint now, Clock::duration turn)
{
    // An iteration without work is not a frame: idle time must not improve the percentiles.
    if (m_work == Clock::duration::zero())
        return;
    keepLatest(m_frameMs, m_frames, keep, millisecondsOf(std::max(m_work, turn)));
    ++m_frames;
    m_work = {};
    if (std::exchange(m_hasPainted, false)) {
        keepLatest(m_latencyMs, m_latencies, keep, millisecondsOf(now - m_oldestWaiting));
        ++m_latencies;
        m_oldestWaiting = {};
    }
}

void FrameStats::painted()
{
    m_hasPainted |= m_oldestWaiting != TimePoint{};
}

Percentiles FrameStats::frameMilliseconds() const
{
    return percentilesOf(m_frameMs);
}

Percentiles FrameStats::sampleToPixelMilliseconds() const
{
    return percentilesOf(m_latencyMs);
}

} // namespace lockstep
