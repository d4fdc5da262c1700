// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/pairlines.h"

#include "models/view/translation.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"

#include <algorithm>
#include <tuple>

namespace lockstep {

namespace {

/// Where a GPU or node has its place in a job.
struct Member
{
    NameId job;
    std::uint32_t rank = Span::noRank; ///< the lowest there
    bool isThere = false;
};

/// By index of the GPU or node.
std::vector<Member> membersOf(const ClusterStore& store, EntityKind kind)
{
    const Topology& topology = *store.topology();
    std::vector<Member> members(topology.count(kind));
    for (const SpanLane& lane : store.spans().lanes()) {
        const EntityRef entity = lane.entity.kind == EntityKind::Gpu && topology.contains(lane.entity)
            ? topology.ancestor(lane.entity, kind)
            : EntityRef{};
        if (!entity.isValid())
            continue;
        Member& member = members[entity.index];
        const bool isNewJob = member.isThere && lane.job != member.job; // the last one counts
        member.rank = isNewJob ? lane.rank : std::min(member.rank, lane.rank);
        member.job = lane.job;
        member.isThere = true;
    }
    return members;
}

MatrixLine lineOf(const Topology& topology, EntityRef entity, const Member& member)
{
    const bool isRank = entity.kind == EntityKind::Gpu && member.rank != Span::noRank;
    return {isRank ? tr("rank %1").arg(member.rank) : entityLabel(topology, entity), entity};
}

MatrixAxes byPosition(const Topology& topology, EntityKind kind, const std::vector<Member>& members)
{
    std::vector<MatrixLine> lines;
    std::vector<MatrixGroup> groups;
    const GridRows all(topology, kind);
    for (const RowGroup& group : all.groups()) {
        const std::size_t from = lines.size();
        for (std::size_t row = group.rows.from; row < group.rows.to; ++row) {
            const EntityRef entity = all.entity(row);
            if (members[entity.index].isThere)
                lines.push_back(lineOf(topology, entity, members[entity.index]));
        }
        if (lines.size() > from)
            groups.push_back({group.owner.isValid() ? toQString(topology.name(group.owner)) : QString(),
                              group.owner,
                              {from, lines.size()}});
    }
    if (groups.size() < 2)
        groups.clear();
    return MatrixAxes::square(std::move(lines), std::move(groups));
}

MatrixAxes byJob(const ClusterStore& store, EntityKind kind, const std::vector<Member>& members)
{
    std::vector<std::uint32_t> order;
    for (std::uint32_t at = 0; at < members.size(); ++at) {
        if (members[at].isThere)
            order.push_back(at);
    }
    std::ranges::sort(order, {},
                      [&members](std::uint32_t at) { return std::tuple(members[at].job.value, members[at].rank, at); });
    std::vector<MatrixLine> lines;
    std::vector<MatrixGroup> groups;
    for (const std::uint32_t at : order) {
        const NameId job = members[at].job;
        if (lines.empty() || members[lines.back().entity.index].job != job) {
            const bool isNamed = job.isValid() && !store.spans().names().name(job).empty();
            groups.push_back({isNamed ? toQString(store.spans().names().name(job)) : tr("no job"),
                              {},
                              {lines.size(), lines.size()}});
        }
        lines.push_back(lineOf(*store.topology(), {kind, at}, members[at]));
        groups.back().rows.to = lines.size();
    }
    return MatrixAxes::square(std::move(lines), std::move(groups));
}

} // namespace

MatrixAxes pairAxes(const ClusterStore& store, PairUnit unit, MatrixOrder order)
{
    const EntityKind kind = unit == PairUnit::Rank ? EntityKind::Gpu : EntityKind::Node;
    const std::vector<Member> members = membersOf(store, kind);
    return order == MatrixOrder::Position ? byPosition(*store.topology(), kind, members) : byJob(store, kind, members);
}

} // namespace lockstep
