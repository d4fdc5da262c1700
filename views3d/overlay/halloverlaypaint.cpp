// SPDX-License-Identifier: GPL-3.0-or-later
// How each thing on the overlay is painted.
#include "models/view/theme.h"
#include "views3d/overlay/halloverlay.h"

#include <QPainter>

#include <algorithm>

namespace lockstep {

void HallOverlay::paintMarks(QPainter& painter) const
{
    for (const Mark& mark : m_marks) {
        // A dark seam under the line keeps it visible on bright colours.
        QColor seam(m_theme.palette().window);
        seam.setAlphaF(0.7F);
        painter.setPen(QPen(seam, mark.width + 2, Qt::SolidLine, Qt::RoundCap));
        painter.drawLines(mark.lines.data(), static_cast<int>(mark.lines.size()));
        painter.setPen(QPen(QColor(mark.colour), mark.width, Qt::SolidLine, Qt::RoundCap));
        painter.drawLines(mark.lines.data(), static_cast<int>(mark.lines.size()));
    }
}

void HallOverlay::paintNames(QPainter& painter) const
{
    const Palette& palette = m_theme.palette();
    QColor plate(palette.window);
    plate.setAlphaF(0.72F);
    for (const Name& name : m_names) {
        if (name.label.isOnBox) {
            constexpr Rgb ink = 0x101418;
            constexpr Rgb paper = 0xFFFFFF;
            const bool wantsInk = contrastRatio(ink, name.background) > contrastRatio(paper, name.background);
            painter.setPen(QColor(wantsInk ? ink : paper));
        } else {
            painter.setPen(Qt::NoPen);
            painter.setBrush(plate);
            painter.drawRoundedRect(name.label.rect.adjusted(-3, 0, 3, 0), 2, 2);
            painter.setPen(QColor(palette.text));
        }
        painter.drawText(name.label.rect, Qt::AlignCenter, name.label.text);
    }
}

void HallOverlay::paintCallouts(QPainter& painter) const
{
    constexpr double ring = 5;
    const Palette& palette = m_theme.palette();
    for (const HallCallout& callout : m_callouts) {
        const QColor colour(callout.colour);
        const QLineF leader = callout.leader();
        for (const bool isSeam : {true, false}) {
            QColor seam(palette.window);
            seam.setAlphaF(0.8F);
            painter.setPen(QPen(isSeam ? seam : colour, isSeam ? 3.5 : 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawLine(leader);
            painter.drawEllipse(callout.at, ring, ring);
        }
        painter.setBrush(QColor(palette.raised));
        painter.drawRoundedRect(callout.plate, 3, 3);
        painter.setPen(QColor(palette.text));
        painter.drawText(callout.plate, Qt::AlignCenter, callout.text);
    }
}

void HallOverlay::paintTape(QPainter& painter) const
{
    const Palette& palette = m_theme.palette();
    painter.setPen(QPen(QColor(palette.accent), 1.5));
    painter.drawLines(m_tape.lines.data(), static_cast<int>(m_tape.lines.size()));
    const QFontMetricsF metrics(font());
    QColor plate(palette.window);
    plate.setAlphaF(0.72F);
    for (const HallTape::Number& number : m_tape.numbers) {
        const double width = metrics.horizontalAdvance(number.text) + 4;
        const QRectF rect(number.at.x() - width, number.at.y() - metrics.height() / 2, width, metrics.height());
        painter.fillRect(rect, plate);
        painter.setPen(QColor(palette.text));
        painter.drawText(rect, Qt::AlignCenter, number.text);
    }
}

void HallOverlay::paintFrame(QPainter& painter) const
{
    if (m_frame.isEmpty())
        return;
    QColor fill(m_theme.palette().accent);
    fill.setAlphaF(0.12F);
    painter.setPen(QPen(QColor(m_theme.palette().accent), 1));
    painter.setBrush(fill);
    painter.drawRect(m_frame);
}

void HallOverlay::paintMessage(QPainter& painter) const
{
    if (m_message.isEmpty())
        return;
    constexpr int how = Qt::AlignCenter | Qt::TextWordWrap;
    const QRectF middle = QRectF(rect()).adjusted(24, 24, -24, -24);
    QColor plate(m_theme.palette().window);
    plate.setAlphaF(0.85F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(plate);
    painter.drawRoundedRect(painter.boundingRect(middle, how, m_message).adjusted(-10, -6, 10, 6), 4, 4);
    painter.setPen(QColor(m_theme.palette().text));
    painter.drawText(middle, how, m_message);
}

} // namespace lockstep
