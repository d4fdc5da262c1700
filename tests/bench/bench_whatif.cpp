// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and analysing traces. Real data is in $LOCKSTEP_DATA_DIR or beside the checkout; without it, these benchmarks
// are skipped.
#include "app/analyze/analyze.h"
#include "datasources/traces/formats/tracereader.h"
#include "models/analysis/sync/matching/waitsplit.h"
#include "models/analysis/sync/whatif/whatif.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using namespace lockstep;

std::filesystem::path realData(const std::string& relative)
{
    const char* given = std::getenv("LOCKSTEP_DATA_DIR");
    const char* source = std::getenv("LOCKSTEP_SOURCE_DIR");
    const auto root = given != nullptr
        ? std::filesystem::path(given)
        : std::filesystem::path(source != nullptr ? source : ".") / ".." / "shared" / "data";
    return root / relative;
}

const std::filesystem::path& slowedWorkerTrace()
{
    static const auto path = realData("straggler/timeline-AR.json.gz");
    return path;
}

void readAndAnalyse(benchmark::State& state)
{
    if (!std::filesystem::exists(slowedWorkerTrace())) {
        state.SkipWithError("the real data is not here (LOCKSTEP_DATA_DIR)");
        return;
    }
    const std::vector<std::string> arguments{"--json", slowedWorkerTrace().string()};
    for (auto _ : state)
        benchmark::DoNotOptimize(analyze(arguments).out.size());
}
BENCHMARK(readAndAnalyse)->Unit(benchmark::kMillisecond)->UseRealTime();

void whatIfOf64Gpus(benchmark::State& state)
{
    const std::vector<TraceInput> inputs{{slowedWorkerTrace(), {}, false}};
    const auto set = readTraces(inputs);
    if (!set.isOk()) {
        state.SkipWithError(set.error().message.c_str());
        return;
    }
    for (auto _ : state)
        benchmark::DoNotOptimize(analyseWhatIf(set.value().training).value().slowdown);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(set.value().training.ops.size()));
}
BENCHMARK(whatIfOf64Gpus)->Unit(benchmark::kMillisecond)->UseRealTime();

/// All-reduces of the entire job and of its tensor-parallel groups of eight.
CollectiveTrace collectivesOf(std::uint32_t ranks, std::int64_t count)
{
    CollectiveTrace trace;
    trace.communicators.push_back({"world", ranks, {}, true, false});
    for (std::uint32_t group = 0; group < ranks / 8; ++group)
        trace.communicators.push_back({"tp " + std::to_string(group), 8, {}, false, false});
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        trace.participants.push_back({static_cast<std::int32_t>(rank), {}, true, {}, 0});
        for (std::int64_t i = 0; i < count; ++i) {
            CollectiveOp op;
            op.participant = rank;
            op.communicator = i % 8 == 0 ? 0 : 1 + rank / 8;
            op.member = static_cast<std::int32_t>(rank);
            op.kind = CollectiveKind::AllReduce;
            op.sequence = i;
            op.start = TimePoint(std::chrono::microseconds(i * 1000 + (rank * 7919 + i * 104729) % 300));
            op.duration = std::chrono::microseconds(i * 1000 + 400) - op.start->time_since_epoch();
            trace.ops.push_back(op);
        }
    }
    return trace;
}

void waitsOfManyRanks(benchmark::State& state)
{
    const auto trace = collectivesOf(static_cast<std::uint32_t>(state.range(0)), 64);
    for (auto _ : state)
        benchmark::DoNotOptimize(analyseWaits(trace, matchCollectives(trace)).collectives.size());
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(trace.ops.size()));
}
BENCHMARK(waitsOfManyRanks)->Arg(64)->Arg(2048)->Arg(16384)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
