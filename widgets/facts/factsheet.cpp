// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/factsheet.h"

#include "widgets/common/paint.h"

#include <QEvent>
#include <QPainter>
#include <QStyle>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr QMargins margins(8, 4, 8, 4);
constexpr int columnGap = 12;
constexpr int rowGap = 4;
constexpr int markSize = 11;
constexpr int markGap = 5;

/// Breaks lines between words; inside a word, such as a long path, only if necessary.
void layOutLines(QTextLayout& layout, int width)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    double y = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, y});
        y += line.height();
    }
    layout.endLayout();
}

int heightOf(const QString& text, const QFont& font, int width)
{
    QTextLayout layout(text, font);
    layOutLines(layout, width);
    return static_cast<int>(std::ceil(layout.boundingRect().height()));
}

} // namespace

FactSheet::FactSheet(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void FactSheet::setFacts(Facts facts, const Palette& palette)
{
    m_palette = palette;
    setVisible(!facts.empty());
    if (facts == m_facts) {
        update();
        return;
    }
    m_facts = std::move(facts);
    setAccessibleDescription(plainText());
    layOut();
}

QString FactSheet::plainText() const
{
    QString plain;
    for (const Fact& fact : m_facts)
        plain += fact.label + QLatin1Char('\t') + fact.value + QLatin1Char('\n');
    return plain;
}

QRect FactSheet::valueArea(const Fact& fact) const
{
    const int left = margins.left() + m_labelWidth + columnGap + (fact.severity ? markSize + markGap : 0);
    return {left, 0, std::max(width() - margins.right() - left, 40), QWIDGETSIZE_MAX};
}

void FactSheet::layOut()
{
    const QFontMetrics metrics = fontMetrics();
    m_labelWidth = 0;
    for (const Fact& fact : m_facts)
        m_labelWidth = std::max(m_labelWidth, metrics.horizontalAdvance(fact.label));
    m_rowHeights.clear();
    int height = margins.top() + margins.bottom();
    for (const Fact& fact : m_facts) {
        const QRect area = valueArea(fact);
        const bool isShort = metrics.horizontalAdvance(fact.value) <= area.width();
        const int text = isShort ? metrics.height() : heightOf(fact.value, font(), area.width());
        m_rowHeights.push_back(std::max(text, metrics.height()) + rowGap);
        height += m_rowHeights.back();
    }
    if (height != m_height) {
        m_height = height;
        updateGeometry();
    }
    update();
}

void FactSheet::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const int ascentHeight = fontMetrics().height();
    int top = margins.top();
    for (std::size_t row = 0; row < m_facts.size(); ++row) {
        const Fact& fact = m_facts[row];
        const int height = m_rowHeights[row];
        painter.setPen(toColor(m_palette.dimText));
        painter.drawText(QRect(margins.left(), top, m_labelWidth, ascentHeight), Qt::AlignLeft | Qt::TextSingleLine,
                         fact.label);
        QRect area = valueArea(fact);
        area.moveTop(top);
        area.setHeight(height);
        if (fact.severity) {
            const QRect mark(area.left() - markSize - markGap, top + (ascentHeight - markSize) / 2, markSize, markSize);
            drawSeverity(painter, mark, *fact.severity, m_palette);
        }
        painter.setPen(toColor(m_palette.text));
        if (height > ascentHeight + rowGap) {
            QTextLayout layout(fact.value, font());
            layOutLines(layout, area.width());
            layout.draw(&painter, area.topLeft());
        } else {
            painter.drawText(area, Qt::AlignLeft | Qt::TextSingleLine, fact.value);
        }
        top += height;
    }
}

void FactSheet::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void FactSheet::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOut();
}

} // namespace lockstep

#include "moc_factsheet.cpp"
