// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/segmentroll.h"

#include "models/core/batch.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace lockstep {

namespace {

constexpr std::size_t maxWaitingSpans = 1'000'000;
constexpr std::size_t maxWaitingEvents = 100'000;
constexpr std::size_t maxWaitingRows = 100'000; ///< per other kind of row
constexpr std::size_t maxOpenBlocks = 4;
constexpr std::size_t maxLateBytes = 256U << 20U;

/// Node of a RecordedGap that applies to all nodes.
inline constexpr std::uint32_t allNodes = 0xFFFFFFFF;

/// Amount of data that is not in a file yet: rows, and ticks of a metric.
std::uint64_t countPending(const ColumnAssembly& columns, const RecordedRows& rows)
{
    std::uint64_t count = rows.spans.size() + rows.events.size() + rows.gaps.size() + rows.states.size()
        + rows.clocks.size() + rows.shifts.size() + rows.identities.size();
    for (const auto& [first, metrics] : columns.open()) {
        for (const auto& [metric, open] : metrics)
            count += static_cast<std::uint64_t>(std::popcount(open.touched()));
    }
    for (const auto& [tick, metrics] : columns.late())
        count += metrics.size();
    return count;
}

/// Drops data above the memory limit while nothing can be written. @return amount, like countPending()
std::uint64_t dropExcess(ColumnAssembly& columns, RecordedRows& rows)
{
    std::erase_if(rows.gaps, [](const RecordedGap& gap) { return gap.node == allNodes; }); // recorded when it has ended
    const std::uint64_t before = countPending(columns, rows);
    const auto limit = [](auto& list, std::size_t max) {
        if (list.size() > max)
            list.clear();
    };
    limit(rows.spans, maxWaitingSpans);
    limit(rows.events, maxWaitingEvents);
    limit(rows.gaps, maxWaitingRows);
    limit(rows.states, maxWaitingRows);
    limit(rows.clocks, maxWaitingRows);
    limit(rows.shifts, maxWaitingRows);
    limit(rows.identities, maxWaitingRows);
    if (columns.lateBytes() > maxLateBytes)
        columns.clearLate();
    while (columns.open().size() > maxOpenBlocks)
        columns.seal(columns.open().begin()->first);
    return before - countPending(columns, rows);
}

/// Delay in ticks before a block is sealed, because nodes report one after the other.
constexpr TickIndex sealingDelay = 8;
/// Divisor of the folder's size limit that gives the maximum size of the open segment, so that earlier segments have
/// room. The open segment may always hold its initial state.
constexpr std::uint64_t segmentsInCap = 4;
constexpr std::uint64_t smallestSegmentBytes = std::uint64_t{4} << 20U;
/// One commit may exceed a cap before anything is deleted for it, so its size is limited and reserved.
constexpr std::uint64_t turnsInCap = 16, turnsToSpare = 3;
constexpr std::uint64_t smallestTurnBytes = std::uint64_t{1} << 20U;

/// After a failure, such as a full disk.
constexpr std::chrono::seconds summaryRetry{60};

std::size_t turnBytesFor(const RecordingCaps& caps)
{
    return std::clamp<std::uint64_t>(caps.bytes / turnsInCap, smallestTurnBytes, budget::commitBytes);
}

RecordingCaps withRoomToSpare(RecordingCaps caps)
{
    const std::uint64_t logAndTurns = std::max(turnsToSpare * turnBytesFor(caps), 2 * smallestSegmentBytes);
    caps.bytes -= std::min(caps.bytes / 2, logAndTurns);
    return caps;
}

} // namespace

SegmentRoll::SegmentRoll(const RecorderOptions& options, const TopologyPtr& start)
    : m_options(options),
      m_placed(start, options.tickPeriod),
      m_turnBytes(turnBytesFor(options.caps)),
      m_retention(options.folder, withRoomToSpare(options.caps))
{
    for (std::size_t at = 0; at < tierCount; ++at) {
        const RecordingTier& tier = recordingTiers()[at];
        if (options.tierCaps[at].bytes > 0 && 2 * options.tickPeriod <= tier.step)
            m_tiers.emplace_back(options.folder, tier, options.tierCaps[at]);
    }
}

