// SPDX-License-Identifier: GPL-3.0-or-later
// How HeaderStrip paints itself.
#include "models/view/framestats.h"
#include "models/view/theme.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/panels/headerstrip.h"

#include <QFontMetrics>
#include <QPainter>

namespace lockstep {

namespace {

constexpr int tilePad = 12;
constexpr int tileMarkSide = 12;
constexpr double tileValueScale = 1.5;

/// The three lines of a block: label, value, note.
struct Lines
{
    explicit Lines(const QRect& area)
    {
        const int small = QFontMetrics(smallTextFont()).height();
        const int large = QFontMetrics(figureFont(tileValueScale)).height();
        const int top = area.top() + (area.height() - (2 * small + large)) / 2;
        label = QRect(area.left(), top, area.width(), small);
        value = QRect(area.left(), top + small, area.width(), large);
        note = QRect(area.left(), top + small + large, area.width(), small);
    }

    QRect label;
    QRect value;
    QRect note;
};

void drawSmall(QPainter& painter, const QRect& line, const QString& text, Rgb colour)
{
    painter.setFont(smallTextFont());
    painter.setPen(toColor(colour));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideMiddle, line.width()));
}

/// The mark stands before the figure; returns where the figure goes on.
int drawMark(QPainter& painter, const QRect& line, const std::optional<Severity>& alarm, const Palette& palette)
{
    if (!alarm)
        return line.left();
    const QRectF square(line.left(), line.center().y() - tileMarkSide / 2.0 + 1, tileMarkSide, tileMarkSide);
    drawSeverity(painter, square, *alarm, palette);
    return line.left() + tileMarkSide + 4;
}

} // namespace

void HeaderStrip::paintFigure(QPainter& painter, const QRect& area, const HeaderFigure& figure) const
{
    const Palette& palette = m_context.theme.palette();
    painter.fillRect(area.left(), area.top() + 10, 1, area.height() - 20, toColor(palette.line));
    const Lines lines(area.adjusted(tilePad, 0, -tilePad / 2, 0));
    const bool hasData = figure.value != tr("no data");
    drawSmall(painter, lines.label, figure.label, palette.dimText);

    const int x = drawMark(painter, lines.value, figure.alarm, palette);
    painter.setFont(hasData ? figureFont(tileValueScale) : textFont());
    painter.setPen(toColor(!hasData           ? palette.dimText
                               : figure.alarm ? severityColour(palette, *figure.alarm)
                                              : palette.text));
    const QFontMetrics metrics = painter.fontMetrics();
    painter.drawText(QRect(x, lines.value.top(), lines.value.right() - x, lines.value.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, figure.value);
    if (!figure.unit.isEmpty()) {
        const int ascent = lines.value.top() + (lines.value.height() - metrics.height()) / 2 + metrics.ascent();
        const int after = x + metrics.horizontalAdvance(figure.value) + 4;
        painter.setFont(figureFont());
        painter.setPen(toColor(palette.dimText));
        painter.drawText(after, ascent, figure.unit);
    }
    drawSmall(painter, lines.note, figure.note, palette.dimText);
}

void HeaderStrip::paintState(QPainter& painter, const QRect& area) const
{
    const Palette& palette = m_context.theme.palette();
    const Lines lines(area);
    const int x = drawMark(painter, lines.label, m_state.alarm, palette);
    QFont word = smallTextFont();
    word.setWeight(QFont::DemiBold);
    painter.setFont(word);
    painter.setPen(toColor(m_state.alarm ? severityColour(palette, *m_state.alarm) : palette.text));
    painter.drawText(QRect(x, lines.label.top(), area.right() - x, lines.label.height()), Qt::AlignVCenter,
                     m_state.word);
    painter.setFont(figureFont(tileValueScale));
    painter.setPen(toColor(palette.text));
    painter.drawText(lines.value, Qt::AlignLeft | Qt::AlignVCenter, m_state.time);
    drawSmall(painter, lines.note, m_state.note, palette.dimText);
}

void HeaderStrip::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.panel));
    painter.fillRect(0, height() - 1, width(), 1, toColor(palette.line));

    const Lines name(nameArea());
    QFont brand = titleFont();
    brand.setLetterSpacing(QFont::AbsoluteSpacing, 2);
    painter.setFont(brand);
    painter.setPen(toColor(palette.text));
    const QRect brandLine = name.label.united(name.value.adjusted(0, 0, 0, -name.value.height() / 3));
    painter.drawText(brandLine, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("LOCKSTEP"));
    const QRect clusterLine(name.note.left(), brandLine.bottom() - 2, name.note.width(), name.note.height());
    drawSmall(painter, clusterLine, m_cluster, palette.dimText);

    for (const Placed& placed : m_placed)
        paintFigure(painter, placed.area, m_figures[placed.figure]);
    paintState(painter, stateArea());
    m_context.frames.painted();
}

} // namespace lockstep
