// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cost of reading a cluster's data: CPU time of the reading process, without the server, for
//   bare    gRPC streams whose frames are decoded and dropped, as the lower bound
//   client  AgentClients into a BatchQueue that is drained
//   store   the same, followed by ClusterStore::apply
// One run measures all of them one after the other, so that "x_bare" (CPU time relative to bare) is valid on any
// machine.
#include "datasources/agentclient/agentclient.h"
#include "datasources/agentclient/channelpool.h"
#include "models/core/batch.h"
#include "models/core/work/batchqueue.h"
#include "models/store/clusterstore.h"
#include "tests/bench/barereaders.h"
#include "tests/bench/benchcluster.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <functional>
#include <map>
#include <sys/resource.h>
#include <thread>

namespace {

using namespace lockstep;
using namespace lockstep::bench;

constexpr auto measuredFor = std::chrono::seconds(6);

double cpuSeconds()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// AgentClients, one per node, and a consumer that drains their queue sixty times per second.
class Ingest
{
public:
    using Consume = std::function<void(std::span<const BatchPtr>)>;

    Ingest(const BenchCluster& cluster, Consume consume) : m_consume(std::move(consume))
    {
        for (std::size_t node = 0; node < cluster.size().nodes; ++node) {
            AgentEndpoint endpoint;
            endpoint.address = cluster.address();
            endpoint.node = BenchCluster::nodeName(node);
            m_clients.push_back(std::make_unique<AgentClient>(
                SourceId{static_cast<std::uint32_t>(node)}, std::move(endpoint),
                [this](BatchPtr batch) { m_queue.push(std::move(batch)); }, m_pool));
            m_clients.back()->start();
        }
        m_consumer = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }

    [[nodiscard]] std::size_t ticks() const { return m_ticks; }
    [[nodiscard]] std::size_t dropped() const { return m_queue.droppedTicks(); }

private:
    void run(const std::stop_token& stop)
    {
        while (!stop.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(16));
            const std::vector<BatchPtr> batches = m_queue.take(100'000);
            for (const BatchPtr& batch : batches)
                m_ticks.fetch_add(batch->tick ? 1 : 0, std::memory_order_relaxed);
            m_consume(batches);
        }
    }

    Consume m_consume;
    BatchQueue m_queue{65536};
    std::atomic<std::size_t> m_ticks = 0;
    ChannelPool m_pool;
    std::vector<std::unique_ptr<AgentClient>> m_clients;
    std::jthread m_consumer; ///< last, so that it ends first
};

std::map<const BenchCluster*, double>& floors()
{
    static std::map<const BenchCluster*, double> cpuPerTick;
    return cpuPerTick;
}

/// Measures one reader over some seconds, once every node's stream flows.
template <class Reader>
void measure(benchmark::State& state, const BenchCluster& cluster, const Reader& reader)
{
    const std::size_t nodes = cluster.size().nodes;
    for (auto _ : state) {
        while (reader.ticks() < 3 * nodes) // all connected, caches warm
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        const std::size_t ticksBefore = reader.ticks();
        const double cpuBefore = cpuSeconds();
        std::this_thread::sleep_for(measuredFor);
        const double cpu = cpuSeconds() - cpuBefore;
        const auto ticks = static_cast<double>(reader.ticks() - ticksBefore);
        state.SetIterationTime(cpu);
        state.counters["cores"] = cpu / std::chrono::duration<double>(measuredFor).count();
        state.counters["ticks"] = ticks;
        state.counters["us_per_tick"] = cpu / ticks * 1e6;
        if constexpr (std::is_same_v<Reader, BareReaders>)
            floors()[&cluster] = cpu / ticks;
        state.counters["x_bare"] = cpu / ticks / floors()[&cluster];
    }
}

void bare(benchmark::State& state, const BenchCluster& cluster)
{
    const BareReaders readers(cluster.address(), cluster.size().nodes);
    measure(state, cluster, readers);
}

void client(benchmark::State& state, const BenchCluster& cluster)
{
    const Ingest ingest(cluster, [](std::span<const BatchPtr>) {});
    measure(state, cluster, ingest);
    state.counters["dropped"] = static_cast<double>(ingest.dropped());
}

void store(benchmark::State& state, const BenchCluster& cluster)
{
    ClusterStore clusterStore;
    const Ingest ingest(cluster, [&clusterStore](std::span<const BatchPtr> batches) {
        benchmark::DoNotOptimize(clusterStore.apply(batches));
    });
    measure(state, cluster, ingest);
    state.counters["dropped"] = static_cast<double>(ingest.dropped());
    state.counters["store_MB"] = static_cast<double>(clusterStore.memoryBytes()) / 1e6;
}

} // namespace

int main(int argc, char** argv)
{
    // Before gRPC has threads in this process.
    std::vector<std::unique_ptr<BenchCluster>> clusters;
    for (const BenchCluster::Size size : {BenchCluster::Size{256, 400, 0},
                                          {1024, 400, 0},
                                          {2048, 400, 0},
                                          {4096, 400, 0},
                                          {2048, 400, 32},
                                          {2048, 192, 0}})
        clusters.push_back(std::make_unique<BenchCluster>(size));
    for (const auto& cluster : clusters) {
        const auto [nodes, samples, spans] = cluster->size();
        for (const auto& [name, run] :
             {std::pair("bare", &bare), std::pair("client", &client), std::pair("store", &store)}) {
            benchmark::RegisterBenchmark(
                fmt::format("ingest/{}nodes/{}samples/{}spans/{}", nodes, samples, spans, name).c_str(),
                [run = run, &cluster = cluster](benchmark::State& state) { run(state, *cluster); })
                ->Iterations(1)
                ->UseManualTime()
                ->Unit(benchmark::kMillisecond);
        }
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
