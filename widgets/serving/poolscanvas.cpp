// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/serving/poolscanvas.h"

#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/view/colour/theme.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "widgets/charts/chartlines.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

namespace serving = metrics::serving;

constexpr double pathPad = 8;
constexpr double pathArrowWidth = 18;
constexpr double narrowestStage = 124;
constexpr std::size_t mostValuesOfStage = 5;
constexpr double narrowestObjective = 320; ///< room for its name and value
constexpr double objectiveLines = 5; ///< height of a chart with its heading, in lines
constexpr double headroomOfPath = 1.15;

int pathLine()
{
    return QFontMetrics(smallTextFont()).height() + 2;
}

int pathTitleLine()
{
    return QFontMetrics(titleFont()).height() + 4;
}

struct PathValueName
{
    std::string_view metric;
    const char* name;
};

constexpr PathValueName pathValueNames[] = {
    {serving::requests, QT_TRANSLATE_NOOP("lockstep::PoolsCanvas", "requests")},
    {serving::waiting, QT_TRANSLATE_NOOP("lockstep::PoolsCanvas", "waiting")},
    {serving::running, QT_TRANSLATE_NOOP("lockstep::PoolsCanvas", "in progress")},
    {serving::timeToFirstToken, QT_TRANSLATE_NOOP("lockstep::PoolsCanvas", "first token")},
    {serving::timePerToken, QT_TRANSLATE_NOOP("lockstep::PoolsCanvas", "per token")},
    {serving::utilisation, QT_TRANSLATE_NOOP("lockstep::PoolsCanvas", "load")},
    {serving::queue, QT_TRANSLATE_NOOP("lockstep::PoolsCanvas", "queue")},
    {serving::imbalance, QT_TRANSLATE_NOOP("lockstep::PoolsCanvas", "imbalance")},
    {serving::kvCache, QT_TRANSLATE_NOOP("lockstep::PoolsCanvas", "KV cache")},
    {serving::preemptions, QT_TRANSLATE_NOOP("lockstep::PoolsCanvas", "preempted")},
    {serving::transferTime, QT_TRANSLATE_NOOP("lockstep::PoolsCanvas", "median")},
    {serving::transferTimeTail, QT_TRANSLATE_NOOP("lockstep::PoolsCanvas", "p99")},
    {serving::transferBytes, QT_TRANSLATE_NOOP("lockstep::PoolsCanvas", "sent")},
    {serving::transferWaiting, QT_TRANSLATE_NOOP("lockstep::PoolsCanvas", "waiting")},
    {serving::transferFailures, QT_TRANSLATE_NOOP("lockstep::PoolsCanvas", "failed")},
};

} // namespace

QString nameOfPathValue(std::string_view metric)
{
    const auto* const row = std::ranges::find(pathValueNames, metric, &PathValueName::metric);
    return row == std::end(pathValueNames) ? toQString(metric) : PoolsCanvas::tr(row->name);
}

QString nameOfStage(const PathStage& stage)
{
    switch (stage.kind) {
    case PathStage::Kind::Router:
        return PoolsCanvas::tr("Router");
    case PathStage::Kind::Transfer:
        return stage.name.empty() ? PoolsCanvas::tr("Transfer")
                                  : toQString(stage.name).replace(QLatin1String("->"), QStringLiteral(" → "));
    case PathStage::Kind::Pool:
        break;
    }
    return stage.replicas == 0 ? toQString(stage.name)
                               : PoolsCanvas::tr("%1 × %2").arg(toQString(stage.name)).arg(stage.replicas);
}

QString nameOfObjective(const PathObjective& objective)
{
    if (objective.isFirstToken)
        return objective.isTail ? PoolsCanvas::tr("First token, p99") : PoolsCanvas::tr("First token, median");
    return objective.isTail ? PoolsCanvas::tr("Per token, p99") : PoolsCanvas::tr("Per token, median");
}

QString textOfPathValue(const PathStage::Value& value)
{
    const MetricDescriptor* const metric = findMetric(value.metric);
    return quantityText(static_cast<double>(value.value), metric != nullptr ? metric->unit : Unit::None);
}

PoolsCanvas::PoolsCanvas(ViewContext context, QWidget* parent)
    : Canvas(context, tr("Request paths of inference services, and response times against targets"), parent)
{ }

void PoolsCanvas::show(PoolsReport report)
{
    m_report = std::move(report);
    updateGeometry();
    update();
}

