// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include <algorithm>
#include <vector>

namespace lockstep {

/// Base of flat tables whose rows are replaced together without a reset, so that the current row stays current. GUI
/// thread.
template <class Row>
class ReplacedRows : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }

protected:
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
        if (const int kept = std::min(before, after); kept > 0)
            Q_EMIT dataChanged(index(0, 0), index(kept - 1, columnCount() - 1));
    }
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
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
    [[nodiscard]] static QVariant alignment(bool isFigure)
    {
        return QVariant((isFigure ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }

private:
    std::vector<Row> m_rows;
};

} // namespace lockstep
