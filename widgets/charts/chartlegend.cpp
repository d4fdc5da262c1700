// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chartlegend.h"

#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QPainter>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int swatchPadding = 8;
constexpr int swatch = 10;
constexpr int valueCharacters = 9;

int lineHeight()
{
    return rowHeight(textFont()) - 2;
}

/// Width of one entry: the same for all, so that figures stand under each other and nothing jumps.
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

} // namespace

int chartLegendHeight(const QString& title, int entries, int widestName, int width)
{
    if (entries <= besideTitle(title, widestName, width))
        return lineHeight();
    const int each = perLine(widestName, width);
    return lineHeight() * (1 + (entries + each - 1) / each);
}

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
        painter.drawText(value, Qt::AlignVCenter | Qt::AlignRight, entry.value);
        if (entry.severity)
            drawSeverity(painter,
                         QRectF(value.right() + 4, y + (lineHeight() - severityMarkSide) / 2.0, severityMarkSide,
                                severityMarkSide),
                         *entry.severity, palette);
        x += cell;
    }
}

} // namespace lockstep
