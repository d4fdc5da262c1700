// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QAction>
#include <QToolBar>

namespace lockstep {

/// Thin bar below the header: workspace tabs on the left, the shared metric on the right. GUI thread; owned by the
/// dashboard page.
class ControlBar : public QToolBar
{
    Q_OBJECT

public:
    explicit ControlBar(ViewContext context, QWidget* parent = nullptr);

    void setWorkspaceActions(const QList<QAction*>& actions);
    /// Sets the bar between workspaces and metric, which may appear and disappear without moving other widgets. Takes
    /// ownership.
    void setMiddle(QWidget* bar);

private:
    QWidget* m_middle = nullptr;
    QAction* m_spacer = nullptr;
};

} // namespace lockstep