std::size_t PoolsCanvas::boxesInRow(std::size_t service) const
{
    const std::size_t stages = std::max<std::size_t>(1, m_report.services[service].stages.size());
    const auto fits
        = static_cast<std::size_t>((width() - 2 * pathPad + pathArrowWidth) / (narrowestStage + pathArrowWidth));
    const std::size_t rows = (stages + std::max<std::size_t>(1, fits) - 1) / std::max<std::size_t>(1, fits);
    return (stages + rows - 1) / rows; // rows of about the same length
}

double PoolsCanvas::boxHeight(std::size_t service, std::size_t row) const
{
    const std::vector<PathStage>& stages = m_report.services[service].stages;
    const std::size_t inRow = boxesInRow(service);
    std::size_t lines = 1;
    for (std::size_t at = row * inRow; at < std::min((row + 1) * inRow, stages.size()); ++at)
        lines = std::max(lines, std::min(stages[at].values.size(), mostValuesOfStage));
    return (static_cast<double>(lines) + 1) * pathLine() + pathPad;
}

double PoolsCanvas::rowTop(std::size_t service, std::size_t row) const
{
    double top = pathTitleLine();
    for (std::size_t at = 0; at < row; ++at)
        top += boxHeight(service, at) + pathPad;
    return top;
}

double PoolsCanvas::pathHeight(std::size_t service) const
{
    const std::size_t inRow = boxesInRow(service);
    return rowTop(service, (m_report.services[service].stages.size() + inRow - 1) / inRow);
}

std::size_t PoolsCanvas::objectivesInRow(std::size_t service) const
{
    const std::size_t count = std::max<std::size_t>(1, m_report.services[service].objectives.size());
    const auto fits = std::max<std::size_t>(1, static_cast<std::size_t>(width() / narrowestObjective));
    const std::size_t rows = (count + fits - 1) / fits;
    return (count + rows - 1) / rows; // rows of about the same length
}

std::size_t PoolsCanvas::objectiveRows(std::size_t service) const
{
    const std::size_t inRow = objectivesInRow(service);
    return (m_report.services[service].objectives.size() + inRow - 1) / inRow;
}

/// A single service uses the remaining space.
double PoolsCanvas::objectiveHeight(std::size_t service) const
{
    const double lowest = objectiveLines * pathLine();
    if (m_report.services.size() > 1)
        return lowest;
    const double room = height() - topOf(service) - pathHeight(service) - pathPad;
    const auto rows = static_cast<double>(std::max<std::size_t>(1, objectiveRows(service)));
    return std::clamp(room / rows - pathPad, lowest, 3 * lowest);
}

double PoolsCanvas::heightOf(std::size_t service) const
{
    return pathHeight(service) + static_cast<double>(objectiveRows(service)) * (objectiveHeight(service) + pathPad)
        + pathPad;
}

double PoolsCanvas::topOf(std::size_t service) const
{
    double top = 4;
    for (std::size_t at = 0; at < service; ++at)
        top += heightOf(at);
    return top;
}

/// The first service, with the lowest charts.
QSize PoolsCanvas::minimumSizeHint() const
{
    constexpr QSize least{200, 140};
    if (m_report.services.empty())
        return least;
    const double charts = static_cast<double>(objectiveRows(0)) * (objectiveLines * pathLine() + pathPad);
    return {least.width(), static_cast<int>(std::ceil(topOf(0) + pathHeight(0) + charts + pathPad))};
}

void PoolsCanvas::resizeEvent(QResizeEvent* event)
{
    Canvas::resizeEvent(event);
    updateGeometry(); // the number of rows depends on the width
}

std::size_t PoolsCanvas::shownServices() const
{
    std::size_t shown = 0;
    while (shown < m_report.services.size() && (shown == 0 || topOf(shown) + heightOf(shown) <= height()))
        ++shown;
    return shown;
}

QRectF PoolsCanvas::stageBox(std::size_t service, std::size_t stage) const
{
    const std::size_t inRow = boxesInRow(service);
    const auto count = static_cast<double>(inRow);
    const double wide = std::floor((width() - 2 * pathPad - (count - 1) * pathArrowWidth) / count);
    return {pathPad + static_cast<double>(stage % inRow) * (wide + pathArrowWidth),
            topOf(service) + rowTop(service, stage / inRow), wide, boxHeight(service, stage / inRow)};
}

QRectF PoolsCanvas::objectiveBox(std::size_t service, std::size_t objective) const
{
    const std::size_t inRow = objectivesInRow(service);
    const auto count = static_cast<double>(inRow);
    const double wide = std::floor((width() - 2 * pathPad - (count - 1) * pathArrowWidth) / count);
    return {pathPad + static_cast<double>(objective % inRow) * (wide + pathArrowWidth),
            topOf(service) + pathHeight(service)
                + static_cast<double>(objective / inRow) * (objectiveHeight(service) + pathPad),
            wide, objectiveHeight(service)};
}

