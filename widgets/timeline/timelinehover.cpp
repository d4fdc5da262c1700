// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelinehover.h"

#include "models/analysis/sync/live/syncresults.h"
#include "models/analysis/sync/live/throttlehistory.h"
#include "models/analysis/sync/live/verdicttext.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/units.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "models/store/clustermodel.h"
#include "models/store/clusterstore.h"
#include "models/view/colour/palette.h"
#include "models/view/colour/theme.h"
#include "models/view/cursorvalues.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "models/view/translation.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/timeline/marks/annotationmarks.h"
#include "widgets/timeline/marks/spanfacts.h"

#include <QPainter>
#include <QPainterPath>
#include <QWidget>

#include <algorithm>

namespace lockstep {

namespace {

/// Parts of a collective overlap in time up to this clock error.
constexpr std::int64_t reachNs = 2'000'000'000;
constexpr float clearSlowdown = 1.03F;

QString laneName(const ClusterStore& store, const SpanLane& lane)
{
    const std::string& name = store.spans().names().name(lane.name);
    if (!name.empty())
        return toQString(name);
    return store.topology()->contains(lane.entity) ? toQString(store.topology()->name(lane.entity))
                                                   : lockstep::tr("a lane");
}

/// "all_reduce #4211 of dp2"
QString placeOf(const ClusterStore& store, const StoredSpan& span)
{
    const NameTable& names = store.spans().names();
    const QString op = span.op != 0 ? toQString(names.name(NameId{span.op})) : lockstep::tr("a collective");
    return QStringLiteral("%1 #%2 of %3")
        .arg(op)
        .arg(span.sequence)
        .arg(toQString(names.name(NameId{span.communicator})));
}

QString rootText(const ClusterStore& store, const JobSync& job, const WaitVerdict& verdict, TimePoint time)
{
    const auto& lanes = store.spans().lanes();
    switch (verdict.root.kind) {
    case CulpritKind::Communicator:
        return lockstep::tr("the links of %1 were slow")
            .arg(toQString(store.spans().names().name(NameId{verdict.root.index})));
    case CulpritKind::Storage:
        return lockstep::tr("checkpoints ended at different times");
    case CulpritKind::Lane:
        break;
    }
    const std::uint32_t rootLane = job.lanes[verdict.root.index];
    const std::uint32_t lastLane = job.lanes[verdict.last];
    if (rootLane >= lanes.size() || lastLane >= lanes.size())
        return {};
    const SpanLane& root = lanes[rootLane];
    const SpanLane& last = lanes[lastLane];
    const QString reason = reasonOfLateness(store, root.entity, time);
    if (&root == &last)
        return reason.isEmpty() ? QString() : QStringLiteral("%1: %2").arg(laneName(store, root), reason);
    const QString waited = lockstep::tr("%1 itself waited for %2").arg(laneName(store, last), laneName(store, root));
    return reason.isEmpty() ? waited : QStringLiteral("%1: %2").arg(waited, reason);
}

/// The lane that arrived last, which has the shortest span of the collective. Only for jobs small enough to search.
std::optional<std::size_t> searchLast(const ClusterStore& store, const JobSync& job, const StoredSpan& span)
{
    constexpr std::size_t maxLanes = 4096;
    if (job.lanes.size() > maxLanes)
        return std::nullopt;
    std::optional<std::size_t> last;
    std::int64_t shortest = span.durationNs;
    for (const std::uint32_t lane : job.lanes) {
        if (lane >= store.spans().lanes().size())
            continue;
        const auto part = findPart(store, lane, span);
        if (part && part->durationNs < shortest) {
            shortest = part->durationNs;
            last = lane;
        }
    }
    return last;
}

} // namespace

std::optional<StoredSpan> findPart(const ClusterStore& store, std::size_t lane, const StoredSpan& of)
{
    const std::int64_t from = of.startNs - reachNs;
    const std::int64_t to = of.endNs() + reachNs;
    const LaneSpans candidates
        = store.laneSpans(lane, {TimePoint(Duration(from)), TimePoint(Duration(to))}).overlapping(from, to);
    for (std::size_t at = 0; at < candidates.size(); ++at) {
        const StoredSpan span = candidates[at];
        if (span.communicator == of.communicator && span.sequence == of.sequence && span.kind == of.kind)
            return span;
    }
    return std::nullopt;
}

QString reasonOfLateness(const ClusterStore& store, EntityRef gpu, TimePoint time)
{
    const auto value = [&](const char* metric) {
        return valueAt(store, store.metrics().find(metric), gpu, tickAt(store, time));
    };
    const RankCause cause = causeOfThrottling(value(metrics::gpu::throttleReasons));
    if (cause != RankCause::Unknown)
        return causeText(cause);
    if (value(metrics::gpu::throttled) > 0.01F)
        return causeText(RankCause::Throttled);
    const float slowdown = value(metrics::gpu::syncSlowdown);
    if (slowdown > clearSlowdown)
        return lockstep::tr("its compute time was %1 longer than its peers'")
            .arg(quantityText(static_cast<double>(slowdown - 1), Unit::Ratio));
    return {};
}

std::optional<WaitExplanation> explainWait(const ClusterStore& store, const SyncResults* syncResults, std::size_t lane,
                                           const StoredSpan& span)
{
    const bool isShared = span.spanKind() == SpanKind::Collective || span.spanKind() == SpanKind::Wait;
    if (syncResults == nullptr || span.communicator == 0 || !isShared)
        return std::nullopt;
    const auto place = syncResults->snapshotOfView()->placeOf(static_cast<std::uint32_t>(lane));
    if (place.job == nullptr)
        return std::nullopt;
    const auto& lanes = store.spans().lanes();
    WaitExplanation story;
    story.waiter = lane;
    story.waitsFrom = TimePoint(Duration(span.startNs));
    story.lastArrived = TimePoint(Duration(span.endNs()));
    const WaitVerdict* verdict = place.job->verdictOn(span.communicator, span.sequence, place.lane);
    story.isReceive = verdict != nullptr && verdict->lane != WaitVerdict::allLanes;
    if (verdict != nullptr && verdict->last < place.job->lanes.size())
        story.last = place.job->lanes[verdict->last];
    else
        story.last = searchLast(store, *place.job, span);
    if (!story.last || *story.last >= lanes.size())
        return std::nullopt;
    const auto part = story.isReceive ? std::nullopt : findPart(store, *story.last, span);
    story.waited = Duration(span.durationNs - (part ? std::int64_t{part->durationNs} : 0));
    if (part)
        story.lastArrived = TimePoint(Duration(part->startNs));
    const QString who = laneName(store, lanes[lane]);
    if (*story.last == lane) {
        story.sentence = lockstep::tr("%1 arrived last at %2; the others waited for it").arg(who, placeOf(store, span));
    } else {
        story.sentence = lockstep::tr("%1 waited %2 for %3 in %4")
                             .arg(who, toQString(formatDuration(story.waited)), laneName(store, lanes[*story.last]),
                                  placeOf(store, span));
    }
    if (verdict != nullptr) {
        if (const QString root = rootText(store, *place.job, *verdict, story.lastArrived); !root.isEmpty())
            story.sentence += QStringLiteral("; ") + root;
    }
    return story;
}

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
        if (const auto story = explainWait(store, m_context.sync, row->lane, hit->span))
            text.sentence = story->sentence;
        return text;
    }
    return explainNothing(store, row->lane, m_axis.timeAt(point.x() - m_geometry.labelWidth));
}

