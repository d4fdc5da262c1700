// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <tuple>

namespace lockstep {

namespace {

constexpr std::size_t maxProblems = 50;
/// Shorter parts between segments are not shown as summaries.
constexpr Duration shortestSummary = std::chrono::minutes(5);

std::vector<SegmentFile> filesAt(const std::string& path)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return listSegments(path);
    const auto bytes = std::filesystem::file_size(path, error);
    return error ? std::vector<SegmentFile>() : std::vector<SegmentFile>{{path, bytes, {}, false}};
}

std::vector<TickRange> ticksOfEach(const std::deque<RecordedSegment>& segments)
{
    std::vector<TickRange> held;
    for (const RecordedSegment& segment : segments) {
        if (!segment.reader().ticks().isEmpty())
            held.push_back(segment.reader().ticks());
    }
    return held;
}

/// In order, with those joined that are at most @p apart ticks from each other.
std::vector<TickRange> united(std::vector<TickRange> ranges, TickIndex apart)
{
    std::ranges::sort(ranges, {}, &TickRange::from);
    std::vector<TickRange> all;
    for (const TickRange& each : ranges) {
        if (each.isEmpty())
            continue;
        if (!all.empty() && each.from <= all.back().to + apart)
            all.back().to = std::max(all.back().to, each.to);
        else
            all.push_back(each);
    }
    return all;
}

/// The parts of a range outside of @p covered, which is in order.
std::vector<TickRange> without(TickRange range, const std::vector<TickRange>& covered)
{
    std::vector<TickRange> parts;
    for (const TickRange& each : covered) {
        if (each.to <= range.from || each.from >= range.to)
            continue;
        if (range.from < each.from)
            parts.push_back({range.from, each.from});
        range.from = each.to;
    }
    if (!range.isEmpty())
        parts.push_back(range);
    return parts;
}

} // namespace

Recording::Recording(std::string path, Reads reads)
    : m_path(std::move(path)),
      m_tiers(reads == Reads::TicksAndTiers ? tierCount : 0),
      m_names(std::make_unique<NameTable>())
{ }

Result<Recording> Recording::open(const std::string& path, const std::stop_token& stop, Reads reads)
{
    Recording recording(path, reads);
    recording.m_stop = stop;
    if (Status read = recording.refresh(); !read.isOk())
        return read.error();
    return recording;
}

Result<Recording> Recording::again(Reads reads) const
{
    Recording other(m_path, reads);
    other.m_stop = m_stop;
    other.m_tickPeriod = m_tickPeriod;
    other.m_refused = m_refused;
    other.m_topology = m_topology;
    other.m_metrics = m_metrics;
    for (std::uint32_t name = 0; name < m_names->size(); ++name)
        other.m_names->intern(m_names->name(NameId{name}));
    const auto reopen = [](const Segments& from, Segments& to) -> Status {
        for (const RecordedSegment& segment : from) {
            Result<RecordedSegment> reopened = segment.again();
            if (!reopened.isOk())
                return reopened.error();
            to.push_back(std::move(reopened).value());
        }
        return success();
    };
    Status reopened = reopen(m_segments, other.m_segments);
    for (std::size_t tier = 0; reopened.isOk() && tier < std::min(m_tiers.size(), other.m_tiers.size()); ++tier)
        reopened = reopen(m_tiers[tier], other.m_tiers[tier]);
    if (!reopened.isOk())
        return reopened.error();
    return other;
}

void Recording::stopWith(const std::stop_token& stop)
{
    m_stop = stop;
    for (RecordedSegment& segment : m_segments)
        segment.stopWith(stop);
    for (Segments& tier : m_tiers) {
        for (RecordedSegment& segment : tier)
            segment.stopWith(stop);
    }
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
    refresh(m_segments, filesAt(m_path), RecordedSegment::Content::Samples, m_tickPeriod);
    std::error_code error;
    const bool isFolder = std::filesystem::is_directory(m_path, error);
    for (std::size_t at = 0; isFolder && at < m_tiers.size(); ++at) {
        const RecordingTier& tier = recordingTiers()[at];
        Duration step = tier.step;
        refresh(m_tiers[at], listSegments(tierFolder(m_path, tier)), RecordedSegment::Content::Summaries, step);
    }
    if (m_segments.empty())
        return Error{m_problems.empty() ? fmt::format("{}: no recording found", m_path) : m_problems.front()};
    return success();
}

void Recording::refresh(Segments& segments, const std::vector<SegmentFile>& files, RecordedSegment::Content content,
                        Duration& period)
{
    std::erase_if(segments, [&](const RecordedSegment& segment) {
        return std::ranges::find(files, segment.reader().path(), &SegmentFile::path) == files.end();
    });
    for (RecordedSegment& segment : segments) {
        if (const Status read = segment.reader().refresh(); !read.isOk())
            note(read.error());
        segment.adoptInto(m_topology, m_metrics, *m_names);
    }
    for (const SegmentFile& file : files) {
        const bool isOpen = std::ranges::any_of(
            segments, [&](const RecordedSegment& segment) { return segment.reader().path() == file.path; });
        if (!isOpen && !m_stop.stop_requested() && std::ranges::find(m_refused, file.path) == m_refused.end())
            addSegment(file.path, segments, content, period);
    }
}

