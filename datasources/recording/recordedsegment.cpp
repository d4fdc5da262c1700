// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/recordedsegment.h"

#include "models/core/topology/topologybuilder.h"

#include <algorithm>
#include <functional>

namespace lockstep {

namespace {

/// Adds an entity after its parents.
EntityRef addTo(TopologyBuilder& builder, const Topology& from, EntityRef ref,
                std::array<std::vector<EntityRef>, entityKindCount>& done)
{
    if (!from.contains(ref))
        return {};
    EntityRef& ours = done[static_cast<std::size_t>(ref.kind)][ref.index];
    if (ours.isValid())
        return ours;
    const EntityRef parent = addTo(builder, from, from.parent(ref), done);
    if (ref.kind == EntityKind::Rack)
        ours = builder.addRack(from.name(ref), from.rackPlace(ref));
    else if (ref.kind == EntityKind::Node)
        ours = builder.addNode(from.name(ref), parent, from.nodePlace(ref));
    else
        ours = builder.add(ref.kind, from.name(ref), parent);
    return ours;
}

/// Whether each entity of @p part has the same index in @p whole, which is nearly always the case between sessions.
bool isPartOf(const Topology& part, const Topology& whole)
{
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        const auto count = static_cast<std::uint32_t>(part.count(static_cast<EntityKind>(kind)));
        for (std::uint32_t index = 0; index < count; ++index) {
            const EntityRef ref{static_cast<EntityKind>(kind), index};
            if (!whole.contains(ref) || whole.name(ref) != part.name(ref) || whole.parent(ref) != part.parent(ref))
                return false;
        }
    }
    return true;
}

} // namespace

Result<RecordedSegment> RecordedSegment::again() const
{
    Result<SegmentReader> reader = m_reader.again();
    if (!reader.isOk())
        return reader.error();
    RecordedSegment other(std::move(reader).value(), m_content);
    other.m_entities = m_entities;
    other.m_isSame = m_isSame;
    other.m_metricOf = m_metricOf;
    other.m_names = m_names;
    return other;
}

void RecordedSegment::adoptInto(TopologyPtr& topology, MetricTable& metrics, NameTable& names)
{
    adoptTopology(topology);
    const auto& theirs = m_reader.metrics();
    for (std::uint32_t at = 0; at < theirs.size(); ++at) {
        const SummaryName name
            = m_content == Content::Summaries ? summaryName(theirs[at].name) : SummaryName{theirs[at].name};
        // The mean comes before its other summaries.
        const MetricId ours = name.summary == Summary::Mean ? metrics.add(theirs[at]) : metrics.find(name.metric);
        if (!ours.isValid() || metrics.descriptor(ours).entityKind != theirs[at].entityKind)
            continue;
        std::vector<std::uint32_t>& metricOf = m_metricOf[static_cast<std::size_t>(name.summary)];
        if (metricOf.size() <= ours.value)
            metricOf.resize(ours.value + 1, noMetric);
        metricOf[ours.value] = at;
    }
    for (std::size_t at = m_names.size(); at < m_reader.names().size(); ++at)
        m_names.push_back(names.intern(m_reader.names()[at]).value);
}

void RecordedSegment::adoptTopology(TopologyPtr& ours)
{
    const Topology& theirs = *m_reader.topology();
    bool isKnown = ours != nullptr;
    for (std::size_t kind = 0; kind < entityKindCount; ++kind)
        isKnown = isKnown && m_entities[kind].size() == theirs.count(static_cast<EntityKind>(kind));
    if (isKnown)
        return;
    // The first segment's indices become the recording's.
    if (!ours)
        ours = m_reader.topology();
    const bool isSimple = ours == m_reader.topology() || isPartOf(theirs, *ours);
    TopologyBuilder builder(isSimple ? Topology() : *ours);
    for (std::size_t kind = 0; kind < entityKindCount; ++kind)
        m_entities[kind].resize(theirs.count(static_cast<EntityKind>(kind)));
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        m_isSame[kind] = true;
        for (std::uint32_t index = 0; index < m_entities[kind].size(); ++index) {
            const EntityRef ref{static_cast<EntityKind>(kind), index};
            if (isSimple)
                m_entities[kind][index] = ref;
            else
                m_isSame[kind] &= addTo(builder, theirs, ref, m_entities) == ref;
        }
    }
    if (!isSimple && theirs.plan() && theirs.plan() != ours->plan())
        builder.addPlan(theirs.plan()); // the newest plan is valid
    if (!isSimple && builder.hasChanged())
        ours = builder.build();
}

