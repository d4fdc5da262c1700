// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/drainmenu.h"

#include "models/analysis/drain/draincommands.h"
#include "models/analysis/drain/drainqueue.h"
#include "models/view/translation.h"
#include "widgets/common/text.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QTableView>

#include <string>
#include <utility>
#include <vector>

namespace lockstep {

QMenu* makeDrainMenu(const Alert& alert, const Topology& topology, QWidget& parent)
{
    auto* const menu = new QMenu(&parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    std::vector<std::string> nodes;
    for (const EntityRef node : nodesToDrain(alert, topology))
        nodes.push_back(topology.name(node));
    QAction* const note = menu->addAction(nodes.empty() ? tr("Draining nodes does not fix this cause")
                                                        : tr("Lockstep does not run these commands"));
    note->setEnabled(false);
    menu->addSeparator();
    const auto add = [&](const QString& title, const std::string& text) {
        QAction* const action = menu->addAction(title);
        action->setEnabled(!nodes.empty());
        QObject::connect(action, &QAction::triggered, menu,
                         [text = toQString(text)] { QGuiApplication::clipboard()->setText(text); });
    };
    const DrainOrder order{nodes, alert.kind, alert.title};
    add(tr("Copy Slurm commands"), drainCommands(DrainTool::Slurm, order));
    add(tr("Copy Kubernetes commands"), drainCommands(DrainTool::Kubernetes, order));
    std::string hosts;
    for (const std::string& node : nodes)
        hosts += isHostName(node) ? node + "\n" : std::string();
    add(tr("Copy list of nodes to exclude"), hosts);
    return menu;
}

void offerDrainMenu(QTableView& table, std::function<std::optional<Alert>(int row)> alertOf,
                    std::function<TopologyPtr()> topologyOf)
{
    table.setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(&table, &QWidget::customContextMenuRequested, &table,
                     [&table, alertOf = std::move(alertOf), topologyOf = std::move(topologyOf)](const QPoint& at) {
                         const QModelIndex under = table.indexAt(at);
                         const int row = under.isValid() ? under.row() : table.currentIndex().row();
                         const std::optional<Alert> alert = alertOf(row);
                         const TopologyPtr topology = topologyOf();
                         if (alert && topology)
                             makeDrainMenu(*alert, *topology, table)->popup(table.viewport()->mapToGlobal(at));
                     });
}

} // namespace lockstep
