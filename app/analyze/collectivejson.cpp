// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/collectivereport.h"
#include "datasources/text/jsonwriter.h"
#include "models/analysis/sync/matching/hangtext.h"

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
        json.number(*participant.rank);
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
    json.key("ranks").beginList();
    for (std::size_t i = 0; i < report.trace.participants.size(); ++i) {
        const auto& participant = report.trace.participants[i];
        const auto& wait = report.waits.participants[i];
        writeRank(json.beginObject().key("rank"), participant);
        json.key("source").text(participant.source);
        writeMicroseconds(json.key("collective_us"), wait.collective, wait.timed > 0);
        writeMicroseconds(json.key("wait_us"), wait.wait, wait.matched > 0);
        if (wait.matched > 0)
            json.key("last_arrivals").number(wait.lastArrivals);
        else
            json.key("last_arrivals").nothing();
        json.key("blamed_s").number(report.blamedSeconds(static_cast<std::uint32_t>(i)));
        writeMicroseconds(json.key("compute_us"), participant.compute, participant.computeKernels > 0);
        const bool isTraced = participant.traced > Duration::zero();
        const bool hasGpu = participant.gpuBusy > Duration::zero();
        writeMicroseconds(json.key("traced_us"), participant.traced, isTraced);
        writeMicroseconds(json.key("gpu_busy_us"), participant.gpuBusy, hasGpu);
        writeMicroseconds(json.key("data_loading_us"), participant.loading, isTraced);
        writeMicroseconds(json.key("data_loading_idle_us"), participant.loadingIdle, hasGpu);
        json.endObject();
    }
    json.endList();
}

void writeNumbers(JsonWriter& json, std::string_view key, std::span<const std::int32_t> ranks)
{
    json.key(key).beginList();
    for (const auto rank : ranks)
        json.number(rank);
    json.endList();
}

void writeHang(JsonWriter& json, const CollectiveReport& report)
{
    json.key("behind").beginList();
    for (const auto& suspect : report.hang.suspects) {
        json.beginObject().key("rank").number(suspect.rank);
        json.key("reason").text(suspectReasonName(suspect.reason));
        json.key("communicator").text(report.trace.communicators[suspect.place.communicator].name);
        json.key("sequence");
        if (suspect.place.sequence == CollectiveOp::noSequence)
            json.nothing();
        else
            json.number(suspect.place.sequence);
        json.key("waiting_ranks").number(suspect.place.waiting).endObject();
    }
    json.endList();
    writeNumbers(json, "held_up", report.hang.others);
    writeNumbers(json, "not_completed", report.hang.unfinished);
    json.texts("hang", hangSentences(report.trace, report.hang));
}

} // namespace

std::string collectiveJson(const CollectiveReport& report, std::span<const std::string> notes)
{
    constexpr double giga = 1e9;
    JsonWriter json;
    json.beginObject();
    json.key("collectives").number(report.matches.matches.size());
    json.key("matched").number(report.waits.collectives.size());
    writeRanks(json, report);
    json.key("bound_by_data_loading").beginList();
    for (const auto participant : report.boundByLoading)
        writeRank(json, report.trace.participants[participant]);
    json.endList();
    json.key("stragglers").beginList();
    for (const auto& suspect : report.hang.suspects)
        json.number(suspect.rank);
    for (const auto participant : report.stragglers)
        writeRank(json, report.trace.participants[participant]);
    json.endList();
    json.key("verdict").text(verdictSentence(report));
    if (report.waits.busBandwidth)
        json.key("busbw_gbps").number(*report.waits.busBandwidth / giga);
    else
        json.key("busbw_gbps").nothing();
    json.key("clocks").text(clockWord(report.waits.clocks.quality));
    writeMicroseconds(json.key("clock_uncertainty_us"), report.waits.clocks.uncertainty,
                      report.waits.clocks.compared > 0);
    json.key("incomplete").number(report.incomplete);
    json.key("differing").number(report.differing);
    writeHang(json, report);
    json.texts("notes", notes).endObject();
    return json.result() + "\n";
}

} // namespace lockstep