namespace {

constexpr double headLength = 8;
constexpr double headHalfWidth = 4;

/// Middle of a lane's row. If the row is not visible, a position outside the viewport, so that an arrow points in its
/// direction.
std::optional<double> middleOf(const TimelineRows& rows, const TimelineGeometry& geometry, std::size_t lane)
{
    const auto found = std::ranges::find_if(rows.rows(), [lane](const TimelineRow& row) {
        return row.kind == TimelineRow::Kind::Lane && row.lane == lane;
    });
    if (found == rows.rows().end())
        return std::nullopt;
    const double middle = geometry.viewY((found->top + found->bottom) / 2);
    if (geometry.isFrozen(found->top))
        return middle;
    // Over pinned lanes, an arrow head might seem to point at one of them.
    const double over = geometry.frozen > 0 ? 0 : headLength;
    return std::clamp(middle, geometry.scrolledTop() - over, geometry.height + headLength);
}

void drawFan(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows, const ClusterStore& store,
             const TimeAxis& axis, const StoredSpan& span, const Palette& palette)
{
    for (const auto& [row, area] : visibleRows(rows, geometry)) {
        if (row->kind != TimelineRow::Kind::Lane)
            continue;
        const auto part = findPart(store, row->lane, span);
        if (!part)
            continue;
        const double x = axis.pixelOf(TimePoint(Duration(part->startNs)));
        const QRectF tick(geometry.labelWidth + x - 1, area.top() + 1, 2, area.height() - 1);
        if (x >= 0 && x <= axis.width)
            painter.fillRect(tick & QRectF(geometry.rowsArea(geometry.isFrozen(row->top))), toColor(palette.text));
    }
}

/// Paints wait relations over the lanes: an arrow from the waiting lane to the one it waited for, and a tick where each
/// visible lane entered the same collective.
void drawWaitArrows(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows,
                    const ClusterStore& store, const TimeAxis& axis, const WaitExplanation& story,
                    const StoredSpan& span, const Palette& palette)
{
    painter.save();
    painter.setClipRect(geometry.lanes());
    if (!story.isReceive)
        drawFan(painter, geometry, rows, store, axis, span, palette);
    const auto from = middleOf(rows, geometry, story.waiter);
    const auto to = story.last ? middleOf(rows, geometry, *story.last) : std::nullopt;
    if (from && to && story.waiter != *story.last) {
        const auto pixel = [&](TimePoint time) {
            return geometry.labelWidth + std::clamp(axis.pixelOf(time), -10.0, axis.width + 10);
        };
        const QPointF start(pixel(story.waitsFrom), *from);
        const QPointF end(std::max(pixel(story.lastArrived), start.x() + 1), *to);
        const double sign = end.y() > start.y() ? 1 : -1;
        const QPointF neck(end.x(), end.y() - sign * headLength);
        QPainterPath path(start);
        path.cubicTo(QPointF(start.x(), (start.y() + neck.y()) / 2), QPointF(neck.x(), (start.y() + neck.y()) / 2),
                     neck);
        painter.setRenderHint(QPainter::Antialiasing);
        // A dark border separates the arrow from spans it crosses.
        painter.strokePath(path, QPen(toColor(palette.panel), 4));
        painter.strokePath(path, QPen(toColor(palette.text), 1.5));
        QPainterPath head(end);
        head.lineTo(neck + QPointF(headHalfWidth, 0));
        head.lineTo(neck - QPointF(headHalfWidth, 0));
        head.closeSubpath();
        painter.fillPath(head, toColor(palette.text));
    }
    painter.restore();
}

/// Delay before updating what is under a resting pointer, after a user's move and while following.
constexpr int hoverPauseMs = 150;
constexpr int hoverPauseFollowingMs = 500;

} // namespace

