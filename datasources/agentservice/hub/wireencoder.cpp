// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/hub/wireencoder.h"

#include "datasources/proto/wireenums.h"
#include "datasources/proto/wiretext.h"
#include "models/core/budget.h"

#include <google/protobuf/arena.h>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

namespace limits = budget;

std::string name(std::string_view text)
{
    return cleanText(text, limits::nameBytes);
}

std::string sentence(std::string_view text)
{
    return cleanText(text, limits::textBytes);
}

/// A frame with one message, on an arena on the stack: a usual tick allocates nothing.
class PieceFrame
{
public:
    PieceFrame()
        : m_arena(m_block.data(), m_block.size()), m_frame(google::protobuf::Arena::CreateMessage<v1::Frame>(&m_arena))
    { }

    [[nodiscard]] v1::Relay& relay() { return *m_frame->mutable_relay(); }
    /// The single update of this piece.
    [[nodiscard]] v1::NodeUpdate& update(std::uint32_t node)
    {
        v1::NodeUpdate& update = *m_frame->add_updates();
        update.set_node(node);
        return update;
    }

    [[nodiscard]] grpc::Slice serialise() const
    {
        const grpc::Slice slice(m_frame->ByteSizeLong());
        // The new slice is not shared yet, so its bytes may be written.
        m_frame->SerializeWithCachedSizesToArray(const_cast<std::uint8_t*>(slice.begin()));
        return slice;
    }

private:
    alignas(8) std::array<char, 8192> m_block;
    google::protobuf::Arena m_arena;
    v1::Frame* m_frame;
};

void writeMetric(const MetricDescriptor& metric, v1::Metric& wire)
{
    wire.set_name(name(metric.name));
    wire.set_title(sentence(metric.title));
    wire.set_unit(std::string(unitName(metric.unit)));
    wire.set_kind(toWire(metric.kind));
    wire.set_entity_kind(std::string(entityKindName(metric.entityKind)));
    wire.set_direction(toWire(metric.direction));
    if (metric.warning)
        wire.set_warning(*metric.warning);
    if (metric.critical)
        wire.set_critical(*metric.critical);
    if (metric.fullScale)
        wire.set_full_scale(*metric.fullScale);
}

void writeSpan(const Span& span, TimePoint tickTime, std::size_t nameCount, v1::Span& wire)
{
    const auto known = [&](std::uint32_t index) {
        return index < nameCount ? index : 0;
    };
    wire.set_start_offset((span.start - tickTime).count());
    wire.set_duration(static_cast<std::uint64_t>(std::max(span.end - span.start, Duration::zero()).count()));
    wire.set_kind(toWire(span.kind));
    wire.set_entity(span.entity);
    wire.set_lane(known(span.lane));
    wire.set_op(known(span.op));
    wire.set_communicator(known(span.communicator));
    wire.set_job(known(span.job));
    if (span.rank != Span::noRank)
        wire.set_rank(span.rank);
    wire.set_step(span.step);
    wire.set_sequence(span.sequence);
    wire.set_bytes(span.bytes);
}

void writeEvent(const Event& event, TimePoint tickTime, v1::Event& wire)
{
    wire.set_time_offset((event.time - tickTime).count());
    wire.set_severity(toWire(event.severity));
    wire.set_entity(event.entity);
    wire.set_code(name(event.code));
    wire.set_text(sentence(event.text));
    const EventFields& fields = event.fields;
    v1::EventFields& wireFields = *wire.mutable_fields();
    wireFields.set_job(name(fields.job));
    wireFields.set_variant(name(fields.variant));
    wireFields.set_subject(name(fields.subject));
    wireFields.set_lasted(static_cast<std::uint64_t>(std::max(fields.lasted, Duration::zero()).count()));
    wireFields.set_others(fields.others);
    wireFields.set_xid(fields.xid);
    if (fields.value)
        wireFields.set_value(*fields.value);
    if (fields.baseline)
        wireFields.set_baseline(*fields.baseline);
    if (fields.unit != Unit::None)
        wireFields.set_unit(std::string(unitName(fields.unit)));
}

} // namespace

void writeIdentity(const NodeIdentity& identity, v1::NodeIdentity& wire)
{
    wire.set_name(name(identity.name));
    wire.set_epoch(identity.epoch);
    wire.set_tick_period(identity.tickPeriod.count());
    wire.set_agent_version(name(identity.agentVersion));
    wire.set_operating_system(sentence(identity.operatingSystem));
    wire.set_cpu_model(sentence(identity.cpuModel));
    wire.set_cpu_count(identity.cpuCount);
    wire.set_memory_bytes(identity.memoryBytes);
    if (identity.position) {
        v1::RackPosition& position = *wire.mutable_position();
        position.set_row(name(identity.position->row));
        position.set_rack(name(identity.position->rack));
        position.set_bottom_unit(identity.position->bottomUnit);
        position.set_height_units(identity.position->heightUnits);
    }
    for (const InventoryItem& item : identity.inventory) {
        v1::InventoryItem& wireItem = *wire.add_inventory();
        wireItem.set_collector(name(item.collector));
        wireItem.set_is_active(item.isActive);
        wireItem.set_detail(sentence(item.detail));
        for (const NodeProperty& property : item.properties) {
            v1::NodeProperty& wireProperty = *wireItem.add_properties();
            wireProperty.set_name(name(property.name));
            wireProperty.set_value(name(property.value));
        }
    }
}

