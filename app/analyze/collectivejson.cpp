// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/collectivereport.h"
#include "app/analyze/jsonwriter.h"

#include <string_view>

namespace lockstep {

namespace {

std::string_view clockWord(ClockOffsets::Quality quality)
{
    switch (quality) {
    case ClockOffsets::Quality::Shared:
        return "shared";
    case ClockOffsets::Quality::Corrected:
        return "corrected";
    case ClockOffsets::Quality::Unknown:
        break;
    }
    return "unknown";
}

void writeRank(JsonWriter& json, const Participant& participant)
{
    if (participant.rank)
        json.number(static_cast<double>(*participant.rank));
    else
        json.nothing();
}

void writeMicroseconds(JsonWriter& json, Microseconds time, bool isKnown)
{
    if (isKnown)
        json.number(time.count());
    else
        json.nothing();
}

void writeRanks(JsonWriter& json, const CollectiveReport& report)
{
    json.key("ranks").open('[');
    for (std::size_t i = 0; i < report.trace.participants.size(); ++i) {
        const auto& participant = report.trace.participants[i];
        const auto& wait = report.waits.participants[i];
        writeRank(json.open('{').key("rank"), participant);
        json.key("source").text(participant.source);
        writeMicroseconds(json.key("collective_us"), wait.collective, wait.timed > 0);
        writeMicroseconds(json.key("wait_us"), wait.wait, wait.matched > 0);
        if (wait.matched > 0)
            json.key("last_arrivals").number(wait.lastArrivals);
        else
            json.key("last_arrivals").nothing();
        writeMicroseconds(json.key("compute_us"), participant.compute, participant.computeKernels > 0);
        json.close('}');
    }
    json.close(']');
}

void writeBehind(JsonWriter& json, const CollectiveReport& report)
{
    json.key("behind").open('[');
    for (const auto& missing : report.behind) {
        writeRank(json.open('{').key("rank"), report.trace.participants[missing.participant]);
        json.key("communicator").text(report.trace.communicators[missing.communicator].name);
        json.key("sequence").number(static_cast<double>(missing.sequence));
        json.key("waiting_ranks").number(std::uint64_t{missing.waiting}).close('}');
    }
    json.close(']');
}

} // namespace

std::string collectiveJson(const CollectiveReport& report, std::span<const std::string> notes)
{
    constexpr double giga = 1e9;
    JsonWriter json;
    json.open('{');
    json.key("collectives").number(std::uint64_t{report.matches.matches.size()});
    json.key("matched").number(std::uint64_t{report.waits.collectives.size()});
    writeRanks(json, report);
    json.key("stragglers").open('[');
    for (const auto participant : report.stragglers)
        writeRank(json, report.trace.participants[participant]);
    json.close(']');
    if (report.waits.busBandwidth)
        json.key("busbw_gbps").number(*report.waits.busBandwidth / giga);
    else
        json.key("busbw_gbps").nothing();
    json.key("clocks").text(clockWord(report.waits.clocks.quality));
    writeMicroseconds(json.key("clock_uncertainty_us"), report.waits.clocks.uncertainty,
                      report.waits.clocks.compared > 0);
    json.key("incomplete").number(report.incomplete);
    json.key("differing").number(report.differing);
    writeBehind(json, report);
    json.key("notes").open('[');
    for (const auto& note : notes)
        json.text(note);
    json.close(']').close('}');
    return json.result() + "\n";
}

} // namespace lockstep
