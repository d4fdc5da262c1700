// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/histogramview.h"

#include "models/core/metrics/limits.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/cursorvalues.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/fonts.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/heatmap/metricheat.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double minBarWidth = 14;
constexpr int maxBins = 48;
constexpr double minBarHeight = 3; ///< so that one of thousands is visible
constexpr double barGap = 1;
constexpr double noDataGap = 10; ///< before the bar for entities without data
constexpr int histogramPadding = 8;
constexpr std::size_t maxSelected = 32;

/// 1, 2 or 5 times a power of ten, at least @p min.
double roundStep(double min)
{
    const double power = std::pow(10.0, std::floor(std::log10(min)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= min * (1 - 1e-9))
            return factor * power;
    }
    return 10 * power;
}

} // namespace

HistogramView::HistogramView(ViewContext context, QWidget* parent) : Canvas(context, tr("Distribution"), parent)
{
    const auto repaint = qOverload<>(&QWidget::update);
    connect(&context.cluster, &ClusterModel::changed, this, [this](const ChangeSet& changes) {
        m_rowsAreOld |= changes.topology;
        if (isVisible() && (changes.topology || changes.metrics || changes.sources || !changes.ticks.isEmpty()))
            m_limiter.request();
    });
    connect(&m_limiter, &RepaintLimiter::due, this, repaint);
    connect(&context.time, &TimeWindow::changed, this, repaint);
    connect(&context.time, &TimeWindow::cursorChanged, this, repaint);
    connect(&context.selection, &Selection::metricChanged, this, repaint);
}

const MetricDescriptor& HistogramView::metric() const
{
    return m_context.cluster.store().metrics().descriptor(m_metric);
}

/// @return whether there is data
bool HistogramView::gather()
{
    const ClusterStore& store = m_context.cluster.store();
    const MetricId shared = m_context.selection.metric();
    m_metric = shared.isValid() ? shared : defaultMetric(store.metrics());
    m_bins.clear();
    m_withoutData.clear();
    if (!m_metric.isValid() || !store.topology() || metric().unit == Unit::Bitmask)
        return false;
    if (m_rowsAreOld || m_rows.kind() != metric().entityKind)
        m_rows = GridRows(*store.topology(), metric().entityKind);
    m_rowsAreOld = false;
    std::vector<float> scratch;
    const auto values = believedColumn(store, m_rows, m_metric, tickAtCursor(store, m_context.time), scratch);
    std::vector<std::pair<float, std::uint32_t>> sorted;
    for (const std::uint32_t entity : m_rows.entities()) {
        if (entity < values.size() && std::isfinite(values[entity]))
            sorted.emplace_back(values[entity], entity);
        else
            m_withoutData.push_back({m_rows.kind(), entity});
    }
    if (sorted.empty())
        return false;
    m_scale = scaleFor(metric(), values);
    std::ranges::sort(sorted);
    sortIntoBins(sorted);
    showCaption(sorted[sorted.size() / 2].first);
    return true;
}

void HistogramView::sortIntoBins(std::vector<std::pair<float, std::uint32_t>>& sorted)
{
    const auto low = static_cast<double>(sorted.front().first);
    const auto high = static_cast<double>(sorted.back().first);
    const int bins = std::clamp(static_cast<int>(m_plot.width() / minBarWidth), 4, maxBins);
    // Nearly equal values form one bar instead of a histogram of rounding noise.
    const double min = std::max({(high - low) / bins, std::abs(high) * 1e-4, 1e-9});
    const double step = roundStep(min);
    const double first = std::floor(low / step);
    const auto count = static_cast<std::size_t>(std::floor(high / step) - first) + 1;
    for (std::size_t at = 0; at < count; ++at)
        m_bins.push_back({(first + static_cast<double>(at)) * step, (first + static_cast<double>(at) + 1) * step});
    for (const auto& [value, entity] : sorted) {
        const double at = std::floor(static_cast<double>(value) / step) - first;
        m_bins[std::min(static_cast<std::size_t>(std::max(at, 0.0)), count - 1)].entities.push_back(
            {m_rows.kind(), entity});
    }
    m_highest = m_withoutData.size();
    for (const Bin& bin : m_bins)
        m_highest = std::max(m_highest, bin.entities.size());
}

void HistogramView::showCaption(float median)
{
    const QString caption
        = tr("%1 · %2 · median %3")
              .arg(modelText(metric().title), countedKind(m_rows.kind(), m_rows.count()), valueText(metric(), median));
    if (caption == m_caption)
        return;
    m_caption = caption;
    Q_EMIT captionChanged(caption);
}

