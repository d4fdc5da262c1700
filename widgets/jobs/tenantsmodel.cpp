// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/tenantsmodel.h"

#include "models/view/modeltext.h"
#include "widgets/common/text.h"

namespace lockstep {

namespace {

bool isFigureOfTenants(int column)
{
    return column != TenantsModel::NameColumn && column != TenantsModel::CauseColumn;
}

} // namespace

int TenantsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TenantsModel::data(const QModelIndex& index, int role) const
{
    const Row* const row = rowAt(index.row());
    if (row == nullptr)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignment(isFigureOfTenants(index.column()));
    if (role == EntityRole)
        return QVariant::fromValue(row->tenant);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case NameColumn:
        return toQString(row->name);
    case JobsColumn:
        return QString::number(row->jobs);
    case ReservedColumn:
        return toQString(row->reserved);
    case GoodputColumn:
        return toQString(row->goodput);
    case LostColumn:
        return toQString(row->lost);
    case UnknownColumn:
        return toQString(row->unknown);
    default:
        return modelText(row->cause);
    }
}

QVariant TenantsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignment(isFigureOfTenants(section));
    if (role == Qt::ToolTipRole && section == LostColumn)
        return tr("Reserved but not productive: waits, checkpoints, restarts, lost work, idle");
    if (role == Qt::ToolTipRole && section == UnknownColumn)
        return tr("Reserved, but no rank reported: may have been productive or lost");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Tenant");
    case JobsColumn:
        return tr("Jobs");
    case ReservedColumn:
        return tr("Reserved");
    case GoodputColumn:
        return tr("Productive");
    case LostColumn:
        return tr("Lost");
    case UnknownColumn:
        return tr("Unknown");
    case CauseColumn:
        return tr("Worst cause");
    default:
        return {};
    }
}

} // namespace lockstep

#include "moc_tenantsmodel.cpp"
