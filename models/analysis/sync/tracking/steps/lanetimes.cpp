// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/steps/lanetimes.h"

#include "models/analysis/sync/tracking/steps/syncstep.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

struct Piece
{
    std::int64_t fromNs = 0;
    std::int64_t toNs = 0;
    TimeClass timeClass = TimeClass::Unknown;
};

constexpr std::array mostProductiveFirst{TimeClass::Compute, TimeClass::Transfer, TimeClass::Checkpoint,
                                         TimeClass::Restart, TimeClass::Wait,     TimeClass::Unknown,
                                         TimeClass::Idle};
static_assert(mostProductiveFirst.size() == timeClassCount);

/// Lower for more productive classes, which take precedence where spans overlap.
int precedence(TimeClass timeClass)
{
    return static_cast<int>(std::ranges::find(mostProductiveFirst, timeClass) - mostProductiveFirst.begin());
}

void addPieces(const WindowEvent& event, std::vector<Piece>& pieces)
{
    const SyncSpan& span = event.span;
    const auto whole = [&](TimeClass timeClass) {
        pieces.push_back({span.startNs, span.endNs, timeClass});
    };
    switch (span.kind) {
    case SpanKind::Compute:
        return whole(TimeClass::Compute);
    case SpanKind::Transfer:
        return whole(TimeClass::Transfer);
    case SpanKind::Wait:
        return whole(TimeClass::Wait);
    case SpanKind::Checkpoint:
        return whole(TimeClass::Checkpoint);
    case SpanKind::Restart:
        return whole(TimeClass::Restart);
    case SpanKind::Idle:
        return whole(TimeClass::Idle);
    case SpanKind::Step:
    case SpanKind::Marker:
        return;
    case SpanKind::Collective:
        break;
    }
    if (event.group == WindowEvent::none)
        return whole(TimeClass::Unknown);
    pieces.push_back({event.arrivalNs(), event.arrivalNs() + event.waitNs, TimeClass::Wait});
    pieces.push_back({event.arrivalNs() + event.waitNs, span.endNs, TimeClass::Transfer});
}

/// Beginning or end of a piece.
struct Edge
{
    std::int64_t ns = 0;
    int change = 0; ///< of the number of active pieces of that class
    TimeClass timeClass = TimeClass::Unknown;
};

/// Keeps only the most productive class where pieces overlap. Visits each edge once.
std::vector<Piece> disjoint(const std::vector<Piece>& pieces)
{
    std::vector<Edge> edges;
    edges.reserve(2 * pieces.size());
    for (const Piece& piece : pieces) {
        if (piece.toNs <= piece.fromNs)
            continue;
        edges.push_back({piece.fromNs, 1, piece.timeClass});
        edges.push_back({piece.toNs, -1, piece.timeClass});
    }
    std::ranges::sort(edges, {}, &Edge::ns);
    std::array<std::int64_t, timeClassCount> active{}; // number of active pieces, by precedence
    std::vector<Piece> parts;
    for (std::size_t at = 0; at < edges.size(); ++at) {
        active[static_cast<std::size_t>(precedence(edges[at].timeClass))] += edges[at].change;
        if (at + 1 == edges.size() || edges[at + 1].ns == edges[at].ns)
            continue;
        const auto best = std::ranges::find_if(active, [](std::int64_t count) { return count > 0; });
        if (best != active.end())
            parts.push_back(
                {edges[at].ns, edges[at + 1].ns, mostProductiveFirst[static_cast<std::size_t>(best - active.begin())]});
    }
    return parts;
}

} // namespace

void TimeClasses::restartUntil(std::int64_t ns)
{
    if (!m_toNs || ns <= *m_toNs)
        return;
    m_ns[static_cast<std::size_t>(TimeClass::Restart)] += ns - *m_toNs;
    m_toNs = ns;
}

void TimeClasses::account(const SyncWindow& window, std::uint32_t lane)
{
    std::vector<Piece> pieces;
    for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane); ++at) {
        if (window.events()[at].isFresh())
            addPieces(window.events()[at], pieces);
    }
    if (pieces.empty())
        return;
    const auto byStart = [](const Piece& piece) {
        return std::pair(piece.fromNs, piece.toNs);
    };
    if (!std::ranges::is_sorted(pieces, {}, byStart))
        std::ranges::sort(pieces, {}, byStart);
    const auto overlaps = [](const Piece& a, const Piece& b) {
        return b.fromNs < a.toNs;
    };
    if (std::ranges::adjacent_find(pieces, overlaps) != pieces.end())
        pieces = disjoint(pieces);
    if (!m_fromNs)
        m_fromNs = m_toNs = pieces.front().fromNs;
    for (const Piece& piece : pieces) {
        if (piece.toNs <= *m_toNs)
            continue;
        const std::int64_t from = std::max(piece.fromNs, *m_toNs);
        m_ns[static_cast<std::size_t>(TimeClass::Unknown)] += from - *m_toNs;
        m_ns[static_cast<std::size_t>(piece.timeClass)] += piece.toNs - from;
        m_toNs = piece.toNs;
    }
}

void LaneTimes::addLane()
{
    m_ever.emplace_back();
    m_before.emplace_back();
    m_recent.emplace_back();
}

void LaneTimes::restartUntil(std::int64_t ns)
{
    for (TimeClasses& classes : m_ever)
        classes.restartUntil(ns);
}

void LaneTimes::account(const SyncWindow& window)
{
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane)
        m_ever[lane].account(window, lane);
}

double LaneTimes::newSeconds(std::uint32_t lane, TimeClass timeClass) const
{
    return m_ever[lane].seconds(timeClass) - m_before[lane].seconds(timeClass);
}

/// The rest of the step without spans is unknown time.
void LaneTimes::close(const SyncStep& step)
{
    const double length = std::chrono::duration<double>(step.range.length()).count();
    std::vector<Spent> all(m_ever.size(), Spent{});
    for (std::uint32_t lane = 0; lane < all.size(); ++lane) {
        if (lane >= step.wait.size() || std::isnan(step.wait[lane]))
            continue;
        Spent& spent = all[lane];
        for (std::size_t at = 0; at < timeClassCount; ++at)
            spent[at] = static_cast<float>(newSeconds(lane, static_cast<TimeClass>(at)));
        float& unknown = spent[static_cast<std::size_t>(TimeClass::Unknown)];
        unknown = 0;
        unknown = std::max(0.0F, static_cast<float>(length) - std::accumulate(spent.begin(), spent.end(), 0.0F));
        m_before[lane] = m_ever[lane];
    }
    m_steps.push_back(std::move(all));
    if (m_steps.size() > recentSteps)
        m_steps.pop_front();
    // Summed anew, so that rounding errors do not accumulate.
    std::ranges::fill(m_recent, TimeSpent{});
    for (const std::vector<Spent>& each : m_steps) {
        for (std::size_t lane = 0; lane < each.size(); ++lane) {
            for (std::size_t at = 0; at < timeClassCount; ++at)
                m_recent[lane][at] += static_cast<double>(each[lane][at]);
        }
    }
}

void LaneTimes::forgetRecent()
{
    m_steps.clear();
    std::ranges::fill(m_recent, TimeSpent{});
}

} // namespace lockstep
