// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/proto/wirefixture.h"

#include "models/core/batch.h"
#include "tests/support/hangtimeout.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace lockstep::test {

namespace {

const TimePoint firstTick = std::chrono::floor<std::chrono::seconds>(wallClockNow()) - std::chrono::hours(1);

bool isTickOf(const BatchPtr& batch, const std::string& node)
{
    return batch->tick && (node.empty() || batch->node == node);
}

bool sameSpan(const Span& a, const Span& b)
{
    return a.start == b.start && a.end == b.end && a.kind == b.kind && a.entity == b.entity && a.lane == b.lane
        && a.op == b.op && a.communicator == b.communicator && a.job == b.job && a.rank == b.rank && a.step == b.step
        && a.sequence == b.sequence && a.bytes == b.bytes;
}

} // namespace

std::shared_ptr<const NodeIdentity> identityOf(const std::string& name, std::uint64_t epoch, Duration tickPeriod)
{
    auto identity = std::make_shared<NodeIdentity>();
    identity->name = name;
    identity->epoch = epoch;
    identity->tickPeriod = tickPeriod;
    identity->agentVersion = "0.1.0";
    identity->operatingSystem = "Debian GNU/Linux 12";
    identity->cpuModel = "A processor with an µ";
    identity->cpuCount = 96;
    identity->memoryBytes = std::uint64_t{2} << 40U;
    identity->position = RackPosition{"A", "A07", 11, 6};
    identity->inventory = {{"host", true, "96 cores", {{"BIOS", "2.1"}, {"MTU of eth0", "9000"}}},
                           {"infiniband", false, "off: /sys/class/infiniband is absent"}};
    return identity;
}

std::shared_ptr<const NodeLayout> smallLayout(std::uint32_t id)
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = id;
    layout->metrics = {
        {"gpu.temperature",
         "GPU temperature",
         Unit::Celsius,
         MetricKind::Gauge,
         EntityKind::Gpu,
         Direction::HighIsBad,
         83.0F,
         87.0F,
         {}},
        {"port.up", "Port up", Unit::Ratio, MetricKind::Gauge, EntityKind::Port, Direction::LowIsBad, 0.999F, {}, 1.0F},
        {"loop.flow",
         "Flow",
         Unit::LitersPerMinute,
         MetricKind::Counter,
         EntityKind::Loop,
         Direction::Neutral,
         {},
         {},
         {}},
        {"node.power", "Node power", Unit::Watt, MetricKind::Gauge, EntityKind::Node, Direction::Neutral, {}, {}, {}},
    };
    layout->entities = {{EntityKind::Node, "node", 0},
                        {EntityKind::Gpu, "gpu0", 0},
                        {EntityKind::Gpu, "gpu1", 0},
                        {EntityKind::Port, "mlx5_0/1", 1},
                        {EntityKind::Loop, "cdu-3", EntityDescriptor::clusterScope, {}, {"A1", "A2"}}};
    layout->columns = {{0, {2, 1}}, {1, {3}}, {2, {4}}, {3, {0}}};
    return layout;
}

std::shared_ptr<const NodeLayout> wideLayout(std::size_t samples, std::uint32_t id)
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = id;
    layout->metrics
        = {{"gpu.power", "GPU power", Unit::Watt, MetricKind::Gauge, EntityKind::Gpu, Direction::Neutral, {}, {}, {}}};
    layout->entities = {{EntityKind::Node, "node", 0}};
    layout->columns.resize(1);
    for (std::uint32_t gpu = 0; gpu < samples; ++gpu) {
        layout->entities.push_back({EntityKind::Gpu, fmt::format("gpu{}", gpu), 0});
        layout->columns[0].entities.push_back(gpu + 1);
    }
    return layout;
}

NodeTick tickOf(const std::shared_ptr<const NodeLayout>& layout, std::uint64_t number)
{
    NodeTick tick;
    tick.time = firstTick + std::chrono::seconds(number);
    tick.layout = layout;
    tick.values.resize(layout->sampleCount());
    for (std::size_t at = 0; at < tick.values.size(); ++at)
        tick.values[at] = (static_cast<float>(number) + static_cast<float>(at) / 1024.0F) / 4096.0F; // a ratio too
    if (tick.values.size() > 1)
        tick.values.back() = noData;
    return tick;
}

Names someNames()
{
    return std::make_shared<const std::vector<std::string>>(
        std::vector<std::string>{"", "rank 3", "all_reduce", "dp-0", "llama"});
}

