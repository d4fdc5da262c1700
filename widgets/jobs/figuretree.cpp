// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/figuretree.h"

#include "models/view/colour/theme.h"
#include "models/view/modeltext.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace lockstep {

void whenChosen(QTableView& list, std::function<void(int row)> choose)
{
    const auto chosen = [choose = std::move(choose)](const QModelIndex& index) {
        choose(index.row());
    };
    QObject::connect(&list, &QTableView::clicked, &list, chosen);
    QObject::connect(&list, &QTableView::activated, &list, chosen);
}

void limitHeight(QTableView& list, int maxHeight)
{
    const int row = list.verticalHeader()->defaultSectionSize();
    const int rows = std::clamp(maxHeight / row - 1, 1, std::max(1, list.model()->rowCount()));
    list.setFixedHeight(list.horizontalHeader()->sizeHint().height() + rows * row + 2 * list.frameWidth());
}

void showColumns(QTableView& list)
{
    for (int column = 0; column < list.model()->columnCount(); ++column)
        list.setColumnHidden(column, false);
}

void hideColumns(QTableView& list, int wanted, int width, std::span<const int> leaving)
{
    for (const int column : leaving) {
        if (wanted <= width)
            break;
        wanted -= list.horizontalHeader()->sectionSize(column);
        list.setColumnHidden(column, true);
    }
}

namespace {

enum FigureColumn : int { NameOfFigure, ValueOfFigure };

/// Makes rows tall enough for wrapped values, because a tree reserves only one line of text.
class FigureDelegate : public QStyledItemDelegate
{
public:
    explicit FigureDelegate(QTreeWidget& tree) : QStyledItemDelegate(&tree), m_tree(tree) { }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QSize size = QStyledItemDelegate::sizeHint(option, index);
        if (index.column() != ValueOfFigure)
            return size;
        constexpr int margin = 4;
        const QVariant font = index.data(Qt::FontRole);
        const QFontMetrics metrics(font.isValid() ? font.value<QFont>() : m_tree.font());
        const QRect room(0, 0, std::max(m_tree.columnWidth(ValueOfFigure) - 2 * margin, 40), QWIDGETSIZE_MAX);
        const int height = metrics.boundingRect(room, Qt::TextWordWrap, index.data().toString()).height();
        if (height > metrics.lineSpacing() * 3 / 2)
            size.setHeight(std::max(size.height(), height + 2 * margin));
        return size;
    }

private:
    QTreeWidget& m_tree;
};

/// Sets the number of children, reusing existing ones.
void resizeTo(QTreeWidgetItem& item, int count)
{
    while (item.childCount() > count)
        delete item.takeChild(item.childCount() - 1);
    while (item.childCount() < count)
        item.addChild(new QTreeWidgetItem);
}

} // namespace

