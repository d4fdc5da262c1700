// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"
#include "widgets/timeline/timelinegeometry.h"

#include <QList>
#include <QObject>
#include <QRect>
#include <QString>
#include <QStringList>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

class QAction;
class QActionGroup;

namespace lockstep {

class ClusterStore;
class LaneSpans;
class SpanFilter;
class SpanStore;
class SyncResults;
class Topology;

/// Lanes pinned to the top of the timeline, in pinning order. Stored by the names of job, lane and entity, so that pins
/// survive renumbering in replays and later sessions. A pin is kept even while its lane does not exist. GUI thread; a
/// member of its view.
class LanePins : public QObject
{
    Q_OBJECT

public:
    /// More pins would leave no space for the lanes to compare with.
    static constexpr qsizetype maxPins = 32;

    [[nodiscard]] bool isEmpty() const { return m_keys.isEmpty(); }
    /// Pins or unpins a lane; does nothing if the maximum is reached.
    void toggle(const ClusterStore& store, std::size_t lane);
    void clear();

    /// Existing pinned lanes as indices into SpanStore::lanes(), in pinning order.
    [[nodiscard]] std::vector<std::size_t> lanesIn(const ClusterStore& store) const;

    /// Keys for saving, valid in other sessions.
    [[nodiscard]] const QStringList& keys() const { return m_keys; }
    void setKeys(const QStringList& keys);

Q_SIGNALS:
    void changed(const QStringList& keys);

private:
    QStringList m_keys;
};

/// Lane orders.
enum class TimelineOrder { ByNode, ByRank, ByWait, ByBlame };

/// Actions that select the lane order. A child of the timeline.
class LaneOrders : public QObject
{
    Q_OBJECT

public:
    explicit LaneOrders(QObject* parent);

    [[nodiscard]] TimelineOrder current() const;
    [[nodiscard]] QAction* action(TimelineOrder order) const { return m_actions[static_cast<qsizetype>(order)]; }
    [[nodiscard]] const QList<QAction*>& actions() const { return m_actions; }
    /// Whether rows move as data arrives.
    [[nodiscard]] bool followsData() const;

Q_SIGNALS:
    void changed();

private:
    QActionGroup* m_group;
    QList<QAction*> m_actions; ///< by TimelineOrder
};

/// Exact time that a lane waited within a range. Uses block summaries, so that long ranges are cheap.
[[nodiscard]] Duration waitWithin(const LaneSpans& lane, TimeRange range);

struct TimelineRow;
/// Whether a row is a lane of an entity or of its parts. The lanes of a job are those of its ranks. The lanes of a
/// cooling loop are those in the racks that it cools.
[[nodiscard]] bool isLaneWithin(const ClusterStore& store, const TimelineRow& row, EntityRef entity);

/// Name of a lane's job; empty: none.
[[nodiscard]] const std::string& jobOf(const ClusterStore& store, const TimelineRow& row);

/// One row of the timeline: a lane, or the heading of a job above its lanes.
struct TimelineRow
{
    enum class Kind { JobHeading, Lane };

    Kind kind = Kind::Lane;
    std::size_t lane = 0; ///< index into SpanStore::lanes()
    EntityRef entity; ///< of the lane
    EntityRef node; ///< node of the entity; invalid: none
    QString title; ///< "rank 3", or the job's name
    QString entityName; ///< "gpu3"
    QString nodeName;
    QString note; ///< sort value when sorted by wait: "412 ms"
    bool startsNode = false; ///< first row of its node's group
    bool isPinned = false; ///< shown before all others
    int top = 0; ///< logical pixels from the top of the first row
    int bottom = 0;
};

/// Order and position of the timeline's lanes. Rebuilt when lanes appear, not when spans do. GUI thread; a member of
/// its view.
class TimelineRows
{
public:
    /// Height of every row from the next rebuild on; it follows the font.
    void setRowHeight(int height) { m_rowHeight = height; }

    /// Filter for lanes, from the next rebuild on; null: all.
    void setFilter(const SpanFilter* filter) { m_filter = filter; }
    /// Lanes that come first in any order and ignore the filter, from the next rebuild on; null: none.
    void setPins(const LanePins* pins) { m_pins = pins; }

    /// Job that comes first where lanes are grouped by job, from the next rebuild on. Empty: none.
    void setFirstJob(std::string job) { m_firstJob = std::move(job); }
    [[nodiscard]] const std::string& firstJob() const { return m_firstJob; }

