// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/controlbar.h"

#include "widgets/panels/metricpicker.h"

#include <QLabel>

namespace lockstep {

ControlBar::ControlBar(ViewContext context, QWidget* parent) : QToolBar(parent)
{
    setAccessibleName(tr("Workspace and metric"));
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    auto* spacer = new QWidget(this);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_spacer = addWidget(spacer);

    auto* picker = new MetricPicker(context, this);
    auto* label = new QLabel(tr("&Colour by"), this);
    label->setBuddy(picker);
    label->setContentsMargins(8, 0, 8, 0);
    addWidget(label);
    addWidget(picker);
}

void ControlBar::setWorkspaceActions(const QList<QAction*>& actions)
{
    insertActions(m_spacer, actions);
}

} // namespace lockstep
