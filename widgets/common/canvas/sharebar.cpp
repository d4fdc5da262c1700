// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/canvas/sharebar.h"

#include "models/core/units.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <numeric>

namespace lockstep {

namespace {
constexpr int barPad = 8;
} // namespace

ShareBar::ShareBar(ViewContext context, QWidget* parent)
    : QWidget(parent), m_context(context), m_tip(new HoverTip(context.theme, this))
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize ShareBar::sizeHint() const
{
    return {320, QFontMetrics(smallTextFont()).height() * 2 + 12};
}

QRect ShareBar::bar() const
{
    const int line = QFontMetrics(smallTextFont()).height();
    return {barPad, line + 6, std::max(1, width() - 2 * barPad), line + 2};
}

void ShareBar::setParts(QString title, std::vector<Part> parts)
{
    m_title = std::move(title);
    m_parts = std::move(parts);
    QStringList spoken{m_title};
    for (const Part& part : m_parts)
        spoken << part.name + QLatin1Char(' ') + quantityText(total() > 0 ? part.amount / total() : 0, Unit::Ratio);
    setAccessibleDescription(spoken.join(QStringLiteral(", ")));
    setVisible(total() > 0);
    update();
}

double ShareBar::total() const
{
    return std::accumulate(m_parts.begin(), m_parts.end(), 0.0,
                           [](double sum, const Part& part) { return sum + part.amount; });
}

std::vector<ShareBar::Placed> ShareBar::placed() const
{
    std::vector<Placed> placed;
    constexpr double minShare = 0.0005; // smaller shares have neither a pixel nor a digit
    double from = 0;
    for (const Part& part : m_parts) {
        const double share = total() > 0 ? part.amount / total() : 0;
        if (share >= minShare)
            placed.push_back({&part, from, from + share});
        from += share;
    }
    return placed;
}

QBrush ShareBar::brushOf(const Part& part) const
{
    const Palette& palette = m_context.theme.palette();
    return part.colour == nullptr ? noDataBrush(palette) : QBrush(toColor(palette.*part.colour));
}

void ShareBar::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.panel));
    const QRect whole = bar();
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.dimText));
    painter.drawText(QRect(barPad, 2, width() - 2 * barPad, whole.top() - 4), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_title, Qt::ElideRight, width() - 2 * barPad));
    std::vector<Placed> unnamed;
    for (const Placed& each : placed()) {
        const QRectF box(whole.left() + each.from * whole.width(), whole.top(), (each.to - each.from) * whole.width(),
                         whole.height());
        const bool isHatched = each.part->colour == nullptr;
        painter.fillRect(box, brushOf(*each.part));
        const QString share = quantityText(each.to - each.from, Unit::Ratio);
        const QString words = each.part->name + QLatin1Char(' ') + share;
        const auto say = [&](const QString& text) {
            const int wide = painter.fontMetrics().horizontalAdvance(text) + barPad;
            if (isHatched) // text is unreadable on the hatch
                painter.fillRect(QRectF(box.center().x() - wide / 2.0, box.top(), wide, box.height()),
                                 toColor(palette.panel));
            painter.drawText(box, Qt::AlignCenter, text);
        };
        const auto fits = [&](const QString& text) {
            return painter.fontMetrics().horizontalAdvance(text) + barPad <= box.width();
        };
        painter.setPen(toColor(isHatched ? palette.text : readableOn(palette.*each.part->colour)));
        if (fits(words))
            say(words);
        else if (fits(share))
            say(share);
        if (!fits(words))
            unnamed.push_back(each);
    }
    paintKey(painter, unnamed);
    m_context.frames.painted();
}

/// Labels for parts too narrow for their name, above the bar on the right.
void ShareBar::paintKey(QPainter& painter, std::span<const Placed> unnamed) const
{
    const QFontMetrics metrics = painter.fontMetrics();
    constexpr int swatch = 8;
    const int min = barPad + metrics.horizontalAdvance(m_title) + 2 * barPad;
    int right = width() - barPad;
    for (auto each = unnamed.rbegin(); each != unnamed.rend(); ++each) {
        const QString words = each->part->name + QLatin1Char(' ') + quantityText(each->to - each->from, Unit::Ratio);
        const int wide = metrics.horizontalAdvance(words);
        if (right - wide - swatch - 4 < min)
            return;
        const QRect line(right - wide, 2, wide + 1, bar().top() - 4);
        painter.setPen(toColor(m_context.theme.palette().dimText));
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, words);
        const QRect box(line.left() - swatch - 4, line.center().y() - swatch / 2, swatch, swatch);
        painter.fillRect(box, brushOf(*each->part));
        right = box.left() - barPad - 4;
    }
}

HoverText ShareBar::explainAt(QPoint point) const
{
    const QRect whole = bar();
    const double at = static_cast<double>(point.x() - whole.left()) / whole.width();
    for (const Placed& each : placed()) {
        if (at >= each.from && at < each.to)
            return explain(*each.part);
    }
    return {};
}

HoverText ShareBar::explain(const Part& part) const
{
    return {tr("%1: %2").arg(part.name, quantityText(part.amount / total(), Unit::Ratio)), {}};
}

void ShareBar::mouseMoveEvent(QMouseEvent* event)
{
    m_tip->showAt(event->position().toPoint(), explainAt(event->position().toPoint()));
}

void ShareBar::leaveEvent(QEvent*)
{
    m_tip->hide();
}

} // namespace lockstep

#include "moc_sharebar.cpp"
