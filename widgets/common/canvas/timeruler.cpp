// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/canvas/timeruler.h"

#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

/// Number of labels that fit to the right of their marks, up to @p end; 0: they would overlap.
std::size_t labelsThatFit(const std::vector<TimeMark>& marks, const TimeAxis& axis, const QFontMetrics& metrics,
                          double end)
{
    std::size_t count = 0;
    double free = 0;
    for (const TimeMark& mark : marks) {
        const double x = axis.pixelOf(mark.time);
        const double to = x + 4 + metrics.horizontalAdvance(toQString(mark.label));
        if (x < 0 || to > end)
            continue;
        if (x < free)
            return 0;
        free = to + 4;
        ++count;
    }
    return count;
}

/// Marks spaced for the longest labels or, if fewer than two of those fit, for shorter ones.
std::vector<TimeMark> marksOf(const TimeAxis& axis, const QFontMetrics& metrics, double end)
{
    constexpr std::size_t enough = 2; // one label shows the time, two show the scale
    std::vector<TimeMark> best;
    std::size_t max = 0;
    for (const QString& label :
         {QStringLiteral("00:00:00.000000"), QStringLiteral("00:00:00"), QStringLiteral("00:00")}) {
        std::vector<TimeMark> marks = timeMarks(axis, metrics.horizontalAdvance(label) + 12);
        const std::size_t count = labelsThatFit(marks, axis, metrics, end);
        if (best.empty() || count > max) {
            best = std::move(marks);
            max = count;
        }
        if (max >= enough)
            break;
    }
    return best;
}

} // namespace

void drawTimeRuler(QPainter& painter, const QRect& area, int linesTo, const TimeAxis& axis, const Palette& palette)
{
    painter.save();
    const QFont font = smallFigureFont();
    const QFontMetrics metrics(font);
    painter.setFont(font);
    const int zoneWidth = metrics.horizontalAdvance(QStringLiteral(" UTC")) + 6;

    for (const TimeMark& mark : marksOf(axis, metrics, area.width() - 1 - zoneWidth)) {
        const int x = area.left() + static_cast<int>(std::lround(axis.pixelOf(mark.time)));
        if (x < area.left() || x > area.right())
            continue;
        painter.fillRect(x, area.bottom() - 4, 1, 5, toColor(palette.dimText));
        painter.fillRect(x, area.bottom() + 1, 1, linesTo - area.bottom() - 1, toColor(palette.line, 110));
        const QString label = toQString(mark.label);
        const int labelWidth = metrics.horizontalAdvance(label);
        // Omit a label that the time zone or the edge would cut off.
        if (x + 4 + labelWidth > area.right() - zoneWidth)
            continue;
        painter.setPen(toColor(palette.dimText));
        painter.drawText(QRect(x + 4, area.top(), labelWidth + 2, area.height()), Qt::AlignVCenter, label);
    }
    painter.setPen(toColor(palette.dimText));
    painter.drawText(area.adjusted(0, 0, -6, 0), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("UTC"));
    painter.fillRect(area.left(), area.bottom(), area.width(), 1, toColor(palette.line));
    painter.restore();
}

void drawTimeTag(QPainter& painter, const QRect& area, double x, const QString& text, Rgb fill)
{
    painter.save();
    painter.setFont(smallFigureFont());
    const int width = painter.fontMetrics().horizontalAdvance(text) + 10;
    const int room = std::max(area.left(), area.right() + 1 - width);
    const int left = std::clamp(static_cast<int>(std::lround(x)) - width / 2, area.left(), room);
    const QRect box(left, area.top() + 1, width, area.height() - 2);
    painter.fillRect(box, toColor(fill));
    painter.setPen(toColor(readableOn(fill)));
    painter.drawText(box, Qt::AlignCenter, text);
    painter.restore();
}

Duration pixelResolution(const TimeAxis& axis)
{
    if (axis.width < 1)
        return axis.range.length();
    return Duration(std::max<std::int64_t>(1, axis.range.length().count() / static_cast<std::int64_t>(axis.width)));
}

} // namespace lockstep
