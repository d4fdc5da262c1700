// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/collectivereport.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

/// Members that did not come are named up to here.
constexpr std::size_t namedMembers = 16;

std::string time(Microseconds value, bool isKnown)
{
    return isKnown ? formatQuantity(std::chrono::duration<double>(value).count(), Unit::Seconds) : "no data";
}

std::string nameOf(const Participant& participant)
{
    return participant.rank ? fmt::format("rank {}", *participant.rank) : participant.source;
}

std::string rankTable(const CollectiveReport& report)
{
    auto text = fmt::format("\n  {:>6}  {:>12}  {:>12}  {:>9}  {:>12}  {:>12}\n", "rank", "collective", "wait",
                            "last in", "made wait", "compute");
    for (std::size_t i = 0; i < report.trace.participants.size(); ++i) {
        const auto& participant = report.trace.participants[i];
        const auto& wait = report.waits.participants[i];
        text += fmt::format(
            "  {:>6}  {:>12}  {:>12}  {:>9}  {:>12}  {:>12}{}\n",
            participant.rank ? fmt::format("{}", *participant.rank) : "?", time(wait.collective, wait.timed > 0),
            time(wait.wait, wait.matched > 0), wait.matched > 0 ? fmt::format("{}", wait.lastArrivals) : "no data",
            time(wait.caused, wait.matched > 0), time(participant.compute, participant.computeKernels > 0),
            std::ranges::find(report.stragglers, i) == report.stragglers.end() ? "" : "   straggler");
    }
    return text;
}

std::string behindText(const CollectiveReport& report)
{
    std::string text;
    for (const auto& missing : report.behind)
        text += fmt::format("\n  {} never entered collective {} of {}; {} ranks wait in it\n",
                            nameOf(report.trace.participants[missing.participant]), missing.sequence,
                            report.trace.communicators[missing.communicator].name, missing.waiting);
    return text;
}

/// The last collective of a trace that lacks ranks: in a hang, the one that hangs.
std::string incompleteText(const CollectiveReport& report)
{
    if (report.incomplete == 0)
        return {};
    const auto& matches = report.matches.matches;
    const auto last
        = std::find_if(matches.rbegin(), matches.rend(), [](const auto& match) { return match.missing > 0; });
    auto text = fmt::format("\n  {} collectives lack ranks, as collective {} of {}: {} missing", report.incomplete,
                            last->sequence, report.trace.communicators[last->communicator].name, last->missing);
    const auto members = missingMembers(report.trace, report.matches, *last, namedMembers);
    for (const auto member : members)
        text += fmt::format("{}{}", member == members.front() ? " (ranks " : ", ", member);
    if (!members.empty())
        text += members.size() < last->missing ? ", ...)" : ")";
    return text + "\n";
}

} // namespace

std::string collectiveText(const CollectiveReport& report)
{
    const auto& waits = report.waits;
    auto text = fmt::format("Who waits for whom: {} collectives of {} ranks, {} matched across ranks\n",
                            report.matches.matches.size(), report.trace.participants.size(), waits.collectives.size());
    text += rankTable(report);
    if (waits.busBandwidth)
        text += fmt::format("\n  bus bandwidth  {}{}\n", formatQuantity(*waits.busBandwidth, Unit::BytesPerSecond),
                            waits.isBandwidthOfSingleRanks ? " at least (waits are in it)" : "");
    switch (waits.clocks.quality) {
    case ClockOffsets::Quality::Shared:
        text += fmt::format("  clocks         shared; ends of collectives scatter by {}\n",
                            time(waits.clocks.uncertainty, true));
        break;
    case ClockOffsets::Quality::Corrected:
        text += fmt::format("  clocks         apart, corrected by the ends of {} collectives, good to {}\n",
                            waits.clocks.compared, time(waits.clocks.uncertainty, true));
        break;
    case ClockOffsets::Quality::Unknown:
        text += "  clocks         not comparable; the shortest duration tells who came last\n";
        break;
    }
    text += behindText(report);
    text += incompleteText(report);
    if (report.differing > 0)
        text += fmt::format("\n  {} collectives differ between ranks in kind, shape, state or members\n",
                            report.differing);
    if (report.stragglers.empty())
        text += waits.collectives.empty() ? "\n  stragglers: unknown, nothing could be matched\n"
                                          : "\n  stragglers: none stands out\n";
    return text;
}

} // namespace lockstep
