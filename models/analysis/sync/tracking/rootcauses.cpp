// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/rootcauses.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Limit of chained waits: far more than the length of any pipeline.
constexpr std::size_t deepest = 1000;
/// Maximum number of events after a receive until the sender has finished sending.
constexpr std::uint32_t sendingEvents = 3;

double positive(double value)
{
    return std::max(value, 0.0);
}

} // namespace

RootCauses::RootCauses(const SyncWindow& window) : m_window(window), m_nodes(window.events().size(), 0)
{
    const auto& events = window.events();
    auto nodes = static_cast<std::uint32_t>(window.groups().size());
    for (std::uint32_t at = 0; at < events.size(); ++at)
        m_nodes[at] = events[at].span.isReceive() ? nodes++ : events[at].group;
    m_causes.resize(nodes);
    m_states.resize(nodes, State::Unknown);
}

const CauseShares& RootCauses::of(std::uint32_t event)
{
    static const CauseShares none;
    const WindowEvent& waiter = m_window.events()[event];
    const bool isOld = waiter.group == WindowEvent::none || !m_window.groups()[waiter.group].isFresh;
    if (!waiter.isFresh() && isOld)
        return m_window.carried()[waiter.carried].causes;
    const std::uint32_t node = m_nodes[event];
    // A cycle of waits (possible with wrong clocks) ends at the current one.
    if (waiter.group == WindowEvent::none || m_states[node] == State::InWork || m_depth >= deepest)
        return none;
    if (m_states[node] == State::Known)
        return m_causes[node];
    m_states[node] = State::InWork;
    ++m_depth;
    CauseShares causes;
    if (waiter.span.isReceive())
        solveReceive(event, causes);
    else
        solveCollective(m_window.groups()[waiter.group], causes);
    causes.normalise();
    --m_depth;
    m_causes[node] = causes;
    m_states[node] = State::Known;
    return m_causes[node];
}

void RootCauses::solveCollective(const WaitGroup& group, CauseShares& causes)
{
    const auto members = m_window.membersOf(group);
    const std::uint32_t last = group.shortest;
    // Compares only lanes whose history in the window is as long as that of the last arrival.
    const bool isBounded = m_window.events()[last].previous != WindowEvent::none;
    Ledger others;
    double count = 0;
    for (const std::uint32_t member : members) {
        if (member == last || (m_window.events()[member].previous != WindowEvent::none) != isBounded)
            continue;
        const Ledger ledger = arrivalLedger(member);
        others = {others.own + ledger.own, others.wait + ledger.wait, others.lost + ledger.lost,
                  others.checkpoint + ledger.checkpoint};
        ++count;
    }
    const std::uint32_t lane = m_window.events()[last].span.lane;
    if (count == 0) {
        causes.add({CulpritKind::Lane, lane}, 1);
        return;
    }
    const Ledger own = arrivalLedger(last);
    blame(lane, beforeCollective(last),
          {own.own - others.own / count, own.wait - others.wait / count, own.lost - others.lost / count,
           own.checkpoint - others.checkpoint / count},
          causes);
}

void RootCauses::solveReceive(std::uint32_t event, CauseShares& causes)
{
    const WindowEvent& waiter = m_window.events()[event];
    const std::uint32_t min = m_window.groups()[waiter.group].shortest;
    const std::uint32_t sender = m_window.senderOf(waiter.span);
    const std::uint32_t peer = m_window.senderOf(m_window.events()[min].span);
    if (sender == SyncSpan::none)
        return;
    const Stretch stretch = whileSending(event, sender);
    Ledger excess = ledgerOf(stretch);
    if (peer != SyncSpan::none) {
        const Ledger usual = ledgerOf(whileSending(min, peer));
        excess.wait -= usual.wait;
        excess.lost -= usual.lost;
        excess.checkpoint -= usual.checkpoint;
    }
    // The sender may still be delayed. Its own part is the remainder that nothing else explains.
    excess.own = static_cast<double>(waiter.waitNs) - positive(excess.wait) - positive(excess.lost)
        - positive(excess.checkpoint);
    blame(sender, stretch, excess, causes);
}

void RootCauses::blame(std::uint32_t lane, Stretch stretch, const Ledger& excess, CauseShares& causes)
{
    const double own = positive(excess.own);
    const double wait = positive(excess.wait);
    const double lost = positive(excess.lost);
    const double checkpoint = positive(excess.checkpoint);
    const double all = own + wait + lost + checkpoint;
    if (!(all > 0)) {
        causes.add({CulpritKind::Lane, lane}, 1);
        return;
    }
    blameWaits(stretch, wait / all, causes);
    blameLinks(stretch, lost / all, causes);
    causes.add({CulpritKind::Storage, 0}, static_cast<float>(checkpoint / all));
    causes.add({CulpritKind::Lane, lane}, static_cast<float>(own / all));
    if (causes.isEmpty())
        causes.add({CulpritKind::Lane, lane}, 1);
}