/// @param period of the others; zero: there are none yet
void Recording::addSegment(const std::string& path, Segments& segments, RecordedSegment::Content content,
                           Duration& period)
{
    Result<SegmentReader> opened
        = SegmentReader::open(path, segments.empty() ? nullptr : &segments.back().reader(), m_stop);
    if (opened.isOk() && period != Duration{} && opened.value().tickPeriod() != period)
        opened = Error{fmt::format("{}: its tick is {} ns, but the other recordings use {} ns; not shown", path,
                                   opened.value().tickPeriod().count(), period.count())};
    if (!opened.isOk()) {
        if (SegmentReader::isWithoutTables(path))
            return;
        note(opened.error());
        m_refused.push_back(path);
        return;
    }
    period = opened.value().tickPeriod();
    segments.emplace_back(std::move(opened).value(), content).adoptInto(m_topology, m_metrics, *m_names);
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

TickRange Recording::ticksOf(TimeRange range) const
{
    return {tickIndexOf(range.from, m_tickPeriod), tickIndexOf(range.to - Duration(1), m_tickPeriod) + 1};
}

std::vector<TickRange> Recording::tierTicks(std::size_t tier) const
{
    std::vector<TickRange> held;
    if (tier >= m_tiers.size() || m_tickPeriod == Duration{})
        return held;
    for (const RecordedSegment& segment : m_tiers[tier]) {
        for (const SummarisedSegment& each : segment.reader().summarised())
            held.push_back(ticksOf(each.range));
    }
    return united(std::move(held), 0);
}

TickRange Recording::ticksWithTiers() const
{
    TickRange all = ticks();
    for (std::size_t tier = 0; tier < m_tiers.size(); ++tier) {
        const std::vector<TickRange> own = tierTicks(tier);
        if (!own.empty())
            all = all.isEmpty() ? TickRange{own.front().from, own.back().to}
                                : TickRange{std::min(all.from, own.front().from), std::max(all.to, own.back().to)};
    }
    return all;
}

std::vector<TickRange> Recording::pauses(Duration min) const
{
    std::vector<TickRange> held = ticksOfEach(m_segments);
    for (std::size_t tier = 0; tier < m_tiers.size(); ++tier)
        std::ranges::copy(tierTicks(tier), std::back_inserter(held));
    held = united(std::move(held), 0);
    std::vector<TickRange> pauses;
    for (std::size_t at = 1; at < held.size(); ++at) {
        if ((held[at].from - held[at - 1].to) * m_tickPeriod >= min)
            pauses.push_back({held[at - 1].to, held[at].from});
    }
    return pauses;
}

std::vector<SummarisedRange> Recording::summarised() const
{
    std::vector<SummarisedRange> all;
    if (m_tickPeriod == Duration{})
        return all;
    // A restart does not justify a change of resolution.
    std::vector<TickRange> covered = united(ticksOfEach(m_segments), shortestSummary / m_tickPeriod);
    for (std::size_t tier = 0; tier < m_tiers.size(); ++tier) {
        const std::vector<TickRange> held = tierTicks(tier);
        for (const TickRange& range : held) {
            for (const TickRange& part : without(range, covered))
                all.push_back({part, recordingTiers()[tier].step});
        }
        covered.insert(covered.end(), held.begin(), held.end());
        covered = united(std::move(covered), 0);
    }
    std::ranges::sort(all, {}, [](const SummarisedRange& each) { return each.ticks.from; });
    return all;
}

std::vector<Recording::Part> Recording::partsFor(TickRange ticks, TickIndex step) const
{
    std::vector<std::optional<std::size_t>> order{std::nullopt};
    for (std::size_t tier = 0; tier < m_tiers.size(); ++tier) {
        const bool isFineEnough = recordingTiers()[tier].step <= step * m_tickPeriod;
        order.insert(isFineEnough ? order.begin() : order.end(), tier);
    }
    std::vector<TickRange> left{ticks};
    std::vector<Part> parts;
    for (const std::optional<std::size_t>& tier : order) {
        const std::vector<TickRange> held = tier ? tierTicks(*tier) : united(ticksOfEach(m_segments), 0);
        std::vector<TickRange> others;
        for (const TickRange& wanted : left) {
            const std::vector<TickRange> missing = without(wanted, held);
            for (const TickRange& here : without(wanted, missing))
                parts.push_back({here, tier});
            others.insert(others.end(), missing.begin(), missing.end());
        }
        left = std::move(others);
    }
    return parts;
}

RecordedBlock Recording::summaries(std::size_t tier, MetricId metric, Summary summary, TickIndex first,
                                   EntitySlice slice)
{
    RecordedBlock all;
    all.first = first;
    if (tier >= m_tiers.size())
        return all;
    for (RecordedSegment& segment : m_tiers[tier]) {
        if (!segment.mayContain(metric, first) || segment.metric(metric, summary) == RecordedSegment::noMetric)
            continue;
        RecordedBlock part
            = valueOr(segment.block<float>(metric, m_metrics.descriptor(metric).entityKind, first, slice, summary));
        part.first = first;
        for (TickIndex step = first; step < first + RecordedBlock::ticks; ++step) {
            if (const std::span<const float> row = part.row(step); !row.empty())
                all.put(step, 0, row);
        }
    }
    return all;
}

std::vector<float> Recording::means(std::size_t tier, MetricId metric, TickIndex step)
{
    std::vector<float> all;
    if (tier >= m_tiers.size())
        return all;
    for (RecordedSegment& segment : m_tiers[tier]) {
        if (segment.mayContain(metric, RecordedBlock::firstOf(step)))
            overlayValues(all, valueOr(segment.row(metric, m_metrics.descriptor(metric).entityKind, step)));
    }
    return all;
}

std::set<std::string> Recording::summarisedSegments() const
{
    std::set<std::string> names;
    for (const RecordedSegment& segment : m_segments) {
        for (const SummarisedSegment& each : segment.reader().summarised())
            names.insert(each.name);
    }
    return names;
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
        if (!segment.mayContain(metric, first))
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
        if (!segment.mayContain(metric, first))
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
        if (!segment.mayContain(metric, RecordedBlock::firstOf(tick)))
            continue;
        std::vector<float> own = valueOr(segment.row(metric, m_metrics.descriptor(metric).entityKind, tick));
        if (all.empty())
            all = std::move(own);
        else
            overlayValues(all, own);
    }
    return all;
}