QRectF HistogramView::barArea(std::size_t bar) const
{
    const bool hasNoData = !m_withoutData.empty();
    const double room = m_plot.width() - (hasNoData ? noDataGap : 0);
    const double width = room / static_cast<double>(barCount());
    const double shift = hasNoData && bar == m_bins.size() ? noDataGap : 0;
    return {m_plot.left() + static_cast<double>(bar) * width + shift, m_plot.top(), width, m_plot.height()};
}

double HistogramView::pixelOf(double value) const
{
    const double share = (value - m_bins.front().from) / (m_bins.back().to - m_bins.front().from);
    return m_plot.left() + share * (barArea(m_bins.size() - 1).right() - m_plot.left());
}

std::optional<std::size_t> HistogramView::barAt(QPointF point) const
{
    for (std::size_t bar = 0; bar < barCount(); ++bar) {
        const QRectF area = barArea(bar);
        if (point.x() >= area.left() && point.x() < area.right() && point.y() < area.bottom())
            return bar;
    }
    return std::nullopt;
}

const std::vector<EntityRef>& HistogramView::entitiesOf(std::size_t bar) const
{
    return bar < m_bins.size() ? m_bins[bar].entities : m_withoutData;
}

std::optional<std::size_t> HistogramView::barOf(EntityRef entity) const
{
    for (std::size_t bar = 0; bar < barCount(); ++bar) {
        if (std::ranges::find(entitiesOf(bar), entity) != entitiesOf(bar).end())
            return bar;
    }
    return std::nullopt;
}

void HistogramView::hover(QPointF point)
{
    const auto bar = barAt(point);
    if (!bar || entitiesOf(*bar).empty()) {
        m_tip->hide();
        m_context.selection.setHovered({});
        return;
    }
    const std::vector<EntityRef>& entities = entitiesOf(*bar);
    const Topology& topology = *m_context.cluster.store().topology();
    m_context.selection.setHovered(entities.size() == 1 ? entities.front() : EntityRef{});
    const QString who
        = entities.size() == 1 ? entityLabel(topology, entities.front()) : countedKind(m_rows.kind(), entities.size());
    HoverText text{tr("%1 without data.").arg(who), {}};
    if (*bar < m_bins.size())
        text.sentence = tr("%1 from %2 to %3.")
                            .arg(who, quantityText(m_bins[*bar].from, metric().unit),
                                 quantityText(m_bins[*bar].to, metric().unit));
    text.facts.push_back(
        {tr("Share"),
         quantityText(static_cast<double>(entities.size()) / static_cast<double>(m_rows.count()), Unit::Ratio)});
    constexpr std::size_t maxNamed = 4;
    for (std::size_t at = 0; entities.size() > 1 && at < std::min(entities.size(), maxNamed); ++at)
        text.facts.push_back({at == 0 ? tr("Examples") : QString(), entityLabel(topology, entities[at])});
    m_tip->showAt(point.toPoint(), std::move(text));
}

void HistogramView::select(std::size_t bar, Qt::KeyboardModifiers modifiers)
{
    std::vector<EntityRef> entities = entitiesOf(bar);
    // Selects only the most extreme entities, because charts and facts of more are not readable.
    if (metric().direction != Direction::LowIsBad)
        std::ranges::reverse(entities);
    entities.resize(std::min(entities.size(), maxSelected));
    if (modifiers.testFlag(Qt::ControlModifier))
        entities.insert(entities.begin(), m_context.selection.selected().begin(), m_context.selection.selected().end());
    m_context.selection.setSelected(std::move(entities));
}

void HistogramView::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    if (const auto bar = barAt(point); bar && !entitiesOf(*bar).empty())
        select(*bar, modifiers);
}

void HistogramView::keyPressEvent(QKeyEvent* event)
{
    const int by = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (event->key() == Qt::Key_Escape)
        return m_context.selection.clear();
    if (by == 0 || barCount() == 0)
        return Canvas::keyPressEvent(event);
    const auto last = static_cast<std::int64_t>(barCount()) - 1;
    const auto current = barOf(m_context.selection.current());
    std::int64_t bar = current ? static_cast<std::int64_t>(*current) : by > 0 ? -1 : last + 1;
    do
        bar += by;
    while (bar >= 0 && bar <= last && entitiesOf(static_cast<std::size_t>(bar)).empty());
    if (bar >= 0 && bar <= last)
        select(static_cast<std::size_t>(bar), Qt::NoModifier);
}

