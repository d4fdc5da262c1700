// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/halloverlay.h"

#include "models/view/framestats.h"
#include "models/view/theme.h"

#include <QPainter>

namespace lockstep {

HallOverlay::HallOverlay(const Theme& theme, FrameStats& frames, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_frames(frames)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
}

void HallOverlay::setNames(std::vector<Name> names)
{
    m_names = std::move(names);
    update();
}

void HallOverlay::setMarks(std::vector<Mark> marks)
{
    m_marks = std::move(marks);
    update();
}

void HallOverlay::setLegend(HallLegend legend)
{
    m_legend = std::move(legend);
    update();
}

void HallOverlay::setTip(HallTip tip, QPointF pointer)
{
    m_tip = std::move(tip);
    m_pointer = pointer;
    update();
}

void HallOverlay::setMessage(QString message)
{
    m_message = std::move(message);
    update();
}

void HallOverlay::setOpaque(bool isOpaque)
{
    m_isOpaque = isOpaque;
    update();
}

QRectF HallOverlay::legendArea() const
{
    return legendRect(m_legend, size(), font());
}

void HallOverlay::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event);
    const FrameStats::Work work(m_frames);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_isOpaque)
        painter.fillRect(rect(), QColor(m_theme.palette().window));
    paintMarks(painter);
    paintNames(painter);
    paintLegend(painter, m_legend, legendArea(), m_theme.palette());
    paintMessage(painter);
    paintTip(painter, m_tip, m_pointer, size(), m_theme.palette());
}

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

void HallOverlay::paintMessage(QPainter& painter) const
{
    if (m_message.isEmpty())
        return;
    painter.setPen(QColor(m_theme.palette().dimText));
    const QRectF middle = QRectF(rect()).adjusted(24, 24, -24, -24);
    painter.drawText(middle, Qt::AlignCenter | Qt::TextWordWrap, m_message);
}

} // namespace lockstep