void RootCauses::blameWaits(Stretch stretch, double weight, CauseShares& causes)
{
    const auto& events = m_window.events();
    double all = 0;
    for (std::uint32_t at = stretch.from; at < stretch.to; ++at)
        all += static_cast<double>(events[at].waitNs);
    if (!(weight > 0) || !(all > 0))
        return;
    for (std::uint32_t at = stretch.from; at < stretch.to; ++at) {
        const double share = weight * static_cast<double>(events[at].waitNs) / all;
        if (share > 0)
            causes.add(CauseShares(of(at)), static_cast<float>(share));
    }
}

void RootCauses::blameLinks(Stretch stretch, double weight, CauseShares& causes) const
{
    const auto& events = m_window.events();
    double all = 0;
    for (std::uint32_t at = stretch.from; at < stretch.to; ++at)
        all += static_cast<double>(events[at].lostNs);
    for (std::uint32_t at = stretch.from; weight > 0 && all > 0 && at < stretch.to; ++at)
        causes.add({CulpritKind::Communicator, events[at].span.communicator},
                   static_cast<float>(weight * static_cast<double>(events[at].lostNs) / all));
}

/// Since the last common point with the others: after its last event on this communicator.
RootCauses::Stretch RootCauses::beforeCollective(std::uint32_t event) const
{
    const WindowEvent& arrival = m_window.events()[event];
    const std::uint32_t from
        = arrival.previous != WindowEvent::none ? arrival.previous + 1 : m_window.laneBegin(arrival.span.lane);
    return {from, event};
}

/// The sender's activity during the wait. It begins with the sender's own receive of the same data, or with the step.
/// It ends with the activity during which the receiver continued, including the collective in which this activity
/// ended.
RootCauses::Stretch RootCauses::whileSending(std::uint32_t receive, std::uint32_t sender) const
{
    const auto& events = m_window.events();
    const SyncSpan& waiter = events[receive].span;
    const std::int64_t received = waiter.endNs - m_window.clockOffsetNs(waiter.lane) + m_window.clockOffsetNs(sender);
    const std::uint32_t begin = m_window.laneBegin(sender);
    const std::uint32_t end = m_window.laneEnd(sender);
    std::uint32_t to = begin;
    while (to < end && events[to].span.endNs < received)
        ++to;
    const std::uint32_t current = to;
    for (; to < end && to < current + sendingEvents; ++to) {
        if (to > current && events[to].span.isReceive())
            break;
        if (events[to].span.isCollective()) {
            ++to;
            break;
        }
    }
    std::uint32_t from = std::min(current, to);
    while (from > begin) {
        const SyncSpan& before = events[from - 1].span;
        const bool isSameData
            = before.isReceive() && before.direction == waiter.direction && before.communicator == waiter.communicator;
        if (before.step != waiter.step || (before.isReceive() && !isSameData))
            break;
        --from;
        if (isSameData)
            break;
    }
    return {from, to};
}

RootCauses::Ledger RootCauses::ledgerOf(Stretch stretch, std::int64_t lengthNs) const
{
    Ledger ledger{static_cast<double>(lengthNs)};
    if (stretch.from >= stretch.to)
        return ledger;
    const WindowEvent& first = m_window.events()[stretch.from];
    const WindowEvent& last = m_window.events()[stretch.to - 1];
    ledger.wait = static_cast<double>(last.waitBeforeNs + last.waitNs - first.waitBeforeNs);
    ledger.lost = static_cast<double>(last.lostBeforeNs + last.lostNs - first.lostBeforeNs);
    ledger.checkpoint = static_cast<double>(last.checkpointBeforeNs - first.checkpointBeforeNs);
    if (last.span.kind == SpanKind::Checkpoint)
        ledger.checkpoint += static_cast<double>(last.span.lengthNs());
    ledger.own -= ledger.wait + ledger.lost + ledger.checkpoint;
    return ledger;
}

RootCauses::Ledger RootCauses::ledgerOf(Stretch stretch) const
{
    if (stretch.from >= stretch.to)
        return {};
    const auto& events = m_window.events();
    return ledgerOf(stretch, events[stretch.to - 1].span.endNs - events[stretch.from].span.startNs);
}

/// All time between a lane's last event on the communicator and its arrival, including time without spans.
RootCauses::Ledger RootCauses::arrivalLedger(std::uint32_t event) const
{
    const auto& events = m_window.events();
    const WindowEvent& arrival = events[event];
    const Stretch stretch = beforeCollective(event);
    const std::int64_t since = arrival.previous != WindowEvent::none ? events[arrival.previous].span.endNs
                                                                     : events[stretch.from].span.startNs;
    return ledgerOf(stretch, arrival.arrivalNs() - since);
}

} // namespace lockstep
