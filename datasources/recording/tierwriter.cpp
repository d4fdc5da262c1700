// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/tierwriter.h"

#include "datasources/sqlite/privatefile.h"
#include "models/core/topology/topologybuilder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

namespace lockstep {

namespace {

/// A file ends at this share of the cap, or at this length, which is a week of one-minute steps.
constexpr std::uint64_t filesInCap = 16;
constexpr std::uint64_t smallestFileBytes = std::uint64_t{1} << 20U;
constexpr TickIndex longestFile = 160 * RecordedBlock::ticks;
/// After a start, a file of at most this size is continued. Reading back the last block of a larger one would take
/// long.
constexpr std::uint64_t reopenedBytes = std::uint64_t{64} << 20U;
/// Number of later steps after which a block is sealed: the next segment may have more data for it.
constexpr TickIndex sealingSteps = 2;

std::string nameOf(const std::string& segment)
{
    return std::filesystem::path(segment).filename().string();
}

TickIndex stepOf(TickIndex tick, Duration period, Duration step)
{
    return tickIndexOf(timeOfTick(tick, period), step);
}

/// Four significant digits: more of them are noise, and take most of the space.
float rounded(double value)
{
    if (value == 0 || !std::isfinite(value))
        return static_cast<float>(value);
    const double scale = std::pow(10.0, 3 - std::floor(std::log10(std::abs(value))));
    const double result = std::round(value * scale) / scale;
    return static_cast<float>(std::isfinite(result) ? result : value);
}

/// The cap holds although a file grows between two checks.
RecordingCaps withRoomToGrow(RecordingCaps caps)
{
    caps.bytes -= caps.bytes / 8;
    return caps;
}

/// Metrics about samples have no summaries, except the presence of a series.
bool isSummarised(const MetricDescriptor& metric)
{
    return summaryName(metric.name).summary == Summary::Mean
        && (!describesSamples(metric.name) || metric.name == presenceMetric().name);
}

float united(double a, double b)
{
    return static_cast<float>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}

Status stopped(const RecordedSegment& source)
{
    return Error{fmt::format("{}: not summarised, because the program is exiting", source.reader().path())};
}

bool isMaskValue(double value)
{
    return value >= 0 && value < 16'777'216.0;
}

} // namespace

void TierWriter::Bin::widen(std::size_t width)
{
    if (low.size() >= width)
        return;
    low.resize(width, noData);
    high.resize(width, noData);
    sum.resize(width, 0);
    count.resize(width, 0);
}

void TierWriter::Bin::add(std::span<const float> row, bool isMask)
{
    widen(row.size());
    for (std::size_t at = 0; at < row.size(); ++at) {
        const float value = row[at];
        if (std::isnan(value) || (isMask && !isMaskValue(static_cast<double>(value))))
            continue;
        const bool isFirst = count[at] == 0;
        low[at] = isFirst ? value : std::min(low[at], value);
        high[at] = isFirst ? value : std::max(high[at], value);
        sum[at] = isMask ? static_cast<double>(united(sum[at], static_cast<double>(value)))
                         : sum[at] + static_cast<double>(value);
        count[at] += 1;
    }
}

void TierWriter::Bin::add(const std::vector<float> (&parts)[summaryCount], bool isMask)
{
    const auto& [means, lows, highs, counts] = parts;
    widen(means.size());
    for (std::size_t at = 0; at < means.size(); ++at) {
        const auto mean = static_cast<double>(means[at]);
        if (std::isnan(mean) || (isMask && !isMaskValue(mean)))
            continue;
        const auto valueOr = [at](const std::vector<float>& of, float otherwise) {
            return at < of.size() && !std::isnan(of[at]) ? of[at] : otherwise;
        };
        const float partLow = valueOr(lows, means[at]);
        const float partHigh = valueOr(highs, means[at]);
        const auto partCount = static_cast<double>(valueOr(counts, 1));
        const bool isFirst = count[at] == 0;
        low[at] = isFirst ? partLow : std::min(low[at], partLow);
        high[at] = isFirst ? partHigh : std::max(high[at], partHigh);
        sum[at] = isMask ? static_cast<double>(united(sum[at], mean)) : sum[at] + mean * partCount;
        count[at] += partCount;
    }
}

TierWriter::TierWriter(const std::string& recording, const RecordingTier& tier, RecordingCaps caps)
    : m_tier(tier),
      m_caps(caps),
      m_folder(tierFolder(recording, tier)),
      m_retention(m_folder, withRoomToGrow(caps)),
      m_kept(Recording::growing(m_folder))
{ }

/// Continues with the indices of the existing files.
void TierWriter::load()
{
    m_isLoaded = true;
    m_retention.enforce({});
    if (!m_kept.refresh().isOk())
        return; // nothing yet
    m_contained = m_kept.summarisedSegments();
    m_topology = m_kept.topology();
    m_metrics = m_kept.metrics();
}

bool TierWriter::has(const std::string& segment)
{
    if (!m_isLoaded)
        load();
    const TickRange kept = m_kept.ticks();
    return m_contained.contains(nameOf(segment))
        || (!kept.isEmpty() && segmentStart(segment) < timeOfTick(kept.from, m_tier.step) - m_tier.step);
}

Status TierWriter::add(const std::string& segment, const std::stop_token& stop)
{
    if (!m_isLoaded)
        load();
    Result<SegmentReader> opened = SegmentReader::open(segment, nullptr, stop);
    if (!opened.isOk() && stop.stop_requested())
        return opened.error();
    if (!opened.isOk())
        m_problem = opened.error().message + "; not summarised";
    const bool isFine = opened.isOk() && 2 * opened.value().tickPeriod() <= m_tier.step;
    if (!isFine) {
        m_contained.insert(nameOf(segment));
        return success();
    }
    const TickRange ticks = opened.value().ticks();
    const Duration period = opened.value().tickPeriod();
    const TimePoint begin = ticks.isEmpty() ? segmentStart(segment) : timeOfTick(ticks.from, period);
    const SummarisedSegment done{nameOf(segment), {begin, ticks.isEmpty() ? begin : timeOfTick(ticks.to, period)}};
    if (m_file && isFull(m_file->path(), {m_file->firstTick(), m_columns.newestTick()})) {
        if (Status closed = close(); !closed.isOk())
            return closed;
    }
    RecordedSegment source(std::move(opened).value());
    NameTable unused; // of spans
    source.adoptInto(m_topology, m_metrics, unused);
    Status status = ensureFile(tickIndexOf(begin, m_tier.step));
    if (status.isOk())
        status = gather(source, stop);
    std::vector<TickIndex> sealed;
    for (const auto& [first, metrics] : m_columns.open()) {
        if (first + RecordedBlock::ticks + sealingSteps <= m_columns.newestTick())
            sealed.push_back(first);
    }
    const RecordedRows rows = rowsOf(source);
    if (status.isOk())
        status = stop.stop_requested() ? stopped(source) : commit(rows, sealed, &done);
    if (!status.isOk()) {
        abandon();
        return status;
    }
    m_contained.insert(done.name);
    m_retention.enforce({m_file->path()});
    (void)m_kept.refresh();
    return success();
}

Status TierWriter::gather(RecordedSegment& source, const std::stop_token& stop)
{
    const Result<std::vector<TickIndex>> blocks = source.reader().blocksWithin(source.reader().ticks());
    if (stop.stop_requested())
        return stopped(source);
    if (!blocks.isOk()) {
        m_problem = blocks.error().message + "; not summarised";
        return success();
    }
    const auto known = static_cast<std::uint32_t>(m_metrics.size());
    for (std::uint32_t id = 0; id < known; ++id) {
        const MetricId metric{id};
        if (source.metric(metric) == RecordedSegment::noMetric || !isSummarised(m_metrics.descriptor(metric)))
            continue;
        if (Status gathered = gather(source, metric, blocks.value(), stop); !gathered.isOk())
            return gathered;
    }
    return success();
}

Status TierWriter::gather(RecordedSegment& source, MetricId metric, std::span<const TickIndex> blocks,
                          const std::stop_token& stop)
{
    const MetricDescriptor& descriptor = m_metrics.descriptor(metric);
    const Duration period = source.reader().tickPeriod();
    const TickRange ticks = source.reader().ticks();
    Bins bins;
    for (const TickIndex first : blocks) {
        Result<RecordedBlock> block = source.block<float>(metric, descriptor.entityKind, first, {});
        if (stop.stop_requested())
            return stopped(source);
        if (!block.isOk()) {
            m_problem = block.error().message + "; not included in the summary";
            continue;
        }
        block.value().first = first;
        for (TickIndex tick = first; tick < first + RecordedBlock::ticks; ++tick) {
            if (const auto row = block.value().row(tick); !row.empty() && ticks.contains(tick))
                bins[stepOf(tick, period, m_tier.step)].add(row, descriptor.unit == Unit::Bitmask);
        }
    }
    for (auto& [step, bin] : bins)
        write(metric, step, bin);
    return success();
}

void TierWriter::write(MetricId metric, TickIndex step, Bin& bin)
{
    const MetricDescriptor descriptor = m_metrics.descriptor(metric); // a copy: the table grows
    const bool isMask = descriptor.unit == Unit::Bitmask;
    if (m_kept.ticks().contains(step)) {
        std::vector<float> parts[summaryCount];
        for (std::size_t at = 0; at < summaryCount; ++at) {
            const MetricId id = m_kept.metrics().find(summaryMetric(descriptor, static_cast<Summary>(at)).name);
            if (id.isValid())
                parts[at] = m_kept.row(id, step);
        }
        bin.add(parts, isMask);
    }
    const bool isExact = descriptor.kind == MetricKind::Counter || isMask;
    std::array<std::vector<float>, summaryCount> rows;
    for (std::vector<float>& row : rows)
        row.assign(bin.count.size(), noData);
    for (std::size_t at = 0; at < bin.count.size(); ++at) {
        if (bin.count[at] == 0)
            continue;
        const double mean = isMask ? bin.sum[at] : bin.sum[at] / bin.count[at];
        const bool isConstant = bin.low[at] == bin.high[at];
        rows[0][at] = isConstant ? bin.low[at] : isExact ? static_cast<float>(mean) : rounded(mean);
        rows[3][at] = static_cast<float>(bin.count[at]);
        if (isConstant || isMask)
            continue;
        rows[1][at] = isExact ? bin.low[at] : rounded(static_cast<double>(bin.low[at]));
        rows[2][at] = isExact ? bin.high[at] : rounded(static_cast<double>(bin.high[at]));
    }
    for (std::size_t at = 0; at < summaryCount; ++at) {
        if (countSamples(rows[at]) == 0)
            continue;
        const MetricId id = m_metrics.add(summaryMetric(descriptor, static_cast<Summary>(at)));
        const PlacementRun run{id, 0, static_cast<std::uint32_t>(rows[at].size()), 0};
        m_columns.write(step, std::span(&run, 1), rows[at]);
    }
}

RecordedRows TierWriter::rowsOf(RecordedSegment& source)
{
    RecordedRows rows;
    const auto readInto = [this](auto& into, auto read) {
        if (read.isOk())
            into = std::move(read).value();
        else
            m_problem = read.error().message;
    };
    readInto(rows.events, source.reader().events({TimePoint::min(), TimePoint::max()}));
    readInto(rows.gaps, source.reader().gaps());
    for (RecordedEvent& event : rows.events) {
        event.node = source.node(event.node);
        event.entity = source.entity(event.entity);
    }
    for (RecordedGap& gap : rows.gaps)
        gap.node = source.node(gap.node);
    return rows;
}

Status TierWriter::commit(const RecordedRows& rows, std::span<const TickIndex> sealed, const SummarisedSegment* segment)
{
    static const NameTable noNames;
    m_columns.packTouched();
    const SegmentWriter::Commit commit{
        *m_topology, m_metrics,        noNames,          rows,
        sealed,      m_columns.open(), m_columns.late(), {m_columns.oldestTick(), m_columns.newestTick() + 1},
        nullptr,     segment};
    if (Status written = m_file->commit(commit); !written.isOk())
        return written;
    m_columns.clearLate();
    for (const TickIndex first : sealed)
        m_columns.seal(first);
    m_columns.setJournalled();
    return success();
}

Status TierWriter::ensureFile(TickIndex firstStep)
{
    if (m_file)
        return success();
    if (Status made = makePrivateFolder(m_folder); !made.isOk())
        return Error{fmt::format("Cannot summarise into {}: {}", m_folder, made.error().message)};
    if (reopenNewest())
        return success();
    const std::string path = newSegmentPath(m_folder, timeOfTick(firstStep, m_tier.step));
    Result<SegmentWriter> created = SegmentWriter::create(path, firstStep, m_tier.step);
    if (!created.isOk()) {
        removeSegment(path); // it would look like a damaged one
        return created.error();
    }
    m_file.emplace(std::move(created).value());
    return success();
}

/// Continues the last file of an earlier run, so that many short runs do not create many files.
bool TierWriter::reopenNewest()
{
    const std::vector<SegmentFile> files = listSegments(m_folder);
    const TickRange kept = m_kept.ticks();
    if (files.empty() || kept.isEmpty() || files.back().bytes > reopenedBytes)
        return false;
    const Result<SegmentReader> newest = SegmentReader::open(files.back().path);
    const bool isLast = newest.isOk() && newest.value().tickPeriod() == m_tier.step
        && newest.value().ticks().to == kept.to && !isFull(files.back().path, {newest.value().ticks().from, kept.to});
    if (!isLast)
        return false;
    Result<SegmentWriter> file = SegmentWriter::create(files.back().path, newest.value().ticks().from, m_tier.step);
    if (!file.isOk())
        return false;
    m_file.emplace(std::move(file).value());
    const TickIndex last = RecordedBlock::firstOf(kept.to - 1);
    const bool isSealed = last + sealingSteps < kept.to; // the block before
    const TickIndex begin = isSealed ? last : last - RecordedBlock::ticks;
    for (TickIndex first = begin; first <= last; first += RecordedBlock::ticks)
        readBack(first);
    m_columns.sealBefore(begin);
    return true;
}

/// Reads back a block that is still open. It is written again with the added data.
void TierWriter::readBack(TickIndex first)
{
    for (std::uint32_t id = 0; id < m_kept.metrics().size(); ++id) {
        const RecordedBlock block = m_kept.block(MetricId{id}, first);
        for (TickIndex step = first; step < first + RecordedBlock::ticks; ++step) {
            const std::span<const float> row = block.row(step);
            const PlacementRun run{MetricId{id}, 0, static_cast<std::uint32_t>(row.size()), 0};
            if (countSamples(row) > 0)
                m_columns.write(step, std::span(&run, 1), row);
        }
    }
}

/// Committed data stays in the file; the next attempt begins another file.
void TierWriter::abandon()
{
    m_file.reset();
    m_columns = {};
    (void)m_kept.refresh();
}

bool TierWriter::isFull(const std::string& path, TickRange steps) const
{
    return bytesOnDisk(path) >= std::max(m_caps.bytes / filesInCap, smallestFileBytes) || steps.length() >= longestFile;
}

Status TierWriter::close()
{
    if (!m_file)
        return success();
    std::vector<TickIndex> all;
    for (const auto& [first, metrics] : m_columns.open())
        all.push_back(first);
    Status status = m_columns.isEmpty() ? success() : commit({}, all, nullptr);
    m_kept = Recording::growing(m_folder); // an open reader would keep the log beside the file
    if (status.isOk())
        status = m_file->close();
    abandon();
    return status;
}

} // namespace lockstep
