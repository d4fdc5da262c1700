// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls.h"

#include "widgets/common/fonts.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QToolButton>

namespace lockstep {

QToolButton* makeButton(const QString& text, const QString& explanation, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(explanation);
    button->setAccessibleName(text);
    button->setAccessibleDescription(explanation);
    return button;
}

QToolButton* makeModeButton(const QString& text, const QString& explanation, QWidget* parent)
{
    QToolButton* const button = makeButton(text, explanation, parent);
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

QLabel* makeNote(const QString& text, QWidget* parent)
{
    QLabel* const note = makeLabel(text, parent);
    note->setFont(smallTextFont());
    note->setForegroundRole(QPalette::PlaceholderText);
    return note;
}

void centreOn(QWidget& page, QWidget* column)
{
    auto* grid = new QGridLayout(&page);
    grid->setRowStretch(0, 2);
    grid->addWidget(column, 1, 1);
    grid->setRowStretch(2, 3);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(2, 1);
}

int widthForCurrentText(const QComboBox& combo)
{
    QStyleOptionComboBox option;
    option.initFrom(&combo);
    const QSize text(combo.fontMetrics().horizontalAdvance(combo.currentText()) + 4, combo.fontMetrics().height());
    return combo.style()->sizeFromContents(QStyle::CT_ComboBox, &option, text, &combo).width();
}

} // namespace lockstep
