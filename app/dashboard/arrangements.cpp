// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/arrangements.h"

#include "app/dashboard/dockhost.h"

#include <QDockWidget>
#include <QStringList>

#include <array>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

/// Three columns over one row across the bottom. Docks in one cell are tabs, the first in front; an empty cell is not
/// there.
struct Arrangement
{
    QStringList left;
    QList<QStringList> middle; ///< cells side by side
    QList<QStringList> right; ///< cells one above the other
    QStringList bottom;
    double leftShare;
    double rightShare;
    double bottomShare;
};

Arrangement arrangementOf(int workspace)
{
    switch (workspace) {
    case 1: // Fabric: the heatmap large
        return {{u"topology"_s}, {{u"heatmap"_s}}, {{u"facts"_s}, {u"charts"_s}}, {u"timeline"_s}, 0.14, 0.26, 0.22};
    case 2: // Sync: the timeline large
        return {{u"topology"_s}, {{u"heatmap"_s}, {u"charts"_s}}, {{u"facts"_s}}, {u"timeline"_s}, 0.14, 0.22, 0.62};
    case 3: // Incident: what happened, and the evidence
        return {{u"events"_s, u"sources"_s}, {{u"charts"_s}}, {{u"facts"_s}}, {u"timeline"_s}, 0.34, 0.24, 0.36};
    case 4: // Wall: pictures only
        return {{}, {{u"hall"_s}, {u"heatmap"_s}}, {}, {u"timeline"_s}, 0, 0, 0.28};
    default: // Watch
        return {{u"topology"_s},
                {{u"hall"_s}, {u"heatmap"_s}},
                {{u"events"_s, u"sources"_s}, {u"facts"_s, u"charts"_s}},
                {u"timeline"_s},
                0.14,
                0.24,
                0.27};
    }
}

QDockWidget* placeTabs(DockHost& docks, const QStringList& ids)
{
    QDockWidget* first = docks.dock(ids.constFirst());
    first->show();
    for (qsizetype at = 1; at < ids.size(); ++at) {
        QDockWidget* dock = docks.dock(ids[at]);
        docks.tabifyDockWidget(first, dock);
        dock->show();
    }
    first->raise();
    return first;
}

} // namespace

void applyArrangement(DockHost& docks, int workspace)
{
    const Arrangement plan = arrangementOf(workspace);
    for (QDockWidget* dock : docks.docks()) {
        docks.removeDockWidget(dock);
        dock->setFloating(false);
    }

    const int width = docks.width();
    const int height = docks.height();
    QList<QDockWidget*> columns;
    QList<int> columnWidths;

    docks.addDockWidget(Qt::TopDockWidgetArea, docks.dock(plan.middle.constFirst().constFirst()));
    QDockWidget* middle = placeTabs(docks, plan.middle.constFirst());
    docks.addDockWidget(Qt::BottomDockWidgetArea, docks.dock(plan.bottom.constFirst()));
    QDockWidget* bottom = placeTabs(docks, plan.bottom);

    if (!plan.left.isEmpty()) {
        docks.addDockWidget(Qt::TopDockWidgetArea, docks.dock(plan.left.constFirst()));
        docks.splitDockWidget(docks.dock(plan.left.constFirst()), middle, Qt::Horizontal);
        columns.append(placeTabs(docks, plan.left));
        columnWidths.append(int(width * plan.leftShare));
    }
    const double middleShare = 1 - plan.leftShare - plan.rightShare;
    columns.append(middle);
    columnWidths.append(int(width * middleShare / double(plan.middle.size())));
    for (qsizetype at = 1; at < plan.middle.size(); ++at) {
        QDockWidget* next = docks.dock(plan.middle[at].constFirst());
        docks.splitDockWidget(columns.constLast(), next, Qt::Horizontal);
        columns.append(placeTabs(docks, plan.middle[at]));
        columnWidths.append(columnWidths.constLast());
    }

    QDockWidget* above = nullptr;
    for (const QStringList& cell : plan.right) {
        QDockWidget* dock = docks.dock(cell.constFirst());
        docks.splitDockWidget(above ? above : columns.constLast(), dock, above ? Qt::Vertical : Qt::Horizontal);
        placeTabs(docks, cell);
        if (!above) {
            columns.append(dock);
            columnWidths.append(int(width * plan.rightShare));
        }
        above = dock;
    }
    docks.resizeDocks(columns, columnWidths, Qt::Horizontal);
    docks.resizeDocks({middle, bottom}, {int(height * (1 - plan.bottomShare)), int(height * plan.bottomShare)},
                      Qt::Vertical);
}

} // namespace lockstep
