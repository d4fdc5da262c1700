// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chartrow.h"

#include "models/core/metrics/limits.h"
#include "models/core/metrics/metricnames.h"
#include "models/view/comparison/comparison.h"
#include "models/view/cursorvalues.h"
#include "models/view/selection.h"
#include "models/view/translation.h"
#include "widgets/common/fonts.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace lockstep {

namespace {

constexpr std::size_t maxLines = 8; ///< more colours are not distinguishable
constexpr std::size_t maxCharts = 12;
using metrics::peakSuffix;

bool isPeakOfKnown(const MetricTable& metrics, MetricId id)
{
    const std::string_view name = metrics.descriptor(id).name;
    return name.ends_with(peakSuffix) && metrics.find(name.substr(0, name.size() - peakSuffix.size())).isValid();
}

/// Metrics of a kind that are worth a chart, most informative first.
std::vector<MetricId> metricsOf(const MetricTable& metrics, EntityKind kind)
{
    std::vector<MetricId> chosen = metrics.ofKind(kind);
    std::erase_if(chosen, [&](MetricId id) {
        return isPeakOfKnown(metrics, id) || metrics.descriptor(id).unit == Unit::Bitmask;
    });
    return chosen;
}

/// The metrics of a file are not known in advance.
bool hasNeverReported(const ClusterStore& store, MetricId metric, const std::vector<EntityRef>& entities)
{
    const std::span<const float> latest = store.latest(metric);
    return !latest.empty() && std::ranges::all_of(entities, [latest](EntityRef entity) {
        return entity.index >= latest.size() || std::isnan(latest[entity.index]);
    });
}

std::vector<EntityRef> withMetrics(const ClusterStore& store, const std::vector<EntityRef>& selected, EntityKind kind)
{
    std::vector<EntityRef> entities;
    for (const EntityRef ref : selected) {
        if (ref.kind == kind && store.topology()->contains(ref))
            entities.push_back(ref);
    }
    if (!store.metrics().ofKind(kind).empty())
        return entities;
    std::vector<EntityRef> children;
    for (const EntityRef ref : entities) {
        for (const EntityRef child : store.topology()->children(ref)) {
            if (!store.metrics().ofKind(child.kind).empty()
                && (children.empty() || children.front().kind == child.kind))
                children.push_back(child);
        }
    }
    return children;
}

} // namespace

MetricId peakMetric(const MetricTable& metrics, MetricId mean)
{
    return metrics.find(metrics.descriptor(mean).name + std::string(peakSuffix));
}

ChartChoice chooseCharts(const ClusterStore& store, const Selection& selection)
{
    ChartChoice choice;
    if (!store.topology())
        return choice;
    choice.isSelected = selection.current().isValid();
    if (choice.isSelected)
        choice.entities = withMetrics(store, selection.selected(), selection.current().kind);
    else if (store.topology()->count(EntityKind::Node) > 0)
        choice.entities = withMetrics(store, {{EntityKind::Node, 0}}, EntityKind::Node);
    if (choice.entities.empty())
        return choice;
    if (choice.entities.size() > maxLines) {
        choice.leftOut = choice.entities.size() - maxLines;
        choice.entities.erase(choice.entities.begin(), choice.entities.end() - maxLines);
    }
    choice.metrics = metricsOf(store.metrics(), choice.entities.front().kind);
    std::erase_if(choice.metrics, [&](MetricId metric) {
        return metric != selection.metric() && hasNeverReported(store, metric, choice.entities);
    });
    if (const auto shared = std::ranges::find(choice.metrics, selection.metric()); shared != choice.metrics.end())
        std::rotate(choice.metrics.begin(), shared, shared + 1);
    choice.metrics.resize(std::min(choice.metrics.size(), maxCharts));
    return choice;
}

namespace {

constexpr int swatchPadding = 8;
constexpr int swatch = 10;
constexpr int valueCharacters = 13; ///< "−888.8 L/min", in which two are wider than a digit

int lineHeight()
{
    return rowHeight(textFont()) - 2;
}

/// Width of each legend entry: equal, so that figures align and nothing moves.
int cellWidth(int widestName)
{
    const int valueWidth = QFontMetrics(figureFont()).horizontalAdvance(QLatin1Char('0')) * valueCharacters;
    return swatch + 6 + widestName + 6 + valueWidth + severityMarkSide + swatchPadding;
}

int titleWidth(const QString& title)
{
    return QFontMetrics(titleFont()).horizontalAdvance(title) + 2 * swatchPadding;
}

/// Entries that fit on the line of the title.
int besideTitle(const QString& title, int widestName, int width)
{
    return std::max(0, (width - titleWidth(title)) / cellWidth(widestName));
}

int perLine(int widestName, int width)
{
    return std::max(1, (width - swatchPadding) / cellWidth(widestName));
}

constexpr std::array<Rgb, 8> onDark = {0x6FB1E8, 0x4DB6A4, 0xB39DDB, 0xD98CB3, 0x9AAF5E, 0xC7A27C, 0x7FD6E8, 0x9AA5B1};
constexpr std::array<Rgb, 8> onLight = {0x1F6FB5, 0x1D7A6C, 0x6A4FB0, 0xA03E72, 0x5C6F1D, 0x7D5A2E, 0x117A8B, 0x56616D};

/// Eight distinct colours for entities that differ in hue and lightness and avoid the alarm colours. Repeats after
/// eight.
QColor lineColour(std::size_t index, const Palette& palette)
{
    const bool isDark = contrastRatio(palette.panel, 0xFFFFFF) > contrastRatio(palette.panel, 0x000000);
    return toColor(isDark ? onDark[index % onDark.size()] : onLight[index % onLight.size()]);
}

constexpr int plotMargin = 4;
constexpr int belowLegend = 5; ///< the topmost axis label extends above its line
constexpr int pixelsPerMark = 22;
constexpr int bandAlpha = 60;
constexpr int baselineAlpha = 190;
constexpr int limitMark = 9;

/// The ticks in memory within a range, and one more on each side so that lines reach the edges.
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

/// Height of the title and @p entries legend entries with names of that width.
int chartLegendHeight(const QString& title, int entries, int widestName, int width)
{
    if (entries <= besideTitle(title, widestName, width))
        return lineHeight();
    const int each = perLine(widestName, width);
    return lineHeight() * (1 + (entries + each - 1) / each);
}

} // namespace

