// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/syncsnapshot.h"

#include <algorithm>
#include <unordered_map>

namespace lockstep {

namespace {

auto kindOf(const StepTransfer& transfer)
{
    return std::tuple(transfer.communicator, transfer.op, transfer.sizeClass);
}

std::uint32_t membersOf(const SyncWindow& window, std::uint32_t communicator)
{
    // Not equal_range, because clang 14 cannot compile its subrange.
    const auto& members = window.members();
    const auto first = std::ranges::lower_bound(members, communicator, {}, &SyncWindow::Member::communicator);
    const auto last = std::ranges::upper_bound(members, communicator, {}, &SyncWindow::Member::communicator);
    return static_cast<std::uint32_t>(last - first);
}

} // namespace

std::vector<StepTransfer> transfersOf(const SyncWindow& window)
{
    std::vector<StepTransfer> all;
    for (const WaitGroup& group : window.groups()) {
        if (group.isReceive || !group.isFresh)
            continue;
        const WindowEvent& shortest = window.events()[group.shortest];
        all.push_back({shortest.span.communicator, shortest.span.op, shortest.span.sizeClass, group.count, 1,
                       shortest.lengthNs()});
    }
    std::ranges::sort(all, {}, [](const StepTransfer& each) { return kindOf(each); });
    std::vector<StepTransfer> transfers;
    std::uint32_t members = 0;
    for (std::size_t at = 0; at < all.size(); ++at) {
        if (at == 0 || all[at].communicator != all[at - 1].communicator)
            members = membersOf(window, all[at].communicator);
        if (all[at].members != members)
            continue;
        if (transfers.empty() || kindOf(transfers.back()) != kindOf(all[at])) {
            transfers.push_back(all[at]);
            continue;
        }
        transfers.back().meanNs += all[at].meanNs; // a sum so far
        ++transfers.back().count;
    }
    for (StepTransfer& each : transfers)
        each.meanNs /= each.count;
    return transfers;
}

void countCollectives(const SyncWindow& window, SyncStep& step)
{
    std::unordered_map<std::uint32_t, std::uint32_t> members; // by communicator
    for (const SyncWindow::Member& each : window.members())
        ++members[each.communicator];
    for (const WaitGroup& group : window.groups()) {
        if (group.isReceive || !group.isFresh)
            continue;
        ++step.collectives;
        step.partialCollectives += group.count < members[window.events()[group.shortest].span.communicator] ? 1 : 0;
    }
}

namespace {

const WaitVerdict* verdictAmong(const std::vector<WaitVerdict>& verdicts, std::uint32_t communicator,
                                std::uint32_t sequence, std::uint32_t lane)
{
    for (const std::uint32_t whose : {WaitVerdict::allLanes, lane}) {
        const std::tuple key(communicator, sequence, whose);
        const auto found = std::ranges::lower_bound(verdicts, key, {}, &WaitVerdict::key);
        if (found != verdicts.end() && found->key() == key)
            return &*found;
    }
    return nullptr;
}

} // namespace

const WaitVerdict* JobSync::verdictOn(std::uint32_t communicator, std::uint32_t sequence, std::uint32_t lane) const
{
    for (auto step = verdicts.rbegin(); step != verdicts.rend(); ++step) {
        if (const WaitVerdict* found = verdictAmong(**step, communicator, sequence, lane))
            return found;
    }
    return nullptr;
}

const WaitVerdict* JobSync::verdictInStep(std::uint32_t step, std::uint32_t communicator, std::uint32_t sequence,
                                          std::uint32_t lane) const
{
    // Verdicts belong to the last steps; for a repeated step, the latest one counts.
    const std::size_t known = std::min(verdicts.size(), steps.size());
    for (std::size_t back = 1; back <= known; ++back) {
        if (steps[steps.size() - back]->step == step)
            return verdictAmong(*verdicts[verdicts.size() - back], communicator, sequence, lane);
    }
    return nullptr;
}

} // namespace lockstep
