// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of exporting an incident of maximum size in each format, over a whole recording.
//   bench_export RECORDING OUT    RECORDING as made by bench_seek; OUT is a folder for the exported files
// A bundle is also copied as plain bytes, which is the lower bound for its export.
#include "app/export/incidentexport.h"
#include "datasources/incidents/incidentbundle.h"
#include "datasources/recording/recording.h"
#include "tests/datasources/incidents/incidentfixture.h"

#include <QGuiApplication>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <stop_token>
#include <unistd.h>
#include <vector>

namespace {

using namespace lockstep;
using Clock = std::chrono::steady_clock;

/// Evidence of the maximum size that an EvidenceGatherer creates.
Evidence largeEvidence(TimeRange range)
{
    Evidence evidence = test::sampleEvidence();
    evidence.range = range;
    const EvidenceSeries series = evidence.series.front();
    evidence.series.assign(32, series);
    for (EvidenceSeries& each : evidence.series) {
        each.from = range.from;
        each.values.assign(static_cast<std::size_t>(range.length() / each.step), 60.0F);
        for (std::size_t at = 0; at < each.values.size(); ++at)
            each.values[at] += static_cast<float>(at % 97) / 4;
    }
    EvidenceHeat& heat = evidence.heats.front();
    heat.from = range.from;
    heat.columns = 360;
    heat.step = range.length() / heat.columns;
    heat.rows.assign(256, {"A1 / node-0001 / gpu0", "A1 / node-0008 / gpu7"});
    heat.values.assign(std::size_t{256} * 360, 70.0F);
    const EvidenceSpan span = evidence.spans.front();
    evidence.spans.assign(4000, span);
    for (std::size_t at = 0; at < evidence.spans.size(); ++at) {
        EvidenceSpan& each = evidence.spans[at];
        each.lane = fmt::format("rank {}", at % 64);
        each.start = range.from + range.length() / 4000 * static_cast<std::int64_t>(at);
        each.end = each.start + std::chrono::milliseconds(350);
    }
    return evidence;
}

ExportedIncident largeStory(TimeRange range)
{
    ExportedIncident story;
    story.postMortem.incident = test::sampleIncident();
    story.postMortem.incident.range = range;
    for (std::uint64_t note = 1; note <= 500; ++note) {
        Annotation annotation = test::sampleAnnotation(note, 0);
        annotation.range.from = range.from + range.length() / 501 * static_cast<std::int64_t>(note);
        annotation.range.to = annotation.range.from + std::chrono::seconds(5);
        story.postMortem.annotations.push_back(std::move(annotation));
    }
    story.postMortem.evidence = largeEvidence(range);
    return story;
}

struct Cost
{
    double seconds = 0;
    double cpuSeconds = 0;
};

template <class Act>
Cost costOf(Act&& act)
{
    const auto begin = Clock::now();
    const std::clock_t cpu = std::clock();
    act();
    return {std::chrono::duration<double>(Clock::now() - begin).count(),
            static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC};
}

/// Copies the same bytes to the same disk, and waits until they are on it.
void copyBytes(const std::string& from, const std::string& to)
{
    std::filesystem::copy_file(from, to, std::filesystem::copy_options::overwrite_existing);
    const int file = ::open(to.c_str(), O_RDONLY);
    ::fsync(file);
    ::close(file);
}

/// Time from a cancellation in the middle of a bundle until all of it has been removed.
double millisecondsToGiveUp(const ExportedIncident& story, IncidentExport order, double at)
{
    std::stop_source stop;
    Clock::time_point asked;
    order.options.stop = stop.get_token();
    order.options.progress = [&](double done) {
        if (done >= at && !stop.stop_requested()) {
            asked = Clock::now();
            stop.request_stop();
        }
    };
    const bool isGivenUp = !exportIncident(story, order).isOk();
    return isGivenUp ? std::chrono::duration<double, std::milli>(Clock::now() - asked).count() : -1;
}

/// The longest time without a progress report.
struct Steps
{
    Clock::time_point last = Clock::now();
    Clock::duration longest{};
    int count = 0;

    void step()
    {
        const auto now = Clock::now();
        longest = std::max(longest, now - last);
        last = now;
        ++count;
    }
};

int exportAll(const std::string& recordingPath, const std::string& folder)
{
    const Result<Recording> recording = Recording::open(recordingPath);
    if (!recording.isOk()) {
        fmt::print(stderr, "{}\n", recording.error().message);
        return 1;
    }
    const Duration period = recording.value().tickPeriod();
    const TickRange ticks = recording.value().ticks();
    const TimeRange range{timeOfTick(ticks.from, period), timeOfTick(ticks.to, period)};
    const ExportedIncident story = largeStory(range);
    fmt::print("{} nodes, {} s\n", recording.value().topology()->count(EntityKind::Node), ticks.length());
    for (const ExportFormat format : {ExportFormat::Html, ExportFormat::Pdf, ExportFormat::Markdown, ExportFormat::Json,
                                      ExportFormat::Csv, ExportFormat::Trace, ExportFormat::Bundle}) {
        IncidentExport order;
        order.format = format;
        order.path = fmt::format("{}/export.{}", folder, exportFormatName(format));
        order.recording = recordingPath;
        Steps steps;
        order.options.progress = [&steps](double) {
            steps.step();
        };
        std::string problem;
        std::uint64_t bytes = 0;
        const Cost cost = costOf([&] {
            const Result<ExportOutcome> outcome = exportIncident(story, order);
            problem = outcome.isOk() ? outcome.value().remark : outcome.error().message;
            bytes = outcome.isOk() ? outcome.value().bytes : 0;
        });
        fmt::print(
            "{:8} {:7.2f} s {:7.2f} s CPU {:10.1f} MB  progress reported {} times, at the latest after {:.0f} ms {}\n",
            exportFormatName(format), cost.seconds, cost.cpuSeconds, static_cast<double>(bytes) / 1e6, steps.count,
            std::chrono::duration<double, std::milli>(steps.longest).count(), problem);
        if (format == ExportFormat::Bundle) {
            const Cost copy = costOf([&] { copyBytes(order.path, folder + "/copy"); });
            fmt::print("{:8} {:7.2f} s {:7.2f} s CPU\n", "its copy", copy.seconds, copy.cpuSeconds);
            for (const double at : {0.1, 0.5, 0.95})
                fmt::print("given up at {:.0f} %: after {:.0f} ms\n", 100 * at, millisecondsToGiveUp(story, order, at));
        }
    }
    return 0;
}

} // namespace

int main(int argc, char* argv[])
{
    const QGuiApplication application(argc, argv);
    if (argc != 3) {
        fmt::print(stderr, "bench_export RECORDING OUT\n");
        return 2;
    }
    return exportAll(argv[1], argv[2]);
}
