// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ras/rasjudge.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace lockstep {

namespace {

std::string nameOf(const RasRank& rank)
{
    if (rank.rank < 0 && rank.process == 0)
        return rank.host; // of ranks that are not listed
    if (rank.rank >= 0 && rank.process == 0 && rank.host.empty())
        return fmt::format("rank {}", rank.rank);
    if (rank.rank < 0)
        return fmt::format("process {} on {}", rank.process, rank.host);
    const std::string gpu = rank.gpu >= 0 ? fmt::format("GPU {}, ", rank.gpu) : "";
    return fmt::format("rank {} ({}process {} on {})", rank.rank, gpu, rank.process, rank.host);
}

std::int64_t launchedBy(const RasRank& rank)
{
    return std::accumulate(rank.counts.begin(), rank.counts.end(), std::int64_t{0},
                           [](std::int64_t sum, std::int64_t count) { return sum + count; });
}

std::vector<std::int64_t> countsOf(const RasCommunicator& communicator)
{
    std::vector<std::int64_t> counts;
    for (const RasRank& rank : communicator.ranks)
        counts.push_back(launchedBy(rank));
    return counts;
}

} // namespace

void RasJudge::getOn(Known& known, Time now)
{
    const auto [min, max] = std::ranges::minmax_element(known.counts);
    const bool wereSomeBehind = !known.counts.empty() && *min != *max;
    // Half of it is forgotten within about twenty others.
    known.longest -= known.longest / 32;
    if (wereSomeBehind)
        known.longest = std::max(known.longest, now - known.since);
    if (known.counts.empty())
        known.begun = now;
    else
        ++known.moves;
    known.since = now;
}

RasJudge::Time::duration RasJudge::patienceWith(const Known& known)
{
    const auto age = known.since - known.begun;
    const bool hasPace = known.moves >= movesOfPace && age >= timeOfPace && age >= standstillsOfPace * known.longest;
    return std::max<Time::duration>(hasPace ? Time::duration(standstill) : Time::duration(standstillBefore),
                                    known.longest + known.longest / 2);
}

void RasJudge::judgeOne(const RasCommunicator& communicator, Known& known, Time now, std::vector<Finding>& current)
{
    const auto aboutOf = [&communicator](const RasRank& rank) {
        return fmt::format("communicator {}: {}", communicator.hash, nameOf(rank));
    };
    for (const RasRank& rank : communicator.missing) {
        const std::string about = aboutOf(rank);
        current.push_back(
            {Finding::Kind::Missing, false, rank.isDead, about,
             fmt::format("{} {}", about, rank.isDead ? "was reported dead by its peers" : "does not answer")});
    }
    std::vector<std::int64_t> counts = countsOf(communicator);
    if (counts != known.counts) {
        getOn(known, now);
        known.counts = std::move(counts);
        return;
    }
    if (known.counts.empty() || now - known.since < patienceWith(known))
        return;
    const std::int64_t max = *std::ranges::max_element(known.counts);
    for (std::size_t at = 0; at < known.counts.size(); ++at) {
        if (known.counts[at] >= max)
            continue;
        const std::string about = aboutOf(communicator.ranks[at]);
        current.push_back({Finding::Kind::Behind, false, false, about,
                           fmt::format("{} has launched {} collectives, others {}; all ranks have stopped launching",
                                       about, known.counts[at], max)});
    }
}

std::vector<RasJudge::Finding> RasJudge::judge(const RasStatus& status, Time now)
{
    std::vector<Finding> news;
    std::map<std::string, Known> still;
    m_missing = m_behind = 0;
    m_isSuspicious = false;
    for (const RasCommunicator& communicator : status.communicators) {
        Known known = std::move(m_communicators[communicator.hash]);
        std::vector<Finding> current;
        judgeOne(communicator, known, now, current);
        const auto [min, max] = std::ranges::minmax_element(known.counts);
        m_isSuspicious |= !communicator.missing.empty() || (!known.counts.empty() && *min != *max);
        std::map<std::string, Finding> reported;
        for (Finding& finding : current) {
            (finding.kind == Finding::Kind::Missing ? m_missing : m_behind) += 1;
            if (reported.size() >= RasJudge::reported || reported.contains(finding.about)) // may be listed twice
                continue;
            if (!known.reported.contains(finding.about))
                news.push_back(finding);
            reported.emplace(finding.about, std::move(finding));
        }
        for (auto& [about, finding] : known.reported) {
            if (reported.contains(about))
                continue;
            finding.isOver = true;
            finding.text = about + (finding.kind == Finding::Kind::Missing ? " answers again" : " has caught up");
            news.push_back(finding);
        }
        known.reported = std::move(reported);
        still[communicator.hash] = std::move(known);
    }
    // A communicator that has disappeared has ended, with all its findings.
    m_communicators = std::move(still);
    return news;
}

} // namespace lockstep
