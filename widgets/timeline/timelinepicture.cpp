// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelinepicture.h"

#include "models/analysis/causality/joinedalerts.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/core/span.h"
#include "models/ingest/nametable.h"
#include "models/store/clustermodel.h"
#include "models/store/nodestatus.h"
#include "models/view/colour/palette.h"
#include "models/view/colour/theme.h"
#include "models/view/lanelayout.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "models/view/translation.h"
#include "widgets/common/canvas/timeruler.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/timeline/lanelabels.h"
#include "widgets/timeline/marks/lastheard.h"
#include "widgets/timeline/spanfilter.h"

#include <QBrush>
#include <QColor>
#include <QFontMetrics>
#include <QHash>
#include <QPainter>
#include <QRect>
#include <QStaticText>
#include <QString>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <unordered_map>

namespace lockstep {

namespace {

constexpr std::uint64_t withheldEvents = std::numeric_limits<std::uint64_t>::max();

/// Fills of spans in one theme, computed once per picture. A plain value.
class SpanColours
{
public:
    struct Fill
    {
        QColor ground;
        QColor text;
    };

    explicit SpanColours(const Palette& palette);

    /// Longer waits have a stronger colour. A box for many spans is paler than a single span.
    [[nodiscard]] const Fill& fill(SpanKind kind, Duration length, bool standsForMany) const;
    /// Steps frame other spans. Their shade alternates, so that neighbours can be distinguished.
    [[nodiscard]] const QColor& step(std::uint32_t number) const { return m_steps[number % 2]; }

private:
    static constexpr std::size_t kinds = static_cast<std::size_t>(SpanKind::Marker) + 1;

    std::array<Fill, kinds> m_fills;
    std::array<Fill, kinds> m_pale;
    std::array<Fill, 65> m_waits; ///< by the number of bits in the length's nanoseconds: a shade for each doubling
    std::array<QColor, 2> m_steps;
};

constexpr double paleShare = 0.7;
constexpr double palestWait = 0.5;

SpanColours::Fill fillWith(Rgb ground)
{
    return {toColor(ground), toColor(readableOn(ground))};
}

/// From 1 ms (palest) to 1 s (full colour) on a log scale.
double waitDepth(double nanoseconds)
{
    return std::clamp(std::log10(nanoseconds / 1e6) / 3, 0.0, 1.0);
}

SpanColours::SpanColours(const Palette& palette)
    : m_steps{toColor(mixed(palette.panel, palette.dimText, 0.45)),
              toColor(mixed(palette.panel, palette.dimText, 0.28))}
{
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        const Rgb ground = spanColour(palette, static_cast<SpanKind>(kind));
        m_fills[kind] = fillWith(ground);
        m_pale[kind] = fillWith(mixed(palette.panel, ground, paleShare));
    }
    for (std::size_t bits = 0; bits < m_waits.size(); ++bits) {
        const double depth = waitDepth(std::exp2(static_cast<double>(bits)));
        m_waits[bits] = fillWith(mixed(palette.panel, palette.wait, palestWait + (1 - palestWait) * depth));
    }
}

const SpanColours::Fill& SpanColours::fill(SpanKind kind, Duration length, bool standsForMany) const
{
    if (kind == SpanKind::Wait)
        return m_waits[std::bit_width(static_cast<std::uint64_t>(std::max(length, Duration{}).count()))];
    const auto index = std::min(static_cast<std::size_t>(kind), kinds - 1);
    return standsForMany ? m_pale[index] : m_fills[index];
}

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
        QHash<int, QString> elided; ///< by available width
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
    const SyncSnapshot* m_sync; ///< null: only reported waits are known
    const SpanFilter* m_filter; ///< null: no dimming
    const JobSync* m_job = nullptr; ///< of the current lane
    std::uint32_t m_ownLane = 0;
    SpanColours m_colours;
    QFontMetrics m_metrics;
    double m_letterWidth;
    std::unordered_map<std::uint32_t, OpText> m_opTexts; ///< by operation, or by kind if there is none
    QHash<QString, QStaticText> m_shaped; ///< hundreds of spans share a few texts
    QBrush m_hatch;
};

constexpr double minText = 34; ///< pixels; less has no space for a word
constexpr double textPad = 4;
constexpr int stepHeight = 3;
/// Minimum width for a one-pixel gap between neighbours.
constexpr double minForDependency = 4;
/// Minimum width of a collective for showing its wait.
constexpr double minForWait = 2;
constexpr double minWaitHeight = 3;
constexpr double dimmed = 0.2; ///< opacity of spans that do not match the filter

