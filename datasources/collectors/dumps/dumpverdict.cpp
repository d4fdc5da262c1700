// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/dumps/dumpverdict.h"

#include "datasources/traces/formats/collectivemerge.h"
#include "datasources/traces/formats/tracefile.h"
#include "models/analysis/sync/matching/collectivematch.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <optional>

namespace lockstep {

namespace {

/// What the agent's unit allows it beside its ring.
constexpr TraceAllowances dumpAllowances{{
    {1, std::uint64_t{1} << 16, 0}, // a dump is not compressed
    {24, std::uint64_t{1} << 20, std::uint64_t{32} << 20},
    {128, std::uint64_t{1} << 20, std::uint64_t{4} << 20},
}};
constexpr std::size_t namedRanks = 8;

std::string ranksText(const std::vector<std::int32_t>& ranks, std::size_t count)
{
    std::string text = count == 1 ? "rank" : "ranks";
    for (std::size_t at = 0; at < std::min(ranks.size(), namedRanks); ++at)
        text += fmt::format("{}{}", at == 0 ? " " : ", ", ranks[at]);
    return count > namedRanks ? text + fmt::format(" and {} more", count - namedRanks) : text;
}

/// "all_reduce #5 of default_pg (3 ranks wait in it)"
std::string placeText(const CollectiveTrace& trace, const CollectiveMatches& matches, std::uint32_t communicator,
                      std::int64_t sequence)
{
    const auto isIt = [&](const CollectiveMatch& match) {
        return match.communicator == communicator && match.sequence == sequence;
    };
    const auto match = std::ranges::find_if(matches.matches, isIt);
    const std::string& group = trace.communicators[communicator].name;
    if (match == matches.matches.end() || match->opCount == 0)
        return fmt::format("collective #{} of {}", sequence, group);
    const auto ops = matches.opsOf(*match);
    const auto waiting
        = std::ranges::count_if(ops, [&](std::uint32_t op) { return trace.ops[op].state != OpState::Completed; });
    return fmt::format("{} #{} of {} ({} rank{} it)", collectiveKindName(trace.ops[ops.front()].kind), sequence, group,
                       waiting, waiting == 1 ? " waits in" : "s wait in");
}

/// Those whose dumps are there, and show that they never entered what others wait in.
std::optional<std::string> behindText(const CollectiveTrace& trace, const CollectiveMatches& matches)
{
    const std::vector<MissingParticipant> behind = findMissing(trace, matches);
    if (behind.empty())
        return std::nullopt;
    std::vector<std::int32_t> ranks;
    for (const MissingParticipant& each : behind) {
        if (each.communicator == behind.front().communicator && each.sequence == behind.front().sequence)
            ranks.push_back(trace.participants[each.participant].rank.value_or(-1));
    }
    std::ranges::sort(ranks);
    return fmt::format("{} never entered {}", ranksText(ranks, ranks.size()),
                       placeText(trace, matches, behind.front().communicator, behind.front().sequence));
}

/// The first collective that does not end, whose ranks that left dumps are all in it.
std::optional<std::string> absentText(const CollectiveTrace& trace, const CollectiveMatches& matches)
{
    const auto waits = [&](const CollectiveMatch& match) {
        return std::ranges::any_of(matches.opsOf(match),
                                   [&](std::uint32_t op) { return trace.ops[op].state != OpState::Completed; });
    };
    const auto match = std::ranges::find_if(matches.matches, waits);
    if (match == matches.matches.end())
        return std::nullopt;
    const std::string place = placeText(trace, matches, match->communicator, match->sequence);
    if (match->kindsDiffer || match->shapesDiffer)
        return fmt::format("ranks do not do the same in {}: {} differ", place,
                           match->kindsDiffer ? "operations" : "sizes or types");
    const auto absent = missingMembers(trace, matches, *match, match->missing);
    if (absent.empty())
        return fmt::format("all ranks whose dumps are here wait in {}", place);
    if (absent.size() * 2 < match->opCount)
        return fmt::format("{} left no dump and did not enter {}", ranksText(absent, absent.size()), place);
    return fmt::format("{}; {} of its ranks left no dump here", place, absent.size());
}

} // namespace

DumpVerdict judgeDumps(const DumpSet& set, const std::stop_token& stop)
{
    DumpVerdict verdict;
    TraceBudget budget(dumpAllowances);
    std::vector<CollectiveTrace> parts;
    std::string problem;
    for (std::size_t at = 0; at < set.files.size(); ++at) {
        const DumpFile& file = set.files[at];
        TraceMeter meter(budget, file.name, stop);
        Result<TraceFile> read = Error{file.name + ": there is no memory left to read it"};
        try {
            read = readTraceFile({fmt::format("/proc/self/fd/{}", file.file.get()), file.rank, true}, meter,
                                 TraceDetail::Waits);
        } catch (const std::bad_alloc&) {
            // as it reads by then
        }
        auto* const dump = read.isOk() ? std::get_if<CollectiveTrace>(&read.value().content) : nullptr;
        if (dump == nullptr) {
            problem = read.isOk() ? file.name + ": is no dump of Flight Recorder" : read.error().message;
            continue;
        }
        verdict.read.push_back(at);
        parts.push_back(std::move(*dump));
    }
    if (parts.empty()) {
        verdict.text = "no dump could be read: " + problem;
        return verdict;
    }
    std::vector<std::string> notes;
    const auto merged = mergeCollectives(std::move(parts), notes);
    if (!merged.isOk()) {
        verdict.text = "the dumps do not fit together: " + merged.error().message;
        return verdict;
    }
    const CollectiveTrace& trace = merged.value();
    const CollectiveMatches matches = matchCollectives(trace);
    std::optional<std::string> text = behindText(trace, matches);
    if (!text)
        text = absentText(trace, matches);
    verdict.isHang = text.has_value();
    verdict.text = text.value_or("all ranks whose dumps are here have completed what they entered");
    if (!problem.empty())
        verdict.text += fmt::format("; {} of {} dumps could not be read, as {}", set.files.size() - verdict.read.size(),
                                    set.files.size(), problem);
    return verdict;
}

} // namespace lockstep
