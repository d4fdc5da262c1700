// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/topologymodel.h"

#include "models/core/reporters.h"
#include "models/items/topologytext.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"

#include <utility>

namespace lockstep {

namespace {

quintptr keyOf(EntityRef entity)
{
    return (quintptr{static_cast<std::uint8_t>(entity.kind)} << 32U) | entity.index;
}

EntityRef entityOfKey(quintptr key)
{
    return {static_cast<EntityKind>(key >> 32U), static_cast<std::uint32_t>(key)};
}

} // namespace

TopologyModel::TopologyModel(const ClusterModel& cluster, const Selection& selection, QObject* parent)
    : QAbstractItemModel(parent), m_cluster(cluster), m_selection(selection)
{
    startOver();
    m_behind.setSingleShot(true);
    connect(&m_behind, &QTimer::timeout, this, [this] {
        followTopology();
        refreshValues();
    });
    connect(&cluster, &ClusterModel::changed, this, &TopologyModel::onChanged);
    connect(&selection, &Selection::metricChanged, this, &TopologyModel::onMetricChanged);
}

QModelIndex TopologyModel::indexOf(EntityRef entity, int column) const
{
    const bool isKnown = entity.index < m_rows[static_cast<std::size_t>(entity.kind)].size();
    if (!isKnown || rowOf(entity).number < 0)
        return {};
    return createIndex(rowOf(entity).number, column, keyOf(entity));
}

EntityRef TopologyModel::entityOf(const QModelIndex& index) const
{
    return index.isValid() ? entityOfKey(index.internalId()) : EntityRef{};
}

EntityRef TopologyModel::childAt(EntityRef parent, int number) const
{
    const auto siblings = parent.isValid() ? m_topology->children(parent) : m_topology->roots();
    return siblings[static_cast<std::size_t>(number)];
}

TopologyModel::Row& TopologyModel::rowOrRoot(EntityRef entity) const
{
    return entity.isValid() ? rowOf(entity) : m_root;
}

QModelIndex TopologyModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, keyOf(childAt(entityOf(parent), row)));
}

QModelIndex TopologyModel::parent(const QModelIndex& child) const
{
    if (!child.isValid())
        return {};
    const EntityRef above = m_topology->parent(entityOf(child));
    return m_topology->contains(above) ? indexOf(above) : QModelIndex();
}

int TopologyModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : rowOrRoot(entityOf(parent)).childCount;
}

int TopologyModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant TopologyModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const EntityRef entity = entityOf(index);
    // Asked for: so it is on a screen, and its next change is worth announcing.
    const EntityRef above = m_topology->parent(entity);
    rowOrRoot(m_topology->contains(above) ? above : EntityRef{}).isWatched = true;
    rowOf(entity).isAsked = true;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(entity, index.column());
    case Qt::ToolTipRole:
        return QString::fromStdString(m_topology->path(entity));
    case Qt::TextAlignmentRole:
        return index.column() == ValueColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case EntityRole:
        return QVariant::fromValue(entity);
    case ValueRole:
        return m_values.value(entity);
    case FreshnessRole:
        return static_cast<int>(freshnessOf(entity));
    case SeverityRole: {
        const auto severity = m_values.severity(entity);
        return severity ? QVariant(static_cast<int>(*severity)) : QVariant();
    }
    case IsWellRole:
        return m_values.isWell(entity);
    default:
        return {};
    }
}

Freshness TopologyModel::freshnessOf(EntityRef entity) const
{
    const FreshnessCount nodes = m_values.nodes(entity);
    const bool standsAbove = nodes.live + nodes.stale + nodes.neverSeen > 0;
    return standsAbove ? nodes.worst() : m_cluster.store().freshness(entity);
}

QString TopologyModel::textOf(EntityRef entity, int column) const
{
    const ClusterStore& store = m_cluster.store();
    switch (column) {
    case NameColumn:
        return QString::fromStdString(m_topology->name(entity));
    case ValueColumn:
        return valueText(store.metrics(), m_selection.metric(), entity.kind, m_values.value(entity));
    default:
        return stateText(m_values.nodes(entity), freshnessOf(entity),
                         entity.kind == EntityKind::Rack && !isMachineRack(*m_topology, entity));
    }
}

QVariant TopologyModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    // A narrow column has no room for a metric's title.
    if (section == ValueColumn && (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole))
        return metricTitle(m_cluster.store().metrics(), m_selection.metric());
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Name");
    case ValueColumn:
        return tr("Value");
    case StateColumn:
        return tr("State");
    default:
        return {};
    }
}

} // namespace lockstep