void SegmentRoll::apply(const PlacedBatch& placed)
{
    const Batch& batch = *placed.batch;
    const bool wasSetBack = batch.tick && batch.received != TimePoint{} && !m_columns.isEmpty()
        && timeOfTick(m_columns.newestTick(), m_options.tickPeriod) > batch.received + budget::maxAhead;
    if (wasSetBack)
        rollAfterClockStep();
    m_placed.apply(placed, m_columns, m_rows);
}

void SegmentRoll::apply(const Derived& derived)
{
    for (const DerivedColumn& column : derived.columns)
        m_placed.applyDerived(column.metric, column.tick, column.values, m_columns);
    for (const DerivedEvent& found : derived.events) {
        const EntityRef node = m_placed.topology()->ancestor(found.entity, EntityKind::Node);
        m_rows.events.push_back({node.isValid() ? node.index : 0, found.entity, found.event});
    }
}

/// The local clock was set back: starts a new segment, because all new data would be late in the current one.
void SegmentRoll::rollAfterClockStep()
{
    if (Status ended = endSegment(SegmentWriter::Room::Enough); ended.isOk())
        return;
    m_lostRows += countPending(m_columns, m_rows);
    m_columns = {};
    m_rows = m_placed.standing();
}

bool SegmentRoll::hasNews() const
{
    const auto isTouched = [](const auto& block) {
        return std::ranges::any_of(block.second, [](const auto& metric) { return metric.second.touched() != 0; });
    };
    return std::ranges::any_of(m_columns.open(), isTouched) || !m_columns.late().empty() || !m_rows.spans.empty()
        || !m_rows.events.empty() || !m_rows.gaps.empty() || !m_rows.states.empty() || !m_rows.clocks.empty()
        || !m_rows.shifts.empty() || !m_rows.identities.empty();
}

std::vector<TickIndex> SegmentRoll::fullBlocks() const
{
    std::vector<TickIndex> full;
    for (const auto& [first, metrics] : m_columns.open()) {
        if (first + RecordedBlock::ticks + sealingDelay <= m_columns.newestTick())
            full.push_back(first);
    }
    return full;
}

Status SegmentRoll::openSegment(TickIndex firstTick)
{
    const std::string path = newSegmentPath(m_options.folder, timeOfTick(firstTick, m_options.tickPeriod));
    Result<SegmentWriter> created = SegmentWriter::create(path, firstTick, m_options.tickPeriod);
    const Status noted = created.isOk() ? created.value().noteAnalyses(m_options.analyses) : created.error();
    if (!noted.isOk()) {
        removeSegment(path); // it would look like a damaged segment
        return noted;
    }
    m_current.emplace(std::move(created).value());
    m_standingBytes = 0;
    return success();
}

Status SegmentRoll::ensureSegment()
{
    if (m_current)
        return success();
    const TickIndex now = tickIndexOf(wallClockNow(), m_options.tickPeriod);
    return openSegment(m_columns.open().empty() ? RecordedBlock::firstOf(now) : m_columns.open().begin()->first);
}

