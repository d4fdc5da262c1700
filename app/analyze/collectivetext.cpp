// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/collectivereport.h"
#include "models/analysis/sync/matching/hangtext.h"
#include "models/core/textparts.h"
#include "models/core/units.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

/// At most this many missing members are named.
constexpr std::size_t namedMembers = 16;

std::string time(Microseconds value, bool isKnown)
{
    return isKnown ? formatQuantity(std::chrono::duration<double>(value).count(), Unit::Seconds) : "no data";
}

/// Times per process from profiler traces; limited to a few ranks, the JSON has all.
std::string timesText(const CollectiveReport& report)
{
    constexpr std::size_t maxShown = 16;
    std::string text;
    std::size_t shown = 0;
    for (const auto& participant : report.trace.participants) {
        if (participant.traced <= Duration::zero() || ++shown > maxShown)
            continue;
        const auto share = [&](Duration part) {
            return formatQuantity(
                std::chrono::duration<double>(part) / std::chrono::duration<double>(participant.traced), Unit::Ratio);
        };
        const bool hasGpu = participant.gpuBusy > Duration::zero();
        text += fmt::format("  {:>6}  traced {}, {}", participant.rank ? fmt::to_string(*participant.rank) : "?",
                            time(participant.traced, true),
                            hasGpu ? fmt::format("GPU busy {} of the time", share(participant.gpuBusy))
                                   : "no GPU activity recorded");
        if (participant.loading > Duration::zero())
            text += fmt::format(", waiting for the data loader {} of the time", share(participant.loading));
        if (participant.loading > Duration::zero() && hasGpu)
            text += fmt::format(" ({} while the GPU was idle)", share(participant.loadingIdle));
        text += '\n';
    }
    for (const auto index : report.boundByLoading) {
        const auto& participant = report.trace.participants[index];
        text += fmt::format(
            "\n  {}: limited by data loading: the GPU is idle while the training loop waits for the next batch\n",
            participant.rank ? fmt::format("rank {}", *participant.rank) : participant.source);
    }
    return text.empty() ? text : "\n" + text;
}

/// GPU time lost because of a rank, as shown in the window, with waits followed to their cause. If unknown, the time
/// that others waited for this rank directly.
std::string blamedText(const CollectiveReport& report, std::uint32_t participant)
{
    const auto& wait = report.waits.participants[participant];
    return report.job ? formatQuantity(report.blamedSeconds(participant), Unit::Seconds)
                      : time(wait.caused, wait.matched > 0);
}

std::string ranksText(const CollectiveReport& report)
{
    std::string text = report.stragglers.size() == 1 ? "rank" : "ranks";
    for (const std::uint32_t straggler : report.stragglers) {
        const auto& participant = report.trace.participants[straggler];
        text += fmt::format("{} {}", straggler == report.stragglers.front() ? "" : ",",
                            participant.rank ? fmt::to_string(*participant.rank) : participant.source);
    }
    return text + (report.stragglers.size() == 1 ? " slows the job" : " slow the job");
}

std::string rankTable(const CollectiveReport& report)
{
    auto text = fmt::format("\n  {:>6}  {:>12}  {:>12}  {:>9}  {:>12}  {:>12}\n", "rank", "collective", "wait",
                            "last in", "blamed for", "compute");
    for (std::size_t i = 0; i < report.trace.participants.size(); ++i) {
        const auto& participant = report.trace.participants[i];
        const auto& wait = report.waits.participants[i];
        text += fmt::format("  {:>6}  {:>12}  {:>12}  {:>9}  {:>12}  {:>12}{}\n",
                            participant.rank ? fmt::format("{}", *participant.rank) : "?",
                            time(wait.collective, wait.timed > 0), time(wait.wait, wait.matched > 0),
                            wait.matched > 0 ? fmt::format("{}", wait.lastArrivals) : "no data",
                            blamedText(report, static_cast<std::uint32_t>(i)),
                            time(participant.compute, participant.computeKernels > 0),
                            std::ranges::find(report.stragglers, i) == report.stragglers.end() ? "" : "   straggler");
    }
    return text;
}

std::string hangText(const CollectiveReport& report)
{
    std::string text;
    for (const auto& sentence : hangSentences(report.trace, report.hang))
        text += fmt::format("{}  {}\n", text.empty() ? "\nThe job hangs\n" : "", visibleLine(sentence));
    return text;
}

