// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/window/controlbar.h"

#include "widgets/common/controls.h"
#include "widgets/panels/metricpicker.h"

#include <QHBoxLayout>
#include <QLabel>

namespace lockstep {

ControlBar::ControlBar(ViewContext context, QWidget* parent) : QToolBar(parent)
{
    setAccessibleName(tr("Workspace and metric"));
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_middle = new QWidget(this);
    m_middle->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    (void)makeBox<QHBoxLayout>(m_middle);
    m_spacer = addWidget(m_middle);

    auto* picker = new MetricPicker(context, this);
    auto* label = makeLabel(tr("&Colour by"), this);
    label->setBuddy(picker);
    label->setContentsMargins(8, 0, 8, 0);
    addWidget(label);
    addWidget(picker);
}

void ControlBar::setMiddle(QWidget* bar)
{
    m_middle->layout()->addWidget(bar);
}

void ControlBar::setWorkspaceActions(const QList<QAction*>& actions)
{
    insertActions(m_spacer, actions);
}

} // namespace lockstep

#include "moc_controlbar.cpp"
