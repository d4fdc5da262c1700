// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "datasources/recording/recording.h"
#include "datasources/recording/recordingfolder.h"
#include "datasources/text/jsonwriter.h"
#include "models/core/topology/reporters.h"
#include "models/core/topology/topologybuilder.h"
#include "models/core/units.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <limits>

namespace lockstep {

namespace {

struct Figures
{
    TimeRange range;
    NodeTally nodes;
    std::uint64_t gpus = 0;
    std::uint64_t metrics = 0;
    std::uint64_t segments = 0;
    std::uint64_t bytes = 0;
    SegmentCounts counts;
    std::vector<Recording::Kept> kept;

    [[nodiscard]] double bytesPerSample() const
    {
        return counts.samples == 0 ? std::numeric_limits<double>::quiet_NaN()
                                   : static_cast<double>(bytes) / static_cast<double>(counts.samples);
    }
};

double secondsOf(Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

/// Counts nodes; node identities show which ones only report other entities.
NodeTally nodesOf(Recording& recording)
{
    TopologyBuilder builder(*recording.topology());
    const TimePoint end = timeOfTick(recording.ticks().to, recording.tickPeriod()) + std::chrono::minutes(1);
    for (const RecordedIdentity& each : recording.standing(end).identities)
        builder.describeNode(each.identity);
    return tallyNodes(*builder.build());
}

Figures figuresOf(Recording& recording)
{
    Figures figures;
    const TickRange ticks = recording.ticks();
    if (!ticks.isEmpty())
        figures.range = {timeOfTick(ticks.from, recording.tickPeriod()), timeOfTick(ticks.to, recording.tickPeriod())};
    figures.nodes = nodesOf(recording);
    figures.gpus = recording.topology()->count(EntityKind::Gpu);
    figures.metrics = recording.metrics().size();
    figures.segments = std::max<std::size_t>(listSegments(recording.path()).size(), 1);
    figures.bytes = recording.bytes();
    figures.counts = recording.counts();
    figures.kept = recording.kept();
    return figures;
}

std::string jsonOf(const Figures& figures)
{
    JsonWriter json;
    json.beginObject();
    if (figures.range.isEmpty()) {
        json.key("start").nothing().key("end").nothing();
    } else {
        json.key("start").text(formatUtc(figures.range.from, 3));
        json.key("end").text(formatUtc(figures.range.to, 3));
    }
    json.key("nodes").number(figures.nodes.nodes);
    json.key("reporters").number(figures.nodes.reporters).key("gpus").number(figures.gpus);
    json.key("samples").number(figures.counts.samples).key("spans").number(figures.counts.spans);
    json.key("bytes").number(figures.bytes).key("bytes_per_sample").number(figures.bytesPerSample());
    json.key("gaps").number(figures.counts.gaps).key("events").number(figures.counts.events);
    json.key("metrics").number(figures.metrics).key("segments").number(figures.segments);
    json.key("resolutions").beginList();
    for (const Recording::Kept& each : figures.kept) {
        json.beginObject().key("step_s").number(secondsOf(each.step)).key("length_s").number(secondsOf(each.length));
        json.key("bytes").number(each.bytes).endObject();
    }
    json.endList();
    return json.endObject().result() + "\n";
}

std::string textOf(const Figures& figures)
{
    std::string text = figures.range.isEmpty()
        ? "no samples\n"
        : fmt::format("from     {}\nto       {}\n", formatUtc(figures.range.from, 3), formatUtc(figures.range.to, 3));
    text += fmt::format("nodes    {}\n", figures.nodes.nodes);
    if (figures.nodes.reporters > 0)
        text += fmt::format("others   {} agents that report switches, loops or jobs\n", figures.nodes.reporters);
    text += fmt::format("gpus     {}\nmetrics  {}\nsamples  {}\nspans    {}\nevents   {}\ngaps     {}\n"
                        "size     {} in {} segment{}",
                        figures.gpus, figures.metrics, figures.counts.samples, figures.counts.spans,
                        figures.counts.events, figures.counts.gaps,
                        formatQuantity(static_cast<double>(figures.bytes), Unit::Bytes), figures.segments,
                        figures.segments == 1 ? "" : "s");
    if (figures.counts.samples > 0)
        text += fmt::format(", {:.2f} bytes per sample", figures.bytesPerSample());
    text += "\n";
    constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30U;
    for (const Recording::Kept& each : figures.kept) {
        if (each.length > Duration{})
            text += fmt::format("every {:<6} {} of data in {}; at this rate, 1 GiB holds {}\n",
                                formatQuantity(secondsOf(each.step), Unit::Seconds),
                                formatQuantity(secondsOf(each.length), Unit::Seconds),
                                formatQuantity(static_cast<double>(each.bytes), Unit::Bytes),
                                formatQuantity(secondsOf(each.fittingInto(gibibyte)), Unit::Seconds));
    }
    return text;
}

} // namespace

CommandPage infoPage()
{
    return {
        .name = "lockstep info",
        .summary = "show what a recording contains",
        .synopsis = {"[--json] PATH"},
        .about = "Prints the time range, nodes, GPUs, metrics, samples, spans, events, gaps and size of a\n"
                 "recording, and how much time its samples and its summaries cover.\n\n"
                 "  PATH   recording: a folder or a single file\n",
        .options = {{"--json", "", "print JSON"}},
        .examples = "  lockstep info site\n",
    };
}

CommandResult recordingInfo(std::span<const std::string> arguments)
{
    const CommandPage page = infoPage();
    return runCommand(page, arguments, [&page](const CommandInput& line) {
        if (line.rest.size() != 1)
            return wrongUsage(page, "expected one PATH");
        Result<Recording> recording = Recording::open(line.rest.front(), {}, Recording::Reads::TicksAndTiers);
        if (!recording.isOk())
            return failedWith(recording.error().message);
        const Figures figures = figuresOf(recording.value());
        CommandResult answer{0, line.has("--json") ? jsonOf(figures) : textOf(figures), {}};
        answer.addProblems(recording.value().problems());
        return answer;
    });
}

} // namespace lockstep
