// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/storage/recording.h"

#include "datasources/storage/recordingfolder.h"
#include "models/core/topologybuilder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>

namespace lockstep {

namespace {

constexpr std::size_t mostProblems = 50;

std::vector<SegmentFile> filesAt(const std::string& path)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return listSegments(path);
    const auto bytes = std::filesystem::file_size(path, error);
    return error ? std::vector<SegmentFile>() : std::vector<SegmentFile>{{path, bytes, false}};
}

/// Adds a thing and, before it, what it is part of.
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

} // namespace

Result<Recording> Recording::open(const std::string& path)
{
    Recording recording(path);
    if (Status read = recording.refresh(); !read.isOk())
        return read.error();
    return recording;
}

Result<Recording> Recording::again() const
{
    Recording other(m_path);
    other.m_tickPeriod = m_tickPeriod;
    other.m_refused = m_refused;
    other.m_topology = m_topology;
    other.m_metrics = m_metrics;
    for (std::uint32_t name = 0; name < m_names->size(); ++name)
        other.m_names->intern(m_names->name(NameId{name}));
    for (const Segment& segment : m_segments) {
        Result<SegmentReader> reader = segment.reader.again();
        if (!reader.isOk())
            return reader.error();
        Segment& opened = other.m_segments.emplace_back(std::move(reader).value());
        opened.entities = segment.entities;
        opened.isSame = segment.isSame;
        opened.metricOf = segment.metricOf;
        opened.names = segment.names;
    }
    return other;
}

void Recording::note(const Error& error)
{
    if (m_problems.size() < mostProblems && std::ranges::find(m_problems, error.message) == m_problems.end())
        m_problems.push_back(error.message);
}

template <class Rows>
Rows Recording::valueOr(Result<Rows> read)
{
    if (read.isOk())
        return std::move(read).value();
    note(read.error());
    return {};
}

Status Recording::refresh()
{
    const std::vector<SegmentFile> files = filesAt(m_path);
    std::erase_if(m_segments, [&](const Segment& segment) {
        return std::ranges::find(files, segment.reader.path(), &SegmentFile::path) == files.end();
    });
    for (Segment& segment : m_segments) {
        const auto before = segment.reader.topology();
        if (const Status read = segment.reader.refresh(); !read.isOk())
            note(read.error());
        adopt(segment);
    }
    for (const SegmentFile& file : files) {
        const bool isOpen = std::ranges::any_of(
            m_segments, [&](const Segment& segment) { return segment.reader.path() == file.path; });
        if (!isOpen && std::ranges::find(m_refused, file.path) == m_refused.end())
            addSegment(file.path);
    }
    if (m_segments.empty())
        return Error{m_problems.empty() ? fmt::format("{}: there is no recording here", m_path) : m_problems.front()};
    return success();
}

void Recording::addSegment(const std::string& path)
{
    Result<SegmentReader> opened = SegmentReader::open(path);
    if (opened.isOk() && m_tickPeriod != Duration{} && opened.value().tickPeriod() != m_tickPeriod)
        opened = Error{fmt::format("{}: recorded every {} ns, the rest every {} ns; not shown", path,
                                   opened.value().tickPeriod().count(), m_tickPeriod.count())};
    if (!opened.isOk()) {
        note(opened.error());
        m_refused.push_back(path);
        return;
    }
    m_tickPeriod = opened.value().tickPeriod();
    adopt(m_segments.emplace_back(std::move(opened).value()));
}

void Recording::adopt(Segment& segment)
{
    adoptTopology(segment);
    const auto& metrics = segment.reader.metrics();
    for (std::uint32_t at = 0; at < metrics.size(); ++at) {
        const MetricId ours = m_metrics.add(metrics[at]);
        if (m_metrics.descriptor(ours).entityKind != metrics[at].entityKind)
            continue;
        if (segment.metricOf.size() <= ours.value)
            segment.metricOf.resize(ours.value + 1, noMetric);
        segment.metricOf[ours.value] = at;
    }
    const auto& names = segment.reader.names();
    for (std::size_t at = segment.names.size(); at < names.size(); ++at)
        segment.names.push_back(m_names->intern(names[at]).value);
}

