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

#include <algorithm>
#include <utility>

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

/// Keeps one column as wide as the others leave room for.
class RestColumn : public QObject
{
public:
    RestColumn(QTableView& table, int column, int least)
        : QObject(&table), m_table(table), m_column(column), m_least(least)
    { }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize)
            fit();
        return QObject::eventFilter(watched, event);
    }

    void fit()
    {
        QHeaderView* header = m_table.horizontalHeader();
        const int others = header->length() - header->sectionSize(m_column);
        header->resizeSection(m_column, std::max(m_least, m_table.viewport()->width() - others));
    }

private:
    QTableView& m_table;
    int m_column;
    int m_least;
};

/// Says whether the pointer is over the rows.
class PointerWatch : public QObject
{
public:
    PointerWatch(std::function<void(bool)> tell, QObject* parent) : QObject(parent), m_tell(std::move(tell)) { }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Enter)
            m_tell(true);
        else if (event->type() == QEvent::Leave || event->type() == QEvent::Hide)
            m_tell(false);
        return QObject::eventFilter(watched, event);
    }

private:
    std::function<void(bool)> m_tell;
};

} // namespace

void holdUnderPointer(QTableView& table, std::function<void(bool isHeld)> hold)
{
    table.viewport()->installEventFilter(new PointerWatch(std::move(hold), &table));
}

void giveRestTo(QTableView& table, int column, int least)
{
    auto* rest = new RestColumn(table, column, least);
    table.viewport()->installEventFilter(rest);
    rest->fit();
}

QTableView* makePanelTable(ViewContext context, QAbstractItemModel& model)
{
    auto* table = new QTableView;
    table->setModel(&model);
    table->setItemDelegate(new EntityDelegate(context, table));
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTextElideMode(Qt::ElideMiddle);
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
