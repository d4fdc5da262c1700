// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls.h"

#include <QComboBox>
#include <QLabel>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QToolButton>

namespace lockstep {

QToolButton* makeModeButton(const QString& text, const QString& explanation, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(explanation);
    button->setAccessibleName(text);
    button->setAccessibleDescription(explanation);
    button->setCheckable(true);
    return button;
}

QComboBox* makeCombo(const QString& name, int narrowest, QWidget* parent)
{
    auto* combo = new QComboBox(parent);
    combo->setAccessibleName(name);
    combo->setToolTip(name);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    combo->setMinimumWidth(narrowest);
    return combo;
}

QLabel* makeLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    return label;
}

int widthForCurrentText(const QComboBox& combo)
{
    QStyleOptionComboBox option;
    option.initFrom(&combo);
    const QSize text(combo.fontMetrics().horizontalAdvance(combo.currentText()) + 4, combo.fontMetrics().height());
    return combo.style()->sizeFromContents(QStyle::CT_ComboBox, &option, text, &combo).width();
}

} // namespace lockstep
