// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallbar.h"

#include <QAction>
#include <QComboBox>
#include <QStandardItemModel>

namespace lockstep {

HallBar::HallBar(QWidget* parent) : QToolBar(parent), m_modes(new QComboBox(this))
{
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    m_modes->setAccessibleName(tr("What the colours show"));
    m_modes->setToolTip(tr("What the colours show of the metric (M for the next)"));
    m_modes->setFocusPolicy(Qt::TabFocus);
    for (const HallMode mode : hallModes)
        m_modes->addItem(hallModeName(mode));
    addWidget(m_modes);
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
    addSeparator();
    addButton(tr("Copy"), tr("Copy a picture to the clipboard (P)"), HallCommand::CopyPicture, false);
    addButton(tr("Save..."), tr("Save a picture of any size (Shift+P)"), HallCommand::SavePicture, false);
}

void HallBar::addButton(const QString& text, const QString& explanation, HallCommand command, bool isCheckable)
{
    QAction* action = addAction(text);
    action->setToolTip(explanation);
    action->setCheckable(isCheckable);
    auto* button = widgetForAction(action);
    button->setMinimumHeight(24);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleDescription(explanation);
    // The choice decides what is checked, not the click.
    connect(action, &QAction::triggered, this, [this, action, command, isCheckable] {
        if (isCheckable)
            action->setChecked(!action->isChecked());
        Q_EMIT commanded(command);
    });
    m_actions[command] = action;
}

void HallBar::setChoice(const HallChoice& choice)
{
    for (std::size_t at = 0; at < hallModes.size(); ++at) {
        if (hallModes[at] == choice.mode)
            m_modes->setCurrentIndex(static_cast<int>(at));
    }
    m_actions[HallCommand::HideHealthy]->setChecked(choice.hidesHealthy);
    m_actions[HallCommand::ShowAir]->setChecked(choice.showsAir);
    m_actions[HallCommand::Measure]->setChecked(choice.measures);
    m_actions[HallCommand::HoldRange]->setChecked(choice.holdsRange);
    m_actions[HallCommand::Explode]->setChecked(choice.exploded.isValid());
}

void HallBar::setMetric(const MetricDescriptor* metric)
{
    auto* items = qobject_cast<QStandardItemModel*>(m_modes->model());
    for (std::size_t at = 0; items != nullptr && at < hallModes.size(); ++at)
        items->item(static_cast<int>(at))->setEnabled(metric != nullptr && isShowable(*metric, hallModes[at]));
}

} // namespace lockstep
