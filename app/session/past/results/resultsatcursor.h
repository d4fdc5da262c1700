// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/readers/columnreader.h"
#include "models/analysis/moment/momentresults.h"
#include "models/analysis/moment/spanlookback.h"
#include "models/core/work/latestrequest.h"
#include "models/store/nodestates.h"

#include <QObject>
#include <QTimer>
#include <deque>

#include <memory>
#include <optional>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace lockstep {

struct ChangeSet;
class ClusterModel;
class Player;
class TimeWindow;

/// Reads from a recording the spans and columns that the results at a moment need. One thread at a time.
class LookBackReader
{
public:
    /// @param recording must not be shared
    /// @param isGrowing looks for newly written data
    LookBackReader(Recording recording, bool isGrowing) : m_columns(std::move(recording)), m_isGrowing(isGrowing) { }

    void stopWith(const std::stop_token& stop) { m_columns.stopWith(stop); }

    /// Reads spans until there are enough, and the missing columns of their time.
    /// @param earliest beginning of the recording
    /// @return false: part of the data has not been written yet
    [[nodiscard]] bool complete(SpanLookBack& spans, TimePoint earliest, MomentSurroundings& around,
                                const std::stop_token& stop);

private:
    void addStretch(SpanLookBack& spans, const TopologyPtr& topology);
    [[nodiscard]] EntityRef entityOf(EntityRef recorded, const TopologyPtr& topology);
    void addThrottles(const SpanLookBack& spans, MomentSurroundings& around);

    ColumnReader m_columns;
    const bool m_isGrowing;
    TopologyPtr m_mappedFrom;
    TopologyPtr m_mappedTo;
    std::unordered_map<EntityRef, EntityRef> m_entities; ///< by the recording's
};

/// Updates SyncResults and FabricResults when the moment shown changes. For the newest moment, shows the live results.
/// For an earlier moment, computes results in the background from the spans before the cursor. Also provides the
/// results at the end of the visible range. Spans in memory are copied in short steps; others are read from the
/// recording. GUI thread; a member of the session.
class ResultsAtCursor : public QObject
{
    Q_OBJECT

public:
    struct Targets
    {
        SyncResults& sync;
        FabricResults& fabric;
    };

    /// The arguments outlive this. @param feed for a file, results are always those of a moment, never the newest
    ResultsAtCursor(Feed feed, const ClusterModel& cluster, const TimeWindow& time, const Player& player,
                    Targets targets, QObject* parent = nullptr);
    ~ResultsAtCursor() override;

    /// Sets the source of spans that are not in memory.
    /// @param isGrowing true for the recording of live data
    void readFrom(Recording recording, bool isGrowing);
    void resetReader();
    [[nodiscard]] bool isComputing() const { return m_gathering != nullptr; }

private:
    struct Known
    {
        TickIndex tick = 0;
        MomentResults results;
        bool isFinal = true; ///< no further data can arrive
        std::uint64_t news = 0; ///< value of m_news when computed
    };
    /// Inputs of the results at a moment.
    struct Gathering
    {
        Gathering(const SpanStore& store, TimePoint end, Duration tickPeriod)
            : spans(end, tickPeriod), copy(store, spans)
        { }

        TickIndex tick = 0;
        std::uint64_t news = 0;
        bool isFinal = true;
        bool hasSpans = false; ///< all spans that memory can provide have been copied
        TickIndex nextColumn = 0;
        TimePoint earliest; ///< beginning of all data
        MomentSurroundings around;
        SpanLookBack spans;
        StoreLookBack copy;
    };

    void follow();
    void clusterChanged(const ChangeSet& changes);
    void forget();
    void drop();
    /// The last visible tick.
    [[nodiscard]] TickIndex viewEnd() const;
    /// The moment shown first, then the end of the visible range; nullopt: all computed.
    [[nodiscard]] std::optional<TickIndex> nextToCompute() const;
    void begin(TickIndex tick);
    void gatherSome();
    [[nodiscard]] bool gatherSpans(std::chrono::steady_clock::time_point deadline);
    [[nodiscard]] bool gatherColumns(std::chrono::steady_clock::time_point deadline);
    void compute();
    void take(const std::shared_ptr<Gathering>& of, MomentResults results);
    void showAvailable();
    [[nodiscard]] bool isInMemory(TimeRange stretch) const;
    [[nodiscard]] const Known* known(TickIndex tick) const;
    void keep(Known known);

    const Feed m_feed;
    const ClusterModel& m_cluster;
    const TimeWindow& m_time;
    const Player& m_player;
    Targets m_targets;
    std::optional<TickIndex> m_wanted; ///< nullopt: the newest
    std::deque<Known> m_known; ///< most recent last
    std::optional<Known> m_shown;
    std::optional<Known> m_ofView; ///< at the end of the current or previous visible range
    std::uint64_t m_news = 0; ///< counter of possible late or newly written data
    std::shared_ptr<const StoreNumbers> m_numbers;
    std::shared_ptr<Gathering> m_gathering; ///< null: nothing is being computed
    QTimer m_turns;
    QTimer m_again; ///< runs until late data is looked for again
    std::shared_ptr<LookBackReader> m_reader; ///< used by the worker; null: no recording
    LatestRequest m_worker{8}; ///< last; low priority, after the spans that are shown
};

} // namespace lockstep