void PoolsCanvas::paintOn(QPainter& painter)
{
    const Palette& palette = m_context.theme.palette();
    painter.fillRect(rect(), toColor(palette.panel));
    const std::size_t shown = shownServices();
    for (std::size_t service = 0; service < shown; ++service)
        paintService(painter, service);
}

void PoolsCanvas::paintService(QPainter& painter, std::size_t service) const
{
    const Palette& palette = m_context.theme.palette();
    const ServicePath& path = m_report.services[service];
    const QRectF title(pathPad, topOf(service), width() - 2 * pathPad, pathTitleLine());
    painter.setFont(titleFont());
    painter.setPen(toColor(m_context.selection.isSelected(path.service) ? palette.accent : palette.text));
    QString text = toQString(path.name);
    if (path.isStale)
        text = tr("%1 (stale: last values)").arg(text);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                     elidedName(painter.fontMetrics(), text, static_cast<int>(title.width())));
    for (std::size_t stage = 0; stage < path.stages.size(); ++stage) {
        paintStage(painter, path.stages[stage], stageBox(service, stage), path.isStale);
        if (stage + 1 < path.stages.size())
            paintArrow(painter, stageBox(service, stage), stageBox(service, stage + 1));
    }
    for (std::size_t objective = 0; objective < path.objectives.size(); ++objective)
        paintObjective(painter, path.objectives[objective], objectiveBox(service, objective));
}

void PoolsCanvas::paintStage(QPainter& painter, const PathStage& stage, const QRectF& box, bool isStale) const
{
    const Palette& palette = m_context.theme.palette();
    const bool isTroubled = !stage.trouble.title.empty();
    const bool isSelected = !stage.name.empty() && m_context.selection.isSelected(stage.entity);
    painter.fillRect(box, toColor(palette.raised));
    painter.setPen(QPen(toColor(isTroubled       ? severityColour(palette, stage.trouble.severity)
                                    : isSelected ? palette.accent
                                                 : palette.line),
                        isTroubled || isSelected ? 2 : 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
    const double line = pathLine();
    QRectF row(box.left() + pathPad, box.top() + pathPad / 2, box.width() - 2 * pathPad, line);
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.text));
    const double mark = isTroubled ? severityMarkSide + 4 : 0;
    painter.drawText(row.adjusted(0, 0, -mark, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     elidedName(painter.fontMetrics(), nameOfStage(stage), static_cast<int>(row.width() - mark)));
    if (isTroubled)
        drawSeverity(painter,
                     {row.right() - severityMarkSide, row.center().y() - severityMarkSide / 2.0, severityMarkSide,
                      severityMarkSide},
                     stage.trouble.severity, palette);
    for (std::size_t at = 0; at < std::min(stage.values.size(), mostValuesOfStage); ++at) {
        row.translate(0, line);
        painter.setFont(smallFigureFont());
        painter.setPen(toColor(isStale ? palette.dimText : palette.text));
        const QString value = textOfPathValue(stage.values[at]);
        const int wide = painter.fontMetrics().horizontalAdvance(value) + 6;
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, value);
        painter.setFont(smallTextFont());
        painter.setPen(toColor(palette.dimText));
        painter.drawText(row.adjusted(0, 0, -wide, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(nameOfPathValue(stage.values[at].metric), Qt::ElideRight,
                                                          static_cast<int>(row.width()) - wide));
    }
    if (stage.values.empty()) {
        row.translate(0, line);
        painter.setPen(toColor(palette.dimText));
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, tr("no data"));
    }
}

/// Between neighbours of a row; the next row continues on the left.
void PoolsCanvas::paintArrow(QPainter& painter, const QRectF& from, const QRectF& to) const
{
    if (to.left() < from.right())
        return;
    const Palette& palette = m_context.theme.palette();
    const QPointF tip(to.left() - 2, from.center().y());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(toColor(palette.dimText), 1.5));
    painter.drawLine(QPointF(from.right() + 3, tip.y()), tip);
    painter.drawPolyline(QPolygonF{tip + QPointF(-5, -4), tip, tip + QPointF(-5, 4)});
    painter.restore();
}

