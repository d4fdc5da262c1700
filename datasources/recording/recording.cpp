// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/recording.h"

#include "datasources/recording/recordingfolder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>

namespace lockstep {

namespace {

constexpr std::size_t maxProblems = 50;

std::vector<SegmentFile> filesAt(const std::string& path)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return listSegments(path);
    const auto bytes = std::filesystem::file_size(path, error);
    return error ? std::vector<SegmentFile>() : std::vector<SegmentFile>{{path, bytes, {}, false}};
}

} // namespace

Result<Recording> Recording::open(const std::string& path, const std::stop_token& stop)
{
    Recording recording(path);
    recording.m_stop = stop;
    if (Status read = recording.refresh(); !read.isOk())
        return read.error();
    return recording;
}

Result<Recording> Recording::again() const
{
    Recording other(m_path);
    other.m_stop = m_stop;
    other.m_tickPeriod = m_tickPeriod;
    other.m_refused = m_refused;
    other.m_topology = m_topology;
    other.m_metrics = m_metrics;
    for (std::uint32_t name = 0; name < m_names->size(); ++name)
        other.m_names->intern(m_names->name(NameId{name}));
    for (const RecordedSegment& segment : m_segments) {
        Result<RecordedSegment> reopened = segment.again();
        if (!reopened.isOk())
            return reopened.error();
        other.m_segments.push_back(std::move(reopened).value());
    }
    return other;
}

void Recording::stopWith(const std::stop_token& stop)
{
    m_stop = stop;
    for (RecordedSegment& segment : m_segments)
        segment.stopWith(stop);
}

void Recording::note(const Error& error)
{
    if (m_problems.size() < maxProblems && std::ranges::find(m_problems, error.message) == m_problems.end())
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
    std::erase_if(m_segments, [&](const RecordedSegment& segment) {
        return std::ranges::find(files, segment.reader().path(), &SegmentFile::path) == files.end();
    });
    for (RecordedSegment& segment : m_segments) {
        if (const Status read = segment.reader().refresh(); !read.isOk())
            note(read.error());
        segment.adoptInto(m_topology, m_metrics, *m_names);
    }
    for (const SegmentFile& file : files) {
        const bool isOpen = std::ranges::any_of(
            m_segments, [&](const RecordedSegment& segment) { return segment.reader().path() == file.path; });
        if (!isOpen && !m_stop.stop_requested() && std::ranges::find(m_refused, file.path) == m_refused.end())
            addSegment(file.path);
    }
    if (m_segments.empty())
        return Error{m_problems.empty() ? fmt::format("{}: no recording found", m_path) : m_problems.front()};
    return success();
}

void Recording::addSegment(const std::string& path)
{
    Result<SegmentReader> opened
        = SegmentReader::open(path, m_segments.empty() ? nullptr : &m_segments.back().reader(), m_stop);
    if (opened.isOk() && m_tickPeriod != Duration{} && opened.value().tickPeriod() != m_tickPeriod)
        opened = Error{fmt::format("{}: recorded every {} ns, the rest every {} ns; not shown", path,
                                   opened.value().tickPeriod().count(), m_tickPeriod.count())};
    if (!opened.isOk()) {
        note(opened.error());
        m_refused.push_back(path);
        return;
    }
    m_tickPeriod = opened.value().tickPeriod();
    m_segments.emplace_back(std::move(opened).value()).adoptInto(m_topology, m_metrics, *m_names);
}

TickRange Recording::ticks() const
{
    TickRange all;
    for (const RecordedSegment& segment : m_segments) {
        const TickRange own = segment.reader().ticks();
        if (own.isEmpty())
            continue;
        all = all.isEmpty() ? own : TickRange{std::min(all.from, own.from), std::max(all.to, own.to)};
    }
    return all;
}

std::vector<Recording::Made> Recording::made() const
{
    std::vector<Made> all;
    for (const RecordedSegment& segment : m_segments)
        all.push_back({segment.reader().ticks(), segment.reader().analyses(), segment.reader().metrics()});
    return all;
}

std::vector<TickRange> Recording::pauses(Duration min) const
{
    std::vector<TickRange> held;
    for (const RecordedSegment& segment : m_segments) {
        if (!segment.reader().ticks().isEmpty())
            held.push_back(segment.reader().ticks());
    }
    std::ranges::sort(held, {}, &TickRange::from);
    std::vector<TickRange> pauses;
    TickIndex end = held.empty() ? 0 : held.front().to;
    for (const TickRange& each : held) {
        if (each.from > end && (each.from - end) * m_tickPeriod >= min)
            pauses.push_back({end, each.from});
        end = std::max(end, each.to);
    }
    return pauses;
}

