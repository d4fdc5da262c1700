// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/docks/dockhost.h"

#include "widgets/common/emptystate.h"

#include <QAction>
#include <QChildEvent>
#include <QDockWidget>
#include <QGuiApplication>
#include <QLayout>
#include <QTabBar>

#include <algorithm>
#include <memory>
#include <utility>

namespace lockstep {

namespace {

/// Height of the tabs above a dock, which Qt counts as a part of its cell.
int tabsHeight(const DockHost& docks, QDockWidget& dock)
{
    const QList<QDockWidget*> others = docks.tabifiedDockWidgets(&dock);
    if (std::ranges::all_of(others, &QDockWidget::isHidden))
        return 0;
    const QList<QTabBar*> bars = docks.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly);
    const auto shown = std::ranges::find_if(bars, &QTabBar::isVisible);
    return shown == bars.end() ? 0 : (*shown)->height();
}

} // namespace

DockHost::DockHost(ViewContext context, QWidget* parent) : QMainWindow(parent), m_context(context)
{
    setWindowFlags(Qt::Widget); // QMainWindow makes itself a window even if it has a parent
    setDockNestingEnabled(true);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    // Docks fill the window: no central widget.
    setCentralWidget(nullptr);
    m_measuring.setSingleShot(true);
    connect(&m_measuring, &QTimer::timeout, this, &DockHost::measureShares);
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
    dock->installEventFilter(this);
    const auto measure = [this] {
        m_measuring.start();
    };
    connect(dock, &QDockWidget::dockLocationChanged, this, measure);
    connect(dock, &QDockWidget::topLevelChanged, this, measure);
    connect(dock->toggleViewAction(), &QAction::triggered, this, measure);
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

/// The user drags a separator. Docks are also resized to their smallest sizes, which must not change the shares.
bool DockHost::eventFilter(QObject* watched, QEvent* event)
{
    const bool isDragged = event->type() == QEvent::Resize && QGuiApplication::mouseButtons() != Qt::NoButton;
    if (isDragged && size() == m_sharedSize)
        m_measuring.start();
    return QMainWindow::eventFilter(watched, event);
}

/// Qt gives the room of an enlarged window to one row or column.
void DockHost::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    applyShares();
}

const DockHost::Shares& DockHost::shares()
{
    if (m_measuring.isActive())
        measureShares();
    return m_shares;
}

void DockHost::setShares(Shares shares)
{
    m_shares = std::move(shares);
    applyShares();
}

void DockHost::measureShares()
{
    if (!isVisible())
        return;
    layout()->activate();
    m_measuring.stop();
    m_sharedSize = size();
    m_shares.clear();
    for (const auto& [id, dock] : m_docks) {
        if (dock->isFloating() || dock->visibleRegion().isEmpty())
            continue;
        const int tabs = tabsHeight(*this, *dock);
        m_shares[id]
            = {static_cast<double>(dock->width()) / width(), static_cast<double>(dock->height() + tabs) / height()};
    }
}

void DockHost::applyShares()
{
    QList<QDockWidget*> docked;
    QList<int> widths;
    QList<int> heights;
    for (const auto& [id, share] : m_shares) {
        QDockWidget* const each = dock(id);
        if (each == nullptr || each->isHidden() || each->isFloating())
            continue;
        docked.append(each);
        widths.append(std::max(1, qRound(width() * share.width())));
        heights.append(std::max(1, qRound(height() * share.height())));
    }
    if (docked.isEmpty())
        return;
    resizeDocks(docked, widths, Qt::Horizontal);
    resizeDocks(docked, heights, Qt::Vertical);
    layout()->activate();
    m_measuring.stop();
    m_sharedSize = size();
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
