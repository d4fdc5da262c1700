// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/collectivereport.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

std::vector<std::string> conclusions(const CollectiveReport& report)
{
    std::vector<std::string> notes;
    const auto inferred = std::ranges::any_of(report.trace.communicators, &Communicator::isInferred);
    if (inferred && report.trace.participants.size() > 1)
        notes.emplace_back("the trace names no communicators; collectives of one stream were taken to share one");
    if (report.waits.doubtful > 0)
        notes.push_back(
            fmt::format("{} collectives were at no moment entered by all ranks; those matched by order alone "
                        "are left out, as they are hardly the same",
                        report.waits.doubtful));
    if (report.incomplete > 0)
        notes.push_back(fmt::format("{} of {} collectives lack ranks; who is missing may have come last",
                                    report.incomplete, report.matches.matches.size()));
    if (report.waits.collectives.empty())
        notes.emplace_back("no collective has two timed ranks, so waits are unknown");
    return notes;
}

} // namespace

CollectiveReport::CollectiveReport(CollectiveTrace of)
    : trace(std::move(of)),
      matches(matchCollectives(trace)),
      waits(analyseWaits(trace, matches)),
      behind(findMissing(trace, matches))
{
    for (const auto& match : matches.matches) {
        incomplete += match.missing > 0 ? 1 : 0;
        differing += match.kindsDiffer || match.shapesDiffer || match.statesDiffer || match.extra > 0 ? 1 : 0;
    }
    for (const auto& missing : behind)
        stragglers.push_back(missing.participant);
    stragglers.insert(stragglers.end(), waits.stragglers.begin(), waits.stragglers.end());
    std::vector<std::uint32_t> once;
    for (const auto participant : stragglers) {
        if (std::ranges::find(once, participant) == once.end())
            once.push_back(participant);
    }
    stragglers = std::move(once);
    notes = conclusions(*this);
}

} // namespace lockstep
