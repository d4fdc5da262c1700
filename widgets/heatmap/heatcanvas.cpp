// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/heatcanvas.h"

#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/theme.h"
#include "models/view/timewindow.h"
#include "widgets/common/paint.h"
#include "widgets/common/timeruler.h"
#include "widgets/heatmap/heatoverlay.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr int slantedMargin = 48; ///< right of the cells: the last slanted name leans over

} // namespace

HeatCanvas::HeatCanvas(ViewContext context, QWidget* parent)
    : Canvas(context, tr("Metric heatmap"), parent), m_gestures(context.time)
{
    const auto repaint = qOverload<>(&QWidget::update);
    connect(&context.cluster, &ClusterModel::changed, this, &HeatCanvas::clusterChanged);
    connect(&m_limiter, &RepaintLimiter::due, this, repaint);
    connect(&context.time, &TimeWindow::changed, this, repaint);
    connect(&context.time, &TimeWindow::cursorChanged, this, repaint);
    connect(&context.time, &TimeWindow::markedChanged, this, repaint);
}

void HeatCanvas::setMode(GridMode mode)
{
    if (mode == m_mode)
        return;
    m_mode = mode;
    m_content = &m_timeHeat;
    if (mode == GridMode::ByMetric)
        m_content = &m_metricHeat;
    m_rowWindow.fit();
    m_namesAreOld = true;
    update();
}

void HeatCanvas::setMetric(MetricId metric)
{
    if (metric == m_metric)
        return;
    m_metric = metric;
    m_timeHeat.setMetric(metric);
    m_metricHeat.setMetric(metric);
    const MetricTable& metrics = m_context.cluster.store().metrics();
    m_rowsAreOld |= metric.isValid() && metrics.descriptor(metric).entityKind != m_rows.kind();
    update();
}

void HeatCanvas::holdScale(bool hold)
{
    m_timeHeat.holdScale(hold);
    m_metricHeat.holdScale(hold);
    if (!hold) {
        m_timeHeat.invalidate(m_context.cluster.store().ticks());
        m_metricHeat.invalidate(m_context.cluster.store().ticks());
    }
    update();
}

void HeatCanvas::clusterChanged(const ChangeSet& changes)
{
    m_rowsAreOld |= changes.topology;
    m_namesAreOld |= changes.metrics;
    m_timeHeat.invalidate(changes.ticks);
    m_metricHeat.invalidate(changes.ticks);
    if (changes.sources)
        m_metricHeat.invalidate(m_context.cluster.store().ticks());
    if (isVisible() && (changes.topology || changes.metrics || changes.sources || !changes.ticks.isEmpty()))
        m_limiter.request();
}

void HeatCanvas::rebuildRows()
{
    const ClusterStore& store = m_context.cluster.store();
    m_rowsAreOld = false;
    m_namesAreOld = true;
    const EntityKind kind = store.metrics().descriptor(m_metric).entityKind;
    const bool isOther = kind != m_rows.kind();
    m_rows = GridRows(*store.topology(), kind);
    m_timeHeat.setRows(m_rows);
    m_metricHeat.setRows(m_rows);
    if (isOther)
        m_rowWindow.fit();
}

HeatFrame HeatCanvas::frame() const
{
    return {m_context.cluster.store(),   m_rowWindow, m_area, m_context.time.range(), m_context.time.cursor(),
            m_context.time.isFollowing()};
}

bool HeatCanvas::prepare()
{
    const ClusterStore& store = m_context.cluster.store();
    if (!store.topology() || !m_metric.isValid() || store.ticks().isEmpty())
        return false;
    if (m_rowsAreOld)
        rebuildRows();
    m_content->settle(store);
    m_rowWindow.setTotal(m_content->rowCount());
    if (std::exchange(m_namesAreOld, false))
        m_names = measureNames(store, *m_content);
    if (m_rowWindow.total() == 0)
        return false;
    m_timeHeat.setGround(m_context.theme.palette().panel);
    // Names need to know how tall rows are, and rows how much room names leave: two rounds settle it.
    for (int round = 0; round < 2; ++round) {
        m_labels = measureLabels(store, *m_content, m_names, width(), m_rowWindow.rowPixels());
        m_rowWindow.setHeight(std::max(height() - m_labels.header - 1, 0));
    }
    const int right = m_labels.slanted ? slantedMargin : 0;
    const double rowsHeight = m_rowWindow.rowPixels() * static_cast<double>(m_rowWindow.total());
    m_area = QRectF(m_labels.width(), m_labels.header, std::max(width() - m_labels.width() - right, 1),
                    std::round(std::min(m_rowWindow.height(), rowsHeight)));
    m_gestures.setArea(m_area.left(), m_area.width());
    setComplete(m_content->refresh(frame()));
    return true;
}

void HeatCanvas::paintEmpty(QPainter& painter)
{
    const ClusterStore& store = m_context.cluster.store();
    const QString missing
        = store.ticks().isEmpty() ? tr("No measurements yet.") : tr("Nothing of this kind was measured.");
    const QString advice = store.ticks().isEmpty()
        ? tr("Connect to an agent (lockstep --connect HOST:PORT), or start the demo.")
        : tr("Choose another kind or metric above.");
    drawEmptyState(painter, rect(), m_context.theme.palette(), missing, advice);
}

void HeatCanvas::paintOn(QPainter& painter)
{
    m_limiter.painted();
    const Palette& palette = m_context.theme.palette();
    if (!prepare()) {
        painter.fillRect(rect(), toColor(palette.panel));
        paintEmpty(painter);
        return;
    }
    const HeatFrame now = frame();
    paintGround(painter, m_area, m_content->hasClear());
    m_content->paint(painter, now);
    if (m_mode == GridMode::OverTime)
        drawTimeRuler(painter,
                      QRect(static_cast<int>(m_area.left()), 0, static_cast<int>(m_area.width()), m_labels.header),
                      m_labels.header, m_gestures.axis(), palette);
    else
        drawColumnHeadings(painter, now, *m_content, m_labels, m_metric, palette);
    drawRowLabels(painter, now, *m_content, m_labels, palette);
    if (m_mode == GridMode::OverTime)
        drawMoments(painter, now, m_context.time, m_context.selection, palette);
    drawHighlights(painter, now, *m_content, m_labels, m_context.selection, palette);
    Q_EMIT shownChanged();
}

} // namespace lockstep
