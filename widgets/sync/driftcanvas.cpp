// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/driftcanvas.h"

#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/theme.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/sync/drifttext.h"
#include "widgets/sync/jobshown.h"

#include <QPainter>
#include <QTimerEvent>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int canvasPad = 8;
constexpr std::size_t maxLines = 6; ///< of what drifts: more cannot be told apart
constexpr double widestLabels = 0.4; ///< of the width

} // namespace

DriftCanvas::DriftCanvas(ViewContext context, QWidget* parent)
    : JobCanvas(context, tr("Drift: compute time against peers, step by step"), parent)
{
    // What is selected is to fit in.
    connect(&context.selection, &Selection::selectedChanged, this, [this] { m_picture = {}; });
}

void DriftCanvas::rebuild()
{
    const auto job = jobWanted();
    // A new picture takes the place of the old one when it is whole.
    const auto drifting = job ? driftingLanes(*job) : std::vector<std::uint32_t>();
    if (job) {
        auto ascending = drifting;
        std::ranges::sort(ascending);
        m_bands.leaveOut(std::move(ascending));
        if (!m_bands.work(job->driftCurve))
            return m_work.start(0, this);
    }
    m_work.stop();
    m_isOld = false;
    m_job = job;
    m_drifting = drifting;
    m_picture = {};
    setAccessibleDescription(sentence());
    update();
    Q_EMIT shownChanged();
}

void DriftCanvas::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_work.timerId())
        rebuild();
    else
        JobCanvas::timerEvent(event);
}

QString DriftCanvas::sentence() const
{
    return m_job ? driftSentence(*m_job, m_drifting.empty() ? QString() : nameOf(m_drifting.front())) : QString();
}

QString DriftCanvas::nameOf(std::uint32_t lane) const
{
    return nameOfLane(m_context.cluster.store(), *m_job, lane);
}

std::optional<std::uint32_t> DriftCanvas::laneOf(EntityRef entity) const
{
    if (!m_job || !entity.isValid())
        return std::nullopt;
    for (std::uint32_t lane = 0; lane < m_job->lanes.size(); ++lane) {
        if (entityOf(lane) == entity)
            return lane;
    }
    return std::nullopt;
}

/// The lanes that are drawn as lines with a label: what drifts most, and what is selected.
std::vector<std::uint32_t> DriftCanvas::marked() const
{
    std::vector<std::uint32_t> lanes(
        m_drifting.begin(), m_drifting.begin() + static_cast<std::ptrdiff_t>(std::min(maxLines, m_drifting.size())));
    if (const auto selected = laneOf(m_context.selection.current()); selected && !std::ranges::count(lanes, *selected))
        lanes.push_back(*selected);
    return lanes;
}

int DriftCanvas::labelWidth() const
{
    const QFontMetrics words(smallTextFont());
    const QFontMetrics figures(smallFigureFont());
    int widest = 0;
    for (const std::uint32_t lane : marked())
        widest = std::max(widest, words.horizontalAdvance(nameOf(lane)));
    const int wanted = widest + 4 * canvasPad + figures.horizontalAdvance(QStringLiteral("+88.8 %")) + canvasPad;
    return widest > 0 ? std::min(wanted, static_cast<int>(width() * widestLabels)) : 0;
}

QRectF DriftCanvas::area() const
{
    const QFontMetrics metrics(smallTextFont());
    const int left = QFontMetrics(smallFigureFont()).horizontalAdvance(QStringLiteral("+88.8 %")) + 2 * canvasPad;
    const int top = metrics.height() + 4;
    return {static_cast<double>(left), static_cast<double>(top),
            static_cast<double>(std::max(1, width() - left - labelWidth() - canvasPad)),
            static_cast<double>(std::max(1, height() - top - metrics.height() - 6))};
}

void DriftCanvas::paintPicture()
{
    m_plot = DriftPlot(m_job, m_bands, marked(), area());
    m_wasDark = m_context.theme.isDark();
    m_picture = QPixmap(size() * devicePixelRatioF());
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    ++m_builds;
    const Palette& palette = m_context.theme.palette();
    QPainter painter(&m_picture);
    painter.fillRect(rect(), toColor(palette.panel));
    paintAxes(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(m_plot.area());
    paintBands(painter);
    for (std::size_t at = std::min(maxLines, m_drifting.size()); at-- > 0;) {
        const std::uint32_t lane = m_drifting[at];
        paintCurve(painter, lane, palette.warning, at == 0 ? 2 : 1.25);
        painter.setPen(QPen(toColor(palette.text), 1, Qt::DashLine));
        painter.drawPolyline(m_plot.lineOf(lane));
    }
}

void DriftCanvas::paintOn(QPainter& painter)
{
    if (!m_job || m_job->driftCurve.empty())
        return paintEmpty(painter);
    const Palette& palette = m_context.theme.palette();
    if (m_picture.isNull() || m_wasDark != m_context.theme.isDark() || m_plot.area() != area())
        paintPicture();
    painter.drawPixmap(0, 0, m_picture);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(m_plot.area());
    if (const auto selected = laneOf(m_context.selection.current()))
        paintCurve(painter, *selected, palette.accent, 2);
    if (const auto hovered = laneOf(m_context.selection.hovered()))
        paintCurve(painter, *hovered, palette.hover, 2);
    painter.setClipping(false);
    paintLabels(painter);
    painter.restore();
}

void DriftCanvas::resizeEvent(QResizeEvent* event)
{
    m_picture = {};
    JobCanvas::resizeEvent(event);
}

void DriftCanvas::hideEvent(QHideEvent* event)
{
    m_work.stop();
    JobCanvas::hideEvent(event);
}

} // namespace lockstep