void Recording::adoptTopology(Segment& segment)
{
    const Topology& theirs = *segment.reader.topology();
    bool isKnown = m_topology != nullptr;
    for (std::size_t kind = 0; kind < entityKindCount; ++kind)
        isKnown = isKnown && segment.entities[kind].size() == theirs.count(static_cast<EntityKind>(kind));
    if (isKnown)
        return;
    // The first segment's indices become ours; a builder that starts from it keeps them.
    const bool isFirst = !m_topology;
    TopologyBuilder builder(isFirst ? theirs : *m_topology);
    for (std::size_t kind = 0; kind < entityKindCount; ++kind)
        segment.entities[kind].resize(theirs.count(static_cast<EntityKind>(kind)));
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        segment.isSame[kind] = true;
        for (std::uint32_t index = 0; index < segment.entities[kind].size(); ++index) {
            const EntityRef ref{static_cast<EntityKind>(kind), index};
            segment.isSame[kind] &= addTo(builder, theirs, ref, segment.entities) == ref;
        }
    }
    if (isFirst || builder.hasChanged())
        m_topology = builder.build();
}

TickRange Recording::ticks() const
{
    TickRange all;
    for (const Segment& segment : m_segments) {
        const TickRange own = segment.reader.ticks();
        if (own.isEmpty())
            continue;
        all = all.isEmpty() ? own : TickRange{std::min(all.from, own.from), std::max(all.to, own.to)};
    }
    return all;
}

EntityRef Recording::ourEntity(const Segment& segment, EntityRef theirs) const
{
    const auto& known = segment.entities[static_cast<std::size_t>(theirs.kind)];
    return theirs.index < known.size() ? known[theirs.index] : EntityRef{theirs.kind};
}

std::uint32_t Recording::ourNode(const Segment& segment, std::uint32_t theirs) const
{
    return ourEntity(segment, {EntityKind::Node, theirs}).index;
}

void Recording::merge(RecordedBlock& block, const RecordedBlock& part, const Segment& segment, EntityKind kind) const
{
    for (TickIndex tick = part.first; tick < part.first + RecordedBlock::ticks; ++tick) {
        const std::span<const float> row = part.row(tick);
        if (row.empty())
            continue;
        for (std::uint32_t index = 0; index < row.size(); ++index) {
            const EntityRef ours = ourEntity(segment, {kind, index});
            if (ours.isValid())
                block.put(tick, ours.index, row.subspan(index, 1));
        }
    }
}

bool Recording::mayHave(const Segment& segment, MetricId metric, TickIndex first)
{
    const TickRange own = segment.reader.ticks();
    return own.from < first + RecordedBlock::ticks && first < own.to && metric.value < segment.metricOf.size()
        && segment.metricOf[metric.value] != noMetric;
}

std::optional<PackedBlock> Recording::packedBlock(MetricId metric, TickIndex first)
{
    Segment* only = nullptr;
    for (Segment& segment : m_segments) {
        if (!mayHave(segment, metric, first))
            continue;
        if (only)
            return std::nullopt;
        only = &segment;
    }
    if (!only || !only->isSame[static_cast<std::size_t>(m_metrics.descriptor(metric).entityKind)])
        return std::nullopt;
    auto packed = valueOr(only->reader.packedBlock(only->metricOf[metric.value], first));
    if (packed)
        packed->metric = metric.value;
    return packed;
}

RecordedBlock Recording::block(MetricId metric, TickIndex first, EntitySlice slice)
{
    RecordedBlock block;
    block.first = first;
    const EntityKind kind = m_metrics.descriptor(metric).entityKind;
    for (Segment& segment : m_segments) {
        if (!mayHave(segment, metric, first))
            continue;
        const bool isSame = segment.isSame[static_cast<std::size_t>(kind)];
        RecordedBlock part
            = valueOr(segment.reader.block(segment.metricOf[metric.value], first, isSame ? slice : EntitySlice{}));
        part.first = first;
        if (!isSame) {
            RecordedBlock ours;
            ours.first = first;
            merge(ours, part, segment, kind);
            part = slice.isAll() ? std::move(ours) : ours.sliced(slice);
        }
        if (block.written == 0) {
            block = std::move(part);
        } else {
            for (TickIndex tick = first; tick < first + RecordedBlock::ticks; ++tick) {
                if (const std::span<const float> row = part.row(tick); !row.empty())
                    block.put(tick, 0, row);
            }
        }
    }
    return block;
}

std::vector<float> Recording::row(MetricId metric, TickIndex tick)
{
    const EntityKind kind = m_metrics.descriptor(metric).entityKind;
    std::vector<float> all;
    for (Segment& segment : m_segments) {
        if (!mayHave(segment, metric, RecordedBlock::firstOf(tick)))
            continue;
        std::vector<float> own = valueOr(segment.reader.row(segment.metricOf[metric.value], tick));
        if (!segment.isSame[static_cast<std::size_t>(kind)]) {
            std::vector<float> ours;
            for (std::uint32_t index = 0; index < own.size(); ++index) {
                const EntityRef entity = ourEntity(segment, {kind, index});
                if (entity.isValid() && entity.index >= ours.size())
                    ours.resize(entity.index + 1, noData);
                if (entity.isValid())
                    ours[entity.index] = own[index];
            }
            own = std::move(ours);
        }
        if (all.empty())
            all = std::move(own);
        else
            putOver(all, own);
    }
    return all;
}

