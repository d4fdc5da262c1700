// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/steps/timeclasses.h"

#include <algorithm>
#include <vector>

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

} // namespace lockstep