grpc::Slice encodeDescription(std::uint32_t node, const NodeIdentity& identity, std::span<const std::string> names)
{
    PieceFrame frame;
    v1::NodeDescription& description = *frame.update(node).mutable_description();
    writeIdentity(identity, *description.mutable_identity());
    for (const std::string& text : names)
        description.add_names(name(text));
    return frame.serialise();
}

grpc::Slice encodeLayout(std::uint32_t node, const NodeLayout& layout)
{
    PieceFrame frame;
    v1::Layout& wire = *frame.update(node).add_layouts();
    wire.set_id(layout.id);
    for (const MetricDescriptor& metric : layout.metrics)
        writeMetric(metric, *wire.add_metrics());
    for (const EntityDescriptor& entity : layout.entities) {
        v1::Entity& wireEntity = *wire.add_entities();
        wireEntity.set_kind(std::string(entityKindName(entity.kind)));
        wireEntity.set_name(name(entity.name));
        if (entity.parent != EntityDescriptor::clusterScope)
            wireEntity.set_parent(entity.parent);
        wireEntity.set_peer_owner(name(entity.peer.owner));
        wireEntity.set_peer_port(name(entity.peer.port));
        for (const std::string& rack : entity.serves)
            wireEntity.add_serves(name(rack));
    }
    for (const ColumnDescriptor& column : layout.columns) {
        v1::Column& wireColumn = *wire.add_columns();
        wireColumn.set_metric(column.metric);
        wireColumn.mutable_entities()->Add(column.entities.begin(), column.entities.end());
    }
    return frame.serialise();
}

grpc::Slice encodeMissed(std::uint32_t node, std::uint64_t firstSequence, std::uint64_t lastSequence,
                         const std::string& reason)
{
    PieceFrame frame;
    v1::Missed& missed = *frame.update(node).mutable_missed();
    missed.set_first_sequence(firstSequence);
    missed.set_last_sequence(lastSequence);
    missed.set_reason(sentence(reason));
    return frame.serialise();
}

grpc::Slice encodeReach(std::uint32_t node, const std::string& nodeName, const SourceStatus& status)
{
    PieceFrame frame;
    v1::Reach& reach = *frame.update(node).mutable_reach();
    reach.set_node(name(nodeName));
    reach.set_state(toWire(status.state));
    reach.set_peer(name(status.peer));
    reach.set_reason(sentence(status.reason));
    return frame.serialise();
}

grpc::Slice encodeClock(std::uint32_t node, const ClockOffset& clock)
{
    PieceFrame frame;
    v1::Clock& wire = *frame.update(node).mutable_clock();
    wire.set_offset(clock.offset.count());
    wire.set_uncertainty(static_cast<std::uint64_t>(std::max(clock.uncertainty, Duration::zero()).count()));
    return frame.serialise();
}

grpc::Slice encodeRelay(const RelayIdentity& relay)
{
    PieceFrame frame;
    v1::Relay& wire = frame.relay();
    wire.set_name(name(relay.name));
    wire.set_id(relay.id);
    wire.mutable_behind()->Add(relay.behind.begin(), relay.behind.end());
    return frame.serialise();
}

grpc::Slice encodeTick(std::uint32_t node, std::uint64_t sequence, const NodeTick& tick, std::size_t firstNewName,
                       std::span<const std::string> newNames, std::size_t nameCount)
{
    PieceFrame frame;
    v1::Tick& wire = *frame.update(node).mutable_tick();
    wire.set_sequence(sequence);
    wire.set_time(tick.time.time_since_epoch().count());
    wire.set_layout(tick.layout->id);
    wire.mutable_values()->Add(tick.values.begin(), tick.values.end());
    if (!newNames.empty()) {
        wire.mutable_new_names()->set_first_index(static_cast<std::uint32_t>(firstNewName));
        for (const std::string& text : newNames)
            wire.mutable_new_names()->add_names(name(text));
    }
    for (const Span& span : tick.spans)
        writeSpan(span, tick.time, nameCount, *wire.add_spans());
    for (const Event& event : tick.events)
        writeEvent(event, tick.time, *wire.add_events());
    return frame.serialise();
}

} // namespace lockstep
