// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "widgets/timeline/marks/eventmarks.h"
#include "widgets/timeline/timelinegeometry.h"
#include "widgets/timeline/timelinerows.h"

#include <QPixmap>

#include <cstdint>

namespace lockstep {

class SpanFilter;
struct LabelColumns;

/// Cached picture of the timeline without hover and selection. Redrawn only when the theme changes, or when range,
/// position or visible data changes by a pixel. GUI thread; a member of its view.
class TimelinePicture
{
public:
    explicit TimelinePicture(ViewContext context) : m_context(context) { }

    const QPixmap& picture(const TimelineGeometry& geometry, const TimelineRows& rows, const LabelColumns& columns,
                           double devicePixelRatio);
    /// False if repainting would change the picture.
    [[nodiscard]] bool isCurrent(const TimelineGeometry& geometry, const TimelineRows& rows,
                                 double devicePixelRatio) const;

    /// Dims spans that do not match; null: none. Must outlive the picture.
    void setFilter(const SpanFilter* filter) { m_filter = filter; }

    [[nodiscard]] const std::vector<EventMark>& marks() const { return m_marks; }
    /// Number of repaints.
    [[nodiscard]] std::uint64_t builds() const { return m_builds; }

private:
    struct Key
    {
        TimelineGeometry geometry;
        std::uint64_t rows = 0; ///< their version
        double devicePixelRatio = 0;
        bool isDark = true;
        TimeRange range;
        int dataFrom = 0; ///< range of plot pixels that may contain data
        int dataTo = 0;
        std::uint64_t spans = 0; ///< a fingerprint of the content of the visible rows
        std::uint64_t firstEvent = 0;
        std::uint64_t events = 0; ///< how many, with their repeats; withheld: the largest number
        const void* sync = nullptr; ///< the snapshot
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct LabelsKey
    {
        TimelineGeometry geometry;
        std::uint64_t rows = 0;
        double devicePixelRatio = 0;
        bool isDark = true;
        std::uint64_t labels = 0; ///< a fingerprint
        friend bool operator==(const LabelsKey&, const LabelsKey&) = default;
    };

    [[nodiscard]] Key keyOf(const TimelineGeometry& geometry, const TimelineRows& rows,
                            const std::vector<VisibleRow>& visible, double devicePixelRatio) const;
    void paint(const std::vector<VisibleRow>& rows, const LabelColumns& columns);
    void paintLabels(QPainter& painter, const std::vector<VisibleRow>& rows, const LabelColumns& columns);
    void paintGround(QPainter& painter, const TimeAxis& axis) const;
    void paintLanes(QPainter& painter, const std::vector<VisibleRow>& rows, const TimeAxis& axis);
    void paintEvents(QPainter& painter, const TimeAxis& axis);

    ViewContext m_context;
    const SpanFilter* m_filter = nullptr;
    Key m_key;
    QPixmap m_pixmap;
    LabelsKey m_labelsKey; ///< panning, zooming and new data keep the labels
    QPixmap m_labels;
    std::vector<EventMark> m_marks;
    std::uint64_t m_builds = 0;
};

} // namespace lockstep