/// The value and its target above the last minutes; the target is a dashed line.
void PoolsCanvas::paintObjective(QPainter& painter, const PathObjective& objective, const QRectF& box) const
{
    const Palette& palette = m_context.theme.palette();
    const double line = pathLine();
    const bool isMissed = objective.target > 0 && static_cast<double>(objective.value) > objective.target;
    QString value = quantityText(static_cast<double>(objective.value), Unit::Seconds);
    if (objective.target > 0)
        value = tr("%1, target %2").arg(value, quantityText(objective.target, Unit::Seconds));
    if (!std::isnan(objective.burn))
        value = tr("%1, burn %2").arg(value, quantityText(static_cast<double>(objective.burn), Unit::None));
    const QRectF head(box.left(), box.top(), box.width(), line);
    painter.setFont(smallFigureFont());
    painter.setPen(toColor(isMissed ? palette.warning : palette.text));
    painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, value);
    const int wide = painter.fontMetrics().horizontalAdvance(value) + 8;
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.dimText));
    painter.drawText(head.adjusted(0, 0, -wide, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(nameOfObjective(objective), Qt::ElideRight,
                                                      static_cast<int>(head.width()) - wide));
    const QRectF plot = box.adjusted(0, line, 0, 0);
    painter.fillRect(plot, noDataBrush(palette));
    double highest = objective.target;
    for (const float each : objective.series)
        highest = std::isnan(each) ? highest : std::max(highest, static_cast<double>(each));
    const ValueAxis scale{0, std::max(highest * headroomOfPath, 1e-6), {}};
    const TimeAxis along{
        {timeOfTick(m_report.ticks.from, m_report.period), timeOfTick(m_report.ticks.to, m_report.period)},
        plot.width()};
    painter.save();
    painter.setClipRect(plot);
    for (ChartStretch stretch : stretchesOf({objective.series, m_report.ticks.from, m_report.period}, along)) {
        for (QPointF& point : stretch)
            point = {plot.left() + point.x(), plot.top() + scale.pixelOf(point.y(), plot.height())};
        painter.fillRect(
            QRectF(QPointF(stretch.front().x() - 1, plot.top()), QPointF(stretch.back().x() + 1, plot.bottom())),
            toColor(palette.panel));
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(toColor(palette.text), 1.2));
        painter.drawPolyline(stretch.constData(), static_cast<int>(stretch.size()));
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    if (objective.target > 0) {
        const double y = std::round(plot.top() + scale.pixelOf(objective.target, plot.height()));
        painter.setPen(QPen(toColor(palette.warning), 1, Qt::DashLine));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    }
    painter.restore();
    painter.setPen(toColor(palette.line));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(plot);
}

HoverText PoolsCanvas::explain(QPointF point) const
{
    for (std::size_t service = 0; service < shownServices(); ++service) {
        const ServicePath& path = m_report.services[service];
        for (std::size_t at = 0; at < path.stages.size(); ++at) {
            if (!stageBox(service, at).contains(point))
                continue;
            const PathStage& stage = path.stages[at];
            HoverText text{stage.trouble.title.empty() ? tr("%1: no active alerts").arg(nameOfStage(stage))
                                                       : modelText(stage.trouble.title),
                           {}};
            for (const PathStage::Value& value : stage.values) {
                const MetricDescriptor* const metric = findMetric(value.metric);
                text.facts.push_back(
                    {metric != nullptr ? modelText(metric->title) : toQString(value.metric), textOfPathValue(value)});
            }
            return text;
        }
        for (std::size_t at = 0; at < path.objectives.size(); ++at) {
            const QRectF box = objectiveBox(service, at);
            if (!box.contains(point))
                continue;
            const PathObjective& objective = path.objectives[at];
            const TimeAxis along{
                {timeOfTick(m_report.ticks.from, m_report.period), timeOfTick(m_report.ticks.to, m_report.period)},
                box.width()};
            const TickIndex tick = tickIndexOf(along.timeAt(point.x() - box.left()), m_report.period);
            const auto index = static_cast<std::size_t>(std::max<TickIndex>(0, tick - m_report.ticks.from));
            const float then = index < objective.series.size() ? objective.series[index] : noData;
            return {tr("Burn rate: (share of the last hour that missed the target) / (share that the target allows)"),
                    {{toQString(formatTime(timeOfTick(tick, m_report.period), m_report.period)),
                      quantityText(static_cast<double>(then), Unit::Seconds)}}};
        }
    }
    return {};
}

void PoolsCanvas::hover(QPointF point)
{
    m_tip->showAt(point.toPoint(), explain(point));
}

void PoolsCanvas::click(QPointF point, Qt::KeyboardModifiers)
{
    for (std::size_t service = 0; service < shownServices(); ++service) {
        const ServicePath& path = m_report.services[service];
        if (point.y() < topOf(service) || point.y() >= topOf(service) + heightOf(service))
            continue;
        EntityRef clicked = path.service;
        for (std::size_t at = 0; at < path.stages.size(); ++at)
            clicked = stageBox(service, at).contains(point) ? path.stages[at].entity : clicked;
        m_context.selection.select(clicked);
    }
}

} // namespace lockstep

#include "moc_poolscanvas.cpp"
