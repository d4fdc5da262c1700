// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "widgets/timeline/eventmarks.h"
#include "widgets/timeline/timelinegeometry.h"
#include "widgets/timeline/timelinerows.h"

#include <QPixmap>

#include <cstdint>

namespace lockstep {

class SpanFilter;

/// All of the timeline that does not depend on pointer or selection, kept as a picture and painted anew only when its
/// key changes: range, place, data, theme. Hovering replays it. GUI thread; a member of its view.
class TimelinePicture
{
public:
    explicit TimelinePicture(ViewContext context) : m_context(context) { }

    /// @param dataVersion changes whenever the store's spans, events or gaps do
    const QPixmap& picture(const TimelineGeometry& geometry, const TimelineRows& rows, std::uint64_t dataVersion,
                           double devicePixelRatio);

    /// What is asked for stands out; null: everything does. Outlives the picture.
    void setFilter(const SpanFilter* filter) { m_filter = filter; }

    /// As they are in the picture.
    [[nodiscard]] const std::vector<EventMark>& marks() const { return m_marks; }
    /// How often it was painted anew.
    [[nodiscard]] std::uint64_t builds() const { return m_builds; }

private:
    struct Key
    {
        TimelineGeometry geometry;
        TimeRange range;
        TimeRange extent;
        std::uint64_t dataVersion = 0;
        double devicePixelRatio = 0;
        bool isDark = true;
        friend bool operator==(const Key&, const Key&) = default;
    };

    void paint(const TimelineGeometry& geometry, const TimelineRows& rows);
    void paintLabels(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows);
    void paintGround(QPainter& painter, const TimelineGeometry& geometry, const TimeAxis& axis) const;
    void paintLanes(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows,
                    const TimeAxis& axis);
    void paintEvents(QPainter& painter, const TimelineGeometry& geometry, const TimeAxis& axis);

    ViewContext m_context;
    const SpanFilter* m_filter = nullptr;
    Key m_key;
    QPixmap m_pixmap;
    Key m_labelsKey; ///< with the times left out: panning and zooming keep the labels
    QPixmap m_labels;
    std::vector<EventMark> m_marks;
    std::uint64_t m_builds = 0;
};

} // namespace lockstep
