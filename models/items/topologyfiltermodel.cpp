// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/topologyfiltermodel.h"

#include "models/items/topologymodel.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

TopologyFilterModel::TopologyFilterModel(QObject* parent) : QSortFilterProxyModel(parent)
{
    m_collator.setNumericMode(true);
    m_collator.setCaseSensitivity(Qt::CaseInsensitive);
    setRecursiveFilteringEnabled(true);
}

void TopologyFilterModel::setTopologyModel(TopologyModel* model)
{
    if (m_model)
        m_model->disconnect(this);
    m_model = model;
    setSourceModel(model);
    if (!model)
        return;
    // A changed row may have been filtered out together with its ancestors, so all of them are filtered again.
    connect(model, &TopologyModel::wellnessChanged, this, [this] {
        if (m_onlyUnhealthy)
            invalidateRowsFilter();
    });
}

void TopologyFilterModel::setText(const QString& text)
{
    QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    if (words == m_words)
        return;
    m_words = std::move(words);
    invalidateRowsFilter();
}

void TopologyFilterModel::setOnlyUnhealthy(bool only)
{
    if (std::exchange(m_onlyUnhealthy, only) != only)
        invalidateRowsFilter();
}

QModelIndex TopologyFilterModel::indexOf(EntityRef entity, int column) const
{
    return m_model ? mapFromSource(m_model->indexOf(entity, column)) : QModelIndex();
}

EntityRef TopologyFilterModel::entityOf(const QModelIndex& index) const
{
    return m_model ? m_model->entityOf(mapToSource(index)) : EntityRef{};
}

bool TopologyFilterModel::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (!m_model)
        return false;
    const EntityRef entity = m_model->entityOf(m_model->index(row, 0, parent));
    return (!m_onlyUnhealthy || !m_model->isHealthy(entity)) && (m_words.isEmpty() || matchesText(entity));
}

bool TopologyFilterModel::matchesText(EntityRef entity) const
{
    const QString path = QString::fromStdString(m_model->topology().path(entity));
    return std::ranges::all_of(m_words, [&](const QString& word) { return path.contains(word, Qt::CaseInsensitive); });
}

bool TopologyFilterModel::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const EntityRef first = m_model->entityOf(left);
    const EntityRef second = m_model->entityOf(right);
    switch (left.column()) {
    case TopologyModel::ValueColumn:
        return lessByValue(first, second);
    case TopologyModel::StateColumn:
        if (m_model->severity(first) != m_model->severity(second))
            return m_model->severity(first) > m_model->severity(second);
        break;
    default:
        break;
    }
    return lessByName(first, second);
}

bool TopologyFilterModel::lessByName(EntityRef left, EntityRef right) const
{
    // Jobs and loops are few, so they come before racks and switches.
    const auto place = [](EntityKind kind) {
        return kind == EntityKind::Job ? -2 : kind == EntityKind::Loop ? -1 : static_cast<int>(kind);
    };
    if (left.kind != right.kind)
        return place(left.kind) < place(right.kind);
    const Topology& topology = m_model->topology();
    return m_collator.compare(QString::fromStdString(topology.name(left)), QString::fromStdString(topology.name(right)))
        < 0;
}

bool TopologyFilterModel::lessByValue(EntityRef left, EntityRef right) const
{
    const float first = m_model->valueOf(left);
    const float second = m_model->valueOf(right);
    if (std::isnan(first) != std::isnan(second)) {
        // Last, in either sort order.
        return std::isnan(first) == (sortOrder() == Qt::DescendingOrder);
    }
    return std::isnan(first) || first == second ? lessByName(left, right) : first < second;
}

} // namespace lockstep

#include "moc_topologyfiltermodel.cpp"