/// Paint layer of a span. Waits come last, so that nothing covers them.
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
    // Gaps closer than a pixel share a stroke, so that the cost depends on pixels.
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
    if (width >= minForDependency)
        width -= 1;
    // Waits are drawn taller than work.
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

/// Of several spans in a pixel the wait is always visible, with a height in proportion to its share of the time.
void LanePainter::paintWaitShare(const QRectF& box, float share, const SpanColours::Fill& wait)
{
    const double height = std::max(minWaitHeight, box.height() * static_cast<double>(share));
    m_painter.fillRect(box, m_colours.fill(SpanKind::Compute, {}, true).ground);
    m_painter.fillRect(QRectF(box.left(), box.bottom() - height, box.width(), height), wait.ground);
}

/// A collective reported as one span contains an unknown wait; draw the computed one.
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

/// Name and width of an operation, computed once per picture.
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

/// Name and duration of a span, as far as they fit.
QString LanePainter::textFor(const StoredSpan& span, int room)
{
    OpText& op = opTextOf(span);
    const bool isWait = span.spanKind() == SpanKind::Wait;
    if (isWait || op.width * 2 < room) {
        const QString length = toQString(formatDuration(Duration(span.durationNs)));
        // Only digits are measured; padding covers a wider m.
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
    // A single letter with dots says less than the colour.
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

/// Pixels; smaller movements are not repainted.
constexpr double minShift = 0.5;

} // namespace

TimelinePicture::Key TimelinePicture::keyOf(const TimelineGeometry& geometry, const TimelineRows& rows,
                                            const std::vector<VisibleRow>& visible, double devicePixelRatio) const
{
    const ClusterStore& store = m_context.cluster.store();
    const TimeWindow& time = m_context.time;
    Key key;
    key.geometry = geometry;
    key.rows = rows.version();
    key.devicePixelRatio = devicePixelRatio;
    key.isDark = m_context.theme.isDark();
    key.range = time.range();
    // While following, the window moves by less than a visible amount.
    const TimeAxis axis{key.range, static_cast<double>(geometry.axisWidth())};
    if (key.range.length() == m_key.range.length() && std::abs(axis.pixelOf(m_key.range.from)) < minShift)
        key.range = m_key.range;
    const TimeRange extent = time.extent();
    const auto pixel = [&](TimePoint moment) {
        const TimeAxis drawn{key.range, axis.width};
        return static_cast<int>(std::lround(std::clamp(drawn.pixelOf(moment), 0.0, axis.width)));
    };
    key.dataFrom = extent.isEmpty() ? 0 : pixel(extent.from);
    key.dataTo = extent.isEmpty() ? geometry.axisWidth() : pixel(extent.to);
    key.spans = fingerprintOf(visible, store, key.range);
    key.firstEvent = store.events().firstNumber();
    key.events = store.events().events().size() + store.events().repeats();
    if (m_context.alerts != nullptr && m_context.alerts->isFiltered())
        key.events = withheldEvents;
    key.sync = m_context.sync != nullptr ? m_context.sync->snapshotOfView().get() : nullptr;
    return key;
}

bool TimelinePicture::isCurrent(const TimelineGeometry& geometry, const TimelineRows& rows,
                                double devicePixelRatio) const
{
    return !m_pixmap.isNull() && keyOf(geometry, rows, visibleRows(rows, geometry), devicePixelRatio) == m_key;
}

const QPixmap& TimelinePicture::picture(const TimelineGeometry& geometry, const TimelineRows& rows,
                                        const LabelColumns& columns, double devicePixelRatio)
{
    const std::vector<VisibleRow> visible = visibleRows(rows, geometry);
    const Key key = keyOf(geometry, rows, visible, devicePixelRatio);
    if (key == m_key && !m_pixmap.isNull())
        return m_pixmap;
    const QSize size = QSize(geometry.width, geometry.height) * devicePixelRatio;
    if (m_pixmap.size() != size) {
        m_pixmap = QPixmap(size);
        m_pixmap.setDevicePixelRatio(devicePixelRatio);
    }
    m_key = key;
    ++m_builds;
    paint(visible, columns);
    return m_pixmap;
}

void TimelinePicture::paint(const std::vector<VisibleRow>& rows, const LabelColumns& columns)
{
    const Palette& palette = m_context.theme.palette();
    const TimelineGeometry& geometry = m_key.geometry;
    const TimeAxis axis{m_key.range, static_cast<double>(geometry.axisWidth())};
    QPainter painter(&m_pixmap);
    painter.fillRect(0, 0, geometry.width, geometry.height, toColor(palette.panel));
    paintGround(painter, axis);
    paintLabels(painter, rows, columns);
    paintLanes(painter, rows, axis);
    paintEvents(painter, axis);
    painter.fillRect(geometry.labelWidth - 1, 0, 1, geometry.height, toColor(palette.line));
}

void TimelinePicture::paintLabels(QPainter& painter, const std::vector<VisibleRow>& rows, const LabelColumns& columns)
{
    const TimelineGeometry& geometry = m_key.geometry;
    const LabelsKey key{geometry, m_key.rows, m_key.devicePixelRatio, m_key.isDark,
                        labelFingerprintOf(rows, m_context.cluster.store())};
    if (key != m_labelsKey || m_labels.isNull()) {
        m_labelsKey = key;
        m_labels = QPixmap(QSize(geometry.labelWidth, geometry.height) * m_key.devicePixelRatio);
        m_labels.setDevicePixelRatio(m_key.devicePixelRatio);
        const Palette& palette = m_context.theme.palette();
        QPainter labels(&m_labels);
        labels.fillRect(0, 0, geometry.labelWidth, geometry.height, toColor(palette.panel));
        drawLaneLabels(labels, geometry, rows, columns, m_context.cluster.store(), palette);
    }
    painter.drawPixmap(0, 0, m_labels);
}

void TimelinePicture::paintGround(QPainter& painter, const TimeAxis& axis) const
{
    const Palette& palette = m_context.theme.palette();
    const TimelineGeometry& geometry = m_key.geometry;
    // Before and after the data, uses the window's background, so that it does not look like idle time.
    const QRect plot = geometry.plot();
    painter.fillRect(plot.left(), plot.top(), m_key.dataFrom, plot.height(), toColor(palette.window));
    painter.fillRect(plot.left() + m_key.dataTo, plot.top(), plot.width() - m_key.dataTo, plot.height(),
                     toColor(palette.window));
    drawTimeRuler(painter, geometry.ruler(), geometry.height, axis, palette);
}

void TimelinePicture::paintLanes(QPainter& painter, const std::vector<VisibleRow>& rows, const TimeAxis& axis)
{
    const Palette& palette = m_context.theme.palette();
    const ClusterStore& store = m_context.cluster.store();
    const TimelineGeometry& geometry = m_key.geometry;
    painter.save();
    LanePainter lanes(painter, axis, store.spans().names(), palette,
                      m_context.sync != nullptr ? m_context.sync->snapshotOfView().get() : nullptr, m_filter);
    std::optional<bool> areFrozen;
    for (const auto& [row, whole] : rows) {
        const QRect area = whole.adjusted(geometry.labelWidth, 0, 0, 0);
        if (const bool isFrozen = geometry.isFrozen(row->top); areFrozen != isFrozen) {
            areFrozen = isFrozen;
            painter.setClipRect(geometry.rowsArea(isFrozen) & geometry.lanes());
        }
        if (row->kind == TimelineRow::Kind::JobHeading) {
            painter.fillRect(area, toColor(palette.raised));
            continue;
        }
        painter.fillRect(area.left(), area.top(), area.width(), 1, toColor(palette.line, row->startsNode ? 150 : 60));
        if (row->node.isValid())
            lanes.paintNotHeard(store.node(row->node), area);
        lanes.paintSpans(row->lane, store.laneSpans(row->lane, axis.range), area);
    }
    painter.restore();
    if (geometry.frozen > 0)
        painter.fillRect(0, geometry.scrolledTop() - 1, geometry.width, 2, toColor(palette.dimText));
}

void TimelinePicture::paintEvents(QPainter& painter, const TimeAxis& axis)
{
    const TimelineGeometry& geometry = m_key.geometry;
    const Palette& palette = m_context.theme.palette();
    const QRect area = geometry.events();
    m_marks = m_key.events == withheldEvents ? std::vector<EventMark>()
                                             : eventMarks(m_context.cluster.store().events(), axis, eventMarkSide + 2);
    painter.save();
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.dimText));
    painter.drawText(QRect(8, area.top(), geometry.labelWidth - 16, area.height()), Qt::AlignVCenter,
                     lockstep::tr("events"));
    painter.fillRect(0, area.bottom(), geometry.width, 1, toColor(palette.line));
    painter.setClipRect(area);
    drawEventMarks(painter, area, m_marks, palette);
    painter.restore();
}

} // namespace lockstep
