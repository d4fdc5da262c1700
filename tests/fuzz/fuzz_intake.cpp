// SPDX-License-Identifier: GPL-3.0-or-later
//
// Well-formed messages of a malicious agent through decoder, live store, recording and reading. The input is a list of
// commands that make descriptions, layouts and ticks with numbers from the input. Checksums, lengths and indices are
// valid unless a command changes them. A valid node sends one tick per message; none of its data may be lost, and none
// may be in the future.
#include "datasources/agentclient/decoding/telemetrydecoder.h"
#include "datasources/agentservice/hub/wireencoder.h"
#include "datasources/recording/segmentreader.h"
#include "datasources/recording/segmentroll.h"
#include "datasources/recording/segmentwriter.h"
#include "lockstep/v1/telemetry.pb.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/ingest/intakequota.h"
#include "models/store/clusterstore.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

using namespace lockstep;

namespace {

const TimePoint start{std::chrono::sys_days{std::chrono::year{2026} / 3 / 14}};
constexpr Duration period = std::chrono::seconds(1);

/// Takes numbers from the input; returns zeroes after its end.
class Orders
{
public:
    Orders(const std::uint8_t* data, std::size_t size) : m_data(data, size) { }

    [[nodiscard]] bool isEmpty() const { return m_data.empty(); }
    std::uint8_t byte()
    {
        if (m_data.empty())
            return 0;
        const std::uint8_t value = m_data.front();
        m_data = m_data.subspan(1);
        return value;
    }
    std::uint32_t below(std::uint32_t limit) { return (byte() << 8U | byte()) % limit; }
    /// Mostly small, sometimes any 64 bits.
    std::uint64_t number()
    {
        const std::uint8_t size = byte();
        if (size < 192)
            return size;
        std::uint64_t value = 0;
        for (int at = 0; at < size % 9; ++at)
            value = value << 8U | byte();
        return value;
    }
    std::string name()
    {
        const std::uint32_t which = below(4000);
        return which == 0 ? std::string(byte() * std::size_t{4}, 'x') : "e" + std::to_string(which);
    }

private:
    std::span<const std::uint8_t> m_data;
};

constexpr std::array kinds{"gpu", "port", "switch", "loop", "job", "rack", "core", "node", "sensor", "none"};
constexpr std::array metricNames{"gpu.temperature", "gpu.power", "node.cpu.utilisation", "loop.flow", "m"};

void addLayout(Orders& orders, v1::NodeUpdate& update)
{
    v1::Layout& layout = *update.add_layouts();
    layout.set_id(static_cast<std::uint32_t>(orders.number()));
    for (std::uint32_t count = orders.below(8); count > 0; --count) {
        v1::Metric& metric = *layout.add_metrics();
        const std::uint32_t which = orders.below(metricNames.size() + 1);
        metric.set_name(which < metricNames.size() ? metricNames[which] : orders.name());
        metric.set_entity_kind(kinds[orders.below(kinds.size())]);
        metric.set_kind(static_cast<v1::MetricKind>(orders.below(3)));
    }
    // A run of entities of one kind each: a few orders describe thousands.
    v1::Entity& node = *layout.add_entities();
    node.set_kind("node");
    node.set_name("node");
    for (std::uint32_t runs = orders.below(5); runs > 0; --runs) {
        const char* const kind = kinds[orders.below(kinds.size())];
        const std::string name = orders.name();
        const std::uint32_t parent = orders.below(4);
        const std::uint32_t count = orders.below(16) == 0 ? orders.below(2000) : orders.below(8);
        for (std::uint32_t at = 0; at < count; ++at) {
            v1::Entity& entity = *layout.add_entities();
            entity.set_kind(kind);
            entity.set_name(name + '/' + std::to_string(at));
            if (parent != 0)
                entity.set_parent(parent - 1);
            if (orders.byte() == 7) {
                entity.set_peer_owner(orders.name());
                entity.set_peer_port(orders.name());
                entity.add_serves(orders.name());
            }
        }
    }
    for (std::uint32_t metric = 0; metric < static_cast<std::uint32_t>(layout.metrics_size()); ++metric) {
        v1::Column& column = *layout.add_columns();
        column.set_metric(metric + (orders.byte() == 9 ? 1 : 0));
        for (int entity = 0; entity < layout.entities_size(); ++entity) {
            if (layout.entities(entity).kind() == layout.metrics(static_cast<int>(metric)).entity_kind())
                column.add_entities(static_cast<std::uint32_t>(entity));
        }
    }
}

void addTick(Orders& orders, v1::NodeUpdate& update, std::uint64_t sequence, TimePoint now, const v1::Layout* layout)
{
    v1::Tick& tick = *update.mutable_tick();
    tick.set_sequence(orders.byte() == 3 ? orders.number() : sequence);
    const bool isHonest = orders.byte() < 200;
    tick.set_time(isHonest ? now.time_since_epoch().count()
                           : static_cast<std::int64_t>(orders.number()
                                                       + static_cast<std::uint64_t>(now.time_since_epoch().count())));
    std::size_t samples = 0;
    if (layout) {
        tick.set_layout(layout->id());
        for (const v1::Column& column : layout->columns())
            samples += static_cast<std::size_t>(column.entities_size());
    }
    for (std::size_t at = 0; at < samples; ++at)
        tick.add_values(static_cast<float>(at % 97));
    for (std::uint32_t count = orders.below(6); count > 0; --count) {
        v1::Span& span = *tick.add_spans();
        span.set_start_offset(static_cast<std::int64_t>(orders.number() << (orders.byte() % 48)));
        span.set_duration(orders.number() << (orders.byte() % 48));
        span.set_kind(static_cast<v1::SpanKind>(orders.below(10)));
        span.set_entity(static_cast<std::uint32_t>(orders.number()));
        span.set_lane(orders.below(4));
    }
    for (std::uint32_t count = orders.below(3); count > 0; --count) {
        v1::Event& event = *tick.add_events();
        event.set_time_offset(static_cast<std::int64_t>(orders.number() << (orders.byte() % 48)));
        event.set_severity(static_cast<v1::Severity>(orders.below(4)));
        event.set_entity(static_cast<std::uint32_t>(orders.number()));
        event.set_code(orders.name());
        event.set_text(orders.name());
    }
}

/// The frames of one malicious agent with a few nodes.
class Agent
{
public:
    std::string next(Orders& orders, TimePoint now)
    {
        v1::Frame frame;
        for (std::uint32_t updates = 1 + orders.below(3); updates > 0; --updates) {
            v1::NodeUpdate& update = *frame.add_updates();
            const std::uint32_t node = orders.below(3);
            update.set_node(node);
            if (m_sequence[node]++ == 0 || orders.byte() == 1) {
                v1::NodeIdentity& identity = *update.mutable_description()->mutable_identity();
                identity.set_name("n" + std::to_string(node));
                identity.set_epoch(orders.below(3));
                identity.set_tick_period(orders.byte() == 2 ? static_cast<std::int64_t>(orders.number())
                                                            : period.count());
                update.mutable_description()->add_names("");
                update.mutable_description()->add_names(orders.name());
            }
            if (orders.byte() < 100) {
                addLayout(orders, update);
                m_layouts[node] = update.layouts(0);
            }
            if (orders.byte() == 5) {
                update.mutable_missed()->set_first_sequence(orders.number());
                update.mutable_missed()->set_last_sequence(orders.number());
            }
            addTick(orders, update, m_sequence[node], now, m_layouts[node] ? &*m_layouts[node] : nullptr);
        }
        return frame.SerializeAsString();
    }

private:
    std::array<std::uint64_t, 3> m_sequence{};
    std::array<std::optional<v1::Layout>, 3> m_layouts;
};

[[noreturn]] void fail(const char* what)
{
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

BatchPtr honestTick(std::uint64_t second)
{
    static const auto layout = [] {
        auto made = std::make_shared<NodeLayout>();
        made->id = 1;
        MetricDescriptor metric;
        metric.name = "gpu.temperature";
        metric.entityKind = EntityKind::Gpu;
        made->metrics = {metric};
        made->entities = {{EntityKind::Node, "honest", 0}, {EntityKind::Gpu, "gpu0", 0}};
        made->columns = {{0, {1}}};
        return made;
    }();
    auto batch = std::make_shared<Batch>();
    batch->source = SourceId{1};
    batch->node = "honest";
    batch->sequence = second + 1;
    batch->received = start + std::chrono::seconds(second);
    batch->tick = NodeTick{batch->received, layout, {50.0F}, {}, {}};
    return batch;
}

/// A recording into a new file.
struct Recorded
{
    Recorded() : path("/dev/shm/lockstep-fuzz-intake-" + std::to_string(::getpid()))
    {
        for (const char* const part : {"", "-wal", "-shm"})
            std::filesystem::remove(path + part);
    }

    void read(std::uint64_t seconds)
    {
        Result<SegmentReader> opened = SegmentReader::open(path);
        if (!opened.isOk())
            fail(opened.error().message.c_str());
        SegmentReader& reader = opened.value();
        if (reader.ticks().to > tickIndexOf(start + std::chrono::seconds(seconds) + budget::maxAhead, period) + 1)
            fail("the recording reaches into the future");
        for (std::uint32_t metric = 0; metric < reader.metrics().size(); ++metric) {
            const EntityKind kind = reader.metrics()[metric].entityKind;
            for (std::uint64_t second = 0; second < seconds; ++second) {
                const auto row = reader.row(metric, tickIndexOf(start, period) + static_cast<TickIndex>(second));
                if (!row.isOk())
                    fail(row.error().message.c_str());
                if (row.value().size() > reader.topology()->count(kind))
                    fail("a row is wider than its kind has entities");
            }
        }
        const auto spans = reader.spans({TimePoint::min(), TimePoint::max()});
        if (!spans.isOk())
            fail(spans.error().message.c_str());
        for (const RecordedSpan& span : spans.value()) {
            if (span.endNs < span.startNs)
                fail("a span ends before it begins");
        }
        if (!reader.events({TimePoint::min(), TimePoint::max()}).isOk() || !reader.identities().isOk())
            fail("events or identities are not to be read");
    }

    std::string path;
    PlacedRows placed{nullptr, period};
    ColumnAssembly columns;
    RecordedRows rows;
};

void commit(Recorded& recorded, SegmentWriter& writer)
{
    recorded.columns.packTouched();
    const Status written = writer.commit({*recorded.placed.topology(),
                                          recorded.placed.metrics(),
                                          recorded.placed.names(),
                                          recorded.rows,
                                          {},
                                          recorded.columns.open(),
                                          recorded.columns.late(),
                                          {recorded.columns.oldestTick(), recorded.columns.newestTick() + 1}});
    if (!written.isOk())
        fail(written.error().message.c_str());
    recorded.columns.setJournalled();
    recorded.rows = {};
    recorded.columns.clearLate();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    Orders orders(data, size);
    TelemetryDecoder decoder(SourceId{0});
    Agent agent;
    ClusterStore store;
    Recorded recorded;
    auto made
        = SegmentWriter::create(recorded.path, tickIndexOf(start, period), period, SegmentWriter::Safety::WhenFinished);
    if (!made.isOk())
        return 0;
    std::optional<SegmentWriter> writer(std::move(made).value());
    std::uint64_t second = 0;
    for (; second < 40 && !orders.isEmpty(); ++second) {
        const TimePoint now = start + std::chrono::seconds(second);
        std::vector<BatchPtr> batches{honestTick(second)};
        static_cast<void>(decoder.decode(agent.next(orders, now), now, batches));
        if (orders.byte() == 11) { // probes: its clock as it likes
            auto clock = std::make_shared<Batch>();
            clock->node = "n" + std::to_string(orders.below(3));
            clock->clock = ClockOffset{Duration(static_cast<std::int64_t>(orders.number())),
                                       Duration(static_cast<std::int64_t>(orders.number() >> 1U))};
            batches.push_back(clock);
        }
        const PlacedBatches placed = store.place(batches);
        static_cast<void>(store.apply(placed));
        static_cast<void>(store.advance(now));
        recorded.placed.setTopology(placed.topology);
        for (const PlacedBatchPtr& each : placed.batches)
            recorded.placed.apply(*each, recorded.columns, recorded.rows);
        if (second % 8 == 7)
            commit(recorded, *writer);
    }
    if (second == 0)
        return 0;
    commit(recorded, *writer);
    if (!writer->close().isOk())
        fail("the segment does not close");
    writer.reset(); // closes the file

    const TimePoint last = start + std::chrono::seconds(second - 1);
    if (store.ticksInMemory().to > tickIndexOf(last + budget::maxAhead, period) + 1)
        fail("the store reaches into the future");
    const EntityRef honest = store.topology()->findNode("honest");
    const EntityRef gpu = store.topology()->find(EntityKind::Gpu, honest, "gpu0");
    const auto column = store.column(store.metrics().find("gpu.temperature"), tickIndexOf(last, period));
    if (!gpu.isValid() || gpu.index >= column.size() || column[gpu.index] != 50.0F)
        fail("the honest node's tick is lost");
    if (store.topology()->count(EntityKind::Gpu) > 3 * maxPerNode(EntityKind::Gpu) + 1)
        fail("there are more GPUs than nodes may have");
    recorded.read(second);
    return 0;
}
