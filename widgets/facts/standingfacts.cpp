// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/standingfacts.h"

#include "models/core/span.h"
#include "models/view/translation.h"
#include "widgets/common/text.h"

#include <QStringList>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace lockstep {

namespace {

constexpr qsizetype namedRanks = 8;
constexpr qsizetype namedLinks = 8;

bool standsSomewhere(EntityRef entity)
{
    return entity.kind == EntityKind::Gpu || entity.kind == EntityKind::Node;
}

/// Some by name, and how many more.
QString someOf(const QStringList& all, qsizetype max)
{
    QString text = all.mid(0, max).join(QStringLiteral(", "));
    if (all.size() > max)
        text += tr(" and %1 more").arg(all.size() - max);
    return text;
}

} // namespace

Facts rankFacts(const ClusterStore& store, EntityRef entity)
{
    Facts facts;
    if (!standsSomewhere(entity))
        return facts;
    const Topology& topology = *store.topology();
    const NameTable& names = store.spans().names();
    std::map<std::string, std::set<std::uint32_t>> ranks; // by job
    for (const SpanLane& lane : store.spans().lanes()) {
        const bool isThere = lane.entity == entity
            || (entity.kind == EntityKind::Node && topology.contains(lane.entity)
                && topology.ancestor(lane.entity, EntityKind::Node) == entity);
        if (isThere && lane.job.isValid() && lane.rank != Span::noRank)
            ranks[names.name(lane.job)].insert(lane.rank);
    }
    for (const auto& [job, its] : ranks) {
        QStringList numbers;
        for (const std::uint32_t rank : its)
            numbers << QString::number(rank);
        facts.push_back({its.size() == 1 ? tr("Rank") : tr("Ranks"),
                         tr("%1 of %2").arg(someOf(numbers, namedRanks), toQString(job))});
    }
    return facts;
}

Facts standingFacts(const Topology& topology, EntityRef entity)
{
    Facts facts;
    if (!standsSomewhere(entity) || !topology.contains(entity))
        return facts;
    const EntityRef node = topology.ancestor(entity, EntityKind::Node);
    QStringList links;
    for (const EntityRef port : node.isValid() ? topology.children(node) : std::span<const EntityRef>()) {
        const EntityRef far = port.kind == EntityKind::Port ? topology.peer(port) : EntityRef{};
        const EntityRef device = topology.contains(far) ? topology.ancestor(far, EntityKind::Switch) : far;
        if (device.isValid() && topology.contains(device))
            links << tr("%1 to %2").arg(toQString(topology.name(port)), toQString(topology.name(device)));
    }
    if (!links.isEmpty())
        facts.push_back({tr("Links"), someOf(links, namedLinks)});
    const EntityRef rack = topology.ancestor(entity, EntityKind::Rack);
    QStringList loops;
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Loop); ++index) {
        const EntityRef loop{EntityKind::Loop, index};
        if (std::ranges::find(topology.served(loop), rack) != topology.served(loop).end())
            loops << toQString(topology.name(loop));
    }
    if (rack.isValid() && !loops.isEmpty())
        facts.push_back({tr("Cooled by"), loops.join(QStringLiteral(", "))});
    return facts;
}

} // namespace lockstep
