// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/docks/dockhost.h"

#include "widgets/common/emptystate.h"

#include <QChildEvent>
#include <QDockWidget>
#include <QTabBar>

#include <memory>

namespace lockstep {

DockHost::DockHost(ViewContext context, QWidget* parent) : QMainWindow(parent), m_context(context)
{
    setWindowFlags(Qt::Widget); // QMainWindow makes itself a window even if it has a parent
    setDockNestingEnabled(true);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    // Docks fill the window: no central widget.
    setCentralWidget(nullptr);
}

QDockWidget* DockHost::addDock(const QString& id, const QString& title, QWidget* view, ViewHeader*& header)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(id);
    header = new ViewHeader(title, m_context, dock);
    dock->setTitleBarWidget(header);
    dock->setWidget(view);
    // A view's minimum size must not stop the user from enlarging its neighbours.
    view->setMinimumSize(120, 72);
    // Qt keeps a dock behind other tabs visible but moves it far outside the window, where its view would keep working.
    QSizePolicy policy = view->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // changing tabs must not resize neighbours
    view->setSizePolicy(policy);
    // Qt moves tabbed docks to negative positions, but a floating window on another screen may have these too.
    connect(dock, &QDockWidget::visibilityChanged, view, [dock, view](bool isShown) {
        view->setVisible((isShown || dock->isFloating()) && dock->widget() == view);
    });
    connect(dock, &QDockWidget::topLevelChanged, view, [dock, view](bool isFloating) {
        if (isFloating && dock->widget() == view)
            view->show();
    });
    addDockWidget(Qt::LeftDockWidgetArea, dock);
    m_docks.emplace(id, dock);
    return dock;
}

/// Qt creates the tab bars of docks, and shortens their titles to two letters before it offers to scroll.
void DockHost::childEvent(QChildEvent* event)
{
    QMainWindow::childEvent(event);
    if (auto* const tabs = qobject_cast<QTabBar*>(event->child()); tabs != nullptr && event->polished())
        tabs->setElideMode(Qt::ElideNone);
}

void DockHost::withhold(const std::function<bool(const QString& id)>& isWithheld, const QString& note)
{
    for (const auto& [id, dock] : m_docks) {
        const auto known = m_withheld.find(id);
        const bool isHidden = known != m_withheld.end();
        if (isWithheld(id) == isHidden)
            continue;
        auto& header = static_cast<ViewHeader&>(*dock->titleBarWidget());
        header.setCaption(isHidden ? m_captions[id] : QString());
        if (isHidden) {
            const std::unique_ptr<QWidget> placeholder(dock->widget());
            dock->setWidget(known->second);
            known->second->setVisible(!dock->visibleRegion().isEmpty()); // not behind another tab
            m_withheld.erase(known);
            continue;
        }
        auto* const placeholder = new EmptyState(m_context);
        placeholder->setText(note, tr("This view is hidden until the answer to the exercise is shown."));
        placeholder->setMinimumSize(dock->widget()->minimumSize());
        m_withheld.emplace(id, dock->widget());
        dock->setWidget(placeholder); // hides the view, so that it stops working
    }
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
