// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/nodeintake.h"

#include <algorithm>
#include <utility>

namespace lockstep {

void ClusterStore::NodeIntake::startEpoch(std::uint64_t newEpoch)
{
    if (newEpoch == epoch)
        return;
    epoch = newEpoch;
    hasSequence = false;
    seen.clear();
}

std::uint64_t ClusterStore::NodeIntake::mapNames(std::shared_ptr<const std::vector<std::string>> announced,
                                                 SourceId source, NameTable& table)
{
    if (announced == names)
        return 0;
    static const std::vector<std::string> none;
    const std::vector<std::string>& before = names ? *names : none;
    // A list nearly always grows at its end: what stayed the same stays mapped.
    const auto [known, firstNew] = std::ranges::mismatch(before, *announced);
    nameIds.resize(static_cast<std::size_t>(known - before.begin()));
    for (auto name = firstNew; name != announced->end(); ++name)
        nameIds.push_back(table.intern(*name, NameTable::Owner{node.index, source}));
    names = std::move(announced);
    return table.takeRefused();
}

ClusterStore::NodeIntake::Order ClusterStore::NodeIntake::noteTick(std::uint64_t sequence, TimePoint time,
                                                                   TimePoint newestTime)
{
    const bool wasSeen = seen.note(tickIndexOf(time, period));
    const bool isFirst = !std::exchange(hasSequence, true);
    // A higher sequence is news even when the node's clock was set back meanwhile.
    const bool isNewer = isFirst || sequence > newestSequence;
    newestSequence = isFirst ? sequence : std::max(sequence, newestSequence);
    if (isNewer || time > newestTime)
        return Order::Newest;
    return wasSeen ? Order::Repeated : Order::Late;
}

} // namespace lockstep
