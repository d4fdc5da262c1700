// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/columnassembly.h"
#include "datasources/recording/recordedrows.h"
#include "datasources/recording/segmenttables.h"
#include "datasources/sqlite/database.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Numbers of rows in a segment.
struct SegmentCounts
{
    std::uint64_t samples = 0; ///< number of values, without NaN
    std::uint64_t spans = 0;
    std::uint64_t events = 0;
    std::uint64_t gaps = 0;
};

/// Reads one segment of a recording, also while it is being written, or a bundle. Ids are the segment's own, by index
/// in metrics(), names() and topology(). A damaged block is an Error and affects no other. Not thread-safe.
class SegmentReader
{
public:
    /// @param neighbour another segment of the same recording: equal tables of entities are not read again
    /// @param stop cancels reading, like stopWith()
    [[nodiscard]] static Result<SegmentReader> open(const std::string& path, const SegmentReader* neighbour = nullptr,
                                                    const std::stop_token& stop = {});
    /// Whether a file is a database without tables: a segment that is being created, or whose recorder was killed then.
    [[nodiscard]] static bool isWithoutTables(const std::string& path);
    /// Another reader of the same file, for another thread, without reading the tables again.
    [[nodiscard]] Result<SegmentReader> again() const;

    /// Cancels reads when the token is stopped, so that a thread waiting for this one does not wait for the file.
    void stopWith(const std::stop_token& stop) { m_database.stopWith(stop); }

    [[nodiscard]] const std::string& path() const { return m_database.path(); }
    [[nodiscard]] Duration tickPeriod() const { return m_tickPeriod; }
    /// that processed the data; see SegmentWriter::noteAnalyses()
    [[nodiscard]] const std::vector<std::string>& analyses() const { return m_analyses; }

    [[nodiscard]] const std::vector<SummarisedSegment>& summarised() const { return m_summarised; }

    /// Reads tables that may have grown: metrics, names, topology, extent.
    Status refresh();
    [[nodiscard]] TickRange ticks() const { return m_ticks; } ///< of columns, including late values
    [[nodiscard]] TickIndex begin() const { return m_begin; } ///< when it was begun; only late values are older
    [[nodiscard]] const std::vector<MetricDescriptor>& metrics() const { return m_tables.metrics(); }
    [[nodiscard]] const std::vector<std::string>& names() const { return m_tables.names(); }
    [[nodiscard]] const TopologyPtr& topology() const { return m_tables.topology(); }

    /// The block of a metric that begins at tick @p first, a multiple of RecordedBlock::ticks; empty if there is none.
    template <class Value = float>
    [[nodiscard]] Result<RecordedBlockOf<Value>> block(std::uint32_t metric, TickIndex first, EntitySlice slice = {});

    /// One tick of a metric, all entities, at a fraction of a block's cost. Empty: no data.
    [[nodiscard]] Result<std::vector<float>> row(std::uint32_t metric, TickIndex tick);

    /// First ticks of all blocks that overlap the range, sorted, without duplicates.
    [[nodiscard]] Result<std::vector<TickIndex>> blocksWithin(TickRange range);

    /// The packed block. @return false if there is none, or part of it is stored separately: use block(); an Error of
    /// @p use
    [[nodiscard]] Result<bool> packedBlock(std::uint32_t metric, TickIndex first,
                                           const std::function<Status(const PackedBlock&)>& use);

    /// Spans that overlap the range, by entity, lane and start within each of their blocks.
    [[nodiscard]] Result<std::vector<RecordedSpan>> spans(TimeRange range);
    /// Packed blocks of spans that overlap the range; an Error of @p each ends it.
    [[nodiscard]] Status packedSpans(TimeRange range, const std::function<Status(const RecordedSpanBlock&)>& each);
    /// Appends the block's spans.
    [[nodiscard]] Status unpack(const RecordedSpanBlock& block, std::vector<RecordedSpan>& spans) const;
    /// Size of all blocks of columns and spans that overlap the range, without reading them.
    [[nodiscard]] Result<std::uint64_t> packedBytes(TickRange ticks, TimeRange range);
    [[nodiscard]] Result<std::vector<RecordedEvent>> events(TimeRange range);
    [[nodiscard]] Result<std::vector<RecordedGap>> gaps(TimeRange began = {TimePoint::min(), TimePoint::max()});
    [[nodiscard]] Result<std::vector<RecordedState>> states();
    [[nodiscard]] Result<std::vector<RecordedClock>> clocks();
    [[nodiscard]] Result<std::vector<RecordedShift>> shifts();
    [[nodiscard]] Result<std::vector<RecordedIdentity>> identities();

    [[nodiscard]] Result<SegmentCounts> counts();

private:
    explicit SegmentReader(Database database) : m_database(std::move(database)) { }

    Status readExtent();
    Status readSummarised();
    /// A joined block, cached because the blocks after it are read from it, too.
    template <class Value>
    struct Unpacked
    {
        TickIndex first = 0;
        ColumnBlockShape shape;
        std::vector<Value> values;

        [[nodiscard]] std::span<const Value> row(TickIndex tick) const
        {
            return std::span(values).subspan(static_cast<std::size_t>(tick - first) * shape.width, shape.width);
        }
    };
    template <class Value>
    using Joined = std::map<std::uint32_t, Unpacked<Value>>; ///< by metric

    template <class Value>
    Status addRows(RecordedBlockOf<Value>& block, std::uint32_t metric, EntitySlice slice, TickRange ticks);
    template <class Value, class UseBlock, class UseJoined>
    [[nodiscard]] Status unpack(std::uint32_t metric, TickIndex first, const UseBlock& use, const UseJoined& useJoined);
    template <class Value>
    [[nodiscard]] Joined<Value>& joined();
    [[nodiscard]] Status checkWidth(std::uint32_t metric, std::uint32_t width);
    [[nodiscard]] Error damagedBlock(std::uint32_t metric) const;

    Database m_database;
    std::int64_t m_fileVersion = -1; ///< when last read; a change means that another connection wrote
    std::vector<std::string> m_analyses;
    std::vector<SummarisedSegment> m_summarised;
    Duration m_tickPeriod{};
    TickRange m_ticks;
    TickIndex m_begin = 0;
    SegmentTables m_tables;
    ColumnCodec m_codec;
    Joined<float> m_joined;
    Joined<double> m_exactJoined;
    std::optional<Statement> m_findBlock; ///< prepared when first needed, as is the next
    std::optional<Statement> m_findRows;
    std::optional<Statement> m_findPacked;
};

} // namespace lockstep
