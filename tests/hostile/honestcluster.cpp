// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hostile/honestcluster.h"

#include "datasources/agentservice/agentserver.h"
#include "datasources/recording/recording.h"
#include "tests/support/hangtimeout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace lockstep::test {

namespace {

constexpr auto period = std::chrono::seconds(1);

std::shared_ptr<const NodeLayout> honestLayout()
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = 1;
    layout->metrics
        = {{HonestCluster::metric,
            "GPU temperature",
            Unit::Celsius,
            MetricKind::Gauge,
            EntityKind::Gpu,
            Direction::HighIsBad,
            83.0F,
            87.0F,
            {}},
           {"gpu.power", "GPU power", Unit::Watt, MetricKind::Gauge, EntityKind::Gpu, Direction::Neutral, {}, {}, {}}};
    layout->entities = {{EntityKind::Node, "node", 0}};
    layout->columns = {{0, {}}, {1, {}}};
    for (std::uint32_t gpu = 1; gpu <= HonestCluster::gpusPerNode; ++gpu) {
        layout->entities.push_back({EntityKind::Gpu, fmt::format("gpu{}", gpu - 1), 0});
        for (ColumnDescriptor& column : layout->columns)
            column.entities.push_back(gpu);
    }
    return layout;
}

NodeTick honestTick(const std::shared_ptr<const NodeLayout>& layout, TimePoint time)
{
    NodeTick tick{time, layout, std::vector<float>(layout->sampleCount(), 61.5F), {}, {}};
    const TimePoint start = time - std::chrono::milliseconds(700);
    tick.spans.push_back({start, start + std::chrono::milliseconds(500), SpanKind::Collective, 1, 1, 2, 3, 4, 0, 7, 9});
    return tick;
}

template <class Condition>
bool isReached(Condition condition)
{
    const auto end = std::chrono::steady_clock::now() + hangTimeout;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return true;
}

} // namespace

HonestCluster::HonestCluster(std::size_t nodes) : m_nodes(nodes)
{
    for (std::size_t node = 0; node < nodes; ++node) {
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = nodeName(node);
        identity->epoch = 1;
        identity->position
            = RackPosition{"A", fmt::format("A{:03}", node / 8), static_cast<std::uint32_t>(node % 8) * 5 + 1, 4};
        m_hub.describe(std::move(identity));
    }
    ServerOptions options;
    options.listen = "127.0.0.1:0";
    auto server = AgentServer::start(options, m_hub);
    if (!server.isOk())
        throw std::runtime_error(server.error().message);
    m_server = std::move(server).value();
    m_publisher = std::jthread([this](const std::stop_token& stop) { publish(stop); });
}

HonestCluster::~HonestCluster() = default;

std::string HonestCluster::address() const
{
    return fmt::format("127.0.0.1:{}", m_server->port());
}

std::string HonestCluster::nodeName(std::size_t node)
{
    return fmt::format("honest-{:04}", node);
}

void HonestCluster::publish(const std::stop_token& stop)
{
    const auto layout = honestLayout();
    const auto names = std::make_shared<const std::vector<std::string>>(
        std::vector<std::string>{"", "rank 0", "all_reduce", "dp", "training"});
    TimePoint next = std::chrono::floor<std::chrono::seconds>(wallClockNow());
    while (!stop.stop_requested()) {
        if (wallClockNow() < next) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            continue;
        }
        const NodeTick tick = honestTick(layout, next);
        for (std::size_t node = 0; node < m_nodes; ++node)
            m_hub.publish(nodeName(node), tick, names);
        const std::scoped_lock lock(m_mutex);
        m_published.push_back(tickIndexOf(next, period));
        next += period;
    }
}

std::vector<TickIndex> HonestCluster::published() const
{
    const std::scoped_lock lock(m_mutex);
    return m_published;
}

bool HonestCluster::waitUntilRecorded(const std::string& folder, std::uint64_t ticks) const
{
    return isReached([&] { return recordedIn(folder).ticks >= ticks; });
}

bool HonestCluster::finishInto(const std::string& folder)
{
    m_publisher.request_stop();
    m_publisher.join();
    return isReached([&] { return recordedIn(folder).hasNewest; });
}

HonestCluster::Recorded HonestCluster::recordedIn(const std::string& folder) const
{
    const std::vector<TickIndex> ticks = published();
    Recorded recorded;
    recorded.lost = m_nodes; // where nothing can be read
    Result<Recording> opened = Recording::open(folder);
    if (!opened.isOk()) {
        recorded.problem = opened.error().message;
        return recorded;
    }
    Recording recording = std::move(opened).value();
    if (!recording.problems().empty())
        recorded.problem = recording.problems().front();
    const auto id = recording.metrics().find(metric);
    const TopologyPtr topology = recording.topology();
    if (!id.isValid() || !topology) {
        recorded.problem = "nothing of an honest node is in it";
        return recorded;
    }
    recorded.lost = 0;
    std::vector<std::uint32_t> gpus;
    for (std::size_t node = 0; node < m_nodes; ++node) {
        for (std::size_t gpu = 0; gpu < gpusPerNode; ++gpu) {
            const EntityRef found
                = topology->find(EntityKind::Gpu, topology->findNode(nodeName(node)), fmt::format("gpu{}", gpu));
            if (found.isValid())
                gpus.push_back(found.index);
        }
    }
    // Only some ticks of the recording: hostile agents may have sent ticks centuries away.
    for (const TickIndex tick : ticks) {
        const std::vector<float> row = recording.row(id, tick);
        const auto isThere = [&row](std::uint32_t gpu) {
            return gpu < row.size() && !std::isnan(row[gpu]);
        };
        const auto count = static_cast<std::uint64_t>(std::ranges::count_if(gpus, isThere));
        recorded.samples += count;
        // A subscriber that connects during publication gets part of that tick.
        if (recorded.ticks > 0)
            recorded.lost += m_nodes * gpusPerNode - count;
        recorded.ticks += count > 0 ? 1 : 0;
        recorded.hasNewest = count == m_nodes * gpusPerNode;
    }
    return recorded;
}

} // namespace lockstep::test
