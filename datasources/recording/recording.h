// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recordedsegment.h"
#include "models/ingest/metrictable.h"
#include "models/ingest/nametable.h"

#include <deque>

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep {

/// A whole recording: the segments of a folder, or one file (segment or bundle). Entities, metrics and names are merged
/// by name; indices are the recording's own and stay stable while it grows. An unreadable segment affects only itself
/// and is reported. Not thread-safe.
class Recording
{
public:
    /// @param stop cancels reading, like stopWith()
    /// @return an Error if nothing at @p path can be read
    [[nodiscard]] static Result<Recording> open(const std::string& path, const std::stop_token& stop = {});

    /// A recording that may be empty so far: call refresh(). Until then its topology is null.
    [[nodiscard]] static Recording growing(const std::string& path) { return Recording(path); }

    /// Another reader of the same recording, for another thread; with the same indices.
    [[nodiscard]] Result<Recording> again() const;

    /// Cancels current and later reads when a stop is requested, so that a reading thread need not be waited for.
    void stopWith(const std::stop_token& stop);

    /// Reads newly written data and new segments, and forgets deleted ones.
    Status refresh();

    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] const std::vector<std::string>& problems() const { return m_problems; }
    [[nodiscard]] Duration tickPeriod() const { return m_tickPeriod; }
    [[nodiscard]] TickRange ticks() const;
    /// Ranges of at least @p min between segments without recorded data, in order.
    [[nodiscard]] std::vector<TickRange> pauses(Duration min) const;
    /// Origin of a part of the recording.
    struct Made
    {
        TickRange ticks;
        std::vector<std::string> analyses; ///< that processed it; see SegmentWriter::noteAnalyses()
        std::vector<MetricDescriptor> metrics;
    };
    [[nodiscard]] std::vector<Made> made() const; ///< oldest first
    [[nodiscard]] const TopologyPtr& topology() const { return m_topology; }
    [[nodiscard]] const MetricTable& metrics() const { return m_metrics; }
    [[nodiscard]] const NameTable& names() const { return *m_names; }

    /// The block of 64 ticks that begins at @p first; empty if there is none. Damaged parts are skipped and listed in
    /// problems().
    template <class Value = float>
    [[nodiscard]] RecordedBlockOf<Value> block(MetricId metric, TickIndex first, EntitySlice slice = {});

    /// One tick of a metric, all entities, at a fraction of a block's cost. Empty: no data.
    [[nodiscard]] std::vector<float> row(MetricId metric, TickIndex tick);

    /// First ticks of all blocks that overlap the range, sorted, without duplicates.
    [[nodiscard]] std::vector<TickIndex> blocksWithin(TickRange range);

    /// The packed block, if one segment contains all of it with the same indices. @return false: use block(); an Error
    /// of @p use
    [[nodiscard]] Result<bool> packedBlock(MetricId metric, TickIndex first,
                                           const std::function<Status(const PackedBlock&)>& use);
    /// Approximate size on disk of all blocks that overlap the range.
    [[nodiscard]] std::uint64_t packedBytes(TickRange ticks, TimeRange range);

    [[nodiscard]] std::vector<RecordedSpan> spans(TimeRange range);
    /// All blocks of spans that overlap the range: packed if a segment has the same indices, otherwise as spans with
    /// the recording's indices; damaged ones are skipped and reported. An Error of either ends it.
    using UsePacked = std::function<Status(const RecordedSpanBlock&)>;
    using UseUnpacked = std::function<Status(const RecordedSpanBlock&, std::vector<RecordedSpan>)>;
    [[nodiscard]] Status visitSpans(TimeRange range, const UsePacked& packed, const UseUnpacked& unpacked);
    [[nodiscard]] std::vector<RecordedEvent> events(TimeRange range);
    [[nodiscard]] std::vector<RecordedGap> gaps(TimeRange range); ///< gaps that begin in the range
    /// All rows other than columns, spans and events before @p end, in recorded order.
    [[nodiscard]] RecordedRows standing(TimePoint end);

    [[nodiscard]] SegmentCounts counts();
    [[nodiscard]] std::uint64_t bytes() const; ///< on disk

private:
    explicit Recording(std::string path) : m_path(std::move(path)), m_names(std::make_unique<NameTable>()) { }

    void addSegment(const std::string& path);
    void note(const Error& error);
    template <class Rows>
    Rows valueOr(Result<Rows> read);

    std::string m_path;
    std::stop_token m_stop;
    std::vector<std::string> m_problems;
    Duration m_tickPeriod{};
    std::vector<std::string> m_refused; ///< files that are not tried again
    std::deque<RecordedSegment> m_segments; ///< oldest first
    TopologyPtr m_topology;
    MetricTable m_metrics;
    std::unique_ptr<NameTable> m_names;
};

} // namespace lockstep
