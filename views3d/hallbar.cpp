// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallbar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStandardItemModel>
#include <QToolButton>

namespace lockstep {

HallBar::HallBar(QWidget* parent) : QWidget(parent), m_modes(new QComboBox(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 2, 4, 2);
    layout->setSpacing(4);
    m_modes->setAccessibleName(tr("What the colours show"));
    m_modes->setToolTip(tr("What the colours show of the metric (M for the next)"));
    m_modes->setFocusPolicy(Qt::TabFocus);
    for (const HallMode mode : hallModes)
        m_modes->addItem(hallModeName(mode));
    layout->addWidget(m_modes);
    connect(m_modes, &QComboBox::activated, this,
            [this](int at) { Q_EMIT modeChosen(hallModes[static_cast<std::size_t>(at)]); });
    addButton(tr("Not well only"), tr("Draw only what is beyond a limit, far from the others, or silent (H)"),
              HallCommand::HideHealthy, true);
    addButton(tr("Air"), tr("Show the temperature of the air on the floor and of the coolant in the pipes (T)"),
              HallCommand::ShowAir, true);
    addButton(tr("Units"), tr("Measure rack units along the rack that is pointed at or selected (U)"),
              HallCommand::Measure, true);
    addButton(tr("Explode"), tr("Draw the nodes of the selected rack apart (X)"), HallCommand::Explode, true);
    addButton(tr("Hold range"), tr("Keep the range of the colours as it is, whatever the values do (R)"),
              HallCommand::HoldRange, true);
    layout->addStretch(1);
    addButton(tr("Copy"), tr("Copy a picture to the clipboard (P)"), HallCommand::CopyPicture, false);
    addButton(tr("Save..."), tr("Save a picture of any size (Shift+P)"), HallCommand::SavePicture, false);
}

QToolButton* HallBar::addButton(const QString& text, const QString& explanation, HallCommand command, bool isCheckable)
{
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(explanation);
    button->setAccessibleName(text);
    button->setAccessibleDescription(explanation);
    button->setCheckable(isCheckable);
    button->setAutoRaise(true);
    button->setMinimumHeight(24);
    button->setFocusPolicy(Qt::TabFocus);
    // The choice decides what is checked, not the click.
    connect(button, &QToolButton::clicked, this, [this, button, command, isCheckable] {
        if (isCheckable)
            button->setChecked(!button->isChecked());
        Q_EMIT commanded(command);
    });
    layout()->addWidget(button);
    m_buttons[command] = button;
    return button;
}

void HallBar::setChoice(const HallChoice& choice)
{
    for (std::size_t at = 0; at < hallModes.size(); ++at) {
        if (hallModes[at] == choice.mode)
            m_modes->setCurrentIndex(static_cast<int>(at));
    }
    m_buttons[HallCommand::HideHealthy]->setChecked(choice.hidesHealthy);
    m_buttons[HallCommand::ShowAir]->setChecked(choice.showsAir);
    m_buttons[HallCommand::Measure]->setChecked(choice.measures);
    m_buttons[HallCommand::HoldRange]->setChecked(choice.holdsRange);
    m_buttons[HallCommand::Explode]->setChecked(choice.exploded.isValid());
}

void HallBar::setMetric(const MetricDescriptor* metric)
{
    auto* items = qobject_cast<QStandardItemModel*>(m_modes->model());
    for (std::size_t at = 0; items != nullptr && at < hallModes.size(); ++at)
        items->item(static_cast<int>(at))->setEnabled(metric != nullptr && isShowable(*metric, hallModes[at]));
}

} // namespace lockstep