void drawChartLegend(QPainter& painter, const QRect& area, const QString& title,
                     const std::vector<LegendEntry>& entries, const Palette& palette)
{
    int widest = 0;
    const QFontMetrics words(textFont());
    for (const LegendEntry& entry : entries)
        widest = std::max(widest, words.horizontalAdvance(entry.name));
    const int count = static_cast<int>(entries.size());
    const bool isBeside = count <= besideTitle(title, widest, area.width());
    const int cell = cellWidth(widest);

    painter.setFont(titleFont());
    painter.setPen(toColor(palette.text));
    painter.drawText(QRect(area.left() + swatchPadding, area.top(), area.width() - 2 * swatchPadding, lineHeight()),
                     Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(title, Qt::ElideRight, area.width() - 2 * swatchPadding));

    int x = isBeside ? area.right() - cell * count : area.left() + swatchPadding;
    int y = isBeside ? area.top() : area.top() + lineHeight();
    for (const LegendEntry& entry : entries) {
        if (!isBeside && x + cell > area.right() && x > area.left() + swatchPadding) {
            x = area.left() + swatchPadding;
            y += lineHeight();
        }
        if (entry.isLit)
            painter.fillRect(QRect(x - 3, y + 1, cell - swatchPadding + 3, lineHeight() - 2), toColor(palette.raised));
        painter.fillRect(QRect(x, y + (lineHeight() - 3) / 2, swatch, 3), entry.colour);
        painter.setFont(textFont());
        painter.setPen(toColor(entry.isLit ? palette.text : palette.dimText));
        painter.drawText(QRect(x + swatch + 6, y, widest + 2, lineHeight()), Qt::AlignVCenter, entry.name);
        painter.setFont(figureFont());
        painter.setPen(toColor(palette.text));
        const QRect value(x + swatch + 6 + widest + 6, y,
                          cell - swatch - 12 - widest - severityMarkSide - swatchPadding, lineHeight());
        painter.drawText(value, Qt::AlignVCenter | Qt::AlignRight,
                         painter.fontMetrics().elidedText(entry.value, Qt::ElideRight, value.width()));
        if (entry.severity)
            drawSeverity(painter,
                         QRectF(value.right() + 4, y + (lineHeight() - severityMarkSide) / 2.0, severityMarkSide,
                                severityMarkSide),
                         *entry.severity, palette);
        x += cell;
    }
}

ChartRow::ChartRow(MetricId metric, std::vector<EntityRef> entities) : m_metric(metric), m_entities(std::move(entities))
{ }

QRect ChartRow::plotOf(const ChartScene& scene, const QRect& area) const
{
    return area.adjusted(scene.axisWidth, headerHeight(scene, area.width()), 0, -plotMargin);
}

/// A difference already includes the baseline.
bool ChartRow::hasBaseline(const ChartScene& scene) const
{
    return scene.comparison != nullptr && scene.comparison->isActive() && !scene.comparison->computes(m_metric);
}

/// The baseline's line on the same axis, behind the current one.
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
            continue; // skip labels that would touch the one below
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
        // Omit limits outside the axis and those that would coincide with its end.
        if (!limit || static_cast<double>(*limit) > m_axis.high || static_cast<double>(*limit) < floor)
            return;
        const double y = plot.top() + m_axis.pixelOf(static_cast<double>(*limit), plot.height() - 1);
        // Faint, because a limit that is not exceeded is unimportant.
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
            entry.value = lockstep::tr("stale");
        entry.severity = severityOf(metric, value);
        entry.isLit = m_entities[i] == scene.hovered;
        entries.push_back(std::move(entry));
    }
    return entries;
}

QString ChartRow::lineName(const Topology& topology, std::size_t index) const
{
    // If all entities are in one node, the caption names it and the lines need not.
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
        title = QCoreApplication::translate("lockstep::ChartRow", "%1 · mean, with a band up to the peaks").arg(title);
    if (const Duration step = scene.store.summaryStep(ticksIn(scene.store, scene.range)); step > Duration{})
        title = QCoreApplication::translate("lockstep::ChartRow", "%1 · minimum to maximum per %2")
                    .arg(title, toQString(formatDuration(step)));
    if (hasBaseline(scene))
        title = QCoreApplication::translate("lockstep::ChartRow", "%1 · dashed line: %2")
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
