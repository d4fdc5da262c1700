// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/collectivematch.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace lockstep {

bool isMember(const Communicator& communicator, std::int32_t rank)
{
    if (communicator.isNumberedFromZero)
        return rank >= 0 && static_cast<std::uint32_t>(rank) < communicator.size;
    return std::ranges::binary_search(communicator.members, rank);
}

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

std::vector<std::int32_t> missingMembers(const CollectiveTrace& trace, const CollectiveMatches& matches,
                                         const CollectiveMatch& match, std::size_t limit)
{
    const auto& communicator = trace.communicators[match.communicator];
    const auto present = presentRanks(trace, matches.opsOf(match));
    std::vector<std::int32_t> missing;
    if (present.empty())
        return missing; // who took part is unknown, so who did not is too
    const auto count = communicator.isNumberedFromZero ? communicator.size : communicator.members.size();
    for (std::size_t i = 0; i < count && missing.size() < limit; ++i) {
        const auto rank = communicator.isNumberedFromZero ? static_cast<std::int32_t>(i) : communicator.members[i];
        if (!std::ranges::binary_search(present, rank))
            missing.push_back(rank);
    }
    return missing;
}

std::vector<MissingParticipant> findMissing(const CollectiveTrace& trace, const CollectiveMatches& matches)
{
    using Place = std::pair<std::uint32_t, std::uint32_t>; // communicator, participant
    std::map<Place, std::int64_t> lastSequence;
    std::map<std::uint32_t, std::set<std::uint32_t>> participantsOf;
    for (const auto& match : matches.matches) {
        for (const auto op : matches.opsOf(match)) {
            lastSequence[{match.communicator, trace.ops[op].participant}] = match.sequence;
            participantsOf[match.communicator].insert(trace.ops[op].participant);
        }
    }
    for (std::uint32_t i = 0; i < trace.participants.size(); ++i) {
        const auto rank = trace.participants[i].rank;
        for (auto& [communicator, participants] : participantsOf) {
            if (rank && isMember(trace.communicators[communicator], *rank) && participants.insert(i).second)
                lastSequence[{communicator, i}] = std::numeric_limits<std::int64_t>::min(); // a member that never came
        }
    }
    std::vector<MissingParticipant> missing;
    std::set<Place> blamed;
    for (const auto& match : matches.matches) {
        const auto ops = matches.opsOf(match);
        const auto waiting
            = std::ranges::count_if(ops, [&](std::uint32_t op) { return trace.ops[op].state != OpState::Completed; });
        if (waiting == 0)
            continue;
        for (const auto participant : participantsOf[match.communicator]) {
            const Place place{match.communicator, participant};
            if (lastSequence[place] < match.sequence && blamed.insert(place).second)
                missing.push_back(
                    {participant, match.communicator, match.sequence, static_cast<std::uint32_t>(waiting)});
        }
    }
    return missing;
}

} // namespace lockstep
