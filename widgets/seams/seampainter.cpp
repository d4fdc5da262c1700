// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/seams/seampainter.h"

#include "widgets/common/elide.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QPainterPath>

#include <algorithm>

namespace lockstep {

namespace {

constexpr qreal boxPad = 6;

/// From the right of what carries to the left of what is carried.
QPainterPath seamPath(const QRectF& carrier, const QRectF& carried)
{
    const QPointF from(carrier.right(), carrier.center().y());
    const QPointF to(carried.left(), carried.center().y());
    const QPointF bend((to.x() - from.x()) / 2, 0);
    QPainterPath path(from);
    path.cubicTo(from + bend, to - bend, to);
    return path;
}

} // namespace

void SeamPainter::paintLines(const SeamPicture& picture, const SeamColumns& columns) const
{
    std::vector<const SeamLine*> lines;
    for (const SeamLine& line : picture.lines)
        lines.push_back(&line);
    // What is wrong lies over what is not.
    std::ranges::stable_sort(lines, {}, [](const SeamLine* line) { return line->health; });
    m_painter.setBrush(Qt::NoBrush);
    for (const SeamLine* line : lines) {
        const QRectF& carrier = columns.boxes()[line->carrier];
        const QRectF& carried = columns.boxes()[line->carried];
        if (carrier.isEmpty() || carried.isEmpty())
            continue;
        QPen pen(toColor(m_palette.line), 1);
        if (line->health == SeamHealth::Trouble)
            pen = QPen(toColor(severityColour(m_palette, line->severity)), 2);
        else if (line->health == SeamHealth::Stands)
            pen = QPen(toColor(m_palette.warning), 1, Qt::DashLine);
        m_painter.setPen(pen);
        m_painter.drawPath(seamPath(carrier, carried));
    }
}

void SeamPainter::paintHeadings(const SeamColumns& columns) const
{
    m_painter.setFont(smallTextFont());
    m_painter.setPen(toColor(m_palette.dimText));
    for (const SeamColumns::Heading& heading : columns.headings())
        m_painter.drawText(
            heading.area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            m_painter.fontMetrics().elidedText(heading.text, Qt::ElideRight, static_cast<int>(heading.area.width())));
}

QPen SeamPainter::frameOf(const SeamBox& box, bool isHovered) const
{
    if (isHovered)
        return {toColor(m_palette.hover), 2};
    if (box.isChosen)
        return {toColor(m_palette.accent), 2};
    if (box.health == SeamHealth::Trouble)
        return {toColor(severityColour(m_palette, box.severity)), 1.5};
    if (box.health == SeamHealth::Stands)
        return {toColor(m_palette.warning), 1, Qt::DashLine};
    return {toColor(m_palette.line), 1};
}

void SeamPainter::paintBox(const SeamBox& box, const QRectF& area, bool isHovered, bool isCurrent) const
{
    const QRectF frame = area.adjusted(0.5, 0.5, -0.5, -0.5);
    const bool isUnknown = box.health == SeamHealth::Unknown;
    m_painter.setPen(frameOf(box, isHovered));
    m_painter.setBrush(isUnknown ? noDataBrush(m_palette) : QBrush(toColor(m_palette.raised)));
    m_painter.drawRoundedRect(frame, 3, 3);
    if (box.items.size() > 1) { // a pile
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawLine(frame.bottomLeft() + QPointF(4, 2), frame.bottomRight() + QPointF(-4, 2));
    }
    if (isCurrent) {
        m_painter.setPen(QPen(toColor(m_palette.accent), 1, Qt::DotLine));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(frame.adjusted(2, 2, -2, -2));
    }
    QRectF text = area.adjusted(boxPad, 2, -boxPad, -2);
    if (box.health == SeamHealth::Trouble) {
        drawSeverity(m_painter, {text.left(), text.top() + 3, severityMarkSide, severityMarkSide}, box.severity,
                     m_palette);
        text.setLeft(text.left() + severityMarkSide + 4);
    }
    m_painter.setFont(textFont());
    m_painter.setPen(toColor(m_palette.text));
    const bool hasNote = !box.note.empty();
    const QRectF upper(text.left(), text.top(), text.width(), hasNote ? text.height() / 2 : text.height());
    m_painter.drawText(upper, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                       elidedName(m_painter.fontMetrics(), toQString(box.label), static_cast<int>(upper.width())));
    if (!hasNote)
        return;
    m_painter.setFont(smallTextFont());
    m_painter.setPen(toColor(isUnknown ? m_palette.text : m_palette.dimText));
    const QRectF lower(text.left(), upper.bottom(), text.width(), text.height() / 2);
    m_painter.drawText(
        lower, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        m_painter.fontMetrics().elidedText(toQString(box.note), Qt::ElideRight, static_cast<int>(lower.width())));
}

} // namespace lockstep
