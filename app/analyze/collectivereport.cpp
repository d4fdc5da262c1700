// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/collectivereport.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace lockstep {

namespace {

std::vector<std::string> conclusions(const CollectiveReport& report)
{
    std::vector<std::string> notes;
    const auto inferred = std::ranges::any_of(report.trace.communicators, &Communicator::isInferred);
    if (inferred && report.trace.participants.size() > 1)
        notes.emplace_back(
            "the trace names no communicators, so all collectives of a stream are assigned to one communicator");
    if (report.waits.doubtful > 0)
        notes.push_back(fmt::format("doubtful matches, of collectives that were never in progress on all ranks at the "
                                    "same time: {}; those matched only by their order are ignored",
                                    report.waits.doubtful));
    if (report.incomplete > 0 && report.hang.kind == HangVerdict::Kind::NoHang)
        notes.push_back(
            fmt::format("{} of {} collectives are incomplete; one of their missing ranks may have arrived last",
                        report.incomplete, report.matches.matches.size()));
    if (report.waits.collectives.empty() && !report.trace.ops.empty() && report.hang.kind == HangVerdict::Kind::NoHang)
        notes.emplace_back("waits are unknown: no collective has times from two or more ranks");
    return notes;
}

/// Whether the training loop waits for data, with an idle GPU, most of the time or most of the GPU's idle time.
bool isBoundByLoading(const Participant& participant)
{
    constexpr double mostly = 0.5;
    const auto traced = static_cast<double>(participant.traced.count());
    const auto idle = traced - static_cast<double>(participant.gpuBusy.count());
    const auto loading = static_cast<double>(participant.loadingIdle.count());
    return traced > 0 && (loading >= mostly * traced || (idle >= mostly * traced && loading >= mostly * idle));
}

} // namespace

CollectiveReport::CollectiveReport(CollectiveTrace of, std::shared_ptr<const JobSync> found)
    : trace(std::move(of)),
      matches(matchCollectives(trace)),
      waits(analyseWaits(trace, matches)),
      hang(findHang(trace, matches)),
      job(found && !found->steps.empty() && found->ranks.size() > 1 ? std::move(found) : nullptr)
{
    for (const auto& match : matches.matches) {
        incomplete += match.missing > 0 ? 1 : 0;
        differing += match.kindsDiffer || match.shapesDiffer || match.statesDiffer || match.extra > 0 ? 1 : 0;
    }
    if (hang.kind == HangVerdict::Kind::NoHang && !job) {
        stragglers = waits.stragglers;
    } else if (hang.kind == HangVerdict::Kind::NoHang && job->verdict.kind == VerdictKind::Ranks) {
        for (const std::uint32_t lane : job->verdict.lanes)
            stragglers.push_back(job->lanes[lane]);
    }
    for (std::uint32_t i = 0; i < trace.participants.size(); ++i) {
        if (isBoundByLoading(trace.participants[i]))
            boundByLoading.push_back(i);
    }
    notes = conclusions(*this);
}

double CollectiveReport::blamedSeconds(std::uint32_t participant) const
{
    if (!job)
        return std::numeric_limits<double>::quiet_NaN();
    double seconds = 0;
    for (const CulpritRow& row : job->culprits) {
        if (row.culprit.kind == CulpritKind::Lane && job->lanes[row.culprit.index] == participant)
            seconds += row.gpuSeconds;
    }
    return seconds;
}

} // namespace lockstep
