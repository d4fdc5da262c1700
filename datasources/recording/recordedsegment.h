// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recordingtier.h"
#include "datasources/recording/segmentreader.h"
#include "models/ingest/metrictable.h"
#include "models/ingest/nametable.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lockstep {

/// One segment of a recording, and the mapping of its indices to the recording's indices. Entities, metrics and names
/// are merged by name. For Recording and TierWriter; not thread-safe.
class RecordedSegment
{
public:
    /// Whether its metrics are those of a recording, or the summaries of a RecordingTier.
    enum class Content : std::uint8_t { Samples, Summaries };

    explicit RecordedSegment(SegmentReader opened, Content content = Content::Samples)
        : m_reader(std::move(opened)), m_content(content)
    { }
    /// Another reader of the same segment, for another thread.
    [[nodiscard]] Result<RecordedSegment> again() const;

    void stopWith(const std::stop_token& stop) { m_reader.stopWith(stop); }
    [[nodiscard]] SegmentReader& reader() { return m_reader; }
    [[nodiscard]] const SegmentReader& reader() const { return m_reader; }

    /// Merges the segment's tables into the recording's, and stores the mapping.
    void adoptInto(TopologyPtr& topology, MetricTable& metrics, NameTable& names);

    /// The recording's index by the segment's.
    [[nodiscard]] EntityRef entity(EntityRef theirs) const;
    [[nodiscard]] std::uint32_t node(std::uint32_t theirs) const { return entity({EntityKind::Node, theirs}).index; }
    [[nodiscard]] std::uint32_t name(std::uint32_t theirs) const
    {
        return theirs < m_names.size() ? m_names[theirs] : 0;
    }
    /// The segment's metric, or a summary of it; noMetric: none.
    static constexpr std::uint32_t noMetric = 0xFFFFFFFF;
    [[nodiscard]] std::uint32_t metric(MetricId ours, Summary summary = Summary::Mean) const
    {
        const std::vector<std::uint32_t>& metrics = m_metricOf[static_cast<std::size_t>(summary)];
        return ours.value < metrics.size() ? metrics[ours.value] : noMetric;
    }

    [[nodiscard]] bool isSame(EntityKind kind) const { return m_isSame[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] bool isSame() const; ///< whether all entities and names have the same indices
    [[nodiscard]] bool mayContain(MetricId ours, TickIndex firstOfBlock) const;

    /// A block or a tick by the recording's indices; empty if there is none.
    template <class Value>
    [[nodiscard]] Result<RecordedBlockOf<Value>> block(MetricId ours, EntityKind kind, TickIndex first,
                                                       EntitySlice slice, Summary summary = Summary::Mean);
    [[nodiscard]] Result<std::vector<float>> row(MetricId ours, EntityKind kind, TickIndex tick);
    [[nodiscard]] Result<std::vector<RecordedSpan>> spans(TimeRange range);
    [[nodiscard]] Result<std::vector<RecordedSpan>> unpack(const RecordedSpanBlock& block) const;

private:
    void adoptTopology(TopologyPtr& ours);
    void remapIds(std::vector<RecordedSpan>& spans) const;
    template <class Value>
    [[nodiscard]] std::vector<Value> mapped(std::span<const Value> row, EntityKind kind) const;

    SegmentReader m_reader;
    Content m_content;
    std::array<std::vector<EntityRef>, entityKindCount> m_entities; ///< the recording's, by the segment's
    std::array<bool, entityKindCount> m_isSame{}; ///< both are equal
    std::array<std::vector<std::uint32_t>, summaryCount> m_metricOf; ///< the segment's, by the recording's
    std::vector<std::uint32_t> m_names; ///< the recording's, by the segment's
};

} // namespace lockstep
