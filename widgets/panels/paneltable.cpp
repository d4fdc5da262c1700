// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/paneltable.h"

#include "models/items/itemroles.h"
#include "models/view/selection.h"
#include "models/view/theme.h"
#include "widgets/common/fonts.h"
#include "widgets/panels/entitydelegate.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

namespace lockstep {

namespace {

/// Tells the shared selection when the pointer leaves the table.
class LeaveWatch : public QObject
{
public:
    LeaveWatch(Selection& selection, QObject* parent) : QObject(parent), m_selection(selection) { }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Leave)
            m_selection.setHovered({});
        return QObject::eventFilter(watched, event);
    }

private:
    Selection& m_selection;
};

} // namespace

QTableView* makePanelTable(ViewContext context, QAbstractItemModel& model)
{
    auto* table = new QTableView;
    table->setModel(&model);
    table->setItemDelegate(new EntityDelegate(context, table));
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setMouseTracking(true);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setDefaultSectionSize(rowHeight(textFont()));
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->viewport()->installEventFilter(new LeaveWatch(context.selection, table));

    Selection& selection = context.selection;
    QObject::connect(table, &QTableView::entered, table, [&selection](const QModelIndex& index) {
        const QVariant entity = index.data(EntityRole);
        selection.setHovered(entity.isValid() ? entity.value<EntityRef>() : EntityRef{});
    });
    QObject::connect(&selection, &Selection::hoveredChanged, table->viewport(), qOverload<>(&QWidget::update));
    QObject::connect(&context.theme, &Theme::changed, table->viewport(), qOverload<>(&QWidget::update));
    return table;
}

EntityDelegate& delegateOf(QTableView& table)
{
    return *static_cast<EntityDelegate*>(table.itemDelegate());
}

} // namespace lockstep