std::vector<TickIndex> Recording::blocksWithin(TickRange range)
{
    std::vector<TickIndex> all;
    for (RecordedSegment& segment : m_segments) {
        const std::vector<TickIndex> own = valueOr(segment.reader().blocksWithin(range));
        all.insert(all.end(), own.begin(), own.end());
    }
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

Result<bool> Recording::packedBlock(MetricId metric, TickIndex first,
                                    const std::function<Status(const PackedBlock&)>& use)
{
    RecordedSegment* only = nullptr;
    for (RecordedSegment& segment : m_segments) {
        if (!segment.mayHave(metric, first))
            continue;
        if (only)
            return false;
        only = &segment;
    }
    if (!only || !only->isSame(m_metrics.descriptor(metric).entityKind))
        return false;
    return only->reader().packedBlock(only->metric(metric), first, [&](PackedBlock packed) {
        packed.metric = metric.value;
        return use(packed);
    });
}

std::uint64_t Recording::packedBytes(TickRange ticks, TimeRange range)
{
    std::uint64_t bytes = 0;
    for (RecordedSegment& segment : m_segments)
        bytes += valueOr(segment.reader().packedBytes(ticks, range));
    return bytes;
}

template <class Value>
RecordedBlockOf<Value> Recording::block(MetricId metric, TickIndex first, EntitySlice slice)
{
    RecordedBlockOf<Value> block;
    block.first = first;
    for (RecordedSegment& segment : m_segments) {
        if (!segment.mayHave(metric, first))
            continue;
        RecordedBlockOf<Value> part
            = valueOr(segment.block<Value>(metric, m_metrics.descriptor(metric).entityKind, first, slice));
        part.first = first;
        if (block.written == 0) {
            block = std::move(part);
            continue;
        }
        for (TickIndex tick = first; tick < first + RecordedBlock::ticks; ++tick) {
            if (const std::span<const Value> row = part.row(tick); !row.empty())
                block.put(tick, 0, row);
        }
    }
    return block;
}

template RecordedBlock Recording::block(MetricId, TickIndex, EntitySlice);
template ExactBlock Recording::block(MetricId, TickIndex, EntitySlice);

std::vector<float> Recording::row(MetricId metric, TickIndex tick)
{
    std::vector<float> all;
    for (RecordedSegment& segment : m_segments) {
        if (!segment.mayHave(metric, RecordedBlock::firstOf(tick)))
            continue;
        std::vector<float> own = valueOr(segment.row(metric, m_metrics.descriptor(metric).entityKind, tick));
        if (all.empty())
            all = std::move(own);
        else
            putOver(all, own);
    }
    return all;
}

std::vector<RecordedSpan> Recording::spans(TimeRange range)
{
    std::vector<RecordedSpan> all;
    for (RecordedSegment& segment : m_segments) {
        const std::vector<RecordedSpan> own = valueOr(segment.spans(range));
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

Status Recording::visitSpans(TimeRange range, const UsePacked& packed, const UseUnpacked& unpacked)
{
    for (RecordedSegment& segment : m_segments) {
        const auto unpack = [&](const RecordedSpanBlock& block) -> Status {
            Result<std::vector<RecordedSpan>> spans = segment.unpack(block);
            if (spans.isOk())
                return unpacked(block, std::move(spans).value());
            note(spans.error());
            return success();
        };
        const Status visited = segment.reader().packedSpans(range, segment.isSame() ? packed : UsePacked(unpack));
        if (!visited.isOk())
            return visited;
    }
    return success();
}

std::vector<RecordedEvent> Recording::events(TimeRange range)
{
    std::vector<RecordedEvent> all;
    for (RecordedSegment& segment : m_segments) {
        for (RecordedEvent& event : valueOr(segment.reader().events(range))) {
            event.node = segment.node(event.node);
            event.entity = segment.entity(event.entity);
            all.push_back(std::move(event));
        }
    }
    return all;
}

std::vector<RecordedGap> Recording::gaps(TimeRange range)
{
    std::vector<RecordedGap> all;
    for (RecordedSegment& segment : m_segments) {
        for (RecordedGap& gap : valueOr(segment.reader().gaps(range))) {
            gap.node = segment.node(gap.node);
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
    for (RecordedSegment& segment : m_segments) {
        const auto mapNode = [&](auto& row) {
            row.node = segment.node(row.node);
        };
        const TimePoint begin = timeOfTick(segment.reader().ticks().from, m_tickPeriod);
        if (begin >= end && &segment != &m_segments.front())
            break;
        take(all.identities, valueOr(segment.reader().identities()), mapNode);
        take(all.states, valueOr(segment.reader().states()), [](auto&) {});
        take(all.clocks, valueOr(segment.reader().clocks()), mapNode);
        take(all.gaps, valueOr(segment.reader().gaps()), mapNode);
        take(all.shifts, valueOr(segment.reader().shifts()), mapNode);
    }
    return all;
}

SegmentCounts Recording::counts()
{
    SegmentCounts all;
    for (RecordedSegment& segment : m_segments) {
        const SegmentCounts own = valueOr(segment.reader().counts());
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