Status SegmentRoll::rotateIfDue()
{
    if (m_columns.open().empty() || m_previous)
        return success();
    const TickIndex newest = m_columns.open().rbegin()->first;
    const Duration length = (newest - m_current->firstTick()) * m_options.tickPeriod;
    const bool isLarge = m_current->bytes() >= m_options.segmentBytes && length >= m_options.minSegmentLength;
    if (!isLarge && length < m_options.maxSegmentLength)
        return success();
    m_previous.emplace(std::move(*m_current));
    m_current.reset();
    if (Status opened = openSegment(newest); !opened.isOk()) {
        m_current.emplace(std::move(*m_previous));
        m_previous.reset();
        return opened;
    }
    m_previous->setBounds(std::numeric_limits<TickIndex>::min(), newest);
    m_current->setBounds(newest, std::numeric_limits<TickIndex>::max());
    if (m_placed.names().isCrowded())
        m_placed.renewNames(m_rows);
    // The new segment is self-contained: it repeats the current state.
    RecordedRows standing = m_placed.standing();
    std::ranges::move(m_rows.states, std::back_inserter(standing.states));
    std::ranges::move(m_rows.clocks, std::back_inserter(standing.clocks));
    std::ranges::move(m_rows.shifts, std::back_inserter(standing.shifts));
    std::ranges::move(m_rows.identities, std::back_inserter(standing.identities));
    m_rows.states = std::move(standing.states);
    m_rows.clocks = std::move(standing.clocks);
    m_rows.shifts = std::move(standing.shifts);
    m_rows.identities = std::move(standing.identities);
    return success();
}

/// Sealed blocks are first written to the log, and then to the file with the whole log.
void SegmentRoll::makeRoomFor(std::span<const TickIndex> sealed)
{
    std::uint64_t bytes = 0;
    for (const TickIndex first : sealed)
        bytes += 2 * m_columns.bytesToSeal(first);
    for (const auto* const segment : {&m_previous, &m_current}) {
        if (*segment)
            bytes += bytesInLog((*segment)->path());
    }
    keepCaps(bytes);
}

Status SegmentRoll::write(std::span<const TickIndex> sealed)
{
    if (!sealed.empty())
        makeRoomFor(sealed);
    m_columns.packTouched();
    static const RecordedRows noRows;
    static const ColumnAssembly::LateRows noLate;
    static const NameTable noNames;
    const auto commitOf = [&](const NameTable& names, const RecordedRows& rows, const auto& late) {
        return SegmentWriter::Commit{*m_placed.topology(),
                                     m_placed.metrics(),
                                     names,
                                     rows,
                                     sealed,
                                     m_columns.open(),
                                     late,
                                     {m_columns.oldestTick(), m_columns.newestTick() + 1}};
    };
    if (m_previous) {
        if (Status written = m_previous->commit(commitOf(noNames, noRows, noLate)); !written.isOk())
            return written;
    }
    if (Status written = m_current->commit(commitOf(m_placed.names(), m_rows, m_columns.late())); !written.isOk())
        return written;
    if (m_standingBytes == 0)
        m_standingBytes = bytesOnDisk(m_current->path());
    m_rows = {};
    m_columns.clearLate();
    for (const TickIndex first : sealed)
        m_columns.seal(first);
    m_columns.setJournalled();
    return success();
}

Status SegmentRoll::closePrevious()
{
    const bool isNeeded
        = m_previous && !m_columns.open().empty() && m_previous->isOurs(m_columns.open().begin()->first);
    if (!m_previous || isNeeded)
        return success();
    m_columns.sealBefore(m_current->firstTick());
    Status closed = m_previous->close();
    m_previous.reset();
    return closed;
}

Status SegmentRoll::commit()
{
    const Status status = writeNews();
    endIfTooLarge();
    keepTiers();
    keepCaps();
    return status;
}

std::vector<std::string> SegmentRoll::inUse() const
{
    std::vector<std::string> paths;
    for (const auto* const segment : {&m_previous, &m_current}) {
        if (*segment)
            paths.push_back((*segment)->path());
    }
    return paths;
}

void SegmentRoll::keepCaps(std::uint64_t toCome)
{
    // The size limit applies even if nothing can be summarised.
    m_retention.enforce(inUse(), toCome, [this](const std::string& path, bool isForSpace) {
        return summarise(path, isForSpace ? std::stop_token() : m_stop) || isForSpace;
    });
}

