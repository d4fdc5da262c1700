// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/lanepainter.h"

#include "models/analysis/sync/live/syncboard.h"
#include "models/ingest/nametable.h"
#include "models/store/nodestatus.h"
#include "models/view/lanelayout.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/timeline/marks/lastheard.h"
#include "widgets/timeline/spanfilter.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double minText = 34; ///< pixels: less holds no word
constexpr double textPad = 4;
constexpr int stepHeight = 3;
/// From this width on neighbours are kept apart by a pixel of ground.
constexpr double minForSeam = 4;
/// Narrower collectives show no wait within.
constexpr double minForWait = 2;
constexpr double minWaitHeight = 3;
constexpr double dimmed = 0.2; ///< opacity of what a filter does not ask for

/// Which layer a span is painted in; waits come last, so that nothing covers them.
int layerOf(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Step:
        return 0;
    case SpanKind::Wait:
    case SpanKind::Restart:
        return 2;
    case SpanKind::Marker:
        return 3;
    default:
        return 1;
    }
}

} // namespace

LanePainter::LanePainter(QPainter& painter, const TimeAxis& axis, const NameTable& names, const Palette& palette,
                         const SyncSnapshot* sync, const SpanFilter* filter)
    : m_painter(painter),
      m_axis(axis),
      m_names(names),
      m_palette(palette),
      m_sync(sync),
      m_filter(filter != nullptr && filter->dims() ? filter : nullptr),
      m_colours(palette),
      m_metrics(smallTextFont()),
      m_letterWidth(m_metrics.horizontalAdvance(QLatin1Char('0'))),
      m_hatch(noDataBrush(palette))
{
    m_painter.setFont(smallTextFont());
}

void LanePainter::paintNotHeard(const NodeStatus& node, const QRect& row)
{
    // Gaps closer than a pixel to the last one are the same stroke: the cost follows the pixels.
    double paintedTo = -1;
    const auto hatch = [&](TimeRange range) {
        if (range.isEmpty() || !range.overlaps(m_axis.range))
            return;
        const double from = std::max({0.0, std::floor(m_axis.pixelOf(range.from)), paintedTo});
        const double to = std::min(m_axis.width, std::max(std::ceil(m_axis.pixelOf(range.to)), from + 1));
        if (to <= paintedTo)
            return;
        m_painter.fillRect(QRectF(row.left() + from, row.top() + 1, to - from, row.height() - 1), m_hatch);
        paintedTo = to;
    };
    for (const Gap& gap : node.gaps)
        hatch(gap.range);
    if (node.freshness == Freshness::Stale)
        hatch({lastHeard(node), std::max(m_axis.range.to, lastHeard(node))});
}

void LanePainter::paintSpans(std::size_t index, const LaneSpans& lane, const QRect& row)
{
    const auto place = m_sync != nullptr ? m_sync->placeOf(static_cast<std::uint32_t>(index)) : SyncSnapshot::Place{};
    m_job = place.job;
    m_ownLane = place.lane;
    const std::vector<LaneRect> rects = layoutLane(lane, m_axis);
    for (int layer = 0; layer < 4; ++layer) {
        for (const LaneRect& rect : rects) {
            if (layerOf(rect.kind) != layer)
                continue;
            const StoredSpan span = lane[rect.span];
            if (m_filter != nullptr)
                m_painter.setOpacity(m_filter->emphasises(span, m_names) ? 1 : dimmed);
            if (rect.kind == SpanKind::Step)
                paintStep(rect, span, row);
            else if (rect.kind == SpanKind::Marker)
                paintMarker(rect, row);
            else if (rect.kind != SpanKind::Idle)
                paintBody(rect, span, row);
        }
    }
    m_painter.setOpacity(1);
}

void LanePainter::paintStep(const LaneRect& rect, const StoredSpan& span, const QRect& row)
{
    m_painter.fillRect(QRectF(row.left() + rect.x0, row.top() + 1, rect.x1 - rect.x0, stepHeight),
                       m_colours.step(span.step));
}

void LanePainter::paintMarker(const LaneRect& rect, const QRect& row)
{
    const double x = row.left() + rect.x0;
    m_painter.fillRect(QRectF(x, row.top() + 1, 1, row.height() - 1), toColor(m_palette.accent));
    m_painter.fillRect(QRectF(x - 1, row.top() + 1, 3, 3), toColor(m_palette.accent));
}

