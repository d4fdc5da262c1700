// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls.h"

#include <QComboBox>
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

} // namespace lockstep
