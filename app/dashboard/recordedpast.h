// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dashboard/columnfetcher.h"
#include "app/dashboard/happeningsfetcher.h"
#include "models/core/batchqueue.h"
#include "models/store/coldcolumns.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>
#include <set>

namespace lockstep {

class ClusterModel;

/// The past of a cluster, from a recording: fetches columns that views ask for in vain on another thread, keeps those
/// that were looked at last, and tells the cluster when they have come. In a replay it also brings the spans, events
/// and gaps of the time in view, nearest to the cursor first, through the queue, like any source. GUI thread; owned by
/// the composition.
class RecordedPast : public QObject, public ColdColumns
{
    Q_OBJECT

public:
    /// A live cluster's own recording, while it grows.
    static constexpr bool growing = true;

    RecordedPast(Recording recording, bool isGrowing, ClusterModel& cluster, BatchQueue& queue,
                 QObject* parent = nullptr);
    ~RecordedPast() override;

    [[nodiscard]] TickRange ticks() const override { return m_ticks; }
    [[nodiscard]] std::span<const float> column(MetricId metric, TickIndex tick) const override;
    [[nodiscard]] float value(MetricId metric, std::uint32_t entity, TickIndex tick) const override;

    [[nodiscard]] std::optional<std::span<const float>> presence(TickIndex tick) const override;

    /// Brings what happened in that time and around the cursor, as far as there is room for it.
    void showHappenings(TimeRange range, TimePoint cursor);

    [[nodiscard]] std::size_t waiting() const { return m_asked.size(); } ///< blocks that were asked for
    [[nodiscard]] bool isTold() const { return m_untold.isEmpty(); } ///< views know of all that has come
    /// Something of the metric in these ticks was asked for and is on its way.
    [[nodiscard]] bool isComing(MetricId metric, TickRange ticks) const
    {
        const auto next = m_asked.lower_bound({metric.value, RecordedBlock::firstOf(ticks.from), 0});
        return next != m_asked.end() && next->metric == metric.value && next->first < ticks.to;
    }
    [[nodiscard]] std::size_t memoryBytes() const { return m_bytes; }

Q_SIGNALS:
    void extentChanged();
    void came(); ///< columns that were asked for

private:
    struct Key
    {
        std::uint32_t metric = 0;
        TickIndex first = 0;
        std::uint32_t part = 0; ///< 0: all entities; else the slice of that number, from 1
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    struct Entry
    {
        std::shared_ptr<const RecordedBlock> block;
        mutable std::uint64_t lastUse = 0;
    };

    [[nodiscard]] const RecordedBlock* blockAt(MetricId metric, TickIndex tick, std::uint32_t part = 0) const;
    [[nodiscard]] const RecordedBlock* held(const Key& key) const;
    void take(FetchedBlock fetched);
    void take(FetchedHappenings fetched);
    void grow(TickRange ticks);
    void tell();
    void fetchHappenings();
    [[nodiscard]] std::optional<std::int64_t> nearestMissingChunk() const;
    void trim();

    ClusterModel& m_cluster;
    BatchQueue& m_queue;
    TickRange m_ticks;
    std::map<Key, Entry> m_blocks;
    mutable std::set<Key> m_asked;
    mutable std::uint64_t m_uses = 0;
    std::size_t m_bytes = 0;
    TickRange m_untold; ///< came since the views were told
    QTimer m_teller;
    const bool m_tellsPresence;
    TimeRange m_inView; ///< whose happenings are wanted
    TimePoint m_cursor;
    std::set<std::int64_t> m_chunks; ///< of happenings that are there or asked for
    std::size_t m_spans = 0; ///< in them
    bool m_isFetching = false; ///< happenings
    QTimer m_settle; ///< since the time moved
    std::unique_ptr<ColumnFetcher> m_fetcher; ///< last, both: their threads end before what they deliver to goes
    std::unique_ptr<HappeningsFetcher> m_happenings;
};

} // namespace lockstep
