// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/paneltable.h"

#include "models/core/sourcestatus.h"
#include "models/items/itemroles.h"
#include "models/store/nodestatus.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"

#include <QEvent>
#include <QHeaderView>
#include <QObject>
#include <QPainter>
#include <QTableView>

#include <algorithm>
#include <memory>
#include <utility>

namespace lockstep {

namespace {

constexpr int entityMarkSide = 12;
constexpr int markRoom = entityMarkSide + 6;
constexpr int textMargin = 3; // the style's margin on both sides of an item's text

std::optional<Severity> markOfState(SourceState state)
{
    switch (state) {
    case SourceState::Live:
    case SourceState::Recorded:
        return std::nullopt;
    case SourceState::Connecting:
    case SourceState::Closed:
        return Severity::Information;
    case SourceState::Stale:
    case SourceState::Retrying:
        break;
    }
    return Severity::Warning;
}

} // namespace

EntityDelegate::EntityDelegate(ViewContext context, QObject* parent) : QStyledItemDelegate(parent), m_context(context)
{ }

std::optional<Severity> EntityDelegate::markOf(const QModelIndex& index)
{
    if (const QVariant severity = index.data(SeverityRole); severity.isValid())
        return static_cast<Severity>(severity.toInt());
    const QVariant freshness = index.data(FreshnessRole);
    const bool isStale = freshness.isValid() && static_cast<Freshness>(freshness.toInt()) == Freshness::Stale;
    if (const QVariant state = index.data(SourceStateRole); state.isValid())
        return isStale ? Severity::Warning : markOfState(static_cast<SourceState>(state.toInt()));
    if (isStale)
        return Severity::Warning;
    if (const QVariant isHealthy = index.data(IsHealthyRole); isHealthy.isValid() && !isHealthy.toBool())
        return Severity::Warning;
    return std::nullopt;
}

void EntityDelegate::setMarkColumn(int column, Text text)
{
    m_markColumn = column;
    m_markText = text;
}

void EntityDelegate::setShortened(int column, int characters)
{
    m_shortColumn = column;
    m_shortLength = characters;
}

void EntityDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (m_figureColumns.contains(index.column()))
        option->font = smallFigureFont();
    if (index.data(IsDimRole).toBool())
        option->palette.setColor(QPalette::Text, option->palette.color(QPalette::PlaceholderText));
    if (index.column() == m_shortColumn && m_shortLength > 0)
        option->text.truncate(m_shortLength);
    // The view's hover state would remain when the pointer moves to another view.
    option->state.setFlag(QStyle::State_MouseOver, false);
    option->state.setFlag(QStyle::State_HasFocus, false);
    if (index.column() == m_markColumn && markOf(index)) {
        option->rect.adjust(markRoom, 0, 0, 0);
        if (m_markText == Text::Hidden)
            option->text.clear();
    }
    if (m_nameColumns.contains(index.column()))
        option->text = elidedName(option->fontMetrics, option->text, option->rect.width() - 2 * textMargin);
}

void EntityDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Palette& palette = m_context.theme.palette();
    const QVariant entity = index.data(EntityRole);
    const EntityRef hovered = m_context.selection.hovered();
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(option.rect, toColor(mixed(palette.panel, palette.accent, 0.28)));
    if (hovered.isValid() && entity.isValid() && entity.value<EntityRef>() == hovered)
        painter->fillRect(option.rect, toColor(palette.hover, 40));
    QStyledItemDelegate::paint(painter, option, index);
    if (index.column() != m_markColumn)
        return;
    if (const auto mark = markOf(index)) {
        const QRectF square(option.rect.left() + 4, option.rect.center().y() - entityMarkSide / 2.0 + 1, entityMarkSide,
                            entityMarkSide);
        drawSeverity(*painter, square, *mark, palette);
    }
}

QSize EntityDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(rowHeight(option.font));
    return size;
}

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
            // Hysteresis: the width gained by narrowing would otherwise switch back at once.
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

void hideColumnsToFit(QTableView& table, const std::vector<int>& leaving, int rest, int min)
{
    // Called before the function of stretchColumn(), which was added earlier, so columns are hidden before the rest is
    // distributed.
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

bool fitRowsToText(QTableView& table, std::initializer_list<int> columns, int max)
{
    constexpr int margins = 8;
    const QFontMetrics metrics = table.fontMetrics();
    bool hasChanged = false;
    for (int row = 0; row < table.model()->rowCount(); ++row) {
        int height = 0;
        for (const int column : columns) {
            const QRect room(0, 0, table.columnWidth(column) - margins, 10'000);
            const QString text = table.model()->index(row, column).data().toString();
            if (!table.isColumnHidden(column))
                height = std::max(height, metrics.boundingRect(room, Qt::TextWordWrap, text).height());
        }
        const int section = std::max(rowHeight(textFont()), std::min(height, max) + margins / 2);
        hasChanged = hasChanged || section != table.rowHeight(row);
        table.setRowHeight(row, section);
    }
    return hasChanged;
}

void holdWhileHovered(QTableView& table, std::function<void(bool isHeld)> hold)
{
    watchEvents(*table.viewport(), [hold = std::move(hold)](const QEvent& event) {
        if (event.type() == QEvent::Enter)
            hold(true);
        else if (event.type() == QEvent::Leave || event.type() == QEvent::Hide)
            hold(false);
    });
}

void stretchColumn(QTableView& table, int column, int min)
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

#include "moc_paneltable.cpp"