void HistogramView::paintBars(QPainter& painter) const
{
    const Palette& palette = m_context.theme.palette();
    ColourScale scale = m_scale;
    scale.isOnLight = !m_context.theme.isDark();
    for (std::size_t bar = 0; bar < barCount(); ++bar) {
        const std::size_t count = entitiesOf(bar).size();
        if (count == 0)
            continue;
        QRectF area = barArea(bar).adjusted(barGap, 0, -barGap, 0);
        area.setTop(
            area.bottom()
            - std::max(area.height() * static_cast<double>(count) / static_cast<double>(m_highest), minBarHeight));
        const bool hasData = bar < m_bins.size();
        const double middle = hasData ? (m_bins[bar].from + m_bins[bar].to) / 2 : 0;
        painter.fillRect(area,
                         hasData ? QBrush(toColor(scale.colour(static_cast<float>(middle)))) : noDataBrush(palette));
        // The dark end of a colour map is as dark as the background.
        painter.setPen(toColor(mixed(palette.panel, palette.dimText, 0.6)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void HistogramView::paintLimits(QPainter& painter) const
{
    const Palette& palette = m_context.theme.palette();
    const auto draw = [&](const std::optional<float>& limit, Severity severity) {
        const auto value = static_cast<double>(limit.value_or(noData));
        if (!(value >= m_bins.front().from && value <= m_bins.back().to))
            return;
        painter.setPen(QPen(toColor(severityColour(palette, severity)), 1.5, Qt::DashLine));
        painter.drawLine(QPointF(pixelOf(value), m_plot.top()), QPointF(pixelOf(value), m_plot.bottom()));
    };
    draw(metric().warning, Severity::Warning);
    draw(metric().critical, Severity::Critical);
}

void HistogramView::paintAxis(QPainter& painter) const
{
    const Palette& palette = m_context.theme.palette();
    painter.setFont(smallFigureFont());
    const QFontMetrics metrics(painter.font());
    painter.setPen(toColor(palette.line));
    painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
    painter.setPen(toColor(palette.dimText));
    painter.drawText(QRectF(0, m_plot.top(), m_plot.left() - 4, metrics.height()), Qt::AlignRight,
                     countText(m_highest));
    painter.drawText(QRectF(0, m_plot.bottom() - metrics.height(), m_plot.left() - 4, metrics.height()), Qt::AlignRight,
                     countText(0));
    const double below = m_plot.bottom() + 3;
    double free = 0;
    for (std::size_t edge = 0; edge <= m_bins.size(); ++edge) {
        const double value = edge < m_bins.size() ? m_bins[edge].from : m_bins.back().to;
        const QString text = quantityText(value, metric().unit);
        const double width = metrics.horizontalAdvance(text);
        const double end = m_withoutData.empty() ? this->width() : barArea(m_bins.size()).left();
        const double left = std::clamp(pixelOf(value) - width / 2, 0.0, std::max(end - width, 0.0));
        if (left < free)
            continue;
        free = left + width + 2 * metrics.averageCharWidth();
        painter.drawText(QRectF(left, below, width + 1, metrics.height()), Qt::AlignLeft, text);
    }
    if (m_withoutData.empty())
        return;
    const QRectF bar = barArea(m_bins.size());
    const QString text = tr("no data");
    const double width = metrics.horizontalAdvance(text);
    const double left = std::min(bar.center().x() - width / 2, this->width() - width - 1);
    if (left >= free)
        painter.drawText(QRectF(left, below, width + 1, metrics.height()), Qt::AlignLeft, text);
}

/// Marks bars with entities hovered or selected in any view.
void HistogramView::paintMarks(QPainter& painter) const
{
    const Palette& palette = m_context.theme.palette();
    const auto mark = [&](EntityRef entity, Rgb colour) {
        if (entity.kind != m_rows.kind())
            return;
        const auto bar = barOf(entity);
        if (!bar)
            return;
        painter.setPen(QPen(toColor(colour), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(barArea(*bar).adjusted(1, 1, -1, 0));
    };
    for (const EntityRef entity : m_context.selection.selected())
        mark(entity, palette.accent);
    mark(m_context.selection.hovered(), palette.hover);
}

void HistogramView::paintOn(QPainter& painter)
{
    m_limiter.painted();
    const Palette& palette = m_context.theme.palette();
    painter.fillRect(rect(), toColor(palette.panel));
    const QFontMetrics figures(smallFigureFont());
    const double left = figures.horizontalAdvance(countText(std::max<std::size_t>(m_rows.count(), 100))) + 8;
    m_plot = QRectF(rect()).adjusted(left, histogramPadding, -histogramPadding, -figures.height() - 6);
    if (!gather()) {
        const bool isFlags = m_metric.isValid() && metric().unit == Unit::Bitmask;
        drawEmptyState(painter, rect(), palette,
                       isFlags ? tr("This metric consists of flags, which have no distribution.")
                               : tr("No measurements at this moment."),
                       isFlags ? tr("Choose another metric.") : tr("Move the cursor, or choose another metric."));
        return;
    }
    paintBars(painter);
    paintLimits(painter);
    paintAxis(painter);
    paintMarks(painter);
    Q_EMIT shownChanged();
}

} // namespace lockstep

#include "moc_histogramview.cpp"
