// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/storage/recorder.h"
#include "datasources/storage/recordingintake.h"
#include "datasources/storage/segmentwriter.h"
#include "models/store/derived.h"

#include <optional>

namespace lockstep {

/// The rolling recording without its thread: takes batches, decides when a block is full and when a segment ends, and
/// writes. Private to Recorder; its thread.
class SegmentRoll
{
public:
    SegmentRoll(const RecorderOptions& options, const TopologyPtr& start);

    void apply(const Batch& batch);
    void apply(const Derived& derived);
    /// Writes what came since. On an Error everything is kept for the next try, as far as there is room.
    Status commit();
    /// Writes all that there is and closes the files.
    Status close();
    void beginAnew(const TopologyPtr& start);

    [[nodiscard]] std::string currentPath() const { return m_current ? m_current->path() : std::string(); }
    [[nodiscard]] std::uint64_t lostRows() const { return m_lostRows; }

private:
    [[nodiscard]] bool hasNews() const;
    Status ensureSegment();
    Status rotateIfDue();
    Status openSegment(TickIndex firstTick);
    Status write(std::span<const TickIndex> sealed);
    Status closePrevious();
    [[nodiscard]] std::vector<TickIndex> fullBlocks() const;
    void giveUpWhatIsTooMuch();

    RecorderOptions m_options;
    std::unique_ptr<RecordingIntake> m_intake;
    ColumnAssembly m_columns;
    RecordedRows m_rows;
    std::optional<SegmentWriter> m_previous; ///< until its last blocks are full
    std::optional<SegmentWriter> m_current;
    std::optional<TimePoint> m_failingSince;
    std::uint64_t m_lostRows = 0;
};

} // namespace lockstep
