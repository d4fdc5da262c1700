// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benchcluster.h"

#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "models/core/batch.h"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace lockstep::bench {

namespace {

constexpr std::size_t gpusPerNode = 8;

/// @p samples values over eight GPUs: as many metrics as that takes.
std::shared_ptr<const NodeLayout> layoutOf(std::size_t samples)
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = 1;
    layout->entities = {{EntityKind::Node, "node", 0}};
    for (std::size_t gpu = 0; gpu < gpusPerNode; ++gpu)
        layout->entities.push_back({EntityKind::Gpu, fmt::format("gpu{}", gpu), 0});
    for (std::uint32_t metric = 0; metric < samples / gpusPerNode; ++metric) {
        layout->metrics.push_back({fmt::format("gpu.metric{}", metric),
                                   "A metric",
                                   Unit::Watt,
                                   MetricKind::Gauge,
                                   EntityKind::Gpu,
                                   Direction::Neutral,
                                   {},
                                   {},
                                   {}});
        layout->columns.push_back({metric, {1, 2, 3, 4, 5, 6, 7, 8}});
    }
    return layout;
}

NodeTick tickOf(const std::shared_ptr<const NodeLayout>& layout, std::size_t spans, TimePoint time)
{
    NodeTick tick{time, layout, std::vector<float>(layout->sampleCount(), 0.75F), {}, {}};
    for (std::uint32_t span = 0; span < spans; ++span) {
        const TimePoint start = time - std::chrono::milliseconds(900 - span * 20);
        tick.spans.push_back({start, start + std::chrono::milliseconds(15), SpanKind::Collective, span % 8 + 1,
                              span % 8 + 1, 9, 10, 11, span % 8, 1000, span, 1U << 28U});
    }
    return tick;
}

} // namespace

std::string BenchCluster::nodeName(std::size_t node)
{
    return fmt::format("node-{:04}", node);
}

BenchCluster::BenchCluster(Size size) : m_size(size)
{
    int orders[2];
    int answers[2];
    if (::pipe(orders) != 0 || ::pipe(answers) != 0)
        throw std::runtime_error("no pipe");
    m_process = ::fork();
    if (m_process == 0) {
        ::close(orders[1]);
        ::close(answers[0]);
        serve(size, orders[0], answers[1]);
    }
    ::close(orders[0]);
    ::close(answers[1]);
    m_orders = orders[1];
    m_answers = answers[0];
}

BenchCluster::~BenchCluster()
{
    ::close(m_orders);
    ::close(m_answers);
    ::kill(m_process, SIGKILL); // later processes inherited the pipe, so closing it would not end this one
    ::waitpid(m_process, nullptr, 0);
}

std::string BenchCluster::address() const
{
    if (m_address.empty()) {
        int port = 0;
        if (::write(m_orders, "x", 1) != 1 || ::read(m_answers, &port, sizeof port) != sizeof port)
            throw std::runtime_error("the benchmark's cluster did not start");
        m_address = fmt::format("127.0.0.1:{}", port);
    }
    return m_address;
}

void BenchCluster::serve(Size size, int orders, int answers)
{
    char order = 0;
    if (::read(orders, &order, 1) != 1)
        std::_Exit(0);
    TelemetryHub hub({.history = std::chrono::seconds(3)});
    for (std::size_t node = 0; node < size.nodes; ++node) {
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = nodeName(node);
        identity->epoch = 1;
        hub.describe(std::move(identity));
    }
    ServerOptions options;
    options.listen = "127.0.0.1:0";
    auto server = AgentServer::start(options, hub);
    if (!server.isOk())
        std::_Exit(1);
    std::jthread publisher([&](const std::stop_token& stop) {
        constexpr std::size_t slices = 100;
        const auto layout = layoutOf(size.samples);
        const auto names = std::make_shared<const std::vector<std::string>>(
            std::vector<std::string>{"", "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "all_reduce", "dp", "job"});
        const auto begin = std::chrono::steady_clock::now();
        const TimePoint first = std::chrono::floor<std::chrono::seconds>(wallClockNow());
        for (std::size_t slice = 0; !stop.stop_requested(); ++slice) {
            std::this_thread::sleep_until(begin + slice * std::chrono::milliseconds(1000 / slices));
            const NodeTick tick = tickOf(layout, size.spans, first + std::chrono::seconds(slice / slices));
            for (std::size_t node = slice % slices; node < size.nodes; node += slices)
                hub.publish(nodeName(node), tick, size.spans > 0 ? names : nullptr);
        }
    });
    const int port = server.value()->port();
    if (::write(answers, &port, sizeof port) == sizeof port)
        static_cast<void>(::read(orders, &order, 1)); // until the benchmark is done
    std::_Exit(0);
}

} // namespace lockstep::bench
