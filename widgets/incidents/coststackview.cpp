// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/coststackview.h"

#include "models/core/units.h"
#include "models/view/colour/theme.h"
#include "models/view/modeltext.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QPainter>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int margin = 8;
constexpr int barHeight = 4;

int lineHeight()
{
    return QFontMetrics(textFont()).height() + QFontMetrics(smallTextFont()).height() + barHeight + 10;
}

QString totalText(const CostStack& stack)
{
    const QString amount = toQString(formatAmount(stack.total, stack.currency));
    if (stack.unknownLayers.size() == stack.lines.size())
        return CostStackView::tr("Cost: enter a GPU-hour rate");
    return stack.unknownLayers.empty() ? CostStackView::tr("Total %1").arg(amount)
                                       : CostStackView::tr("At least %1").arg(amount);
}

QString remarkText(const CostStack& stack, const std::string& progress)
{
    QStringList lost;
    if (!progress.empty())
        lost << modelText(progress);
    if (stack.shareOfTrainingDay)
        lost << CostStackView::tr("%1 of one day of training")
                    .arg(toQString(formatQuantity(*stack.shareOfTrainingDay, Unit::Ratio)));
    QStringList remarks;
    if (!lost.isEmpty())
        remarks << CostStackView::tr("lost progress: %1").arg(lost.join(QStringLiteral(", ")));
    if (!stack.unknownLayers.empty() && stack.unknownLayers.size() < stack.lines.size())
        remarks << CostStackView::tr("%1 of %2 cost layers unknown")
                       .arg(stack.unknownLayers.size())
                       .arg(stack.lines.size());
    return remarks.join(QStringLiteral("; "));
}

} // namespace

CostStackView::CostStackView(ViewContext context, QWidget* parent) : QWidget(parent), m_context(context)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Cost of the incident by layer"));
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    setStack(costStack({}));
}

void CostStackView::setStack(CostStack stack, std::string progress)
{
    m_stack = std::move(stack);
    m_progress = std::move(progress);
    QStringList described{totalText(m_stack)};
    for (const CostLine& line : m_stack.lines)
        described << tr("%1: %2, %3")
                         .arg(modelText(line.layer), toQString(formatAmount(line.amount, m_stack.currency)),
                              modelText(filledFormula(line)));
    setAccessibleDescription(described.join(QStringLiteral(". ")));
    updateGeometry();
    update();
}

QSize CostStackView::sizeHint() const
{
    return {320, lineHeight() * static_cast<int>(m_stack.lines.size() + 1) + 2 * margin};
}

void CostStackView::paintLine(QPainter& painter, const QRect& area, const CostLine& line, double largest) const
{
    const Palette& palette = m_context.theme.palette();
    const int textHeight = QFontMetrics(textFont()).height();
    const QRect top(area.left(), area.top(), area.width(), textHeight);
    painter.setFont(figureFont());
    painter.setPen(toColor(line.amount ? palette.text : palette.dimText));
    const QString amount = toQString(formatAmount(line.amount, m_stack.currency));
    painter.drawText(top, Qt::AlignRight | Qt::AlignVCenter, amount);
    const int amountWidth = painter.fontMetrics().horizontalAdvance(amount) + margin;
    painter.setFont(textFont());
    painter.drawText(top.adjusted(0, 0, -amountWidth, 0), Qt::AlignLeft | Qt::AlignVCenter, modelText(line.layer));

    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.dimText));
    const QRect formula(area.left(), top.bottom() + 1, area.width(), painter.fontMetrics().height());
    painter.drawText(formula, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(modelText(filledFormula(line)), Qt::ElideRight, area.width()));

    const QRect bar(area.left(), formula.bottom() + 2, area.width(), barHeight);
    if (!line.amount)
        painter.fillRect(bar, noDataBrush(palette));
    else
        painter.fillRect(bar, toColor(palette.raised));
    if (line.amount && largest > 0)
        painter.fillRect(QRectF(bar.left(), bar.top(), bar.width() * *line.amount / largest, barHeight),
                         toColor(palette.compute));
}

void CostStackView::paintEvent(QPaintEvent*)
{
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.panel));
    const QRect inside = rect().adjusted(margin, margin, -margin, -margin);

    double largest = 0;
    for (const CostLine& line : m_stack.lines)
        largest = std::max(largest, line.amount.value_or(0));
    int y = inside.top();
    for (const CostLine& line : m_stack.lines) {
        paintLine(painter, {inside.left(), y, inside.width(), lineHeight()}, line, largest);
        y += lineHeight();
    }
    painter.fillRect(inside.left(), y, inside.width(), 1, toColor(palette.line));
    painter.setFont(titleFont());
    painter.setPen(toColor(palette.text));
    const int textHeight = painter.fontMetrics().height();
    painter.drawText(QRect(inside.left(), y + 4, inside.width(), textHeight), Qt::AlignRight, totalText(m_stack));
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.dimText));
    painter.drawText(QRect(inside.left(), y + 4 + textHeight, inside.width(), textHeight), Qt::AlignRight,
                     painter.fontMetrics().elidedText(remarkText(m_stack, m_progress), Qt::ElideRight, inside.width()));
}

} // namespace lockstep

#include "moc_coststackview.cpp"