void SegmentRoll::keepTiers()
{
    if (m_tiers.empty() || m_stop.stop_requested() || std::chrono::steady_clock::now() < m_nextSummary)
        return;
    const std::vector<std::string> open = inUse();
    for (const SegmentFile& segment : listSegments(m_options.folder)) {
        if (std::ranges::find(open, segment.path) != open.end()
            || std::ranges::all_of(m_tiers, [&](TierWriter& tier) { return tier.has(segment.path); }))
            continue;
        if (!summarise(segment.path, m_stop))
            m_nextSummary = std::chrono::steady_clock::now() + summaryRetry;
        return;
    }
}

/// @return false: not yet
bool SegmentRoll::summarise(const std::string& segment, const std::stop_token& stop)
{
    for (TierWriter& tier : m_tiers) {
        if (tier.has(segment))
            continue;
        const Status added = tier.add(segment, stop);
        if (stop.stop_requested() && !added.isOk())
            return false;
        const std::string problem = added.isOk() ? tier.problem() : added.error().message;
        m_summaryProblem = problem.empty() ? std::string() : "Summary incomplete: " + problem;
        if (!added.isOk())
            return false;
    }
    return true;
}

/// Ends a segment that grows too fast. Open rows count twice, because they are stored row by row and may not compress
/// when packed.
void SegmentRoll::endIfTooLarge()
{
    if (!m_current)
        return;
    std::uint64_t bytes = bytesOnDisk(m_current->path()) + (m_previous ? bytesOnDisk(m_previous->path()) : 0);
    for (const auto& [first, metrics] : m_columns.open())
        bytes += m_columns.bytesToSeal(first);
    if (bytes > std::max({m_options.caps.bytes / segmentsInCap, 2 * m_standingBytes, smallestSegmentBytes}))
        (void)endSegment(SegmentWriter::Room::Scarce); // the next commit tries again and reports the error
}

Status SegmentRoll::writeNews()
{
    if (!hasNews() && fullBlocks().empty())
        return success();
    Status status = ensureSegment();
    if (status.isOk())
        status = rotateIfDue();
    if (status.isOk() && m_failingSince)
        m_rows.gaps.push_back(
            {wallClockNow(), allNodes, Gap{{*m_failingSince, wallClockNow()}, 0, "recording was delayed"}});
    if (status.isOk())
        status = write(fullBlocks());
    if (status.isOk()) {
        m_failingSince.reset();
        return closePrevious();
    }
    if (!m_failingSince)
        m_failingSince = wallClockNow();
    m_lostRows += dropExcess(m_columns, m_rows);
    return status;
}

Status SegmentRoll::finishSegments(SegmentWriter::Room room)
{
    Status status = ensureSegment();
    std::vector<TickIndex> all;
    for (const auto& [first, metrics] : m_columns.open())
        all.push_back(first);
    if (status.isOk())
        status = write(all);
    if (!status.isOk())
        return status;
    if (m_previous)
        status = m_previous->close(room);
    if (status.isOk())
        status = m_current->close(room);
    m_previous.reset();
    m_current.reset();
    return status;
}

/// Writes all open data to the segment; the next one begins with the current state.
Status SegmentRoll::endSegment(SegmentWriter::Room room)
{
    if (!m_current && !hasNews())
        return success();
    if (Status finished = finishSegments(room); !finished.isOk())
        return finished;
    m_columns = {};
    m_rows = m_placed.standing();
    if (m_placed.names().isCrowded())
        m_placed.renewNames(m_rows);
    return success();
}

Status SegmentRoll::close()
{
    for (TierWriter& tier : m_tiers)
        (void)tier.close(); // committed data stays
    if (!m_current && !hasNews())
        return success();
    const Status status = finishSegments(SegmentWriter::Room::Enough);
    if (!status.isOk())
        m_lostRows += countPending(m_columns, m_rows);
    m_previous.reset();
    m_current.reset();
    return status;
}

} // namespace lockstep