TimelineHover::TimelineHover(ViewContext context, QWidget& viewport)
    : m_context(context), m_viewport(viewport), m_tip(new HoverTip(context.theme, &viewport))
{
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &TimelineHover::due);
}

void TimelineHover::hoverAt(QPoint point, const TimelineProbe& probe, const TimelineGeometry& geometry, TimePoint time)
{
    const bool isOverPlot = point.x() >= geometry.labelWidth;
    m_pointer = point;
    const TimelineRow* row = probe.laneAt(point);
    forget();
    if (row != nullptr && isOverPlot) {
        if (const auto hit = probe.spanAt(*row, point)) {
            m_span = QRectF(geometry.labelWidth + hit->rect.x0, geometry.viewY(row->top) + 1,
                            std::max(3.0, hit->rect.x1 - hit->rect.x0), row->bottom - row->top - 1);
            if (auto story = explainWait(m_context.cluster.store(), m_context.sync, row->lane, hit->span))
                m_wait = Wait{std::move(*story), hit->span};
        }
    }
    m_context.selection.setHovered(row != nullptr ? row->entity : EntityRef{},
                                   isOverPlot ? std::optional(time) : std::nullopt);
    m_tip->showAt(point, probe.explain(point));
    m_viewport.update();
}

void TimelineHover::refreshSoon()
{
    if (m_pointer && m_viewport.isVisible() && !m_again.isActive())
        m_again.start(m_context.time.isFollowing() ? hoverPauseFollowingMs : hoverPauseMs);
}

void TimelineHover::forget()
{
    m_span = {};
    m_wait.reset();
}

void TimelineHover::drawArrows(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows,
                               const TimeAxis& axis) const
{
    if (m_wait)
        drawWaitArrows(painter, geometry, rows, m_context.cluster.store(), axis, m_wait->story, m_wait->span,
                       m_context.theme.palette());
}

} // namespace lockstep

#include "moc_timelinehover.cpp"
