// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recordedsegment.h"
#include "datasources/recording/recordingfolder.h"
#include "models/ingest/metrictable.h"
#include "models/ingest/nametable.h"

#include <deque>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep {

/// A whole recording: the segments of a folder, or one file (segment or bundle), and, if asked for, the tiers of the
/// folder. Entities, metrics and names are merged by name; indices are the recording's own and stay stable while it
/// grows. An unreadable segment affects only itself and is reported. Not thread-safe.
class Recording
{
public:
    /// Each open file costs a handle, so only readers that need the tiers open them.
    enum class Reads : std::uint8_t { Ticks, TicksAndTiers };

    /// @param stop cancels reading, like stopWith()
    /// @return an Error if nothing at @p path can be read
    [[nodiscard]] static Result<Recording> open(const std::string& path, const std::stop_token& stop = {},
                                                Reads reads = Reads::Ticks);

    /// A recording that may still be empty; call refresh(). Until then, its topology is null.
    [[nodiscard]] static Recording growing(const std::string& path, Reads reads = Reads::Ticks)
    {
        return Recording(path, reads);
    }

    /// Opens another reader of the same recording with the same indices, for use on another thread.
    /// @param reads at most what this reader reads
    [[nodiscard]] Result<Recording> again(Reads reads = Reads::Ticks) const;

    /// Cancels current and later reads when a stop is requested, so that ending a reading thread takes no time.
    void stopWith(const std::stop_token& stop);

    /// Reads newly written data and new segments, and forgets deleted ones.
    Status refresh();

    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] const std::vector<std::string>& problems() const { return m_problems; }
    [[nodiscard]] Duration tickPeriod() const { return m_tickPeriod; }
    [[nodiscard]] TickRange ticks() const; ///< at full resolution
    [[nodiscard]] TickRange ticksWithTiers() const;
    /// Ranges of at least @p min without recorded data, in order.
    [[nodiscard]] std::vector<TickRange> pauses(Duration min) const;

    /// Parts that only tiers cover, in order, each by the finest one that does.
    [[nodiscard]] std::vector<SummarisedRange> summarised() const;
    /// Ticks that a tier covers, by its position in recordingTiers(), in order.
    [[nodiscard]] std::vector<TickRange> tierTicks(std::size_t tier) const;
    /// A part of a range, and where to read its extremes per step of @p step ticks. Prefers the coarsest tier whose
    /// steps are not longer, then full resolution, then a coarser tier.
    struct Part
    {
        TickRange ticks;
        std::optional<std::size_t> tier; ///< nullopt: full resolution
    };
    [[nodiscard]] std::vector<Part> partsFor(TickRange ticks, TickIndex step) const;
    /// 64 steps of a tier, from @p first; empty if there are none. A missing minimum or maximum equals the mean.
    [[nodiscard]] RecordedBlock summaries(std::size_t tier, MetricId metric, Summary summary, TickIndex first,
                                          EntitySlice slice = {});
    /// The means of a step, all entities.
    [[nodiscard]] std::vector<float> means(std::size_t tier, MetricId metric, TickIndex step);
    /// Names of the segments whose summaries this recording, a tier, has.
    [[nodiscard]] std::set<std::string> summarisedSegments() const;
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
    /// Receives all blocks of spans that overlap the range: packed if the segment's indices equal the recording's,
    /// otherwise as spans. Damaged blocks are skipped and reported. An Error of either callback ends the reading.
    using UsePacked = std::function<Status(const RecordedSpanBlock&)>;
    using UseUnpacked = std::function<Status(const RecordedSpanBlock&, std::vector<RecordedSpan>)>;
    [[nodiscard]] Status visitSpans(TimeRange range, const UsePacked& packed, const UseUnpacked& unpacked);
    /// Each row once, even if several places contain it, such as a segment and a tier.
    [[nodiscard]] std::vector<RecordedEvent> events(TimeRange range);
    [[nodiscard]] std::vector<RecordedGap> gaps(TimeRange range); ///< gaps that begin in the range
    /// All rows other than columns, spans and events before @p end, in recorded order.
    [[nodiscard]] RecordedRows standing(TimePoint end);

    /// Retained range at full resolution, and in each tier.
    struct Kept
    {
        Duration step;
        Duration length; ///< of all parts with data
        std::uint64_t bytes = 0;
        /// Time that fits into that many bytes at the present rate; zero: unknown
        [[nodiscard]] Duration fittingInto(std::uint64_t limit) const;
    };
    [[nodiscard]] std::vector<Kept> kept() const; ///< finest first
    [[nodiscard]] SegmentCounts counts(); ///< at full resolution
    [[nodiscard]] std::uint64_t bytes() const; ///< on disk, at full resolution

private:
    using Segments = std::deque<RecordedSegment>; ///< oldest first

    Recording(std::string path, Reads reads);

    void refresh(Segments& segments, const std::vector<SegmentFile>& files, RecordedSegment::Content content,
                 Duration& period);
    void addSegment(const std::string& path, Segments& segments, RecordedSegment::Content content, Duration& period);
    template <class Row, class Read, class Key>
    std::vector<Row> rowsOnce(const Read& read, const Key& key);
    [[nodiscard]] TickRange ticksOf(TimeRange range) const;
    void note(const Error& error);
    template <class Rows>
    Rows valueOr(Result<Rows> read);

    std::string m_path;
    std::stop_token m_stop;
    std::vector<std::string> m_problems;
    Duration m_tickPeriod{};
    std::vector<std::string> m_refused; ///< files that are not tried again
    Segments m_segments;
    std::vector<Segments> m_tiers; ///< finest first; none: not read
    TopologyPtr m_topology;
    MetricTable m_metrics;
    std::unique_ptr<NameTable> m_names;
};

} // namespace lockstep
