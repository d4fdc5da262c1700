// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <algorithm>
#include <utility>
#include <vector>

namespace lockstep {

struct TableColumn
{
    QString title; ///< of the header
    QString hint = {}; ///< tooltip of the header
    bool isFigure = false; ///< aligned to the right
};

/// Base of flat tables: rows of one type, and fixed columns with their headers. GUI thread.
template <class Row>
class TableModel : public QAbstractTableModel
{
public:
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
            return {};
        const TableColumn& column = m_columns[static_cast<std::size_t>(section)];
        switch (role) {
        case Qt::DisplayRole:
            return column.title;
        case Qt::ToolTipRole:
            return column.hint.isEmpty() ? QVariant() : column.hint;
        case Qt::AccessibleTextRole: // of a column that is too narrow for a title
            return column.title.isEmpty() && !column.hint.isEmpty() ? column.hint : QVariant();
        case Qt::TextAlignmentRole:
            return alignment(section);
        default:
            return {};
        }
    }

protected:
    static constexpr bool isFigure = true; ///< for columns

    explicit TableModel(std::vector<TableColumn> columns, QObject* parent = nullptr)
        : QAbstractTableModel(parent), m_columns(std::move(columns))
    { }

    /// Without a reset, so that the current row stays current.
    void replaceRows(std::vector<Row> rows)
    {
        const auto before = static_cast<int>(m_rows.size());
        const auto after = static_cast<int>(rows.size());
        if (after > before)
            beginInsertRows({}, before, after - 1);
        else if (after < before)
            beginRemoveRows({}, after, before - 1);
        m_rows = std::move(rows);
        if (after > before)
            endInsertRows();
        else if (after < before)
            endRemoveRows();
        changeRows(0, std::min(before, after));
    }
    /// Reports that the rows [from, to) have other texts.
    void changeRows(int from, int to)
    {
        if (from < to)
            Q_EMIT dataChanged(index(from, 0), index(to - 1, columnCount() - 1));
    }
    /// null: no such row.
    [[nodiscard]] const Row* rowAt(int row) const
    {
        return row >= 0 && row < rowCount() ? &m_rows[static_cast<std::size_t>(row)] : nullptr;
    }
    /// -1: none.
    template <class Value, class Member>
    [[nodiscard]] int rowWith(const Value& value, Member member) const
    {
        const auto found = std::ranges::find(m_rows, value, member);
        return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
    }
    [[nodiscard]] QVariant alignment(int column) const
    {
        const TableColumn& shown = m_columns[static_cast<std::size_t>(column)];
        return QVariant((shown.isFigure ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }

    std::vector<Row> m_rows;

private:
    std::vector<TableColumn> m_columns;
};

} // namespace lockstep
