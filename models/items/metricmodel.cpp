// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/metricmodel.h"

#include "models/store/clustermodel.h"

namespace lockstep {

MetricModel::MetricModel(const ClusterModel& cluster, QObject* parent)
    : QAbstractTableModel(parent), m_cluster(cluster), m_count(static_cast<int>(cluster.store().metrics().size()))
{
    connect(&cluster, &ClusterModel::changed, this, &MetricModel::onChanged);
}

QModelIndex MetricModel::indexOf(MetricId metric, int column) const
{
    return metric.isValid() ? index(static_cast<int>(metric.value), column) : QModelIndex();
}

int MetricModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_count;
}

int MetricModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant MetricModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const MetricId id{static_cast<std::uint32_t>(index.row())};
    const MetricDescriptor& metric = m_cluster.store().metrics().descriptor(id);
    if (role == MetricIdRole)
        return id.value;
    if (role == Qt::ToolTipRole)
        return QString::fromStdString(metric.name);
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    switch (index.column()) {
    case TitleColumn:
        return QString::fromStdString(metric.title.empty() ? metric.name : metric.title);
    case KindColumn:
        return QString::fromUtf8(entityKindName(metric.entityKind).data());
    case UnitColumn:
        return QString::fromUtf8(unitSymbol(metric.unit).data());
    default:
        return QString::fromStdString(metric.name);
    }
}

QVariant MetricModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TitleColumn:
        return tr("Metric");
    case KindColumn:
        return tr("Entity");
    case UnitColumn:
        return tr("Unit");
    case NameColumn:
        return tr("Name");
    default:
        return {};
    }
}

void MetricModel::onChanged(const ChangeSet& changes)
{
    const int count = static_cast<int>(m_cluster.store().metrics().size());
    if (!changes.metrics || count == m_count)
        return;
    beginInsertRows({}, m_count, count - 1);
    m_count = count;
    endInsertRows();
}

} // namespace lockstep

#include "moc_metricmodel.cpp"
