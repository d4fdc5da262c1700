// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chartrow.h"

#include "models/core/metrics/limits.h"
#include "models/view/comparison/comparison.h"
#include "models/view/cursorvalues.h"
#include "widgets/charts/chartchoice.h"
#include "widgets/charts/chartlines.h"
#include "widgets/charts/linecolours.h"
#include "widgets/common/fonts.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int plotMargin = 4;
constexpr int belowLegend = 5; ///< the topmost label of the axis reaches over its line
constexpr int pixelsPerMark = 22;
constexpr int bandAlpha = 60;
constexpr int baselineAlpha = 190;
constexpr int limitMark = 9;

/// The ticks in memory that a range touches, and one more on each side so that lines run to the edges.
TickRange ticksIn(const ClusterStore& store, TimeRange range)
{
    const TickRange held = store.ticks();
    return {std::max(tickIndexOf(range.from, store.tickPeriod()) - 1, held.from),
            std::min(tickIndexOf(range.to, store.tickPeriod()) + 2, held.to)};
}

void widen(std::span<const float> values, double& min, double& max)
{
    for (const float value : values) {
        if (std::isnan(value))
            continue;
        min = std::isnan(min) ? static_cast<double>(value) : std::min(min, static_cast<double>(value));
        max = std::isnan(max) ? static_cast<double>(value) : std::max(max, static_cast<double>(value));
    }
}

} // namespace

ChartRow::ChartRow(MetricId metric, std::vector<EntityRef> entities) : m_metric(metric), m_entities(std::move(entities))
{ }

QRect ChartRow::plotOf(const ChartScene& scene, const QRect& area) const
{
    return area.adjusted(scene.axisWidth, headerHeight(scene, area.width()), 0, -plotMargin);
}

/// A difference has its baseline in it already.
bool ChartRow::hasBaseline(const ChartScene& scene) const
{
    return scene.comparison != nullptr && scene.comparison->isActive() && !scene.comparison->computes(m_metric);
}

/// What was in the baseline, on the same axis: beneath, so that what is now stays in front.
void ChartRow::addBaseline(const ChartScene& scene, std::size_t index, const TimeAxis& axis, double& min, double& max)
{
    const TickRange ticks = ticksIn(scene.store, scene.range);
    if (ticks.isEmpty() || !hasBaseline(scene))
        return;
    std::vector<float> values;
    scene.comparison->baselineSeries(m_metric, m_entities[index].index, ticks, values);
    widen(values, min, max);
    QColor colour = lineColour(index, scene.palette);
    colour.setAlpha(baselineAlpha);
    m_picture.lines.push_back({stretchesOf({values, ticks.from, scene.store.tickPeriod()}, axis), colour, true});
}

void ChartRow::addEntity(const ChartScene& scene, std::size_t index, const TimeAxis& axis, double& min, double& max)
{
    const TickRange ticks = ticksIn(scene.store, scene.range);
    if (ticks.isEmpty())
        return;
    const QColor colour = lineColour(index, scene.palette);
    const std::uint32_t entity = m_entities[index].index;
    const Duration period = scene.store.tickPeriod();
    std::vector<float> values;
    scene.store.series(m_metric, entity, ticks, values);
    widen(values, min, max);
    const TickSeries mean{values, ticks.from, period};
    m_picture.lines.push_back({stretchesOf(mean, axis), colour});
    if (const MetricId peak = peakMetric(scene.store.metrics(), m_metric); peak.isValid()) {
        std::vector<float> peaks;
        scene.store.series(peak, entity, ticks, peaks);
        widen(peaks, min, max);
        QColor faint = colour;
        faint.setAlpha(bandAlpha);
        const std::vector<ChartBand> bands = bandsOf(mean, {peaks, ticks.from, period}, axis, faint);
        m_picture.bands.insert(m_picture.bands.end(), bands.begin(), bands.end());
    }
}

void ChartRow::rebuild(const ChartScene& scene, QSize size)
{
    m_isDirty = false;
    m_picture = {};
    m_picture.width = size.width();
    m_picture.height = size.height();
    double min = std::nan("");
    double max = std::nan("");
    const TimeAxis axis{scene.range, m_picture.width};
    for (std::size_t i = 0; i < m_entities.size(); ++i)
        addBaseline(scene, i, axis, min, max);
    for (std::size_t i = 0; i < m_entities.size(); ++i)
        addEntity(scene, i, axis, min, max);
    m_axis = valueAxisFor(scene.store.metrics().descriptor(m_metric), min, max,
                          std::clamp(size.height() / pixelsPerMark, 1, 5));
    m_picture.low = m_axis.low;
    m_picture.high = m_axis.high;
}

void ChartRow::paint(QPainter& painter, const QRect& area, const ChartScene& scene)
{
    const QRect plot = plotOf(scene, area);
    if (plot.width() < 8 || plot.height() < 8)
        return;
    if (m_isDirty || QSizeF(plot.size()) != QSizeF(m_picture.width, m_picture.height))
        rebuild(scene, plot.size());
    paintGrid(painter, plot, scene);
    painter.drawPixmap(plot.topLeft(), m_adapter.draw(m_picture, scene.devicePixelRatio));
    paintLimits(painter, plot, scene);
    paintLegend(painter, QRect(area.left(), area.top(), area.width(), plot.top() - area.top()), scene);
}

