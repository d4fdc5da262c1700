// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/lanes/lanepins.h"

#include "models/store/clusterstore.h"
#include "widgets/common/text.h"

#include <QSet>

namespace lockstep {

namespace {

constexpr QChar separator = u'\t';

/// Key of job, lane, node and entity; not the full path, because a node's rack may become known later.
QString keyOf(const ClusterStore& store, const SpanLane& lane)
{
    const NameTable& names = store.spans().names();
    const Topology& topology = *store.topology();
    QStringList parts{lane.job.isValid() ? toQString(names.name(lane.job)) : QString(),
                      toQString(names.name(lane.name))};
    if (topology.contains(lane.entity)) {
        const EntityRef node = topology.ancestor(lane.entity, EntityKind::Node);
        parts << (node.isValid() ? toQString(topology.name(node)) : QString()) << toQString(topology.name(lane.entity));
    }
    return parts.join(separator);
}

} // namespace

bool LanePins::contains(const ClusterStore& store, std::size_t lane) const
{
    return !m_keys.isEmpty() && lane < store.spans().lanes().size()
        && m_keys.contains(keyOf(store, store.spans().lanes()[lane]));
}

void LanePins::toggle(const ClusterStore& store, std::size_t lane)
{
    if (lane >= store.spans().lanes().size())
        return;
    const QString key = keyOf(store, store.spans().lanes()[lane]);
    if (m_keys.removeAll(key) == 0) {
        if (m_keys.size() >= maxPins)
            return;
        m_keys.append(key);
    }
    Q_EMIT changed(m_keys);
}

void LanePins::clear()
{
    m_keys.clear();
    Q_EMIT changed(m_keys);
}

std::vector<std::size_t> LanePins::lanesIn(const ClusterStore& store) const
{
    std::vector<std::size_t> found(static_cast<std::size_t>(m_keys.size()), std::size_t(-1));
    if (m_keys.isEmpty())
        return {};
    // Compare names first: of ten thousand lanes nearly all differ in their name.
    QSet<QString> laneNames;
    for (const QString& key : m_keys)
        laneNames.insert(key.section(separator, 1, 1));
    const auto& lanes = store.spans().lanes();
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        if (!laneNames.contains(toQString(store.spans().names().name(lanes[lane].name))))
            continue;
        if (const qsizetype pin = m_keys.indexOf(keyOf(store, lanes[lane])); pin >= 0)
            found[static_cast<std::size_t>(pin)] = lane;
    }
    std::erase(found, std::size_t(-1));
    return found;
}

void LanePins::setKeys(const QStringList& keys)
{
    if (keys == m_keys)
        return;
    m_keys = keys.mid(0, maxPins);
    m_keys.removeDuplicates();
    Q_EMIT changed(m_keys);
}

} // namespace lockstep

#include "moc_lanepins.cpp"
