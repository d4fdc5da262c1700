// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/placedrows.h"
#include "datasources/recording/recorder.h"
#include "datasources/recording/retention.h"
#include "datasources/recording/segmentwriter.h"
#include "datasources/recording/tierwriter.h"
#include "models/core/budget.h"
#include "models/ingest/derived.h"
#include "models/ingest/nametable.h"

#include <deque>

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>

namespace lockstep {

/// The rolling recording without its thread: takes batches, decides when a block is full and when a segment ends, and
/// writes. Private to Recorder; used on its thread.
class SegmentRoll
{
public:
    SegmentRoll(const RecorderOptions& options, const TopologyPtr& start);

    void apply(const PlacedBatch& placed);
    /// The topology of the batches applied next.
    void setTopology(TopologyPtr topology) { m_placed.setTopology(std::move(topology)); }
    void apply(const Derived& derived);
    /// Writes pending data, and enforces the folder's limits. After an Error the data is kept for the next attempt
    /// while there is room.
    Status commit();
    /// Writes all data and closes the files. Data that cannot be written is lost and counted.
    Status close();
    /// Whether pending data should be written before more is applied.
    [[nodiscard]] bool isFull() const { return m_columns.lateBytes() > m_turnBytes; }
    /// Maximum amount to apply before writing.
    [[nodiscard]] std::size_t turnBytes() const { return m_turnBytes; }
    /// Deletes segments above the caps, including @p toCome bytes that will be written, after summarising them.
    void keepCaps(std::uint64_t toCome = 0);
    /// Summarises the oldest finished segment that the tiers lack, if any. One per call, because it may take a second
    /// or two.
    void keepTiers();
    /// Cancels summaries when a stop is requested; they continue after the next start.
    void stopWith(std::stop_token stop) { m_stop = std::move(stop); }

    [[nodiscard]] std::string currentPath() const { return m_current ? m_current->path() : std::string(); }
    [[nodiscard]] std::uint64_t lostRows() const { return m_lostRows; }
    [[nodiscard]] const std::string& retentionReason() const { return m_retention.retentionReason(); }
    /// Why a summary is missing; empty: none is.
    [[nodiscard]] const std::string& summaryProblem() const { return m_summaryProblem; }

private:
    [[nodiscard]] bool hasNews() const;
    Status writeNews();
    Status ensureSegment();
    Status rotateIfDue();
    Status openSegment(TickIndex firstTick);
    Status write(std::span<const TickIndex> sealed);
    void makeRoomFor(std::span<const TickIndex> sealed);
    Status closePrevious();
    Status finishSegments(SegmentWriter::Room room);
    Status endSegment(SegmentWriter::Room room);
    void endIfTooLarge();
    void rollAfterClockStep();
    [[nodiscard]] std::vector<TickIndex> fullBlocks() const;
    [[nodiscard]] std::vector<std::string> inUse() const;
    [[nodiscard]] bool summarise(const std::string& segment, const std::stop_token& stop);

    RecorderOptions m_options;
    PlacedRows m_placed;
    ColumnAssembly m_columns;
    RecordedRows m_rows;
    std::optional<SegmentWriter> m_previous; ///< until its last blocks are full
    std::optional<SegmentWriter> m_current;
    const std::size_t m_turnBytes;
    Retention m_retention;
    std::deque<TierWriter> m_tiers; ///< finest first
    std::stop_token m_stop;
    std::string m_summaryProblem;
    std::chrono::steady_clock::time_point m_nextSummary; ///< after a failure
    std::uint64_t m_standingBytes = 0; ///< size of the initial state of the current segment; 0: unknown
    std::optional<TimePoint> m_failingSince;
    std::uint64_t m_lostRows = 0;
};

} // namespace lockstep
