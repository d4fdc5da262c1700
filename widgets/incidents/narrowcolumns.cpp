// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/narrowcolumns.h"

#include "widgets/common/eventwatch.h"

#include <QHeaderView>
#include <QTableView>

namespace lockstep {

void letColumnsLeave(QTableView& table, const std::vector<int>& leaving, int rest, int min)
{
    // Who watches later is asked first: columns leave before the rest is given away.
    fitTo(*table.viewport(), [&table, leaving, rest, min] {
        const QHeaderView* header = table.horizontalHeader();
        for (const int column : leaving)
            table.setColumnHidden(column, false);
        for (const int column : leaving) {
            if (header->length() - header->sectionSize(rest) + min > table.viewport()->width())
                table.setColumnHidden(column, true);
        }
    });
}

} // namespace lockstep
