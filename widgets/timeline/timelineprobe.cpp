// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelineprobe.h"

#include "models/incidents/workspace/incidentworkspace.h"
#include "models/store/clustermodel.h"
#include "widgets/timeline/marks/annotationmarks.h"
#include "widgets/timeline/marks/spanfacts.h"
#include "widgets/timeline/waitstory.h"

#include <algorithm>

namespace lockstep {

const TimelineRow* TimelineProbe::laneAt(QPoint point) const
{
    if (point.y() < m_geometry.lanesTop())
        return nullptr;
    const TimelineRow* row = m_rows.at(m_geometry.rowY(point.y()));
    return row != nullptr && row->kind == TimelineRow::Kind::Lane ? row : nullptr;
}

std::optional<TimelineProbe::SpanHit> TimelineProbe::spanAt(const TimelineRow& row, QPoint point) const
{
    const LaneSpans lane = m_context.cluster.store().laneSpans(row.lane, m_axis.range);
    const auto span = lockstep::spanAt(lane, m_axis, point.x() - m_geometry.labelWidth + 0.5);
    if (!span)
        return std::nullopt;
    const auto rects = layoutLane(lane, m_axis);
    const auto found = std::ranges::find(rects, *span, &LaneRect::span);
    return found != rects.end() ? std::optional(SpanHit{*found, lane[*span]}) : std::nullopt;
}

AnnotationKey TimelineProbe::annotationAt(QPoint point) const
{
    // Flags hang from the top of the row; events are centred.
    QRect flags = m_geometry.events();
    flags.setHeight(annotationFlagHeight + 1);
    if (m_context.incidents == nullptr || !flags.contains(point))
        return {};
    return lockstep::annotationAt(m_context.incidents->marks(), m_axis, point.x() - m_geometry.labelWidth);
}

const EventMark* TimelineProbe::markUnder(QPoint point) const
{
    return m_geometry.events().contains(point) ? markAt(m_marks, point.x() - m_geometry.labelWidth, eventMarkSide)
                                               : nullptr;
}

const LoggedEvent* TimelineProbe::eventAt(QPoint point) const
{
    const EventLog& log = m_context.cluster.store().events();
    const EventMark* mark = markUnder(point);
    if (mark == nullptr || mark->number < log.firstNumber() || mark->number - log.firstNumber() >= log.events().size())
        return nullptr;
    return &log.events()[static_cast<std::size_t>(mark->number - log.firstNumber())];
}

HoverText TimelineProbe::explain(QPoint point) const
{
    const ClusterStore& store = m_context.cluster.store();
    if (m_geometry.events().contains(point)) {
        if (const AnnotationKey annotation = annotationAt(point); annotation.isValid())
            return explainAnnotation(*m_context.incidents, annotation);
        const EventMark* mark = markUnder(point);
        return mark != nullptr ? explainEvent(store, *mark) : HoverText{};
    }
    const TimelineRow* row = laneAt(point);
    if (row == nullptr || point.x() < m_geometry.labelWidth)
        return {};
    if (const auto hit = spanAt(*row, point)) {
        HoverText text = explainSpan(store, store.spans().lanes()[row->lane], hit->span, hit->rect.count - 1);
        if (const auto story = waitStory(store, m_context.sync, row->lane, hit->span))
            text.sentence = story->sentence;
        return text;
    }
    return explainNothing(store, row->lane, m_axis.timeAt(point.x() - m_geometry.labelWidth));
}

} // namespace lockstep
