// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/spaneventfetcher.h"
#include "models/core/batchqueue.h"
#include "models/store/changeset.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>
#include <set>

namespace lockstep {

class ClusterModel;

/// The spans, events and gaps of a recording: brings those of the time in view, nearest to the cursor first, through
/// the queue, like any source, as far as there is room for them. Columns go first. GUI thread; owned by the history
/// desk.
class SpanEventLoader : public QObject
{
    Q_OBJECT

public:
    SpanEventLoader(Recording recording, ClusterModel& cluster, BatchQueue& queue, QObject* parent = nullptr);

    /// Brings what happened in that time and around the cursor.
    void show(TimeRange range, TimePoint cursor);
    /// Nothing is fetched while that is true; null: never.
    void setHold(std::function<bool()> isHeld) { m_isHeld = std::move(isHeld); }
    /// More is on its way, or will be asked for next.
    [[nodiscard]] bool isFetching() const { return m_isFetching || m_settle.isActive(); }
    /// All that happened there is in the store, or on its way to it.
    [[nodiscard]] bool has(TimePoint time) const;

private:
    void goOn();
    void take(FetchedSpansAndEvents fetched);
    [[nodiscard]] std::optional<std::int64_t> nearestMissingChunk() const;

    ClusterModel& m_cluster;
    BatchQueue& m_queue;
    TickRange m_ticks;
    TimeRange m_inView; ///< whose spans and events are wanted
    TimePoint m_cursor;
    std::set<std::int64_t> m_chunks; ///< that are there or asked for
    std::size_t m_spans = 0; ///< in them
    bool m_isFetching = false;
    std::function<bool()> m_isHeld;
    QTimer m_settle; ///< since the time moved
    SpanEventFetcher m_fetcher; ///< last: its thread ends before what it delivers to goes
};

} // namespace lockstep
