// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/steps/lostspans.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Limits of the uncovered share of a step: this multiple of the usual share, and this share.
constexpr double unusual = 2;
constexpr double minUncovered = 0.01;
/// Rate at which the usual share increases; it decreases at once.
constexpr double growth = 0.05;

} // namespace

double LostSpanFinder::uncovered(const SyncWindow& window, const StepMarks::End& end)
{
    std::int64_t toNs = end.startNs;
    std::int64_t coveredNs = 0;
    for (std::uint32_t at = window.laneBegin(end.lane); at < window.laneEnd(end.lane); ++at) {
        const SyncSpan& span = window.events()[at].span;
        const std::int64_t untilNs = std::min(span.endNs, end.endNs);
        if (untilNs <= toNs)
            continue;
        coveredNs += untilNs - std::min(std::max(span.startNs, toNs), untilNs);
        toNs = untilNs;
    }
    const auto length = static_cast<double>(end.endNs - end.startNs);
    return length > 0 ? 1 - static_cast<double>(coveredNs) / length : 0;
}

/// Spans of an earlier step arrived. Spans after a step, such as a checkpoint, may arrive at any time.
bool LostSpanFinder::isLate(const SyncWindow& window, std::uint32_t lane, std::uint32_t step)
{
    for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane); ++at) {
        const WindowEvent& event = window.events()[at];
        const bool isWork = event.span.kind == SpanKind::Compute || event.span.kind == SpanKind::Collective
            || event.span.kind == SpanKind::Wait || event.span.kind == SpanKind::Transfer;
        if (event.isFresh() && isWork && event.span.step > 0 && event.span.step < step)
            return true;
    }
    return false;
}

void LostSpanFinder::findUncovered(const SyncWindow& window, const StepMarks::Mark& mark, LostSpans& lost)
{
    std::vector<double> shares;
    for (const StepMarks::End& end : mark.ends)
        shares.push_back(uncovered(window, end));
    if (shares.empty())
        return;
    std::vector<double> sorted = shares;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    m_usual = std::min(*middle, m_usual + growth * (*middle - m_usual));
    for (std::size_t at = 0; at < shares.size(); ++at) {
        if (shares[at] > unusual * m_usual + minUncovered)
            lost.lanes[mark.ends[at].lane] = true;
    }
}

LostSpans LostSpanFinder::find(const SyncWindow& window, std::uint32_t step, const StepMarks::Mark& mark,
                               const StepMarks& marks)
{
    LostSpans lost;
    lost.lanes.resize(window.laneCount());
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane)
        lost.lanes[lane] = marks.isExpected(lane);
    for (const StepMarks::End& end : mark.ends)
        lost.lanes[end.lane] = isLate(window, end.lane, step);
    findUncovered(window, mark, lost);
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane) {
        if (!lost.lanes[lane])
            continue;
        for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane); ++at) {
            const SyncSpan& span = window.events()[at].span;
            if (span.communicator != SyncSpan::none)
                lost.communicators.insert(span.communicator);
        }
    }
    return lost;
}

} // namespace lockstep
