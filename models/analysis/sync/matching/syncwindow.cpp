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

/// A wait reported separately before its collective is joined with it.
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
        std::int64_t endNs = 0; ///< latest so far
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
                if (event.span.isCollective())
                    event.queuedNs
                        = std::clamp(known->endNs - event.span.startNs, std::int64_t{0}, event.span.lengthNs());
                known->endNs = std::max(known->endNs, event.span.endNs);
                continue;
            }
            lasts.push_back({event.span.communicator, at, event.span.endNs});
            m_communicators.push_back({event.span.communicator, m_ranks[lane], lane});
        }
    }
    std::ranges::sort(m_communicators);
}

void SyncWindow::linkToPrevious(WindowEvent& event, std::uint32_t previous) const
{
    const WindowEvent& before = m_events[previous];
    event.previous = previous;
    // Collectives without numbers are matched in order, new ones among themselves.
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

void SyncWindow::groupCollectives()
{
    constexpr std::uint32_t freshMark = 0x8000'0000;
    std::vector<Key> keys;
    keys.reserve(m_events.size());
    for (std::uint32_t at = 0; at < m_events.size(); ++at) {
        const WindowEvent& event = m_events[at];
        if (!event.span.isCollective())
            continue;
        const bool isNumbered = event.span.sequence != 0;
        keys.push_back({std::uint64_t{event.span.communicator} << 32 | event.span.sequence,
                        event.occurrence | (!isNumbered && event.isFresh() ? freshMark : 0), at});
    }
    makeGroups(keys, false);
}

void SyncWindow::groupReceives()
{
    std::vector<Key> keys;
    for (std::uint32_t at = 0; at < m_events.size(); ++at) {
        const SyncSpan& span = m_events[at].span;
        if (!span.isReceive())
            continue;
        const auto members = membersOfCommunicator(span.communicator);
        const std::uint64_t place = placeOf(members, span.lane);
        keys.push_back({place << 40 | std::uint64_t{static_cast<std::uint8_t>(span.direction)} << 32 | span.sequence,
                        static_cast<std::uint32_t>(members.size()), at});
    }
    makeGroups(keys, true);
}

void SyncWindow::makeGroups(std::vector<Key>& keys, bool isReceive)
{
    std::ranges::sort(keys);
    for (std::size_t from = 0; from < keys.size();) {
        std::size_t to = from;
        while (to < keys.size() && keys[to].place == keys[from].place && keys[to].occurrence == keys[from].occurrence)
            ++to;
        if (to - from > 1) {
            WaitGroup group;
            group.first = static_cast<std::uint32_t>(m_members.size());
            group.count = static_cast<std::uint32_t>(to - from);
            group.isReceive = isReceive;
            for (std::size_t at = from; at < to; ++at)
                m_members.push_back(keys[at].event);
            splitGroup(group);
            m_groups.push_back(group);
        }
        from = to;
    }
}

void SyncWindow::splitGroup(WaitGroup& group)
{
    const auto members = membersOf(group);
    group.shortest = *std::ranges::min_element(members, {}, [this](std::uint32_t event) {
        // Ties go to the lower lane, so that the result does not depend on the order of arrival.
        return std::pair(m_events[event].lengthNs(), m_events[event].span.lane);
    });
    const std::int64_t min = m_events[group.shortest].lengthNs();
    for (const std::uint32_t member : members) {
        WindowEvent& event = m_events[member];
        event.group = static_cast<std::uint32_t>(m_groups.size());
        event.waitNs = event.lengthNs() - min;
        group.isFresh = group.isFresh || event.isFresh();
    }
}

void SyncWindow::noteLostTransfers(TransferBaseline& baseline)
{
    struct Transfer
    {
        std::uint64_t family = 0;
        std::uint32_t group = 0;
    };
    std::vector<Transfer> transfers;
    for (std::uint32_t at = 0; at < m_groups.size(); ++at) {
        const WaitGroup& group = m_groups[at];
        if (group.isReceive || !group.isFresh)
            continue;
        const SyncSpan& span = m_events[group.shortest].span;
        const std::uint64_t size = membersOfCommunicator(span.communicator).size();
        transfers.push_back({std::uint64_t{span.op} << 40 | std::uint64_t{span.sizeClass} << 32 | size, at});
    }
    std::ranges::stable_sort(transfers, {}, &Transfer::family);
    std::vector<std::int64_t> lengths;
    for (std::size_t from = 0; from < transfers.size();) {
        std::size_t to = from;
        lengths.clear();
        for (; to < transfers.size() && transfers[to].family == transfers[from].family; ++to)
            lengths.push_back(m_events[m_groups[transfers[to].group].shortest].lengthNs());
        const auto usual = baseline.usual(transfers[from].family, lengths);
        for (; from < to; ++from) {
            const WaitGroup& group = m_groups[transfers[from].group];
            const auto lost = TransferBaseline::lost(m_events[group.shortest].lengthNs(), usual);
            for (const std::uint32_t member : membersOf(group))
                m_events[member].lostNs = lost;
        }
    }
}

/// Uses results of the previous window, unless a late part changes them.
void SyncWindow::recallCarried()
{
    for (WindowEvent& event : m_events) {
        if (event.isFresh() || (event.group != WindowEvent::none && m_groups[event.group].isFresh))
            continue;
        event.waitNs = m_carried[event.carried].waitNs;
        event.lostNs = m_carried[event.carried].lostNs;
    }
}

void SyncWindow::sumUp()
{
    for (std::uint32_t lane = 0; lane < laneCount(); ++lane) {
        std::int64_t wait = 0;
        std::int64_t lost = 0;
        std::int64_t checkpoint = 0;
        for (std::uint32_t at = laneBegin(lane); at < laneEnd(lane); ++at) {
            WindowEvent& event = m_events[at];
            event.waitBeforeNs = wait;
            event.lostBeforeNs = lost;
            event.checkpointBeforeNs = checkpoint;
            wait += event.waitNs;
            lost += event.lostNs;
            checkpoint += event.span.kind == SpanKind::Checkpoint ? event.span.lengthNs() : 0;
        }
    }
}

void SyncWindow::estimateClocks()
{
    const auto size = [](const WaitGroup& group) {
        return group.isReceive ? 0 : group.count;
    };
    const auto largest = std::ranges::max_element(m_groups, {}, size);
    if (largest == m_groups.end() || largest->isReceive)
        return;
    std::vector<std::int64_t> ends;
    for (const std::uint32_t member : membersOf(*largest))
        ends.push_back(m_events[member].span.endNs);
    const auto middle = ends.begin() + static_cast<std::ptrdiff_t>(ends.size() / 2);
    std::ranges::nth_element(ends, middle);
    for (const std::uint32_t member : membersOf(*largest))
        m_clockOffsets[m_events[member].span.lane] = m_events[member].span.endNs - *middle;
}

} // namespace lockstep
