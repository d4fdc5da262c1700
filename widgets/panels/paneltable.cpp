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

/// Keeps a column of sentences as wide as there is room for; see showSentences().
class SentenceColumn : public QObject
{
public:
    SentenceColumn(QTableView& table, int column, int comfortable, std::function<void(bool)> narrowed)
        : QObject(&table), m_table(table), m_column(column), m_comfortable(comfortable), m_narrowed(std::move(narrowed))
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
        const int width = m_table.viewport()->width();
        const bool isNarrow = !header->isSectionHidden(m_column)
            && width - (header->length() - header->sectionSize(m_column)) < m_comfortable + m_saved;
        if (isNarrow != m_isNarrow) {
            m_isNarrow = isNarrow;
            const int before = header->length();
            if (m_narrowed)
                m_narrowed(isNarrow);
            // What the others gave up would make it comfortable again, and so on for ever.
            m_saved = isNarrow ? before - header->length() : 0;
            const int lines = isNarrow ? m_table.fontMetrics().lineSpacing() : 0;
            m_table.verticalHeader()->setDefaultSectionSize(rowHeight(textFont()) + lines);
        }
        if (header->isSectionHidden(m_column))
            return;
        int others = 0;
        for (int section = 0; section < header->count(); ++section) {
            const bool isBefore = header->visualIndex(section) < header->visualIndex(m_column);
            if (section != m_column && (isBefore || !isNarrow))
                others += header->sectionSize(section);
        }
        header->resizeSection(m_column, std::max(leastSentence, width - others));
    }

private:
    static constexpr int leastSentence = 80;

    QTableView& m_table;
    int m_column;
    int m_comfortable;
    std::function<void(bool)> m_narrowed;
    bool m_isNarrow = false;
    int m_saved = 0;
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

void showSentences(QTableView& table, int column, int comfortable, std::function<void(bool)> narrowed)
{
    table.setWordWrap(true);
    table.setTextElideMode(Qt::ElideRight); // sentences, not names: their beginning tells them apart
    table.horizontalHeader()->setTextElideMode(Qt::ElideRight);
    auto* sentences = new SentenceColumn(table, column, comfortable, std::move(narrowed));
    table.viewport()->installEventFilter(sentences);
    QObject::connect(table.horizontalHeader(), &QHeaderView::sectionMoved, sentences,
                     [sentences] { sentences->fit(); });
    sentences->fit();
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
