// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/figuretree.h"

#include "models/view/colour/theme.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QHeaderView>

#include <utility>

namespace lockstep {

namespace {

enum FigureColumn : int { NameOfFigure, ValueOfFigure };

/// As many children as there are to be, the first of them the old ones.
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
    setAccessibleName(tr("Figures of the chosen job; each opens to its formula"));
    setColumnCount(2);
    setHeaderHidden(true);
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    setIndentation(14);
    setTextElideMode(Qt::ElideRight);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setExpandsOnDoubleClick(true);
    header()->setStretchLastSection(true);
    header()->setSectionResizeMode(NameOfFigure, QHeaderView::ResizeToContents);
    connect(&context.theme, &Theme::changed, this, [this] { setGroups(std::exchange(m_groups, {})); });
}

void FigureTree::setGroups(std::vector<FigureGroup> groups)
{
    while (topLevelItemCount() > static_cast<int>(groups.size()))
        delete takeTopLevelItem(topLevelItemCount() - 1);
    for (int at = 0; at < static_cast<int>(groups.size()); ++at) {
        const FigureGroup& group = groups[static_cast<std::size_t>(at)];
        const bool isNew = at == topLevelItemCount();
        if (isNew)
            addTopLevelItem(new QTreeWidgetItem);
        QTreeWidgetItem& item = *topLevelItem(at);
        item.setText(NameOfFigure, toQString(group.name));
        item.setFont(NameOfFigure, titleFont());
        item.setFirstColumnSpanned(true);
        resizeTo(item, static_cast<int>(group.figures.size()));
        for (int each = 0; each < item.childCount(); ++each)
            fill(*item.child(each), group.figures[static_cast<std::size_t>(each)]);
        if (isNew)
            item.setExpanded(true);
    }
    m_groups = std::move(groups);
}

void FigureTree::fill(QTreeWidgetItem& item, const Figure& figure) const
{
    const QColor dim = toColor(m_context.theme.palette().dimText);
    item.setText(NameOfFigure, toQString(figure.name));
    item.setText(ValueOfFigure, toQString(figure.value));
    item.setToolTip(ValueOfFigure, toQString(figure.formula.empty() ? figure.value : figure.formula));
    item.setFont(ValueOfFigure, figure.isKnown ? figureFont() : textFont());
    item.setData(ValueOfFigure, Qt::ForegroundRole, figure.isKnown ? QVariant() : QVariant(dim));
    const bool hasFormula = !figure.formula.empty();
    resizeTo(item, static_cast<int>(figure.inputs.size()) + (hasFormula ? 1 : 0));
    int row = 0;
    const auto tell = [&](const QString& name, const QString& value) {
        QTreeWidgetItem& line = *item.child(row++);
        line.setText(NameOfFigure, name);
        line.setText(ValueOfFigure, value);
        line.setToolTip(ValueOfFigure, value);
        for (const int column : {NameOfFigure, ValueOfFigure}) {
            line.setFont(column, smallTextFont());
            line.setForeground(column, dim);
        }
    };
    if (hasFormula)
        tell(tr("formula"), toQString(figure.formula));
    for (const auto& [name, value] : figure.inputs)
        tell(toQString(name), toQString(value));
}

} // namespace lockstep
