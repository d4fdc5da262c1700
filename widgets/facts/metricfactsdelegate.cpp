// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/metricfactsdelegate.h"

#include "models/view/colour/theme.h"
#include "models/view/decimation.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/facts/metricfactsmodel.h"

#include <QPainter>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int factPadding = 6;
constexpr int trendWidth = 84;
constexpr int widestValue = 12; ///< characters
constexpr int slack = 6; ///< advances of fallback glyphs (the thin space) round up

} // namespace

void drawSparkline(QPainter& painter, const QRect& area, std::span<const float> samples, Rgb colour)
{
    if (area.width() < 4 || area.height() < 4)
        return;
    const std::vector<PixelExtent> extents = decimate(samples, static_cast<std::size_t>(area.width()));
    float low = 0;
    float high = 0;
    bool isFirst = true;
    for (const PixelExtent& extent : extents) {
        if (!extent.hasData)
            continue;
        low = isFirst ? extent.low : std::min(low, extent.low);
        high = isFirst ? extent.high : std::max(high, extent.high);
        isFirst = false;
    }
    if (isFirst)
        return;
    const double span = high > low ? static_cast<double>(high - low) : 0;
    const auto yOf = [&](float value) {
        return span > 0 ? area.bottom() - static_cast<double>(value - low) / span * (area.height() - 1)
                        : area.center().y();
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(toColor(colour));
    std::optional<QPointF> last;
    for (std::size_t x = 0; x < extents.size(); ++x) {
        const PixelExtent& extent = extents[x];
        if (!extent.hasData) {
            // Pixels between samples are not gaps; only a gap breaks the line.
            if (extent.hasGap)
                last.reset();
            continue;
        }
        const double at = area.left() + static_cast<double>(x);
        if (last)
            painter.drawLine(*last, QPointF(at, yOf(extent.last)));
        painter.drawLine(QPointF(at, yOf(extent.low)), QPointF(at, yOf(extent.high)));
        last = QPointF(at, yOf(extent.last));
    }
    if (last)
        painter.fillRect(QRectF(last->x() - 1, last->y() - 1, 3, 3), toColor(colour));
    painter.restore();
}

MetricFactsDelegate::MetricFactsDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent), m_theme(theme)
{ }

QSize MetricFactsDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const QString text = index.data().toString();
    const int height = rowHeight(textFont());
    switch (index.column()) {
    case MetricFactsModel::Name:
        return {QFontMetrics(textFont()).horizontalAdvance(text) + 2 * factPadding + slack, height};
    case MetricFactsModel::Trend:
        return {trendWidth, height};
    case MetricFactsModel::Value: {
        // Words are elided, so that one of them does not cut the names of all metrics.
        const QFontMetrics figures(figureFont());
        const int width = std::min(figures.horizontalAdvance(text), widestValue * figures.averageCharWidth());
        return {width + 3 * factPadding + severityMarkSide + slack, height};
    }
    default:
        return {QFontMetrics(smallFigureFont()).horizontalAdvance(text) + 2 * factPadding + slack, height};
    }
}

void MetricFactsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* model = qobject_cast<const MetricFactsModel*>(index.model());
    if (model == nullptr)
        return;
    const MetricFact& fact = model->fact(index.row());
    const Palette& palette = m_theme.palette();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
    painter->fillRect(option.rect,
                      toColor(isSelected      ? mixed(palette.panel, palette.accent, 0.28)
                                  : isHovered ? palette.raised
                                              : palette.panel));
    const QRect box = option.rect.adjusted(factPadding, 0, -factPadding, 0);
    // Elide names in the middle, because their end matters as much as their beginning.
    const Qt::TextElideMode elide = index.column() == MetricFactsModel::Name ? Qt::ElideMiddle : Qt::ElideRight;
    const auto text = [&](const QRect& area, const QFont& font, Rgb colour, Qt::Alignment side) {
        painter->setFont(font);
        painter->setPen(toColor(colour));
        painter->drawText(area, static_cast<int>(side | Qt::AlignVCenter),
                          painter->fontMetrics().elidedText(index.data().toString(), elide, area.width()));
    };
    switch (index.column()) {
    case MetricFactsModel::Name:
        text(box, textFont(), fact.isBelieved ? palette.text : palette.dimText, Qt::AlignLeft);
        break;
    case MetricFactsModel::Trend:
        drawSparkline(*painter, box.adjusted(0, 4, 0, -4), fact.trend,
                      fact.isBelieved ? palette.hover : palette.dimText);
        break;
    case MetricFactsModel::Value:
        if (fact.severity)
            drawSeverity(
                *painter,
                QRectF(box.left(), box.center().y() - severityMarkSide / 2.0 + 0.5, severityMarkSide, severityMarkSide),
                *fact.severity, palette);
        text(box.adjusted(severityMarkSide + factPadding, 0, 0, 0), figureFont(),
             fact.isBelieved ? palette.text : palette.dimText, Qt::AlignRight);
        break;
    default:
        text(box, smallFigureFont(), palette.dimText, Qt::AlignRight);
        break;
    }
}

} // namespace lockstep

#include "moc_metricfactsdelegate.cpp"
