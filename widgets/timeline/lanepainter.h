// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "models/view/time/timeaxis.h"
#include "widgets/timeline/marks/spancolours.h"

#include <QBrush>
#include <QFontMetrics>
#include <QHash>
#include <QRect>
#include <QStaticText>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <unordered_map>

class QPainter;

namespace lockstep {

class LaneSpans;
class NameTable;
class SpanFilter;
struct JobSync;
struct LaneRect;
struct NodeStatus;
struct StoredSpan;
struct SyncSnapshot;

/// Paints the spans of one lane. Created for each picture of the timeline; its cost is proportional to the pixels.
class LanePainter
{
public:
    LanePainter(QPainter& painter, const TimeAxis& axis, const NameTable& names, const Palette& palette,
                const SyncSnapshot* sync = nullptr, const SpanFilter* filter = nullptr);

    /// @param index of the lane in the store
    /// @param row the lane's row; its left edge is the axis'
    void paintSpans(std::size_t index, const LaneSpans& lane, const QRect& row);
    /// Hatches periods without data from the lane's node: gaps, and everything after its last tick once it is stale.
    void paintNotHeard(const NodeStatus& node, const QRect& row);

private:
    struct OpText
    {
        QString text;
        int width = 0;
        QHash<int, QString> elided; ///< by room
    };

    [[nodiscard]] OpText& opTextOf(const StoredSpan& span);
    [[nodiscard]] QString textFor(const StoredSpan& span, int room);
    void paintStep(const LaneRect& rect, const StoredSpan& span, const QRect& row);
    void paintBody(const LaneRect& rect, const StoredSpan& span, const QRect& row);
    void paintMarker(const LaneRect& rect, const QRect& row);
    void paintWaitShare(const QRectF& box, float share, const SpanColours::Fill& wait);
    void paintWaitOf(const StoredSpan& span, const QRectF& box);
    void paintText(const QRectF& box, const StoredSpan& span, const QColor& colour);

    QPainter& m_painter;
    TimeAxis m_axis;
    const NameTable& m_names;
    const Palette& m_palette;
    const SyncSnapshot* m_sync; ///< null: of waits only that is known which was reported as such
    const SpanFilter* m_filter; ///< null: nothing is dimmed
    const JobSync* m_job = nullptr; ///< of the lane at hand
    std::uint32_t m_ownLane = 0;
    SpanColours m_colours;
    QFontMetrics m_metrics;
    double m_letterWidth;
    std::unordered_map<std::uint32_t, OpText> m_opTexts; ///< by operation, or by kind if there is none
    QHash<QString, QStaticText> m_shaped; ///< the same few words stand in hundreds of spans
    QBrush m_hatch;
};

} // namespace lockstep
