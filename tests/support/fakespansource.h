// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"
#include "models/store/clustermodel.h"
#include "models/store/columns/columnsource.h"
#include "models/store/spans/spansource.h"

#include <utility>

namespace lockstep {

/// A recording that contains only spans, given by the test.
class FakeSpanSource : public SpanSource, public ColdColumns
{
public:
    explicit FakeSpanSource(ClusterModel& cluster) : m_cluster(cluster)
    {
        m_cluster.setSpanSource(this);
        m_cluster.setColdColumns(this);
    }
    ~FakeSpanSource() override
    {
        m_cluster.setSpanSource(nullptr);
        m_cluster.setColdColumns(nullptr);
    }

    [[nodiscard]] TickRange ticks() const override
    {
        const TimeRange range = m_placed != nullptr ? m_placed->read->range() : TimeRange{};
        const Duration period = m_cluster.store().tickPeriod();
        return {tickIndexOf(range.from, period), tickIndexOf(range.to, period)};
    }
    [[nodiscard]] std::span<const float> column(MetricId, TickIndex) const override { return {}; }
    [[nodiscard]] float value(MetricId, std::uint32_t, TickIndex) const override { return noData; }
    [[nodiscard]] std::optional<std::span<const float>> presence(TickIndex) const override { return std::nullopt; }

    [[nodiscard]] const std::shared_ptr<const PlacedSpans>& placed() const override { return m_placed; }
    [[nodiscard]] bool isTruncated() const override { return false; }

    /// Null: nothing has been read.
    void read(std::shared_ptr<const PastSpans> past)
    {
        m_placed = past != nullptr ? m_cluster.place(std::move(past)) : nullptr;
        m_cluster.spansRead();
    }
    /// Adds a copy of the spans in memory, shifted into the past. Lanes and names have different ids there.
    TimeRange readCopyFrom(TimeRange range, Duration ago)
    {
        const TimeRange then{range.from - ago, range.to - ago};
        auto past = std::make_shared<PastSpans>(then);
        const SpanStore& spans = m_cluster.store().spans();
        std::vector<NameId> ids(spans.names().size());
        for (std::uint32_t id = static_cast<std::uint32_t>(ids.size()); id-- > 0;)
            ids[id] = past->spans().names().intern(spans.names().name(NameId{id}));
        for (std::size_t lane = spans.lanes().size(); lane-- > 0;) {
            for (const StoredSpan& stored : spans.lanes()[lane].spans) {
                const Span span = spanOf(spans.lanes()[lane], stored, ago);
                if (TimeRange{span.start, span.end}.overlaps(then))
                    past->spans().add(spans.lanes()[lane].entity, span, ids);
            }
        }
        past->seal();
        read(std::move(past));
        return then;
    }

private:
    static Span spanOf(const SpanLane& lane, const StoredSpan& stored, Duration ago)
    {
        Span span;
        span.start = TimePoint(Duration(stored.startNs)) - ago;
        span.end = TimePoint(Duration(stored.endNs())) - ago;
        span.kind = stored.spanKind();
        span.op = stored.op;
        span.communicator = stored.communicator;
        span.lane = lane.name.value;
        span.job = lane.job.isValid() ? lane.job.value : 0;
        span.rank = lane.rank;
        span.step = stored.step;
        span.sequence = stored.sequence;
        span.bytes = stored.bytes;
        return span;
    }

    ClusterModel& m_cluster;
    std::shared_ptr<const PlacedSpans> m_placed;
};

} // namespace lockstep