std::vector<RecordedSpan> Recording::spans(TimeRange range)
{
    std::vector<RecordedSpan> all;
    for (RecordedSegment& segment : m_segments) {
        std::vector<RecordedSpan> own = valueOr(segment.spans(range));
        if (all.empty())
            all = std::move(own);
        else
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

/// Rows of all segments, after the rows that only tiers have, coarsest tier first.
template <class Row, class Read, class Key>
std::vector<Row> Recording::rowsOnce(const Read& read, const Key& key)
{
    std::vector<Row> all;
    for (RecordedSegment& segment : m_segments)
        std::ranges::move(read(segment), std::back_inserter(all));
    std::set<decltype(key(all.front()))> known;
    for (Segments& tier : m_tiers) {
        std::vector<Row> others;
        for (RecordedSegment& segment : tier)
            std::ranges::move(read(segment), std::back_inserter(others));
        if (others.empty())
            continue;
        for (const Row& row : all)
            known.insert(key(row));
        std::erase_if(others, [&](const Row& row) { return known.contains(key(row)); });
        std::ranges::move(all, std::back_inserter(others));
        all = std::move(others);
    }
    return all;
}

std::vector<RecordedEvent> Recording::events(TimeRange range)
{
    const auto read = [&](RecordedSegment& segment) {
        std::vector<RecordedEvent> events = valueOr(segment.reader().events(range));
        for (RecordedEvent& event : events) {
            event.node = segment.node(event.node);
            event.entity = segment.entity(event.entity);
        }
        return events;
    };
    return rowsOnce<RecordedEvent>(read, [](const RecordedEvent& each) {
        return std::tuple(each.event.time, each.node, each.entity, each.event.code, each.event.text);
    });
}

std::vector<RecordedGap> Recording::gaps(TimeRange range)
{
    const auto read = [&](RecordedSegment& segment) {
        std::vector<RecordedGap> gaps = valueOr(segment.reader().gaps(range));
        for (RecordedGap& gap : gaps)
            gap.node = segment.node(gap.node);
        return gaps;
    };
    return rowsOnce<RecordedGap>(read, [](const RecordedGap& each) {
        return std::tuple(each.received, each.node, each.gap.range.from, each.gap.range.to, each.gap.reason);
    });
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
        const TimePoint begin = timeOfTick(segment.reader().begin(), m_tickPeriod);
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

Duration Recording::Kept::fittingInto(std::uint64_t limit) const
{
    if (bytes == 0)
        return {};
    const double seconds = std::chrono::duration<double>(length).count();
    return durationOfSeconds(seconds * static_cast<double>(limit) / static_cast<double>(bytes));
}

std::vector<Recording::Kept> Recording::kept() const
{
    const auto lengthOf = [this](const std::vector<TickRange>& parts) {
        Duration length{};
        for (const TickRange& part : parts)
            length += part.length() * m_tickPeriod;
        return length;
    };
    std::vector<Kept> all{{m_tickPeriod, lengthOf(united(ticksOfEach(m_segments), 0)), bytes()}};
    for (std::size_t tier = 0; tier < m_tiers.size(); ++tier) {
        std::uint64_t bytes = 0;
        for (const RecordedSegment& segment : m_tiers[tier])
            bytes += bytesOnDisk(segment.reader().path());
        if (bytes > 0)
            all.push_back({recordingTiers()[tier].step, lengthOf(tierTicks(tier)), bytes});
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
