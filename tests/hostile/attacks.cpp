// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hostile/attacks.h"

#include "datasources/agentservice/hub/wireencoder.h"
#include "models/core/batch.h"
#include "tests/hostile/honestcluster.h"

#include <fmt/format.h>

#include <limits>
#include <random>
#include <vector>

namespace lockstep::test {

namespace {

using namespace std::chrono_literals;

std::string bytesOf(const grpc::Slice& slice)
{
    return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

NodeIdentity identityNamed(std::string name, std::uint64_t epoch = 1)
{
    NodeIdentity identity;
    identity.name = std::move(name);
    identity.epoch = epoch;
    identity.position = RackPosition{"Z", "Z001", 1, 2};
    return identity;
}

MetricDescriptor metricNamed(std::string name, EntityKind kind = EntityKind::Gpu)
{
    return {std::move(name), "A metric", Unit::Watt, MetricKind::Gauge, kind, Direction::HighIsBad, 1.0F, 2.0F, {}};
}

/// A node with @p gpus GPUs whose names begin with @p prefix, and a column of each metric over all of them.
std::shared_ptr<const NodeLayout> layoutOf(std::uint32_t id, std::size_t gpus, const std::string& prefix,
                                           std::vector<MetricDescriptor> metrics)
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = id;
    layout->metrics = std::move(metrics);
    layout->entities = {{EntityKind::Node, "node", 0}};
    for (std::size_t gpu = 0; gpu < gpus; ++gpu)
        layout->entities.push_back({EntityKind::Gpu, fmt::format("{}{}", prefix, gpu), 0});
    for (std::uint32_t metric = 0; metric < layout->metrics.size(); ++metric) {
        layout->columns.push_back({metric, {}});
        for (std::uint32_t gpu = 0; gpu < gpus; ++gpu)
            layout->columns.back().entities.push_back(gpu + 1);
    }
    return layout;
}

std::shared_ptr<const NodeLayout> plainLayout()
{
    return layoutOf(1, 8, "gpu", {metricNamed("gpu.power")});
}

NodeTick tickAt(TimePoint time, std::shared_ptr<const NodeLayout> layout)
{
    NodeTick tick{time, std::move(layout), {}, {}, {}};
    tick.values.assign(tick.layout->sampleCount(), 1.5F);
    return tick;
}

TimePoint thisSecond()
{
    return std::chrono::floor<std::chrono::seconds>(wallClockNow());
}

std::string description(const std::string& node, const std::shared_ptr<const NodeLayout>& layout)
{
    return bytesOf(encodeDescription(1, identityNamed(node), {})) + bytesOf(encodeLayout(1, *layout));
}

/// Frames of a node that is valid in the first one; @p spoil manipulates its ticks.
template <class Spoil>
LyingAgent::MakeFrame ticksOf(std::string node, std::shared_ptr<const NodeLayout> layout, Spoil spoil)
{
    return [=](std::uint64_t number) {
        NodeTick tick = tickAt(thisSecond(), layout);
        spoil(tick, number);
        const std::string frame = bytesOf(encodeTick(1, number + 1, tick, 0, {}, 1));
        return number == 0 ? description(node, layout) + frame : frame;
    };
}

/// A separate layout in each message, and a tick that uses it.
template <class MakeLayout>
LyingAgent::MakeFrame layoutsOf(std::string node, MakeLayout makeLayout)
{
    return [=](std::uint64_t number) {
        const std::shared_ptr<const NodeLayout> layout = makeLayout(number);
        std::string frame = number == 0 ? bytesOf(encodeDescription(1, identityNamed(node), {})) : std::string();
        frame += bytesOf(encodeLayout(1, *layout));
        return frame + bytesOf(encodeTick(1, number + 1, tickAt(thisSecond(), layout), 0, {}, 1));
    };
}

std::shared_ptr<const NodeLayout> metricsWithoutEnd(std::uint64_t number)
{
    std::vector<MetricDescriptor> metrics;
    for (std::size_t metric = 0; metric < 4000; ++metric)
        metrics.push_back(metricNamed(fmt::format("gpu.invented{}", number * 4000 + metric)));
    return layoutOf(static_cast<std::uint32_t>(number + 1), 1, "gpu", std::move(metrics));
}

/// A tick in a new epoch, whose spans each have their own lane and operation.
std::string namesWithoutEnd(std::uint64_t number)
{
    constexpr std::uint32_t count = 20'000;
    std::vector<std::string> names{""};
    NodeTick tick = tickAt(thisSecond(), plainLayout());
    for (std::uint32_t name = 1; name <= count; ++name) {
        names.push_back(fmt::format("lane {} of {}", name, number));
        tick.spans.push_back(
            {tick.time - 1ms, tick.time, SpanKind::Compute, 1, name, name, name, name, name, 1, name, 1});
    }
    return bytesOf(encodeDescription(1, identityNamed("hostile-names", number + 1), names))
        + bytesOf(encodeLayout(1, *tick.layout)) + bytesOf(encodeTick(1, 1, tick, 0, {}, names.size()));
}

/// A separate node in each update.
std::string nodesWithoutEnd(std::uint64_t number)
{
    std::string frame;
    for (std::uint32_t node = 0; node < 200; ++node) {
        const auto index = static_cast<std::uint32_t>(number * 200 + node);
        NodeIdentity identity = identityNamed(fmt::format("hostile-crowd-{}", index));
        identity.position = RackPosition{fmt::format("row {}", index), fmt::format("rack {}", index), 1024, 1024};
        frame += bytesOf(encodeDescription(index, identity, {})) + bytesOf(encodeLayout(index, *plainLayout()))
            + bytesOf(encodeTick(index, 1, tickAt(thisSecond(), plainLayout()), 0, {}, 1));
    }
    return frame;
}

/// Racks, loops, switches and jobs of other nodes, including the loop of the valid ones.
std::shared_ptr<const NodeLayout> claimsOnOthers(std::uint64_t number)
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = static_cast<std::uint32_t>(number + 1);
    layout->metrics = {metricNamed("loop.flow", EntityKind::Loop), metricNamed("rack.power", EntityKind::Rack),
                       metricNamed("job.progress", EntityKind::Job)};
    layout->entities = {{EntityKind::Node, "node", 0}};
    layout->columns = {{0, {}}, {1, {}}, {2, {}}};
    constexpr auto all = EntityDescriptor::clusterScope;
    for (std::uint32_t claim = 0; claim < 300; ++claim) {
        const auto entity = static_cast<std::uint32_t>(layout->entities.size());
        layout->entities.push_back({EntityKind::Loop, fmt::format("loop {}", claim), all, {}, {"A000", "A001"}});
        layout->entities.push_back({EntityKind::Rack, fmt::format("A{:03}", claim), all});
        layout->entities.push_back({EntityKind::Job, fmt::format("job {} of {}", claim, number), all});
        for (std::uint32_t kind = 0; kind < 3; ++kind)
            layout->columns[kind].entities.push_back(entity + kind);
    }
    return layout;
}

std::string markup(std::uint64_t number)
{
    constexpr auto text = "<img src=\"/dev/zero\"><b>all well</b><a href=\"file:///etc/passwd\">x</a>";
    auto layout = layoutOf(1, 8, text, {metricNamed("gpu.power")});
    NodeTick tick = tickAt(thisSecond(), layout);
    tick.events.push_back({tick.time, Severity::Critical, 1, "<h1>code</h1>", text});
    tick.spans.push_back({tick.time - 1s, tick.time, SpanKind::Collective, 1, 1, 1, 1, 1, 0, 1, number, 1});
    const std::string frame = bytesOf(encodeTick(1, number + 1, tick, 0, {}, 2));
    if (number > 0)
        return frame;
    NodeIdentity identity = identityNamed(fmt::format("hostile {}", text));
    identity.operatingSystem = identity.cpuModel = identity.agentVersion = text;
    identity.position = RackPosition{text, text, 1, 1};
    identity.inventory = {{text, true, text}};
    const std::vector<std::string> names{"", text};
    return bytesOf(encodeDescription(1, identity, names)) + bytesOf(encodeLayout(1, *layout)) + frame;
}

std::string noise(std::uint64_t number)
{
    std::mt19937_64 random(number); // NOLINT: the same bytes each time
    std::string bytes(4096, '\0');
    for (char& byte : bytes)
        byte = static_cast<char>(random());
    return bytes;
}

/// 65,536 spans that ended a year ago or last a year, as far as a reader accepts.
void addManySpans(NodeTick& tick, std::uint64_t number)
{
    for (std::uint32_t span = 0; span < 60'000; ++span) {
        const TimePoint start = tick.time - 365 * 24h + std::chrono::seconds(span);
        tick.spans.push_back({start, span % 2 == 0 ? start + 1ms : tick.time, SpanKind::Collective, 1, 0, 0, 0, 0, span,
                              1, number * 60'000 + span, std::numeric_limits<std::uint64_t>::max()});
    }
}

void addManyEvents(NodeTick& tick, std::uint64_t number)
{
    for (std::uint32_t event = 0; event < 4000; ++event)
        tick.events.push_back({tick.time - std::chrono::milliseconds(event), Severity::Critical, event % 9,
                               fmt::format("invented.{}", number * 4000 + event), std::string(2000, 'x')});
}

/// Spans of invented ranks in invented steps of invented jobs, at a rate that any agent may use.
std::string ranksWithoutEnd(std::uint64_t number)
{
    constexpr std::uint32_t count = 160;
    constexpr std::uint32_t kept = 4096;
    std::mt19937_64 random(number); // NOLINT: the same each time
    std::vector<std::string> names{"", "all_reduce"};
    for (std::uint32_t name = 0; name < kept; ++name)
        names.push_back(fmt::format("job-{}", name));
    NodeTick tick = tickAt(thisSecond(), plainLayout());
    for (std::uint32_t at = 0; at < count; ++at) {
        Span span;
        span.end = tick.time + std::chrono::milliseconds(random() % 1000);
        span.start = span.end - std::chrono::milliseconds(random() % 500);
        span.kind = at % 4 == 0 ? SpanKind::Step : SpanKind::Collective;
        span.entity = 1 + static_cast<std::uint32_t>(random() % 8);
        span.op = 1;
        span.communicator = 2 + static_cast<std::uint32_t>(random() % kept);
        span.job = 2 + static_cast<std::uint32_t>(random() % kept);
        span.rank = static_cast<std::uint32_t>(random() % 16384);
        span.step = static_cast<std::uint32_t>(random() % 1000);
        span.sequence = random() % 1000;
        tick.spans.push_back(span);
    }
    const std::string frame = bytesOf(encodeTick(1, number + 1, tick, 0, {}, names.size()));
    return number > 0 ? frame
                      : bytesOf(encodeDescription(1, identityNamed("hostile-ranks"), names))
            + bytesOf(encodeLayout(1, *tick.layout)) + frame;
}

void spoilValues(NodeTick& tick, std::uint64_t number)
{
    constexpr std::array bad{std::numeric_limits<float>::infinity(),  -std::numeric_limits<float>::infinity(),
                             std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::denorm_min(),
                             std::numeric_limits<float>::max(),       -0.0F};
    for (std::size_t at = 0; at < tick.values.size(); ++at)
        tick.values[at] = bad[(number + at) % bad.size()];
}

std::vector<Attack> makeAttacks()
{
    const auto asItIs = [](NodeTick&, std::uint64_t) {
    };
    return {
        {"future ticks",
         ticksOf("hostile-future", plainLayout(), [](NodeTick& tick, std::uint64_t) { tick.time += 30 * 24h; }), 100ms},
        {"ticks of other centuries",
         ticksOf("hostile-past", plainLayout(),
                 [](NodeTick& tick, std::uint64_t number) {
                     tick.time = timeOfTick(950'000'000 + static_cast<TickIndex>(number * 5'000'000), 1s);
                 }),
         100ms},
        {"GPUs without end",
         layoutsOf("hostile-gpus",
                   [](std::uint64_t number) {
                       return layoutOf(static_cast<std::uint32_t>(number + 1), 6000, fmt::format("gpu{}-", number),
                                       {metricNamed("gpu.power")});
                   }),
         100ms},
        {"metrics without end", layoutsOf("hostile-metrics", metricsWithoutEnd), 100ms},
        {"layouts without end",
         layoutsOf("hostile-layouts",
                   [](std::uint64_t number) {
                       return layoutOf(static_cast<std::uint32_t>(number + 1), 8, "gpu", {metricNamed("gpu.power")});
                   }),
         0ms},
        {"names without end", namesWithoutEnd, 100ms},
        // The maximum per address (budget::nodesPerSource), which a valid row of halls would need too.
        {"nodes without end", nodesWithoutEnd, 100ms, 600},
        {"ranks without end", ranksWithoutEnd, 100ms},
        {"spans of a year", ticksOf("hostile-spans", plainLayout(), addManySpans), 200ms},
        {"a storm of critical events", ticksOf("hostile-events", plainLayout(), addManyEvents), 200ms},
        {"ticks as fast as they are read", ticksOf("hostile-flood", plainLayout(), asItIs), 0ms},
        {"values that are none", ticksOf("hostile-values", plainLayout(), spoilValues), 100ms},
        {"a name that is another's", ticksOf(HonestCluster::nodeName(0), plainLayout(), asItIs), 1s},
        {"claims on what is others'", layoutsOf("hostile-claims", claimsOnOthers), 200ms},
        {"markup", markup, 500ms},
        {"noise", noise, 20ms},
        // A reader that unpacks it needs the memory before it can tell the size.
        {"compressed messages", [](std::uint64_t) { return std::string(96U << 20U, '\0'); }, 1s, 50},
        {"nothing", [](std::uint64_t) { return std::string(); }, 0ms},
    };
}

} // namespace

std::span<const Attack> attacks()
{
    static const std::vector<Attack> all = makeAttacks();
    return all;
}

} // namespace lockstep::test
