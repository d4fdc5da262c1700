// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/jobsmodel.h"

#include "models/core/units.h"
#include "widgets/common/text.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

void JobsModel::setRows(std::vector<Row> rows)
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
        Q_EMIT dataChanged(index(0, 0), index(kept - 1, ColumnCount - 1));
}

EntityRef JobsModel::jobAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].job : EntityRef{};
}

int JobsModel::rowOf(EntityRef job) const
{
    const auto found = std::ranges::find(m_rows, job, &Row::job);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int JobsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int JobsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString JobsModel::text(const Row& row, int column)
{
    const auto number = [](double value) {
        return std::isnan(value) ? tr("no data") : toQString(formatNumber(value));
    };
    switch (column) {
    case NameColumn:
        return toQString(row.name);
    case GpusColumn:
        return number(row.gpus);
    case StepColumn:
        return std::isnan(row.step) ? tr("no data") : QString::number(std::llround(row.step));
    case StepTimeColumn:
        return quantityText(row.stepSeconds, Unit::Seconds);
    case GoodputColumn:
        return quantityText(row.goodput, Unit::Ratio);
    case WaitColumn:
        return quantityText(row.waitShare, Unit::Ratio);
    default:
        return {};
    }
}

QVariant JobsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == NameColumn ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                                            : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case EntityRole:
        return QVariant::fromValue(row.job);
    default:
        return {};
    }
}

QVariant JobsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == NameColumn ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                                     : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == GoodputColumn)
        return tr("Share of its GPU time in the time in view that went into work that it kept");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Job");
    case GpusColumn:
        return tr("GPUs");
    case StepColumn:
        return tr("Step");
    case StepTimeColumn:
        return tr("Step time");
    case GoodputColumn:
        return tr("Productive");
    case WaitColumn:
        return tr("Waits");
    default:
        return {};
    }
}

} // namespace lockstep
