// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/collectivematch.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

/// Key by which ops are matched.
struct MatchKey
{
    std::uint32_t communicator = 0;
    std::int64_t sequence = 0;
    std::uint32_t occurrence = 0; ///< n-th use of the sequence by the participant
    std::uint32_t participant = 0;
    std::uint32_t op = 0;
};

auto order(const MatchKey& key)
{
    return std::tuple(key.communicator, key.sequence, key.occurrence, key.participant, key.op);
}

bool sameCollective(const MatchKey& a, const MatchKey& b)
{
    return std::tuple(a.communicator, a.sequence, a.occurrence) == std::tuple(b.communicator, b.sequence, b.occurrence);
}

/// A total order of the ops of one participant and communicator. Independent of the order in the trace.
auto startOrder(const CollectiveTrace& trace, std::uint32_t index)
{
    const auto& op = trace.ops[index];
    return std::tuple(op.communicator, op.participant, op.sequence, op.start.value_or(TimePoint::min()),
                      op.duration.value_or(Duration::zero()), op.kind, op.bytes, index);
}

std::vector<MatchKey> numberedOps(const CollectiveTrace& trace)
{
    std::vector<std::uint32_t> byStart(trace.ops.size());
    for (std::uint32_t i = 0; i < byStart.size(); ++i)
        byStart[i] = i;
    std::ranges::sort(byStart, {}, [&](std::uint32_t index) { return startOrder(trace, index); });

    std::vector<MatchKey> keys;
    keys.reserve(byStart.size());
    for (const auto index : byStart) {
        const auto& op = trace.ops[index];
        MatchKey key{op.communicator, op.sequence, 0, op.participant, index};
        if (!keys.empty()) {
            const auto& before = trace.ops[keys.back().op];
            const bool repeats = before.communicator == op.communicator && before.participant == op.participant
                && before.sequence == op.sequence;
            if (repeats)
                key.occurrence = keys.back().occurrence + 1;
        }
        keys.push_back(key);
    }
    for (auto& key : keys) {
        if (key.sequence == CollectiveOp::noSequence)
            key.sequence = std::exchange(key.occurrence, 0U);
    }
    std::ranges::sort(keys, {}, order);
    return keys;
}

/// The ranks with a part in a collective, by their numbers in the communicator, ascending, without duplicates.
std::vector<std::int32_t> presentRanks(const CollectiveTrace& trace, std::span<const std::uint32_t> ops)
{
    std::vector<std::int32_t> present;
    for (const auto op : ops) {
        if (trace.ops[op].member >= 0)
            present.push_back(trace.ops[op].member);
    }
    std::ranges::sort(present);
    present.erase(std::unique(present.begin(), present.end()), present.end());
    return present;
}

void compareMembers(const CollectiveTrace& trace, std::span<const std::uint32_t> ops, CollectiveMatch& match)
{
    const auto& communicator = trace.communicators[match.communicator];
    if (!communicator.group.empty())
        return; // the ranks of a larger group count sends and receives separately
    const auto parts = static_cast<std::uint32_t>(ops.size());
    match.missing = communicator.size > parts ? communicator.size - parts : 0;
    if (communicator.members.empty() && !communicator.isNumberedFromZero)
        return;
    const auto present = presentRanks(trace, ops);
    const auto within = std::ranges::count_if(present, [&](auto rank) { return isMember(communicator, rank); });
    match.extra = static_cast<std::uint32_t>(present.size()) - static_cast<std::uint32_t>(within);
    if (!present.empty())
        match.missing = communicator.size - std::min(communicator.size, static_cast<std::uint32_t>(within));
}

void compareParts(const CollectiveTrace& trace, std::span<const std::uint32_t> ops, CollectiveMatch& match)
{
    const auto& first = trace.ops[ops.front()];
    for (const auto index : ops) {
        const auto& op = trace.ops[index];
        const bool isPair = first.kind == CollectiveKind::Send || first.kind == CollectiveKind::Recv;
        match.kindsDiffer = match.kindsDiffer || (op.kind != first.kind && !isPair);
        // In an all-to-all, sizes may differ between ranks; send and recv each record their own side.
        const bool mayDiffer
            = isPair || first.kind == CollectiveKind::AllToAll || first.kind == CollectiveKind::Generic;
        match.shapesDiffer = match.shapesDiffer || (op.shape != first.shape && !mayDiffer);
        match.statesDiffer
            = match.statesDiffer || (op.state == OpState::Completed) != (first.state == OpState::Completed);
    }
}

} // namespace

bool isMember(const Communicator& communicator, std::int32_t rank)
{
    if (communicator.isNumberedFromZero)
        return rank >= 0 && static_cast<std::uint32_t>(rank) < communicator.size;
    return std::ranges::binary_search(communicator.members, rank);
}

std::vector<std::int32_t> missingMembers(const CollectiveTrace& trace, const CollectiveMatches& matches,
                                         const CollectiveMatch& match, std::size_t limit)
{
    const auto& communicator = trace.communicators[match.communicator];
    const auto present = presentRanks(trace, matches.opsOf(match));
    std::vector<std::int32_t> missing;
    if (present.empty())
        return missing; // the members are unknown
    const auto count = communicator.isNumberedFromZero ? communicator.size : communicator.members.size();
    for (std::size_t i = 0; i < count && missing.size() < limit; ++i) {
        const auto rank = communicator.isNumberedFromZero ? static_cast<std::int32_t>(i) : communicator.members[i];
        if (!std::ranges::binary_search(present, rank))
            missing.push_back(rank);
    }
    return missing;
}

CollectiveMatches matchCollectives(const CollectiveTrace& trace)
{
    const auto keys = numberedOps(trace);
    CollectiveMatches result;
    result.ops.reserve(keys.size());
    for (std::size_t from = 0; from < keys.size();) {
        auto to = from;
        while (to < keys.size() && sameCollective(keys[from], keys[to]))
            result.ops.push_back(keys[to++].op);
        CollectiveMatch match;
        match.communicator = keys[from].communicator;
        match.sequence = keys[from].sequence;
        match.firstOp = static_cast<std::uint32_t>(from);
        match.opCount = static_cast<std::uint32_t>(to - from);
        const auto ops = std::span(result.ops).subspan(from, to - from);
        compareMembers(trace, ops, match);
        compareParts(trace, ops, match);
        result.matches.push_back(std::move(match));
        from = to;
    }
    return result;
}

} // namespace lockstep
