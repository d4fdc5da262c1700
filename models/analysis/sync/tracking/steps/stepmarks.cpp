// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/steps/stepmarks.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace lockstep {

namespace {

/// Maximum wait for the other lanes after the first one has ended a step.
constexpr std::int64_t patienceNs = 3'000'000'000;
/// A lane that has ended none of this many consecutive steps is not awaited any more.
constexpr std::size_t stepsToLeave = 8;

} // namespace

TimeRange StepMarks::Mark::range() const
{
    std::vector<End> sorted = ends;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle, {}, &End::endNs);
    const std::int64_t usual = middle->endNs;
    std::int64_t from = middle->startNs;
    std::int64_t to = usual;
    for (const End& end : ends) {
        if (std::abs(end.endNs - usual) > patienceNs)
            continue;
        from = std::min(from, end.startNs);
        to = std::max(to, end.endNs);
    }
    return {TimePoint(Duration(from)), TimePoint(Duration(to))};
}

void StepMarks::put(std::map<std::uint32_t, Mark>& marks, const SyncSpan& step) const
{
    Mark& mark = marks[step.step];
    mark.lastEndNs = mark.ends.empty() ? step.endNs : std::max(mark.lastEndNs, step.endNs);
    mark.ends.push_back({step.lane, step.startNs, step.endNs});
}

void StepMarks::add(const SyncSpan& step)
{
    Lane& lane = m_lanes[step.lane];
    lane.closedThen = m_closed;
    lane.isMember = true;
    // Spans that are merely late also have earlier times.
    const bool isBack = lane.isBack || (lane.hasEnded && step.step <= lane.step && step.startNs >= lane.endNs);
    if (isBack) {
        m_backNs = m_lanesBack == 0 ? step.startNs : std::min(m_backNs, step.startNs);
        m_lanesBack += lane.isBack ? 0 : 1;
        lane.isBack = true;
        return put(m_back, step);
    }
    const bool isRepeated = lane.hasEnded && step.step == lane.step;
    if (isRepeated)
        return;
    if (!lane.hasEnded || step.step > lane.step) {
        lane.step = step.step;
        lane.endNs = step.endNs;
        lane.hasEnded = true;
    }
    if (!isClosed(step.step))
        put(m_marks, step);
}

std::int64_t StepMarks::reportedToNs() const
{
    std::vector<std::int64_t> heard;
    for (const Lane& lane : m_lanes)
        heard.push_back(lane.reportedToNs);
    if (heard.empty())
        return 0;
    const auto middle = heard.begin() + static_cast<std::ptrdiff_t>(heard.size() / 2);
    std::ranges::nth_element(heard, middle);
    return *middle;
}

bool StepMarks::isExpected(std::uint32_t lane) const
{
    return m_closed - m_lanes[lane].closedThen < stepsToLeave;
}

std::size_t StepMarks::expectedLanes() const
{
    const auto isExpected = [this](const Lane& lane) {
        return lane.isMember && m_closed - lane.closedThen < stepsToLeave;
    };
    return static_cast<std::size_t>(std::ranges::count_if(m_lanes, isExpected));
}

/// Requires several lanes, because a single one may have fallen silent, or have a clock that jumps.
bool StepMarks::isOverdue(const Mark& mark) const
{
    const std::size_t last = mark.ends.size() - 1;
    const auto isWaiting = [&](std::size_t at) {
        const End& end = mark.ends[at];
        return m_lanes[end.lane].reportedToNs - end.endNs > patienceNs;
    };
    return std::ranges::count_if(std::array{std::size_t{0}, last / 2, last}, isWaiting) >= 2;
}

std::optional<std::uint32_t> StepMarks::oldest() const
{
    return m_marks.empty() ? std::nullopt : std::optional(m_marks.begin()->first);
}

std::optional<std::uint32_t> StepMarks::due() const
{
    if (m_marks.empty())
        return std::nullopt;
    const auto& [step, mark] = *m_marks.begin();
    const std::size_t expected = expectedLanes();
    // Before the first step the number of lanes is unknown.
    const bool isWhole = m_closed > 0 && mark.ends.size() >= expected;
    return isWhole || isOverdue(mark) ? std::optional(step) : std::nullopt;
}

StepMarks::Mark StepMarks::take(std::uint32_t step)
{
    m_lastClosed = std::max(m_lastClosed.value_or(step), step);
    ++m_closed;
    Mark mark = std::move(m_marks.at(step));
    m_marks.erase(step);
    return mark;
}

std::optional<std::int64_t> StepMarks::restartNs() const
{
    const bool isMost = m_lanesBack > 0 && m_lanesBack * 2 >= expectedLanes();
    return isMost ? std::optional(m_backNs) : std::nullopt;
}

void StepMarks::restart()
{
    m_marks = std::exchange(m_back, {});
    m_lanesBack = 0;
    m_lastClosed.reset();
    for (Lane& lane : m_lanes)
        lane.hasEnded = lane.isBack = false;
    for (const auto& [step, mark] : m_marks) {
        for (const End& end : mark.ends) {
            Lane& lane = m_lanes[end.lane];
            lane.step = step;
            lane.endNs = end.endNs;
            lane.hasEnded = true;
        }
    }
}

} // namespace lockstep
