// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/lanemenu.h"

#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "models/view/translation.h"
#include "widgets/timeline/timelinerows.h"

#include <QAction>
#include <QMenu>

namespace lockstep {

using namespace Qt::StringLiterals;

QMenu* makeLaneMenu(QWidget& timeline, ViewContext context, LanePins& pins, const LaneOrders& orders,
                    const TimelineRow* lane, std::function<void()> writeFilter)
{
    auto* const menu = new QMenu(&timeline);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (lane != nullptr) {
        const QString who = lane->title;
        menu->addAction((lane->isPinned ? tr("Unpin %1") : tr("Pin %1 to the top")).arg(who) + u"\tP"_s, &pins,
                        [&pins, context, at = lane->lane] { pins.toggle(context.cluster.store(), at); });
        menu->addAction(tr("Select %1").arg(who), &timeline,
                        [context, entity = lane->entity] { context.selection.select(entity); });
    }
    if (!pins.isEmpty())
        menu->addAction(tr("Unpin all lanes") + u"\tShift+P"_s, &pins, &LanePins::clear);
    menu->addSeparator();
    menu->addActions(orders.actions());
    menu->addSeparator();
    if (const auto marked = context.time.marked())
        menu->addAction(tr("Zoom to marked range") + u"\tZ"_s, &timeline,
                        [context, range = *marked] { context.time.setRange(range); });
    menu->addAction(tr("Show full range"), &timeline, [context] { context.time.fitExtent(); });
    menu->addAction(tr("Filter...") + u"\t/"_s, &timeline, std::move(writeFilter));
    return menu;
}

} // namespace lockstep
