// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/timeclasses.h"

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

/// The more productive a class, the lower: it counts where spans overlap.
int precedence(TimeClass timeClass)
{
    constexpr std::array<int, timeClassCount> order{0, 4, 1, 2, 3, 6, 5};
    return order[static_cast<std::size_t>(timeClass)];
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
    pieces.push_back({span.startNs, span.startNs + event.waitNs, TimeClass::Wait});
    pieces.push_back({span.startNs + event.waitNs, span.endNs, TimeClass::Transfer});
}

/// Where pieces overlap, only the most productive is left.
std::vector<Piece> disjoint(const std::vector<Piece>& pieces)
{
    std::vector<std::int64_t> edges;
    for (const Piece& piece : pieces)
        edges.insert(edges.end(), {piece.fromNs, piece.toNs});
    std::ranges::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    std::vector<Piece> parts;
    std::vector<std::size_t> active; // pieces that have begun
    std::size_t next = 0;
    for (std::size_t at = 0; at + 1 < edges.size(); ++at) {
        while (next < pieces.size() && pieces[next].fromNs <= edges[at])
            active.push_back(next++);
        std::erase_if(active, [&](std::size_t piece) { return pieces[piece].toNs <= edges[at]; });
        if (active.empty())
            continue;
        const std::size_t best = *std::ranges::min_element(
            active, {}, [&](std::size_t piece) { return precedence(pieces[piece].timeClass); });
        parts.push_back({edges[at], edges[at + 1], pieces[best].timeClass});
    }
    return parts;
}

} // namespace

std::string_view timeClassName(TimeClass timeClass)
{
    constexpr std::array<std::string_view, timeClassCount> names{"compute", "wait", "transfer", "checkpoint",
                                                                 "restart", "idle", "unknown"};
    return names[static_cast<std::size_t>(timeClass)];
}

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
