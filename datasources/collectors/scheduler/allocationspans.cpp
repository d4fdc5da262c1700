// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/allocationspans.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>

namespace lockstep {

namespace {

constexpr unsigned tellableGpus = 64;

std::string whatOf(const SchedulerPlacement& place)
{
    std::string text = fmt::format("{} GPU{}", place.gpus, place.gpus == 1 ? "" : "s");
    return place.which.empty() ? text : fmt::format("{} ({})", text, place.which);
}

} // namespace

std::uint64_t gpuBits(std::string_view list)
{
    std::uint64_t bits = 0;
    while (!list.empty()) {
        const std::string_view one = list.substr(0, list.find(','));
        list.remove_prefix(std::min(one.size() + 1, list.size()));
        const auto numberOf = [](std::string_view text) {
            unsigned number = tellableGpus;
            const char* const end = text.data() + text.size();
            const auto [next, error] = std::from_chars(text.data(), end, number);
            return error == std::errc{} && next == end ? number : tellableGpus;
        };
        const std::size_t dash = one.find('-');
        const unsigned first = numberOf(one.substr(0, dash));
        const unsigned last = dash == std::string_view::npos ? first : numberOf(one.substr(dash + 1));
        if (last < first || last >= tellableGpus)
            return 0;
        for (unsigned gpu = first; gpu <= last; ++gpu)
            bits |= std::uint64_t{1} << gpu;
    }
    return bits;
}

AllocationSpans::Held AllocationSpans::heldIn(const SchedulerView& view)
{
    Held held;
    for (const SchedulerNode& node : view.nodes()) {
        std::vector<AllocationPiece>& its = held[node.name];
        if (node.isUnavailable)
            its.push_back({.node = node.name,
                           .what = SchedulerView::cleanText(node.reason.empty() ? node.stateWord : node.reason, 200)});
    }
    for (const SchedulerJob& job : view.jobs()) {
        if (job.state != SchedulerJob::State::Running)
            continue;
        for (const SchedulerPlacement& place : job.placements) {
            if (const auto known = held.find(place.node); known != held.end())
                known->second.push_back({.node = place.node,
                                         .job = job.name,
                                         .tenant = job.tenant,
                                         .what = whatOf(place),
                                         .gpus = place.gpus,
                                         .which = gpuBits(place.which)});
        }
    }
    return held;
}

/// Ends both the earlier and the current state now; the latter continues.
void AllocationSpans::follow(const std::string& name, Node& node, std::vector<AllocationPiece> held, TimePoint now,
                             std::vector<AllocationPiece>& pieces) const
{
    const auto tell = [&](TimePoint from) {
        for (AllocationPiece piece : node.held) {
            piece.start = from;
            piece.end = now;
            piece.state = node.state;
            pieces.push_back(std::move(piece));
        }
        node.reported = now;
    };
    // Spreads reports over time, so that nodes reported together do not stay synchronised.
    constexpr Duration earliest = allocationReportedAgain / 2;
    const Duration due = earliest + earliest / 100 * static_cast<std::int64_t>(std::hash<std::string>{}(name) % 100);
    const bool isSame = node.held == held;
    if (!isSame || now - node.reported >= due)
        tell(node.reported);
    if (isSame)
        return;
    node.held = std::move(held);
    ++node.state;
    tell(m_last);
}

std::vector<AllocationPiece> AllocationSpans::follow(const SchedulerView& view, TimePoint now)
{
    std::vector<AllocationPiece> pieces;
    // The clock was set, or the time in between is unknown.
    const bool isGap = now <= m_last || now - m_last > longestGap;
    if (isGap) {
        m_nodes.clear();
        m_last = now - std::chrono::seconds(1);
    }
    Held held = heldIn(view);
    for (auto& [name, its] : held) {
        Node& node = m_nodes.try_emplace(name, Node{{}, m_last, 0}).first->second;
        follow(name, node, std::move(its), now, pieces);
    }
    std::erase_if(m_nodes, [&](const auto& each) { return !held.contains(each.first); });
    m_last = now;
    return pieces;
}

} // namespace lockstep