void LanePainter::paintBody(const LaneRect& rect, const StoredSpan& span, const QRect& row)
{
    const bool isWait = layerOf(rect.kind) == 2;
    const int top = row.top() + 1 + stepHeight + 1;
    double width = rect.x1 - rect.x0;
    if (width >= minForSeam)
        width -= 1;
    // A wait stands taller than work.
    const QRectF box(row.left() + rect.x0, isWait ? top - 1 : top, width, row.bottom() + 1 - top - (isWait ? 0 : 2));
    const bool standsForMany = rect.count > 1 && rect.x1 - rect.x0 <= 1;
    const SpanColours::Fill& fill = m_colours.fill(rect.kind, Duration(span.durationNs), standsForMany);
    if (standsForMany && rect.kind == SpanKind::Wait)
        return paintWaitShare(box, rect.waitShare, fill);
    m_painter.fillRect(box, fill.ground);
    if (rect.kind == SpanKind::Collective && width >= minForWait)
        paintWaitOf(span, box);
    if (width >= minText)
        paintText(box, span, fill.text);
}

/// Of several within a pixel the wait always shows, but it takes no more of the height than of the time.
void LanePainter::paintWaitShare(const QRectF& box, float share, const SpanColours::Fill& wait)
{
    const double height = std::max(minWaitHeight, box.height() * static_cast<double>(share));
    m_painter.fillRect(box, m_colours.fill(SpanKind::Compute, {}, true).ground);
    m_painter.fillRect(QRectF(box.left(), box.bottom() - height, box.width(), height), wait.ground);
}

/// Who reports a collective as one span has not reported how long it waited in it; what was found out since does.
void LanePainter::paintWaitOf(const StoredSpan& span, const QRectF& box)
{
    if (m_job == nullptr || span.communicator == 0)
        return;
    const WaitVerdict* verdict = m_job->verdictInStep(span.step, span.communicator, span.sequence, m_ownLane);
    if (verdict == nullptr || verdict->lane != WaitVerdict::allLanes || span.durationNs <= verdict->transferNs)
        return;
    const std::int64_t waitNs = span.durationNs - verdict->transferNs;
    const double from = m_axis.pixelOf(TimePoint(Duration(span.startNs)));
    const double to = m_axis.pixelOf(TimePoint(Duration(span.startNs + waitNs)));
    const double width = std::min(to, m_axis.width) - std::max(from, 0.0);
    if (width < 1)
        return;
    m_painter.fillRect(QRectF(box.left(), box.top() - 1, std::min(width, box.width()), box.height() + 2),
                       m_colours.fill(SpanKind::Wait, Duration(waitNs), false).ground);
}

/// What operations are called and how wide that is, worked out once a picture.
LanePainter::OpText& LanePainter::opTextOf(const StoredSpan& span)
{
    const auto key = span.op != 0 ? std::uint32_t{span.op} : 0x10000U + static_cast<std::uint32_t>(span.kind);
    const auto [found, isNew] = m_opTexts.try_emplace(key);
    if (isNew) {
        found->second.text
            = span.op != 0 ? toQString(m_names.name(NameId{span.op})) : toQString(spanKindName(span.spanKind()));
        found->second.width = m_metrics.horizontalAdvance(found->second.text);
    }
    return found->second;
}

/// As much of what it is and how long it took as there is room for.
QString LanePainter::textFor(const StoredSpan& span, int room)
{
    OpText& op = opTextOf(span);
    const bool isWait = span.spanKind() == SpanKind::Wait;
    if (isWait || op.width * 2 < room) {
        const QString length = toQString(formatDuration(Duration(span.durationNs)));
        // Digits decide; an m that is wider shares the pad.
        const double lengthWidth = static_cast<double>(length.size()) * m_letterWidth;
        if (op.width + lengthWidth + 2 * m_letterWidth <= room)
            return QStringLiteral("%1  %2").arg(op.text, length);
        if (isWait && lengthWidth <= room)
            return length;
    }
    if (op.width <= room)
        return op.text;
    QString& elided = op.elided[room];
    if (elided.isEmpty())
        elided = m_metrics.elidedText(op.text, Qt::ElideRight, room);
    return elided;
}

void LanePainter::paintText(const QRectF& box, const StoredSpan& span, const QColor& colour)
{
    const QString text = textFor(span, static_cast<int>(box.width() - 2 * textPad));
    // One letter and dots say less than the colour.
    if (text.size() < 3)
        return;
    QStaticText& shaped = m_shaped[text];
    if (shaped.text().isEmpty()) {
        shaped.setTextFormat(Qt::PlainText);
        shaped.setText(text);
        shaped.prepare(m_painter.transform(), m_painter.font());
    }
    m_painter.setPen(colour);
    m_painter.drawStaticText(QPointF(box.left() + textPad, box.top() + (box.height() - m_metrics.height()) / 2),
                             shaped);
}

} // namespace lockstep