void ChartRow::paintGrid(QPainter& painter, const QRect& plot, const ChartScene& scene) const
{
    const Unit unit = scene.store.metrics().descriptor(m_metric).unit;
    painter.setFont(smallFigureFont());
    const int textHeight = painter.fontMetrics().height();
    int lowestFree = plot.bottom() + textHeight;
    for (const double mark : m_axis.marks) {
        const int y = plot.top() + static_cast<int>(m_axis.pixelOf(mark, plot.height() - 1));
        painter.fillRect(QRect(plot.left(), y, plot.width(), 1), toColor(scene.palette.line));
        if (y + textHeight / 2 > lowestFree)
            continue; // labels that would touch the one below are left out
        lowestFree = y - textHeight / 2;
        painter.setPen(toColor(scene.palette.dimText));
        painter.drawText(QRect(plot.left() - scene.axisWidth, y - textHeight / 2, scene.axisWidth - 6, textHeight),
                         Qt::AlignRight | Qt::AlignVCenter, quantityText(mark, unit));
    }
}

void ChartRow::paintLimits(QPainter& painter, const QRect& plot, const ChartScene& scene) const
{
    const MetricDescriptor& metric = scene.store.metrics().descriptor(m_metric);
    const double floor = m_axis.low + (m_axis.high - m_axis.low) * 0.01;
    int right = plot.right() - limitMark;
    const auto line = [&](std::optional<float> limit, Severity severity) {
        // A limit of "any at all" would lie on the axis and say nothing.
        if (!limit || static_cast<double>(*limit) > m_axis.high || static_cast<double>(*limit) < floor)
            return;
        const double y = plot.top() + m_axis.pixelOf(static_cast<double>(*limit), plot.height() - 1);
        // Faint: a limit that nobody reaches is not news.
        const Rgb colour = mixed(scene.palette.panel, severityColour(scene.palette, severity), 0.6);
        painter.setPen(QPen(toColor(colour), 1, Qt::DashLine));
        painter.drawLine(QPointF(plot.left(), y + 0.5), QPointF(plot.right(), y + 0.5));
        const double top = std::max(y - limitMark - 1, static_cast<double>(plot.top()));
        drawSeverity(painter, QRectF(right, top, limitMark, limitMark), severity, scene.palette);
        right -= limitMark + 4;
    };
    line(metric.critical, Severity::Critical);
    line(metric.warning, Severity::Warning);
}

float ChartRow::valueAt(const ClusterStore& store, EntityRef entity, std::optional<TimePoint> time) const
{
    return lockstep::valueAt(store, m_metric, entity, time ? std::optional(tickAt(store, *time)) : std::nullopt);
}

EntityRef ChartRow::nearest(const ChartScene& scene, const QRect& plot, int y, TimePoint time) const
{
    EntityRef best;
    double distance = 0;
    for (const EntityRef entity : m_entities) {
        const float value = valueAt(scene.store, entity, time);
        if (std::isnan(value))
            continue;
        const double away = std::abs(m_axis.pixelOf(static_cast<double>(value), plot.height() - 1) - (y - plot.top()));
        if (!best.isValid() || away < distance) {
            best = entity;
            distance = away;
        }
    }
    return best;
}

std::vector<LegendEntry> ChartRow::legend(const ChartScene& scene) const
{
    const MetricDescriptor& metric = scene.store.metrics().descriptor(m_metric);
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < m_entities.size(); ++i) {
        const float value = valueAt(scene.store, m_entities[i], scene.readAt);
        LegendEntry entry;
        entry.colour = lineColour(i, scene.palette);
        entry.name = lineName(*scene.store.topology(), i);
        entry.value = valueText(metric, value);
        if (std::isnan(value) && !scene.readAt && scene.store.freshness(m_entities[i]) == Freshness::Stale)
            entry.value = QStringLiteral("stale");
        entry.severity = severityOf(metric, value);
        entry.isLit = m_entities[i] == scene.hovered;
        entries.push_back(std::move(entry));
    }
    return entries;
}

QString ChartRow::lineName(const Topology& topology, std::size_t index) const
{
    // Within one node the caption names it; repeating it on every line only costs room.
    const auto nodeOf = [&](EntityRef entity) {
        return topology.ancestor(entity, EntityKind::Node);
    };
    const bool oneNode = std::ranges::all_of(
        m_entities, [&](EntityRef entity) { return nodeOf(entity) == nodeOf(m_entities.front()); });
    return oneNode ? toQString(topology.name(m_entities[index])) : entityLabel(topology, m_entities[index]);
}

QString ChartRow::title(const ChartScene& scene) const
{
    const MetricTable& metrics = scene.store.metrics();
    QString title = titleWithUnit(metrics.descriptor(m_metric));
    if (peakMetric(metrics, m_metric).isValid())
        title = QCoreApplication::translate("lockstep::ChartRow", "%1 · mean, with peaks as band").arg(title);
    if (hasBaseline(scene))
        title = QCoreApplication::translate("lockstep::ChartRow", "%1 · dashed: %2")
                    .arg(title, toQString(scene.comparison->baseline().name));
    return title;
}

int ChartRow::headerHeight(const ChartScene& scene, int width) const
{
    int widest = 0;
    const QFontMetrics words(textFont());
    for (std::size_t i = 0; i < m_entities.size(); ++i)
        widest = std::max(widest, words.horizontalAdvance(lineName(*scene.store.topology(), i)));
    return chartLegendHeight(title(scene), static_cast<int>(m_entities.size()), widest, width) + belowLegend;
}

void ChartRow::paintLegend(QPainter& painter, const QRect& area, const ChartScene& scene) const
{
    drawChartLegend(painter, area, title(scene), legend(scene), scene.palette);
}

} // namespace lockstep
