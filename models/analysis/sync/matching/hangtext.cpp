// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/hangtext.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

namespace lockstep {

namespace {

constexpr std::size_t namedRanks = 8;

std::string ranksText(std::span<const std::int32_t> ranks)
{
    std::string text = ranks.size() == 1 ? "rank" : "ranks";
    for (std::size_t at = 0; at < std::min(ranks.size(), namedRanks); ++at)
        text += fmt::format("{}{}", at == 0 ? " " : ", ", ranks[at]);
    return ranks.size() > namedRanks ? text + fmt::format(" and {} more", ranks.size() - namedRanks) : text;
}

/// "all_reduce #5 of 0 (default_pg)"
std::string collectiveName(const CollectiveTrace& trace, const HangPlace& place)
{
    const auto sequence
        = place.sequence == CollectiveOp::noSequence ? std::string() : fmt::format(" #{}", place.sequence);
    return fmt::format("{}{} of {}", collectiveKindName(place.kind), sequence,
                       trace.communicators[place.communicator].name);
}

std::string waitingText(const HangPlace& place, std::string_view where)
{
    return fmt::format("{} rank{} {}", place.waiting, place.waiting == 1 ? " waits" : "s wait", where);
}

/// "all_reduce #5 of 0 (default_pg) (3 ranks wait in it)"
std::string placeText(const CollectiveTrace& trace, const HangPlace& place)
{
    return fmt::format("{} ({})", collectiveName(trace, place), waitingText(place, "in it"));
}

std::string suspectsText(const CollectiveTrace& trace, std::span<const std::int32_t> ranks, const HangSuspect& suspect)
{
    const auto who = ranksText(ranks);
    const auto place = placeText(trace, suspect.place);
    const bool isOne = ranks.size() == 1;
    switch (suspect.reason) {
    case SuspectReason::NoDump:
        return fmt::format("{} left no readable dump; {} in {}", who,
                           waitingText(suspect.place, isOne ? "for it" : "for them"),
                           collectiveName(trace, suspect.place));
    case SuspectReason::EmptyDump:
        return fmt::format("{} never entered {}; {}", who, place,
                           isOne ? "its dump holds no collective" : "their dumps hold no collective");
    case SuspectReason::NotCompleted:
        return fmt::format("{} entered {} and {} not completed it, although other ranks have: check {}", who, place,
                           isOne ? "has" : "have", isOne ? "its GPU and links" : "their GPUs and links");
    case SuspectReason::NoTransfer:
        return fmt::format("{} never entered {} side of {}", who, isOne ? "its" : "their", place);
    case SuspectReason::NeverEntered:
        break;
    }
    return fmt::format("{} never entered {}", who, place);
}

void addSuspects(const CollectiveTrace& trace, const HangVerdict& verdict, std::vector<std::string>& sentences)
{
    std::map<std::tuple<SuspectReason, std::uint32_t, std::int64_t>, std::vector<std::int32_t>> ranks;
    for (const auto& suspect : verdict.suspects)
        ranks[{suspect.reason, suspect.place.communicator, suspect.place.sequence}].push_back(suspect.rank);
    for (const auto& [of, group] : ranks) {
        const auto first = std::ranges::find(verdict.suspects, group.front(), &HangSuspect::rank);
        sentences.push_back(suspectsText(trace, group, *first));
    }
    if (verdict.kind == HangVerdict::Kind::Deadlock)
        sentences.emplace_back("these ranks wait for each other");
    if (!verdict.others.empty())
        sentences.push_back(fmt::format("{} did not enter other collectives, because {} waiting for {}",
                                        ranksText(verdict.others), verdict.others.size() == 1 ? "it is" : "they are",
                                        verdict.suspects.size() == 1 ? "this rank" : "these ranks"));
}

} // namespace

std::vector<std::string> hangSentences(const CollectiveTrace& trace, const HangVerdict& verdict)
{
    constexpr auto cannotTell = "cannot determine which rank blocks the others";
    const auto place = verdict.place ? placeText(trace, *verdict.place) : std::string("a collective");
    std::vector<std::string> sentences;
    bool saysUnfinished = false;
    switch (verdict.kind) {
    case HangVerdict::Kind::NoHang:
        return {};
    case HangVerdict::Kind::Suspects:
    case HangVerdict::Kind::Deadlock:
        addSuspects(trace, verdict, sentences);
        saysUnfinished = std::ranges::any_of(
            verdict.suspects, [](const HangSuspect& suspect) { return suspect.reason == SuspectReason::NotCompleted; });
        break;
    case HangVerdict::Kind::Mismatch:
        sentences.push_back(fmt::format("ranks disagree in {}: their {} differ", place,
                                        verdict.kindsDiffer ? "operations" : "sizes or types"));
        break;
    case HangVerdict::Kind::AllEntered:
        sentences.push_back(fmt::format("{}: all ranks with a dump entered {}", cannotTell, place));
        break;
    case HangVerdict::Kind::TooMany:
        sentences.push_back(fmt::format("{}: {} ranks did not enter the collectives that others wait in, the first {}",
                                        cannotTell, verdict.missing, place));
        break;
    case HangVerdict::Kind::DumpsElsewhere:
        sentences.push_back(fmt::format("{}: {}; {} of its ranks left no dump here", cannotTell, place,
                                        verdict.place ? verdict.place->missing : 0));
        break;
    }
    if (!verdict.unfinished.empty() && !saysUnfinished)
        sentences.push_back(fmt::format("{} {} not completed collectives that other ranks have completed: check {}",
                                        ranksText(verdict.unfinished), verdict.unfinished.size() == 1 ? "has" : "have",
                                        verdict.unfinished.size() == 1 ? "its GPU" : "their GPUs"));
    return sentences;
}

std::string_view suspectReasonName(SuspectReason reason)
{
    switch (reason) {
    case SuspectReason::NoDump:
        return "no dump";
    case SuspectReason::EmptyDump:
        return "empty dump";
    case SuspectReason::NeverEntered:
        return "never entered";
    case SuspectReason::NoTransfer:
        return "no transfer";
    case SuspectReason::NotCompleted:
        return "not completed";
    }
    return "";
}

} // namespace lockstep
