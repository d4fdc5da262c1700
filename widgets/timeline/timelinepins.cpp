// SPDX-License-Identifier: GPL-3.0-or-later
// The pinned lanes of TimelineView, its context menu, and what of it is kept and shown again.
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/timewindow.h"
#include "widgets/timeline/laneorders.h"
#include "widgets/timeline/timelineview.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QJsonArray>
#include <QLineEdit>
#include <QMenu>

#include <algorithm>

namespace lockstep {

using namespace Qt::StringLiterals;

/// The lane that was pointed at or chosen last.
const TimelineRow* TimelineView::laneMeant() const
{
    if (m_pointer) {
        if (const TimelineRow* row = laneAt(*m_pointer))
            return row;
    }
    const EntityRef chosen = m_context.selection.current();
    const auto found = std::ranges::find_if(m_rows.rows(), [chosen](const TimelineRow& row) {
        return row.kind == TimelineRow::Kind::Lane && chosen.isValid() && row.entity == chosen;
    });
    return found != m_rows.rows().end() ? &*found : nullptr;
}

void TimelineView::togglePin(std::size_t lane)
{
    if (!m_pins.toggle(m_context.cluster.store(), lane))
        return;
    pinsHaveChanged();
}

void TimelineView::unpinAll()
{
    m_pins.clear();
    pinsHaveChanged();
}

void TimelineView::setPinnedLanes(const QStringList& keys)
{
    if (keys == m_pins.keys())
        return;
    m_pins.setKeys(keys);
    pinsHaveChanged();
}

void TimelineView::pinsHaveChanged()
{
    rebuildRows();
    hoverSoon();
    repaintIfVisible();
    Q_EMIT pinsChanged(m_pins.keys());
}

QJsonObject TimelineView::viewState() const
{
    QJsonObject state{{u"order"_s, static_cast<int>(m_orders->current())}};
    if (!m_pins.isEmpty())
        state[u"pinned"_s] = QJsonArray::fromStringList(m_pins.keys());
    if (!m_filterLine->text().isEmpty())
        state[u"filter"_s] = m_filterLine->text();
    return state;
}

void TimelineView::showViewState(const QJsonObject& state)
{
    const int order = state[u"order"_s].toInt();
    if (order >= 0 && order < m_orders->actions().size())
        m_orders->actions()[order]->setChecked(true);
    QStringList pinned;
    for (const QJsonValue& each : state[u"pinned"_s].toArray())
        pinned << each.toString();
    setPinnedLanes(pinned);
    const QString filter = state[u"filter"_s].toString();
    if (filter != m_filterLine->text()) {
        showFilter(!filter.isEmpty());
        m_filterLine->setText(filter);
    }
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isByMouse = event->reason() == QContextMenuEvent::Mouse;
    const TimelineRow* row = isByMouse ? laneAt(event->pos()) : laneMeant();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (row != nullptr) {
        const QString who = row->title;
        menu->addAction((row->isPinned ? tr("Unpin %1") : tr("Pin %1 on top")).arg(who) + u"\tP"_s, this,
                        [this, lane = row->lane] { togglePin(lane); });
        menu->addAction(tr("Select %1").arg(who), this,
                        [this, entity = row->entity] { m_context.selection.select(entity); });
    }
    if (!m_pins.isEmpty())
        menu->addAction(tr("Unpin all lanes") + u"\tShift+P"_s, this, &TimelineView::unpinAll);
    menu->addSeparator();
    menu->addActions(m_orders->actions());
    menu->addSeparator();
    if (const auto marked = m_context.time.marked())
        menu->addAction(tr("Zoom to the marked range") + u"\tZ"_s, this,
                        [this, range = *marked] { m_context.time.setRange(range); });
    menu->addAction(tr("Show all time"), this, [this] { m_context.time.fitExtent(); });
    menu->addAction(tr("Filter...") + u"\t/"_s, this, [this] { showFilter(true); });
    menu->popup(event->globalPos());
    event->accept();
}

} // namespace lockstep
