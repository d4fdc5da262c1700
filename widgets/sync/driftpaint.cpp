// SPDX-License-Identifier: GPL-3.0-or-later
// How DriftCanvas paints its parts.
#include "models/core/units.h"
#include "models/view/selection.h"
#include "models/view/theme.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/sync/driftcanvas.h"
#include "widgets/sync/drifttext.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int curvePad = 8;

} // namespace

void DriftCanvas::paintAxes(QPainter& painter) const
{
    const Palette& palette = m_context.theme.palette();
    const QRectF plot = m_plot.area();
    painter.setFont(smallFigureFont());
    const int line = painter.fontMetrics().height();
    for (const double mark : m_plot.marks()) {
        const double y = std::round(m_plot.yOf(mark));
        const bool isLikePeers = std::abs(mark - 1) < 1e-9;
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), toColor(palette.line, isLikePeers ? 255 : 120));
        painter.setPen(toColor(isLikePeers ? palette.text : palette.dimText));
        painter.drawText(QRectF(0, y - line / 2.0, plot.left() - curvePad, line), Qt::AlignRight | Qt::AlignVCenter,
                         slowerText(mark));
    }
    for (const DriftPlot::Hole& hole : m_plot.holes())
        painter.fillRect(QRectF(hole.from, plot.top(), std::max(hole.to - hole.from, 1.0), plot.height()),
                         noDataBrush(palette));
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.dimText));
    painter.drawText(
        QRectF(curvePad, 2, width() - 2 * curvePad, line), Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(tr("Compute time against peers; bands: 50 and 90 % of the others"),
                                         Qt::ElideRight, static_cast<int>(plot.right()) - curvePad));
    if (labelWidth() > 0)
        painter.drawText(QRectF(plot.right() + curvePad, 2, width() - plot.right() - 2 * curvePad, line),
                         Qt::AlignRight | Qt::AlignVCenter, tr("per 1\u2009000 steps"));
    const QRectF below(plot.left(), plot.bottom() + 3, plot.width(), line);
    const auto stepText = [](std::uint32_t step) {
        return tr("step %1").arg(toQString(formatNumber(static_cast<double>(step))));
    };
    painter.drawText(below, Qt::AlignLeft | Qt::AlignTop, stepText(m_job->driftCurve.front()->firstStep));
    painter.drawText(below, Qt::AlignRight | Qt::AlignTop, stepText(m_job->driftCurve.back()->lastStep));
}

void DriftCanvas::paintBands(QPainter& painter) const
{
    const Palette& palette = m_context.theme.palette();
    const auto& points = m_job->driftCurve;
    const auto paintPiece = [&](std::size_t from, std::size_t to) {
        const auto band = [&](float DriftBand::*low, float DriftBand::*high, double share) {
            QPolygonF outline;
            for (std::size_t at = from; at < to; ++at)
                outline << QPointF(m_plot.xOf(*points[at]),
                                   m_plot.yOf(static_cast<double>(m_bands.of(points[at])->*high)));
            for (std::size_t at = to; at-- > from;)
                outline << QPointF(m_plot.xOf(*points[at]),
                                   m_plot.yOf(static_cast<double>(m_bands.of(points[at])->*low)));
            painter.setPen(Qt::NoPen);
            painter.setBrush(toColor(mixed(palette.panel, palette.dimText, share)));
            painter.drawPolygon(outline);
        };
        band(&DriftBand::low, &DriftBand::high, 0.22);
        band(&DriftBand::quarter, &DriftBand::threeQuarters, 0.42);
        QPolygonF middle;
        for (std::size_t at = from; at < to; ++at)
            middle << QPointF(m_plot.xOf(*points[at]), m_plot.yOf(static_cast<double>(m_bands.of(points[at])->middle)));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(toColor(palette.dimText), 1));
        painter.drawPolyline(middle);
    };
    std::size_t from = 0;
    for (std::size_t at = 0; at < points.size(); ++at) {
        const DriftBand* band = m_bands.of(points[at]);
        const bool isKnown = band != nullptr && !std::isnan(band->middle);
        if (isKnown && !m_plot.breaksAfter(at) && at + 1 < points.size())
            continue;
        if (const std::size_t to = at + (isKnown ? 1 : 0); to > from)
            paintPiece(from, to);
        from = at + 1;
    }
}

void DriftCanvas::paintCurve(QPainter& painter, std::uint32_t lane, Rgb colour, double width) const
{
    painter.setBrush(Qt::NoBrush);
    for (const QPolygonF& piece : m_plot.curveOf(lane)) {
        for (const auto& [ground, wide] :
             {std::pair(m_context.theme.palette().panel, width + 2), std::pair(colour, width)}) {
            painter.setPen(QPen(toColor(ground), wide));
            if (piece.size() == 1)
                painter.drawPoint(piece.front());
            else
                painter.drawPolyline(piece);
        }
    }
}

/// At the right, where the curves end; moved apart where they end close together, the worst first.
void DriftCanvas::paintLabels(QPainter& painter) const
{
    struct Label
    {
        std::uint32_t lane;
        double y;
    };
    std::vector<Label> labels;
    for (const std::uint32_t lane : marked()) {
        double y = m_plot.area().center().y();
        for (const QPolygonF& piece : m_plot.curveOf(lane))
            y = piece.isEmpty() ? y : piece.back().y();
        labels.push_back({lane, y});
    }
    const double line = QFontMetricsF(smallTextFont()).height() + 1;
    const QRectF plot = m_plot.area();
    const auto most = static_cast<std::size_t>(std::max(1.0, plot.height() / line));
    labels.resize(std::min(labels.size(), most));
    std::ranges::sort(labels, {}, &Label::y);
    double least = plot.top();
    for (std::size_t at = 0; at < labels.size(); ++at) {
        const double rest = static_cast<double>(labels.size() - at) * line;
        labels[at].y = std::min(std::max(labels[at].y - line / 2, least), plot.bottom() - rest);
        least = labels[at].y + line;
    }
    const Palette& palette = m_context.theme.palette();
    const auto selected = laneOf(m_context.selection.current());
    for (const Label& label : labels) {
        const QRectF box(plot.right() + curvePad, label.y, width() - plot.right() - 2 * curvePad, line);
        const bool drifts = std::ranges::count(m_drifting, label.lane) > 0;
        const DriftEstimate drift = label.lane < m_job->drifts.size() ? m_job->drifts[label.lane] : DriftEstimate{};
        const QString slope = !(drift.steps > 0) ? QString()
            : drift.isJump                       ? tr("jump")
                                                 : signedText(drift.perThousandSteps, Unit::Ratio);
        painter.fillRect(QRectF(box.left(), box.top() + 2, 3, box.height() - 4),
                         toColor(selected == label.lane ? palette.accent
                                     : drifts           ? palette.warning
                                                        : palette.dimText));
        painter.setFont(smallFigureFont());
        painter.setPen(toColor(palette.text));
        const int wide = painter.fontMetrics().horizontalAdvance(slope);
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, slope);
        painter.setFont(smallTextFont());
        const QRectF name = box.adjusted(curvePad, 0, -wide - curvePad, 0);
        painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(nameOf(label.lane), Qt::ElideRight,
                                                          static_cast<int>(std::max(0.0, name.width()))));
    }
}

} // namespace lockstep
