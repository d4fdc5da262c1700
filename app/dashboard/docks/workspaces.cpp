// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/docks/workspaces.h"

#include "app/dashboard/docks/dockhost.h"
#include "app/session/settings.h"

#include <QDataStream>
#include <QDockWidget>
#include <QMap>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

constexpr double minLeftWidth = 256; ///< room for a node name, a value and a state

/// Three columns above a full-width row. Docks in one cell are tabs, the first in front; empty cells are omitted.
struct Arrangement
{
    QStringList left;
    QList<QStringList> middle; ///< cells side by side
    QList<QStringList> right; ///< cells one above the other
    QStringList bottom;
    double leftShare;
    double rightShare;
    double bottomShare;
    double upperShare = 0.4; ///< of two cells on the right
};

Arrangement arrangementOf(int workspace)
{
    switch (workspace) {
    case 1: // Fabric: a large link matrix with port charts beside it
        return {{u"topology"_s},
                {{u"fabric"_s}, {u"ports"_s, u"heatmap"_s}},
                {{u"link"_s, u"facts"_s}, {u"charts"_s}},
                {u"timeline"_s},
                0.13,
                0.25,
                0.20};
    case 2: // Sync: blame above a large timeline
        return {{u"topology"_s},
                {{u"steps"_s, u"whatif"_s, u"heatmap"_s, u"charts"_s}},
                {{u"blame"_s, u"job"_s, u"facts"_s}},
                {u"timeline"_s},
                0.15,
                0.46,
                0.54};
    case 3: // Incident: list, evidence and story
        return {{u"incidents"_s, u"alerts"_s, u"events"_s},
                {{u"charts"_s, u"dependencies"_s, u"drain"_s, u"heatmap"_s, u"hall"_s}},
                {{u"incident"_s}},
                {u"timeline"_s},
                0.25,
                0.37,
                0.28};
    case 4: // Wall: rotating pictures below what needs attention
        return {{},  {{u"hall"_s, u"dependencies"_s, u"fabric"_s}, {u"heatmap"_s, u"job"_s}}, {}, {u"timeline"_s}, 0, 0,
                0.28};
    default: // Watch: alerts and the chain of the selected one first
        return {{u"topology"_s},
                {{u"hall"_s, u"power"_s, u"pools"_s, u"allocation"_s},
                 {u"heatmap"_s, u"job"_s, u"drain"_s, u"tenants"_s, u"selftests"_s}},
                {{u"alerts"_s, u"events"_s, u"sources"_s, u"coverage"_s}, {u"facts"_s, u"charts"_s, u"histogram"_s}},
                {u"timeline"_s, u"dependencies"_s},
                0.17,
                0.24,
                0.30,
                0.6};
    }
}

QDockWidget* firstOf(DockHost& docks, const QStringList& cell)
{
    QDockWidget* dock = docks.dock(cell.constFirst());
    dock->show();
    return dock;
}

void addTabs(DockHost& docks, const QStringList& cell)
{
    QDockWidget* first = docks.dock(cell.constFirst());
    for (qsizetype at = 1; at < cell.size(); ++at) {
        QDockWidget* dock = docks.dock(cell[at]);
        docks.tabifyDockWidget(first, dock);
        dock->show();
    }
    first->raise();
}

/// Widths of docks that are side by side above the bottom row.
struct Columns
{
    QList<QDockWidget*> docks;
    QList<int> widths;
};

Columns placeColumns(DockHost& docks, const Arrangement& plan)
{
    Columns columns;
    const auto width = static_cast<double>(docks.width());
    const double middleShare = (1 - plan.leftShare - plan.rightShare) / static_cast<double>(plan.middle.size());
    const auto add = [&](const QStringList& cell, double share) {
        QDockWidget* dock = firstOf(docks, cell);
        if (columns.docks.isEmpty())
            docks.addDockWidget(Qt::TopDockWidgetArea, dock);
        else
            docks.splitDockWidget(columns.docks.constLast(), dock, Qt::Horizontal);
        columns.docks.append(dock);
        columns.widths.append(static_cast<int>(width * share));
    };
    if (!plan.left.isEmpty())
        add(plan.left, std::max(plan.leftShare, minLeftWidth / width));
    for (const QStringList& cell : plan.middle)
        add(cell, middleShare);
    if (!plan.right.isEmpty())
        add(plan.right.constFirst(), plan.rightShare);
    return columns;
}