    /// By job, node, entity, rank and lane name.
    void groupByNode(const ClusterStore& store);
    /// By job and rank: neighbours in tensor, data and pipeline parallel groups are adjacent.
    void groupByRank(const ClusterStore& store);
    /// Sorts all lanes into one list by the GPU time lost because of them in the latest steps, largest first.
    /// @param syncResults null: unknown, sorts by lane
    void sortByBlame(const ClusterStore& store, const SyncResults* syncResults);
    /// One list of all lanes, longest wait within @p range first.
    void sortByWait(const ClusterStore& store, TimeRange range);

    [[nodiscard]] const std::vector<TimelineRow>& rows() const { return m_rows; }
    [[nodiscard]] int height() const { return m_rows.empty() ? 0 : m_rows.back().bottom; }
    [[nodiscard]] std::size_t laneCount() const { return m_laneCount; }
    /// Number of pinned rows, and their total height.
    [[nodiscard]] std::size_t pinnedCount() const { return m_pinnedCount; }
    [[nodiscard]] int pinnedHeight() const { return static_cast<int>(m_pinnedCount) * m_rowHeight; }
    /// Number of lanes that match the filter.
    [[nodiscard]] std::size_t matchCount() const { return m_matchCount; }
    /// Changes with each rebuild.
    [[nodiscard]] std::uint64_t version() const { return m_version; }

    /// Rows that touch [top, bottom).
    [[nodiscard]] std::span<const TimelineRow> between(int top, int bottom) const;
    /// The row at that height, or null.
    [[nodiscard]] const TimelineRow* at(int y) const;
    /// The first lane of exactly that entity, or null.
    [[nodiscard]] const TimelineRow* laneOf(EntityRef entity) const;
    /// The nearest lane of another entity above (-1) or below (+1) the entity's lane, or null. If the entity has no
    /// lane: the last lane (-1) or the first lane (+1).
    [[nodiscard]] const TimelineRow* laneBeside(EntityRef entity, int step) const;
    /// The lanes of an entity and of its parts, from the top; see isLaneWithin().
    [[nodiscard]] std::vector<const TimelineRow*> lanesWithin(EntityRef entity, const ClusterStore& store) const;
    /// The topmost of them, or null. Cheap for many entities in turn.
    [[nodiscard]] const TimelineRow* firstLaneWithin(EntityRef entity, const ClusterStore& store);

private:
    void findFirstLanes(const Topology& topology);
    void addUnderHeadings(const ClusterStore& store, std::vector<TimelineRow> lanes);
    void pinsFirst(const ClusterStore& store, std::vector<TimelineRow>& lanes);
    void place();
    [[nodiscard]] std::vector<TimelineRow> lanesOf(const ClusterStore& store);
    /// Lanes by place instead of order of appearance.
    [[nodiscard]] const std::vector<std::size_t>& lanesByPlace(const SpanStore& spans);

    const SpanFilter* m_filter = nullptr;
    const LanePins* m_pins = nullptr;
    std::string m_firstJob;
    std::vector<std::size_t> m_byPlace; ///< lanes
    std::uint64_t m_generation = 0; ///< generation of the spans that m_byPlace was made from
    std::vector<TimelineRow> m_rows;
    std::size_t m_laneCount = 0;
    std::size_t m_pinnedCount = 0;
    std::size_t m_matchCount = 0;
    std::uint64_t m_version = 0;
    static constexpr std::size_t noLane = static_cast<std::size_t>(-1);
    std::array<std::vector<std::size_t>, entityKindCount> m_firstLanes; ///< rows, by kind and entity
    std::pair<std::uint64_t, std::uint64_t> m_firstLanesOf{}; ///< versions of rows and topology that they are from
    int m_rowHeight = 22;
};

/// A visible row and its position in the viewport, including labels. Valid until the rows are rebuilt.
struct VisibleRow
{
    const TimelineRow* row = nullptr;
    QRect area; ///< the full row; scrolled rows may be partly hidden, see TimelineGeometry::rowsArea()
};

/// Visible rows from top to bottom, starting with pinned ones.
[[nodiscard]] std::vector<VisibleRow> visibleRows(const TimelineRows& rows, const TimelineGeometry& geometry);

/// Hash of the content of these rows within a range: their spans and their nodes' gaps. Takes a few look-ups per row.
/// Prevents repaints after changes elsewhere.
[[nodiscard]] std::uint64_t fingerprintOf(const std::vector<VisibleRow>& rows, const ClusterStore& store,
                                          TimeRange range);
/// The same for their labels.
[[nodiscard]] std::uint64_t labelFingerprintOf(const std::vector<VisibleRow>& rows, const ClusterStore& store);

} // namespace lockstep
