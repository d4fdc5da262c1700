// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/syncwindow.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

bool isOnCommunicator(const SyncSpan& span)
{
    return span.isCollective() || span.isReceive();
}

/// A wait that was posted on its own before the collective that it was for is one part with it.
bool continues(const SyncSpan& wait, const SyncSpan& next)
{
    return wait.kind == SpanKind::Wait && wait.isCollective() && next.kind == SpanKind::Collective
        && next.lane == wait.lane && next.communicator == wait.communicator && next.sequence == wait.sequence;
}

} // namespace

SyncWindow::SyncWindow(std::vector<CarriedEvent> carried, std::span<const SyncSpan> fresh,
                       std::vector<std::uint32_t> ranks, TransferBaseline& baseline)
    : m_carried(std::move(carried)),
      m_ranks(std::move(ranks)),
      m_laneBegin(m_ranks.size() + 1, 0),
      m_clockOffsets(m_ranks.size(), 0)
{
    arrange(fresh);
    sortLanes();
    joinWaitsToTheirCollectives();
    linkCommunicators();
    groupCollectives();
    groupReceives();
    noteLostTransfers(baseline);
    recallCarried();
    sumUp();
    estimateClocks();
}

void SyncWindow::arrange(std::span<const SyncSpan> fresh)
{
    for (const CarriedEvent& event : m_carried)
        ++m_laneBegin[event.span.lane + 1];
    for (const SyncSpan& span : fresh)
        ++m_laneBegin[span.lane + 1];
    for (std::size_t lane = 1; lane < m_laneBegin.size(); ++lane)
        m_laneBegin[lane] += m_laneBegin[lane - 1];
    m_events.resize(m_laneBegin.back());
    std::vector<std::uint32_t> next(m_laneBegin.begin(), m_laneBegin.end() - 1);
    for (std::uint32_t at = 0; at < m_carried.size(); ++at) {
        WindowEvent& event = m_events[next[m_carried[at].span.lane]++];
        event.span = m_carried[at].span;
        event.carried = at;
    }
    for (const SyncSpan& span : fresh)
        m_events[next[span.lane]++].span = span;
}

void SyncWindow::sortLanes()
{
    const auto order = [](const WindowEvent& event) {
        return std::tuple(event.span.startNs, event.span.endNs, event.span.communicator, event.span.sequence,
                          event.span.kind);
    };
    for (std::uint32_t lane = 0; lane < laneCount(); ++lane) {
        const std::span slice(m_events.data() + laneBegin(lane), laneEnd(lane) - laneBegin(lane));
        if (!std::ranges::is_sorted(slice, {}, order))
            std::ranges::sort(slice, {}, order);
    }
}

void SyncWindow::joinWaitsToTheirCollectives()
{
    std::uint32_t kept = 0;
    for (std::size_t lane = 0; lane + 1 < m_laneBegin.size(); ++lane) {
        const std::uint32_t begin = m_laneBegin[lane];
        m_laneBegin[lane] = kept;
        for (std::uint32_t at = begin; at < m_laneBegin[lane + 1]; ++at) {
            if (at + 1 < m_laneBegin[lane + 1] && continues(m_events[at].span, m_events[at + 1].span)) {
                m_events[at + 1].span.startNs = m_events[at].span.startNs;
                continue;
            }
            m_events[kept++] = m_events[at];
        }
    }
    m_laneBegin.back() = kept;
    m_events.resize(kept);
}

void SyncWindow::linkCommunicators()
{
    struct Last
    {
        std::uint32_t communicator = 0;
        std::uint32_t event = 0;
    };
    std::vector<Last> lasts;
    for (std::uint32_t lane = 0; lane < laneCount(); ++lane) {
        lasts.clear();
        for (std::uint32_t at = laneBegin(lane); at < laneEnd(lane); ++at) {
            WindowEvent& event = m_events[at];
            if (!isOnCommunicator(event.span))
                continue;
            const auto known = std::ranges::find(lasts, event.span.communicator, &Last::communicator);
            if (known != lasts.end()) {
                linkToPrevious(event, std::exchange(known->event, at));
                continue;
            }
            lasts.push_back({event.span.communicator, at});
            m_communicators.push_back({event.span.communicator, m_ranks[lane], lane});
        }
    }
    std::ranges::sort(m_communicators);
}

void SyncWindow::linkToPrevious(WindowEvent& event, std::uint32_t previous) const
{
    const WindowEvent& before = m_events[previous];
    event.previous = previous;
    // Where nobody numbers collectives they are matched in order, the fresh ones among themselves.
    const bool isNumbered = event.span.sequence != 0;
    if (before.span.sequence == event.span.sequence && (isNumbered || before.isFresh() == event.isFresh()))
        event.occurrence = before.occurrence + 1;
}

std::span<const SyncWindow::Member> SyncWindow::membersOfCommunicator(std::uint32_t communicator) const
{
    const auto first = std::ranges::lower_bound(m_communicators, communicator, {}, &Member::communicator);
    const auto last = std::ranges::upper_bound(m_communicators, communicator, {}, &Member::communicator);
    return {first, last};
}

std::size_t SyncWindow::placeOf(std::span<const Member> members, std::uint32_t lane) const
{
    if (members.empty())
        return 0;
    const Member self{members.front().communicator, m_ranks[lane], lane};
    return static_cast<std::size_t>(std::ranges::lower_bound(members, self) - members.begin());
}

std::uint32_t SyncWindow::senderOf(const SyncSpan& receive) const
{
    const auto members = membersOfCommunicator(receive.communicator);
    if (members.size() < 2)
        return SyncSpan::none;
    const std::size_t step = receive.direction == PeerDirection::FromPrevious ? members.size() - 1 : 1;
    return members[(placeOf(members, receive.lane) + step) % members.size()].lane;
}

std::uint32_t SyncWindow::placeOf(const SyncSpan& span) const
{
    return static_cast<std::uint32_t>(placeOf(membersOfCommunicator(span.communicator), span.lane));
}

} // namespace lockstep