/// The last collective of a trace that lacks ranks. In a hang, dumps no longer contain completed entries.
std::string incompleteText(const CollectiveReport& report)
{
    if (report.incomplete == 0 || report.hang.kind != HangVerdict::Kind::NoHang)
        return {};
    const auto& matches = report.matches.matches;
    const auto last
        = std::find_if(matches.rbegin(), matches.rend(), [](const auto& match) { return match.missing > 0; });
    auto text = fmt::format("\n  {} incomplete, for example collective {} of {}: {} missing",
                            counted(report.incomplete, "collective is", "collectives are"), last->sequence,
                            visibleLine(report.trace.communicators[last->communicator].name), last->missing);
    const auto members = missingMembers(report.trace, report.matches, *last, namedMembers);
    for (const auto member : members)
        text += fmt::format("{}{}", member == members.front() ? " (ranks " : ", ", member);
    if (!members.empty())
        text += members.size() < last->missing ? ", ...)" : ")";
    return text + "\n";
}

std::string figuresText(const CollectiveReport& report)
{
    const auto& waits = report.waits;
    std::string text;
    if (waits.busBandwidth)
        text += fmt::format("\n  bus bandwidth  {}{}\n", formatQuantity(*waits.busBandwidth, Unit::BytesPerSecond),
                            waits.isBandwidthOfSingleRanks ? " or more (its time includes waits)" : "");
    switch (waits.clocks.quality) {
    case ClockOffsets::Quality::Shared:
        text += fmt::format("  clocks         shared; collectives end within {} of each other\n",
                            time(waits.clocks.uncertainty, true));
        break;
    case ClockOffsets::Quality::Corrected:
        text += fmt::format("  clocks         different; aligned by the ends of {} collectives, accurate to {}\n",
                            waits.clocks.compared, time(waits.clocks.uncertainty, true));
        break;
    case ClockOffsets::Quality::Unknown:
        if (report.trace.participants.size() > 1)
            text += "  clocks         not comparable; the rank with the shortest duration is taken to have arrived "
                    "last\n";
        break;
    }
    return text;
}

} // namespace

std::string verdictSentence(const CollectiveReport& report)
{
    if (!report.job || report.hang.kind != HangVerdict::Kind::NoHang)
        return {};
    const JobVerdict& verdict = report.job->verdict;
    switch (verdict.kind) {
    case VerdictKind::CannotJudge:
        return "no verdict: " + verdict.because;
    case VerdictKind::NoStraggler:
        return "no straggler";
    case VerdictKind::Ranks:
        return ranksText(report);
    case VerdictKind::LastStage:
        return "the last pipeline stage has more work than the others";
    case VerdictKind::Links:
        return "slow data transfer between ranks";
    case VerdictKind::Storage:
        return "checkpoints take long or end at different times";
    case VerdictKind::Uneven:
        return "no single rank: the slowest rank changes from step to step";
    case VerdictKind::Hang:
        return "the job hangs";
    }
    return {};
}

std::string collectiveText(const CollectiveReport& report)
{
    const auto& waits = report.waits;
    const bool hangs = report.hang.kind != HangVerdict::Kind::NoHang;
    const auto ranks = counted(report.trace.participants.size(), "rank");
    auto text = report.trace.ops.empty()
        ? fmt::format("No collectives were recorded for {}\n", ranks)
        : fmt::format("Waits between ranks: {} of {}, {} matched across ranks\n",
                      counted(report.matches.matches.size(), "collective"), ranks, waits.collectives.size());
    text += hangText(report);
    // Dumps of a hang rarely contain durations; a table without them is omitted.
    if (!hangs || !waits.collectives.empty()) {
        if (!report.trace.ops.empty())
            text += rankTable(report);
        text += timesText(report);
        text += figuresText(report);
    }
    text += incompleteText(report);
    if (report.differing > 0)
        text += fmt::format("\n  {} between ranks in kind, shape, state or members\n",
                            counted(report.differing, "collective differs", "collectives differ"));
    if (const std::string verdict = verdictSentence(report); !verdict.empty())
        return text
            + fmt::format("\n  verdict        {} (last {})\n", verdict, counted(report.job->judgedSteps, "step"));
    if (report.stragglers.empty() && !hangs && !report.trace.ops.empty())
        text += waits.collectives.empty() ? "\n  stragglers: unknown, because no collective could be matched\n"
                                          : "\n  stragglers: none\n";
    return text;
}

} // namespace lockstep