std::vector<RecordedSpan> Recording::spansOf(Segment& segment, TimeRange range)
{
    const auto nameOf = [&segment](std::uint32_t theirs) {
        return theirs < segment.names.size() ? segment.names[theirs] : 0;
    };
    std::vector<RecordedSpan> spans = valueOr(segment.reader.spans(range));
    for (RecordedSpan& span : spans) {
        span.node = ourNode(segment, span.node);
        span.entity = ourEntity(segment, span.entity);
        span.lane = nameOf(span.lane);
        span.op = nameOf(span.op);
        span.communicator = nameOf(span.communicator);
        span.job = nameOf(span.job);
    }
    std::erase_if(spans, [](const RecordedSpan& span) { return !span.entity.isValid(); });
    return spans;
}

std::vector<RecordedSpan> Recording::spans(TimeRange range)
{
    std::vector<RecordedSpan> all;
    for (Segment& segment : m_segments) {
        const std::vector<RecordedSpan> own = spansOf(segment, range);
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

bool Recording::isOurs(const Segment& segment)
{
    for (std::uint32_t name = 0; name < segment.names.size(); ++name) {
        if (segment.names[name] != name)
            return false;
    }
    return std::ranges::all_of(segment.isSame, std::identity());
}

Status Recording::visitSpans(TimeRange range, const std::function<Status(RecordedSpanBlock)>& packed,
                             const std::function<Status(std::vector<RecordedSpan>)>& unpacked)
{
    for (Segment& segment : m_segments) {
        const Status visited
            = isOurs(segment) ? segment.reader.packedSpans(range, packed) : unpacked(spansOf(segment, range));
        if (!visited.isOk())
            return visited;
    }
    return success();
}

std::vector<RecordedEvent> Recording::events(TimeRange range)
{
    std::vector<RecordedEvent> all;
    for (Segment& segment : m_segments) {
        for (RecordedEvent& event : valueOr(segment.reader.events(range))) {
            event.node = ourNode(segment, event.node);
            event.entity = ourEntity(segment, event.entity);
            all.push_back(std::move(event));
        }
    }
    return all;
}

std::vector<RecordedGap> Recording::gaps(TimeRange range)
{
    std::vector<RecordedGap> all;
    for (Segment& segment : m_segments) {
        for (RecordedGap& gap : valueOr(segment.reader.gaps(range))) {
            gap.node = ourNode(segment, gap.node);
            all.push_back(std::move(gap));
        }
    }
    return all;
}

RecordedRows Recording::standing(TimePoint end)
{
    RecordedRows all;
    const auto take = [end](auto& into, auto&& rows, auto&& change) {
        for (auto& row : rows) {
            if constexpr (requires { row.received; }) {
                if (row.received >= end)
                    continue;
            }
            change(row);
            into.push_back(std::move(row));
        }
    };
    for (Segment& segment : m_segments) {
        const auto mapNode = [&](auto& row) {
            row.node = ourNode(segment, row.node);
        };
        const TimePoint begin = timeOfTick(segment.reader.ticks().from, m_tickPeriod);
        if (begin >= end && &segment != &m_segments.front())
            break;
        take(all.identities, valueOr(segment.reader.identities()), mapNode);
        take(all.states, valueOr(segment.reader.states()), [](auto&) {});
        take(all.clocks, valueOr(segment.reader.clocks()), mapNode);
        take(all.gaps, valueOr(segment.reader.gaps()), mapNode);
        take(all.shifts, valueOr(segment.reader.shifts()), mapNode);
    }
    return all;
}

SegmentCounts Recording::counts()
{
    SegmentCounts all;
    for (Segment& segment : m_segments) {
        const SegmentCounts own = valueOr(segment.reader.counts());
        all.samples += own.samples;
        all.spans += own.spans;
        all.events += own.events;
        all.gaps += own.gaps;
    }
    return all;
}

std::uint64_t Recording::bytes() const
{
    std::uint64_t bytes = 0;
    for (const SegmentFile& file : filesAt(m_path))
        bytes += file.bytes;
    return bytes;
}

} // namespace lockstep
