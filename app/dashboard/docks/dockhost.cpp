// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/docks/dockhost.h"

#include <QDockWidget>

namespace lockstep {

DockHost::DockHost(ViewContext context, QWidget* parent) : QMainWindow(parent), m_context(context)
{
    setWindowFlags(Qt::Widget); // QMainWindow makes itself a window whatever its parent
    setDockNestingEnabled(true);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    // The docks are the window: no central widget takes room from them.
    setCentralWidget(nullptr);
}

QDockWidget* DockHost::addDock(const QString& id, const QString& title, QWidget* view, ViewHeader*& header)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(id);
    header = new ViewHeader(title, m_context, dock);
    dock->setTitleBarWidget(header);
    dock->setWidget(view);
    // What a view would like must not keep the user from making its neighbours larger.
    view->setMinimumSize(120, 72);
    // Qt leaves what is behind other docks shown, far outside of the window, and it would go on working there.
    QSizePolicy policy = view->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // whoever comes to the front does not change the room of its neighbours
    view->setSizePolicy(policy);
    // It knows these by their negative position, which a window of its own may have on any further screen.
    connect(dock, &QDockWidget::visibilityChanged, view,
            [dock, view](bool isShown) { view->setVisible(isShown || dock->isFloating()); });
    connect(dock, &QDockWidget::topLevelChanged, view, [view](bool isFloating) {
        if (isFloating)
            view->show();
    });
    addDockWidget(Qt::LeftDockWidgetArea, dock);
    m_docks.emplace(id, dock);
    return dock;
}

QDockWidget* DockHost::dock(const QString& id) const
{
    const auto found = m_docks.find(id);
    return found == m_docks.end() ? nullptr : found->second;
}

QList<QDockWidget*> DockHost::docks() const
{
    QList<QDockWidget*> docks;
    for (const auto& [id, dock] : m_docks)
        docks.append(dock);
    return docks;
}

} // namespace lockstep

#include "moc_dockhost.cpp"