/// Arranges the docks as designed for a workspace (0 to 4, see Workspaces::name) and hides the others. The docks must
/// already have a size, because widths are fractions of it.
void applyArrangement(DockHost& docks, int workspace)
{
    const Arrangement plan = arrangementOf(workspace);
    for (QDockWidget* dock : docks.docks()) {
        docks.removeDockWidget(dock);
        dock->setFloating(false);
    }

    docks.addDockWidget(Qt::BottomDockWidgetArea, firstOf(docks, plan.bottom));
    const Columns columns = placeColumns(docks, plan);
    QList<QDockWidget*> rightRows;
    for (const QStringList& cell : plan.right) {
        QDockWidget* dock = firstOf(docks, cell);
        if (!rightRows.isEmpty())
            docks.splitDockWidget(rightRows.constLast(), dock, Qt::Vertical);
        rightRows.append(dock);
    }
    // Tabs last: Qt adds a dock split off a tabbed one to its tabs.
    QList<QStringList> cells = plan.middle + plan.right;
    cells << plan.left << plan.bottom;
    for (const QStringList& cell : cells) {
        if (!cell.isEmpty())
            addTabs(docks, cell);
    }

    // Hidden docks get a place too. They open as tabs, because Qt shows a dock that a saved layout does not mention.
    QDockWidget* const front = docks.dock(plan.middle.constLast().constFirst());
    for (QDockWidget* dock : docks.docks()) {
        if (docks.dockWidgetArea(dock) == Qt::NoDockWidgetArea) {
            docks.tabifyDockWidget(front, dock);
            dock->hide();
        }
    }
    front->raise();

    const double above = docks.height() * (1 - plan.bottomShare);
    docks.resizeDocks(columns.docks, columns.widths, Qt::Horizontal);
    docks.resizeDocks({columns.docks.constFirst(), docks.dock(plan.bottom.constFirst())},
                      {static_cast<int>(above), static_cast<int>(docks.height() - above)}, Qt::Vertical);
    if (rightRows.size() == 2)
        docks.resizeDocks(rightRows,
                          {static_cast<int>(above * plan.upperShare), static_cast<int>(above * (1 - plan.upperShare))},
                          Qt::Vertical);
}

} // namespace

Workspaces::Workspaces(DockHost& docks, Settings& settings, QObject* parent)
    : QObject(parent), m_docks(docks), m_settings(settings)
{ }

QString Workspaces::name(int workspace)
{
    static const std::array<const char*, count> names = {
        QT_TR_NOOP("Overview"), QT_TR_NOOP("Fabric"), QT_TR_NOOP("Sync"), QT_TR_NOOP("Incident"), QT_TR_NOOP("Wall")};
    return tr(names.at(static_cast<std::size_t>(workspace)));
}

void Workspaces::show(int workspace)
{
    if (workspace == m_current)
        return;
    save();
    m_current = workspace;
    Q_EMIT aboutToShow(workspace);
    restore();
    m_settings.setWorkspace(workspace);
    Q_EMIT shown(workspace);
}

void Workspaces::restore()
{
    QMap<QString, QSizeF> shares;
    QByteArray layout;
    QDataStream saved(m_settings.workspaceState(m_current));
    saved >> shares >> layout;
    // Qt rejects a layout saved by another version; then use the designed one.
    if (saved.status() == QDataStream::Ok && m_docks.restoreState(layout, Settings::workspaceVersion))
        m_docks.setShares(shares.toStdMap());
    else
        reset();
}

void Workspaces::reset()
{
    if (m_current < 0)
        return;
    applyArrangement(m_docks, m_current);
    m_docks.measureShares();
}

void Workspaces::save()
{
    if (m_current < 0)
        return;
    QByteArray state;
    QDataStream saved(&state, QIODevice::WriteOnly);
    saved << QMap<QString, QSizeF>(m_docks.shares()) << m_docks.saveState(Settings::workspaceVersion);
    m_settings.setWorkspaceState(m_current, state);
}

} // namespace lockstep

#include "moc_workspaces.cpp"
