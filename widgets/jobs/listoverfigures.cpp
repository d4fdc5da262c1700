// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/listoverfigures.h"

#include <QHeaderView>
#include <QTableView>

#include <algorithm>

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

} // namespace lockstep
