// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/narrowcolumns.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

namespace lockstep {

namespace {

class NarrowColumns : public QObject
{
public:
    NarrowColumns(QTableView& table, std::vector<int> leaving, int rest, int least)
        : QObject(&table), m_table(table), m_leaving(std::move(leaving)), m_rest(rest), m_least(least)
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
        for (const int column : m_leaving)
            m_table.setColumnHidden(column, false);
        const auto needed = [&] {
            return header->length() - header->sectionSize(m_rest) + m_least;
        };
        for (const int column : m_leaving) {
            if (needed() > m_table.viewport()->width())
                m_table.setColumnHidden(column, true);
        }
    }

private:
    QTableView& m_table;
    std::vector<int> m_leaving;
    int m_rest;
    int m_least;
};

} // namespace

void letColumnsLeave(QTableView& table, std::vector<int> leaving, int rest, int least)
{
    auto* narrow = new NarrowColumns(table, std::move(leaving), rest, least);
    // Filters that come later are asked first: columns leave before the rest is given away.
    table.viewport()->installEventFilter(narrow);
    narrow->fit();
}

} // namespace lockstep
