// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/canvas/hovertip.h"

#include "models/view/colour/theme.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int tipPadding = 8;
constexpr int gap = 12;
constexpr int fromPointer = 16;
constexpr int widestSentence = 360;
constexpr int sentenceFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

int factHeight()
{
    return QFontMetrics(figureFont()).height() + 2;
}

} // namespace

HoverTip::HoverTip(const Theme& theme, QWidget* anchor) : QWidget(anchor->window()), m_theme(theme), m_anchor(anchor)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
    anchor->installEventFilter(this);
    // The tip's parent is the window, which may outlive the view.
    connect(anchor, &QObject::destroyed, this, &QObject::deleteLater);
}

HoverTip::~HoverTip() = default;

bool HoverTip::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Leave || event->type() == QEvent::Hide)
        hide();
    return QWidget::eventFilter(watched, event);
}

void HoverTip::measure()
{
    const QFontMetrics words(textFont());
    const QFontMetrics figures(figureFont());
    int valueWidth = 0;
    m_labelWidth = 0;
    for (const HoverFact& fact : m_text.facts) {
        m_labelWidth = std::max(m_labelWidth, words.horizontalAdvance(fact.label));
        valueWidth = std::max(valueWidth, figures.horizontalAdvance(fact.value));
    }
    const int factsWidth = m_text.facts.empty() ? 0 : m_labelWidth + gap + valueWidth;
    const int room = std::max(factsWidth, widestSentence);
    const QRect sentence = words.boundingRect(QRect(0, 0, room, 2000), sentenceFlags, m_text.sentence);
    m_sentenceHeight = sentence.height();
    const int factsHeight = static_cast<int>(m_text.facts.size()) * factHeight();
    const int between = m_text.facts.empty() || m_text.sentence.isEmpty() ? 0 : 4;
    resize(std::max(factsWidth, sentence.width()) + 2 * tipPadding + 2,
           m_sentenceHeight + between + factsHeight + 2 * tipPadding);
}

void HoverTip::showAt(QPoint point, HoverText text)
{
    QWidget* const anchor = m_anchor.data();
    if (anchor == nullptr || !anchor->isVisible())
        return;
    if (text == HoverText())
        return hide();
    QWidget* const window = anchor->window();
    // The dock may have been undocked or docked since the last time.
    if (parentWidget() != window)
        setParent(window);
    if (m_text != text || isHidden()) {
        m_text = std::move(text);
        measure();
        update();
    }
    const QRect area = window->rect();
    QPoint place = anchor->mapTo(window, point) + QPoint(fromPointer, fromPointer);
    if (place.x() + width() > area.right())
        place.rx() -= width() + 2 * fromPointer;
    if (place.y() + height() > area.bottom())
        place.ry() -= height() + 2 * fromPointer;
    move(std::max(0, std::min(place.x(), area.right() - width())),
         std::max(0, std::min(place.y(), area.bottom() - height())));
    raise();
    show();
}

void HoverTip::paintEvent(QPaintEvent*)
{
    const Palette& palette = m_theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.raised));
    painter.setPen(toColor(palette.line));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));

    painter.setPen(toColor(palette.text));
    painter.setFont(textFont());
    const QRect inner = rect().adjusted(tipPadding, tipPadding, -tipPadding, -tipPadding);
    painter.drawText(QRect(inner.left(), inner.top(), inner.width(), m_sentenceHeight), sentenceFlags, m_text.sentence);
    int y = inner.top() + m_sentenceHeight + (m_text.sentence.isEmpty() ? 0 : 4);
    for (const HoverFact& fact : m_text.facts) {
        painter.setFont(textFont());
        painter.setPen(toColor(palette.dimText));
        painter.drawText(QRect(inner.left(), y, m_labelWidth, factHeight()), Qt::AlignVCenter, fact.label);
        painter.setFont(figureFont());
        painter.setPen(toColor(palette.text));
        const int left = inner.left() + m_labelWidth + gap;
        painter.drawText(QRect(left, y, inner.right() - left + 1, factHeight()), Qt::AlignVCenter, fact.value);
        y += factHeight();
    }
}

} // namespace lockstep

#include "moc_hovertip.cpp"
