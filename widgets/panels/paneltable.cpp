// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/paneltable.h"

#include "models/items/itemroles.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "widgets/common/fonts.h"
#include "widgets/panels/entitydelegate.h"

#include <QEvent>
#include <QHeaderView>
#include <QObject>
#include <QTableView>

#include <algorithm>
#include <memory>
#include <utility>

namespace lockstep {

namespace {

class EventWatch : public QObject
{
public:
    EventWatch(QObject& watched, std::function<void(const QEvent&)> look) : QObject(&watched), m_look(std::move(look))
    {
        watched.installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        m_look(*event);
        return QObject::eventFilter(watched, event);
    }

private:
    std::function<void(const QEvent&)> m_look;
};

/// Calls @p look with each event before @p watched receives it, for as long as @p watched exists.
void watchEvents(QObject& watched, std::function<void(const QEvent&)> look)
{
    new EventWatch(watched, std::move(look));
}

/// Gives a column of sentences the remaining width; see showSentences().
class SentenceColumn
{
public:
    SentenceColumn(QTableView& table, int column, int comfortable, std::function<void(bool)> narrowed)
        : m_table(table), m_column(column), m_comfortable(comfortable), m_narrowed(std::move(narrowed))
    { }

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
            // Hysteresis: the width freed by narrowing would otherwise switch back at once.
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
        header->resizeSection(m_column, std::max(minSentence, width - others));
    }

private:
    static constexpr int minSentence = 80;

    QTableView& m_table;
    int m_column;
    int m_comfortable;
    std::function<void(bool)> m_narrowed;
    bool m_isNarrow = false;
    int m_saved = 0;
};

} // namespace

void fitToView(QTableView& table, const std::function<void()>& fit)
{
    watchEvents(*table.viewport(), [fit](const QEvent& event) {
        if (event.type() == QEvent::Resize)
            fit();
    });
    fit();
}

void letColumnsLeave(QTableView& table, const std::vector<int>& leaving, int rest, int min)
{
    // Added after giveRestTo(), so it runs before: hides columns before the rest is distributed.
    fitToView(table, [&table, leaving, rest, min] {
        const QHeaderView* header = table.horizontalHeader();
        for (const int column : leaving)
            table.setColumnHidden(column, false);
        for (const int column : leaving) {
            if (header->length() - header->sectionSize(rest) + min > table.viewport()->width())
                table.setColumnHidden(column, true);
        }
    });
}

void holdUnderPointer(QTableView& table, std::function<void(bool isHeld)> hold)
{
    watchEvents(*table.viewport(), [hold = std::move(hold)](const QEvent& event) {
        if (event.type() == QEvent::Enter)
            hold(true);
        else if (event.type() == QEvent::Leave || event.type() == QEvent::Hide)
            hold(false);
    });
}

void giveRestTo(QTableView& table, int column, int min)
{
    fitToView(table, [&table, column, min] {
        QHeaderView* header = table.horizontalHeader();
        const int others = header->length() - header->sectionSize(column);
        header->resizeSection(column, std::max(min, table.viewport()->width() - others));
    });
}

void showSentences(QTableView& table, int column, int comfortable, std::function<void(bool)> narrowed)
{
    table.setWordWrap(true);
    table.setTextElideMode(Qt::ElideRight); // sentences are distinguished by their beginning
    table.horizontalHeader()->setTextElideMode(Qt::ElideRight);
    const auto sentences = std::make_shared<SentenceColumn>(table, column, comfortable, std::move(narrowed));
    const auto fit = [sentences] {
        sentences->fit();
    };
    fitToView(table, fit);
    QObject::connect(table.horizontalHeader(), &QHeaderView::sectionMoved, &table, fit);
    QObject::connect(table.horizontalHeader(), &QHeaderView::sectionResized, &table,
                     [fit, column](int section, int before, int after) {
                         if (section != column && (before == 0 || after == 0)) // hidden or shown, not resized
                             fit();
                     });
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

    Selection& selection = context.selection;
    watchEvents(*table->viewport(), [&selection](const QEvent& event) {
        if (event.type() == QEvent::Leave)
            selection.setHovered({});
    });
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