FigureTree::FigureTree(ViewContext context, QWidget* parent) : QTreeWidget(parent), m_context(context)
{
    setAccessibleName(tr("Figures of the selected job; expand one to see its formula"));
    setColumnCount(2);
    setHeaderHidden(true);
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    setIndentation(14);
    setTextElideMode(Qt::ElideRight);
    setItemDelegate(new FigureDelegate(*this));
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setExpandsOnDoubleClick(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    header()->setMinimumSectionSize(40);
    header()->setStretchLastSection(true);
    connect(header(), &QHeaderView::sectionResized, this, [this] { scheduleDelayedItemsLayout(); });
    connect(&context.theme, &Theme::changed, this, [this] { setGroups(std::exchange(m_groups, {})); });
}

/// Elide names first: hovering shows them in full, while a truncated number would be wrong.
void FigureTree::shareWidth()
{
    constexpr double maxOfWidth = 0.5;
    const int max = static_cast<int>(viewport()->width() * maxOfWidth);
    header()->resizeSection(NameOfFigure, std::min(max, sizeHintForColumn(NameOfFigure) + 8));
}

void FigureTree::resizeEvent(QResizeEvent* event)
{
    QTreeWidget::resizeEvent(event);
    shareWidth();
}

void FigureTree::makeHeading(QTreeWidgetItem& item, const QString& text)
{
    item.setText(NameOfFigure, text);
    item.setFont(NameOfFigure, titleFont());
    item.setFirstColumnSpanned(true);
    item.setExpanded(true);
}

void FigureTree::addField(const QString& name, QWidget* field)
{
    if (m_fields == nullptr) {
        m_fields = new QTreeWidgetItem(this);
        makeHeading(*m_fields, tr("Inputs"));
    }
    auto* line = new QTreeWidgetItem(m_fields, {name});
    line->setToolTip(NameOfFigure, name);
    // Wrapped in another widget, because a tree gives focus to an item's widget when arrow keys reach the line.
    constexpr int widest = 200;
    auto* place = new QWidget;
    place->setFocusPolicy(Qt::NoFocus);
    auto* row = new QHBoxLayout(place);
    row->setContentsMargins(0, 1, 0, 1);
    field->setMaximumWidth(widest);
    row->addWidget(field, 1);
    row->addStretch();
    setItemWidget(line, ValueOfFigure, place);
    m_fields->setExpanded(true);
    connect(this, &QTreeWidget::itemActivated, field, [line, field](QTreeWidgetItem* item) {
        if (item == line)
            field->setFocus(Qt::ShortcutFocusReason);
    });
}

void FigureTree::setGroups(std::vector<FigureGroup> groups)
{
    const int fields = m_fields == nullptr ? 0 : 1;
    const auto count = static_cast<int>(groups.size());
    while (topLevelItemCount() - fields > count)
        delete takeTopLevelItem(topLevelItemCount() - fields - 1);
    for (int at = 0; at < count; ++at) {
        const FigureGroup& group = groups[static_cast<std::size_t>(at)];
        if (at == topLevelItemCount() - fields) {
            insertTopLevelItem(at, new QTreeWidgetItem);
            makeHeading(*topLevelItem(at), modelText(group.name));
        }
        QTreeWidgetItem& item = *topLevelItem(at);
        item.setText(NameOfFigure, modelText(group.name));
        resizeTo(item, static_cast<int>(group.figures.size()));
        for (int each = 0; each < item.childCount(); ++each)
            fill(*item.child(each), group.figures[static_cast<std::size_t>(each)]);
    }
    if (m_groups.size() != groups.size())
        shareWidth();
    m_groups = std::move(groups);
}

void FigureTree::fill(QTreeWidgetItem& item, const Figure& figure) const
{
    const QColor dim = toColor(m_context.theme.palette().dimText);
    item.setText(NameOfFigure, modelText(figure.name));
    item.setToolTip(NameOfFigure, modelText(figure.name));
    item.setText(ValueOfFigure, modelText(figure.value));
    const QString formula = figure.formula.empty() ? QString() : QLatin1Char('\n') + modelText(figure.formula);
    item.setToolTip(ValueOfFigure, modelText(figure.value) + formula);
    item.setFont(ValueOfFigure, figure.isKnown ? figureFont() : textFont());
    item.setData(ValueOfFigure, Qt::ForegroundRole, figure.isKnown ? QVariant() : QVariant(dim));
    const bool hasFormula = !figure.formula.empty();
    resizeTo(item, static_cast<int>(figure.inputs.size()) + (hasFormula ? 1 : 0));
    int row = 0;
    const auto tell = [&](const QString& name, const QString& value) {
        QTreeWidgetItem& line = *item.child(row++);
        line.setText(NameOfFigure, name);
        line.setToolTip(NameOfFigure, name);
        line.setText(ValueOfFigure, value);
        line.setToolTip(ValueOfFigure, value);
        for (const int column : {NameOfFigure, ValueOfFigure}) {
            line.setFont(column, smallTextFont());
            line.setForeground(column, dim);
        }
    };
    if (hasFormula)
        tell(tr("formula"), modelText(figure.formula));
    for (const auto& [name, value] : figure.inputs)
        tell(modelText(name), modelText(value));
}

} // namespace lockstep

#include "moc_figuretree.cpp"
