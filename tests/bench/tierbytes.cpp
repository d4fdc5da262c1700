// SPDX-License-Identifier: GPL-3.0-or-later
// Size of recordings at each resolution, for a simulated cluster with all analyses:
//     tierbytes NODES MINUTES FOLDER
// Prints the retained data, and the number of days that fit into 24 and 40 GiB, both for this cluster and for 2,048
// nodes. The second figure is scaled from the first, because the size and rates of an entity do not depend on the
// number of nodes.
#include "datasources/recording/recorder.h"
#include "datasources/recording/recording.h"
#include "models/pipeline/pipeline.h"
#include "tests/support/simulatedbatches.h"

#include <QCoreApplication>
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace lockstep;

namespace {

constexpr double gibibyte = 1073741824.0;
constexpr int largeCluster = 2048;

RecorderOptions optionsFor(const std::string& folder)
{
    RecorderOptions options;
    options.folder = folder;
    options.maxSegmentLength = std::chrono::minutes(20);
    options.analyses = analysisNames();
    return options;
}

int simulate(std::uint32_t nodes, int minutes, const std::string& folder)
{
    auto recorder = Recorder::start(optionsFor(folder), nullptr);
    if (!recorder.isOk()) {
        fmt::print(stderr, "tierbytes: {}\n", recorder.error().message);
        return 1;
    }
    LearnedBaselines learned;
    Pipeline pipeline({}, learned, analysisTable());
    ClusterModel& cluster = pipeline.cluster();
    QObject::connect(&cluster, &ClusterModel::ingested, &cluster,
                     [&](const PlacedBatches& placed) { recorder.value()->record(placed); });
    QObject::connect(&cluster, &ClusterModel::derivedApplied, &cluster,
                     [&](const Derived& derived) { recorder.value()->record(derived); });
    SimulatedBatches simulated(nodes);
    const auto give = [&](const std::vector<BatchPtr>& batches) {
        cluster.apply(batches, batches.front()->received);
        do {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
        } while (pipeline.isBusy());
    };
    give(simulated.introduce());
    for (int second = 0; second < 60 * minutes; ++second) {
        give(simulated.next());
        if (second % 60 == 59)
            recorder.value()->flush();
    }
    const RecorderStatus status = recorder.value()->finish();
    fmt::print("{} nodes, {} min; lost {}, {}\n", nodes, minutes, status.droppedTicks + status.lostRows,
               status.problem.empty() ? "no problem" : status.problem);
    return 0;
}

/// Summarises the segments that were open at the end.
void summariseRest(const std::string& folder)
{
    auto again = Recorder::start(optionsFor(folder), nullptr);
    for (int turn = 0; again.isOk() && turn < 4; ++turn)
        again.value()->flush();
}

double perSecond(const Recording::Kept& kept)
{
    return static_cast<double>(kept.bytes) / std::chrono::duration<double>(kept.length).count();
}

void report(std::uint32_t nodes, const std::string& folder)
{
    Recording recording = Recording::open(folder, {}, Recording::Reads::TicksAndTiers).value();
    const SegmentCounts counts = recording.counts();
    fmt::print("{} samples, {} spans\n", counts.samples, counts.spans);
    for (const Recording::Kept& kept : recording.kept()) {
        const double seconds = std::chrono::duration<double>(kept.step).count();
        const double lengthSeconds = std::chrono::duration<double>(kept.length).count();
        fmt::print("every {:>4.0f} s: {:>6.0f} s in {:>10} bytes, {:.3f} bytes a sample, {:.2f} a sample and step\n",
                   seconds, lengthSeconds, kept.bytes,
                   static_cast<double>(kept.bytes) / static_cast<double>(counts.samples),
                   static_cast<double>(kept.bytes) / static_cast<double>(counts.samples) * seconds);
        for (const double limit : {8.0, 24.0, 40.0}) {
            const double days = limit * gibibyte / perSecond(kept) / 86400;
            fmt::print("    {:.0f} GiB: {:.2f} days, of {} nodes {:.3f} days\n", limit, days, largeCluster,
                       days * nodes / largeCluster);
        }
    }
    for (std::size_t tier = 0; tier < tierCount; ++tier) {
        Result<Recording> own = Recording::open(tierFolder(folder, recordingTiers()[tier]));
        if (!own.isOk())
            continue;
        std::array<std::uint64_t, summaryCount> bytes{};
        std::array<std::uint64_t, summaryCount> numbers{};
        for (std::uint32_t id = 0; id < own.value().metrics().size(); ++id) {
            const auto kind
                = static_cast<std::size_t>(summaryName(own.value().metrics().descriptor(MetricId{id}).name).summary);
            for (const TickIndex first : own.value().blocksWithin(own.value().ticks())) {
                numbers[kind] += countSamples(own.value().block(MetricId{id}, first).values);
                const auto packed = own.value().packedBlock(MetricId{id}, first, [&](const PackedBlock& block) {
                    bytes[kind] += block.data.size();
                    return success();
                });
                (void)packed;
            }
        }
        fmt::print("{}: mean, min, max, count: numbers {} {} {} {}, bytes in whole blocks of 64 {} {} {} {}\n",
                   recordingTiers()[tier].title, numbers[0], numbers[1], numbers[2], numbers[3], bytes[0], bytes[1],
                   bytes[2], bytes[3]);
    }
}

} // namespace

int main(int argc, char* argv[])
{
    const QCoreApplication application(argc, argv);
    if (argc != 4) {
        fmt::print(stderr, "usage: tierbytes NODES MINUTES FOLDER\n");
        return 2;
    }
    const auto nodes = static_cast<std::uint32_t>(std::atoi(argv[1]));
    if (const int failed = simulate(nodes, std::atoi(argv[2]), argv[3]); failed != 0)
        return failed;
    summariseRest(argv[3]);
    report(nodes, argv[3]);
    return 0;
}