EntityRef RecordedSegment::entity(EntityRef theirs) const
{
    const auto& known = m_entities[static_cast<std::size_t>(theirs.kind)];
    return theirs.index < known.size() ? known[theirs.index] : EntityRef{theirs.kind};
}

bool RecordedSegment::isSame() const
{
    for (std::uint32_t name = 0; name < m_names.size(); ++name) {
        if (m_names[name] != name)
            return false;
    }
    return std::ranges::all_of(m_isSame, std::identity());
}

bool RecordedSegment::mayContain(MetricId ours, TickIndex firstOfBlock) const
{
    const TickRange own = m_reader.ticks();
    return own.from < firstOfBlock + RecordedBlock::ticks && firstOfBlock < own.to && metric(ours) != noMetric;
}

template <class Value>
std::vector<Value> RecordedSegment::mapped(std::span<const Value> row, EntityKind kind) const
{
    std::vector<Value> ours;
    for (std::uint32_t index = 0; index < row.size(); ++index) {
        const EntityRef at = entity({kind, index});
        if (!at.isValid())
            continue;
        if (at.index >= ours.size())
            ours.resize(at.index + 1, noData);
        ours[at.index] = row[index];
    }
    return ours;
}

template <class Value>
Result<RecordedBlockOf<Value>> RecordedSegment::block(MetricId ours, EntityKind kind, TickIndex first,
                                                      EntitySlice slice, Summary summary)
{
    Result<RecordedBlockOf<Value>> read
        = m_reader.block<Value>(metric(ours, summary), first, isSame(kind) ? slice : EntitySlice{});
    if (!read.isOk() || isSame(kind))
        return read;
    RecordedBlockOf<Value> all;
    all.first = first;
    for (TickIndex tick = first; tick < first + RecordedBlock::ticks; ++tick) {
        if (const std::span<const Value> row = read.value().row(tick); !row.empty())
            all.put(tick, 0, mapped(row, kind));
    }
    return slice.isAll() ? all : all.sliced(slice);
}

template Result<RecordedBlock> RecordedSegment::block(MetricId, EntityKind, TickIndex, EntitySlice, Summary);
template Result<ExactBlock> RecordedSegment::block(MetricId, EntityKind, TickIndex, EntitySlice, Summary);

Result<std::vector<float>> RecordedSegment::row(MetricId ours, EntityKind kind, TickIndex tick)
{
    Result<std::vector<float>> read = m_reader.row(metric(ours), tick);
    if (read.isOk() && !isSame(kind))
        return mapped<float>(read.value(), kind);
    return read;
}

void RecordedSegment::remapIds(std::vector<RecordedSpan>& spans) const
{
    for (RecordedSpan& span : spans) {
        span.node = node(span.node);
        span.entity = entity(span.entity);
        span.lane = name(span.lane);
        span.op = name(span.op);
        span.communicator = name(span.communicator);
        span.job = name(span.job);
    }
    std::erase_if(spans, [](const RecordedSpan& span) { return !span.entity.isValid(); });
}

Result<std::vector<RecordedSpan>> RecordedSegment::spans(TimeRange range)
{
    Result<std::vector<RecordedSpan>> read = m_reader.spans(range);
    if (read.isOk())
        remapIds(read.value());
    return read;
}

Result<std::vector<RecordedSpan>> RecordedSegment::unpack(const RecordedSpanBlock& block) const
{
    std::vector<RecordedSpan> spans;
    if (Status unpacked = m_reader.unpack(block, spans); !unpacked.isOk())
        return unpacked.error();
    remapIds(spans);
    return spans;
}

} // namespace lockstep