void addSpansAndEvents(NodeTick& tick)
{
    using namespace std::chrono_literals;
    tick.spans = {{tick.time - 700ms, tick.time - 300ms, SpanKind::Collective, 1, 1, 2, 3, 4, 3, 1042, 77, 1U << 30U},
                  {tick.time - 100ms, tick.time - 100ms, SpanKind::Marker, 0, 0, 0, 0, 0, Span::noRank, 0, 0, 0}};
    tick.events = {{tick.time - 5ms,
                    Severity::Critical,
                    2,
                    "gpu.xid",
                    "XID 79: GPU has fallen off the bus",
                    {.job = "llama",
                     .variant = "one",
                     .subject = "dp-0",
                     .lasted = 3s,
                     .others = 7,
                     .xid = 79,
                     .value = 84.5,
                     .baseline = 180,
                     .unit = Unit::LitersPerMinute}},
                   {tick.time, Severity::Information, 0, "agent.note", "naïve text, 3 °C"}};
}

std::string difference(const NodeTick& one, const NodeTick& other)
{
    if (one.time != other.time)
        return "time";
    const auto bits = [](float value) {
        return std::bit_cast<std::uint32_t>(value);
    };
    if (!std::ranges::equal(one.values, other.values, {}, bits, bits))
        return "values";
    if (!std::ranges::equal(one.spans, other.spans, sameSpan))
        return "spans";
    const auto sameEvent = [](const Event& a, const Event& b) {
        return a.time == b.time && a.severity == b.severity && a.entity == b.entity && a.code == b.code
            && a.text == b.text && a.fields == b.fields;
    };
    return std::ranges::equal(one.events, other.events, sameEvent) ? "" : "events";
}

std::string difference(const NodeIdentity& one, const NodeIdentity& other)
{
    const auto parts = [](const NodeIdentity& i) {
        return std::tie(i.name, i.epoch, i.tickPeriod, i.agentVersion, i.operatingSystem, i.cpuModel, i.cpuCount,
                        i.memoryBytes);
    };
    if (parts(one) != parts(other))
        return "who it is";
    const auto place = [](const RackPosition& p) {
        return std::tie(p.row, p.rack, p.bottomUnit, p.heightUnits);
    };
    if (one.position.has_value() != other.position.has_value()
        || (one.position && place(*one.position) != place(*other.position)))
        return "position";
    return one.inventory == other.inventory ? "" : "inventory";
}

std::function<void(BatchPtr)> BatchLog::sink()
{
    return [this](BatchPtr batch) {
        const std::scoped_lock lock(m_mutex);
        m_batches.push_back(std::move(batch));
        m_changed.notify_all();
    };
}

bool BatchLog::waitFor(const std::function<bool(const std::vector<BatchPtr>&)>& condition)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, hangTimeout, [&] { return condition(m_batches); });
}

bool BatchLog::waitForTicks(std::size_t count, const std::string& node)
{
    return waitFor([&](const std::vector<BatchPtr>& batches) {
        return std::ranges::count_if(batches, [&](const BatchPtr& batch) { return isTickOf(batch, node); })
            >= static_cast<std::ptrdiff_t>(count);
    });
}

bool BatchLog::waitForTick(std::uint64_t sequence)
{
    return waitFor([sequence](const std::vector<BatchPtr>& batches) {
        return std::ranges::any_of(batches,
                                   [sequence](const BatchPtr& b) { return b->tick && b->sequence == sequence; });
    });
}

bool BatchLog::waitForState(SourceState state, const std::string& reason)
{
    return waitFor([&](const std::vector<BatchPtr>& batches) {
        return std::ranges::any_of(batches, [&](const BatchPtr& batch) {
            return batch->status && batch->status->state == state
                && batch->status->reason.find(reason) != std::string::npos;
        });
    });
}

std::vector<BatchPtr> BatchLog::all() const
{
    const std::scoped_lock lock(m_mutex);
    return m_batches;
}

std::vector<BatchPtr> BatchLog::ticks(const std::string& node) const
{
    std::vector<BatchPtr> found;
    for (BatchPtr& batch : all()) {
        if (isTickOf(batch, node))
            found.push_back(std::move(batch));
    }
    return found;
}

std::vector<Gap> BatchLog::gaps() const
{
    std::vector<Gap> found;
    for (const BatchPtr& batch : all()) {
        if (batch->gap)
            found.push_back(*batch->gap);
    }
    return found;
}

SourceStatus BatchLog::lastStatus() const
{
    SourceStatus last;
    for (const BatchPtr& batch : all()) {
        if (batch->status)
            last = *batch->status;
    }
    return last;
}

void BatchLog::clear()
{
    const std::scoped_lock lock(m_mutex);
    m_batches.clear();
}

} // namespace lockstep::test
