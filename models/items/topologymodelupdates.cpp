// SPDX-License-Identifier: GPL-3.0-or-later
// The half of TopologyModel that follows the cluster.
#include "models/items/topologychange.h"
#include "models/items/topologymodel.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"

#include <algorithm>
#include <utility>

namespace lockstep {

void TopologyModel::onChanged(const ChangeSet& changes)
{
    if (changes.topology)
        followTopology();
    if (changes.topology || changes.sources || !changes.ticks.isEmpty())
        refreshValues();
}

void TopologyModel::onMetricChanged()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, ValueColumn, ValueColumn);
    refreshValues();
}

void TopologyModel::startOver()
{
    m_behind.stop();
    m_topology = m_cluster.store().topology();
    for (std::size_t kind = 0; kind < entityKindCount; ++kind)
        m_rows[kind].assign(m_topology->count(static_cast<EntityKind>(kind)), Row{});
    m_root = {};
    for (const EntityRef root : m_topology->roots()) {
        rowOf(root).number = m_root.childCount++;
        takeSubtree(root);
    }
    m_values.update(m_cluster.store(), *m_topology, m_selection.metric());
}

void TopologyModel::followTopology()
{
    const TopologyPtr next = m_cluster.store().topology();
    if (next == m_topology)
        return;
    if (!isExtension(*m_topology, *next)) {
        beginResetModel(); // another cluster, not another tick
        startOver();
        endResetModel();
        return;
    }
    // A view that sorts by name puts each row in its place by itself, among all that are selected or open.
    const WorkPace::Clock::time_point begin = WorkPace::Clock::now();
    if (!m_growth.isDue(begin))
        return m_behind.start(std::chrono::ceil<std::chrono::milliseconds>(m_growth.wait(begin)));
    m_topology = next;
    grow();
    const WorkPace::Clock::time_point end = WorkPace::Clock::now();
    m_growth.done(end, end - begin);
}

void TopologyModel::grow()
{
    // What is new comes with all that is in it: an announcement of each part costs as much as all that is shown.
    std::vector<EntityRef> grown{EntityRef{}};
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        const auto known = static_cast<std::uint32_t>(m_rows[kind].size());
        for (std::uint32_t index = 0; index < known; ++index)
            grown.push_back({static_cast<EntityKind>(kind), index});
        m_rows[kind].resize(m_topology->count(static_cast<EntityKind>(kind)), Row{});
    }
    for (const EntityRef entity : grown)
        announceChildren(entity);
}

void TopologyModel::takeSubtree(EntityRef entity)
{
    const auto children = m_topology->children(entity);
    rowOf(entity).childCount = static_cast<int>(children.size());
    for (std::size_t number = 0; number < children.size(); ++number) {
        rowOf(children[number]).number = static_cast<int>(number);
        takeSubtree(children[number]);
    }
}

void TopologyModel::announceChildren(EntityRef parent)
{
    const auto children = parent.isValid() ? m_topology->children(parent) : m_topology->roots();
    Row& row = rowOrRoot(parent);
    const int known = row.childCount;
    const int count = static_cast<int>(children.size());
    if (count == known)
        return;
    beginInsertRows(indexOf(parent), known, count - 1);
    for (int number = known; number < count; ++number) {
        const EntityRef child = children[static_cast<std::size_t>(number)];
        rowOf(child).number = number;
        takeSubtree(child);
    }
    row.childCount = count;
    endInsertRows();
}

void TopologyModel::refreshValues()
{
    const bool someTurned = m_values.update(m_cluster.store(), *m_topology, m_selection.metric());
    announceValues({});
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        for (std::uint32_t index = 0; index < m_rows[kind].size(); ++index) {
            const Row& row = m_rows[kind][index];
            if (row.isWatched || (someTurned && row.childCount > 0))
                announceValues({static_cast<EntityKind>(kind), index});
        }
    }
    if (someTurned)
        Q_EMIT wellnessChanged();
}

void TopologyModel::announceValues(EntityRef parent)
{
    Row& row = rowOrRoot(parent);
    const bool wasWatched = std::exchange(row.isWatched, false);
    if (row.childCount > crowd)
        return announceInCrowd(parent, wasWatched);
    int first = 0;
    int last = row.childCount - 1;
    if (!wasWatched) {
        const auto stays = [&](int number) {
            return !m_values.hasTurned(childAt(parent, number));
        };
        while (first <= last && stays(first))
            ++first;
        while (first <= last && stays(last))
            --last;
    }
    announceRows(parent, first, last);
}

/// Who sorts or filters looks at each row that is announced.
void TopologyModel::announceInCrowd(EntityRef parent, bool wasWatched)
{
    const int count = rowOrRoot(parent).childCount;
    int first = 0;
    for (int number = 0; number <= count; ++number) {
        const EntityRef child = number < count ? childAt(parent, number) : EntityRef{};
        const bool wasAsked = wasWatched && child.isValid() && std::exchange(rowOf(child).isAsked, false);
        if (child.isValid() && (wasAsked || m_values.hasTurned(child)))
            continue;
        announceRows(parent, first, number - 1);
        first = number + 1;
    }
}

void TopologyModel::announceRows(EntityRef parent, int first, int last)
{
    if (first > last)
        return;
    Q_EMIT dataChanged(indexOf(childAt(parent, first), ValueColumn), indexOf(childAt(parent, last), StateColumn),
                       {Qt::DisplayRole, ValueRole, FreshnessRole, SeverityRole, IsWellRole});
}

} // namespace lockstep
