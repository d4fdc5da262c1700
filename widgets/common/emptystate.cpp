// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/emptystate.h"

#include "models/view/colour/theme.h"
#include "widgets/common/paint.h"

#include <QPainter>

namespace lockstep {

EmptyState::EmptyState(ViewContext context, QWidget* parent) : QWidget(parent), m_context(context)
{
    connect(&m_context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void EmptyState::setText(const QString& missing, const QString& advice)
{
    m_missing = missing;
    m_advice = advice;
    setAccessibleName(missing);
    setAccessibleDescription(advice);
    update();
}

void EmptyState::paintEvent(QPaintEvent*)
{
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.panel));
    drawEmptyState(painter, rect(), palette, m_missing, m_advice);
}

} // namespace lockstep

#include "moc_emptystate.cpp"
