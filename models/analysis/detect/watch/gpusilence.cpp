// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/gpusilence.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>

namespace lockstep {

namespace {
constexpr std::size_t gpuColumns = 3; ///< of the watched columns; the node's column is after them
}

void GpuSilence::step(const WatchedTick& now, Derived& out)
{
    const std::size_t count = now.topology->count(EntityKind::Gpu);
    if (count < m_lastHeard.size())
        *this = GpuSilence(); // another cluster: restart
    m_lastHeard.resize(count, 0);
    for (std::uint32_t node = 0; node < now.topology->count(EntityKind::Node); ++node)
        judge(now, {EntityKind::Node, node}, out);
}

void GpuSilence::judge(const WatchedTick& now, EntityRef node, Derived& out)
{
    std::vector<EntityRef> silent;
    std::size_t known = 0;
    bool isAnyHeard = false;
    for (const EntityRef child : now.topology->children(node)) {
        if (child.kind != EntityKind::Gpu)
            continue;
        bool isHeard = false;
        for (std::size_t column = 0; column < gpuColumns; ++column)
            isHeard |= !std::isnan(now.value(column, child.index));
        if (isHeard)
            m_lastHeard[child.index] = now.tick;
        isAnyHeard |= isHeard;
        if (m_lastHeard[child.index] == 0)
            continue;
        ++known;
        if (!isHeard)
            silent.push_back(child);
    }
    const bool isNodeHeard = isAnyHeard || !std::isnan(now.value(gpuColumns, node.index));
    if (known == 0 || (silent.empty() && m_episodes.isEmpty()))
        return;
    if (!isNodeHeard) { // the state of its GPUs is unknown; interrupts their silence
        for (const EntityRef entity : silent)
            leaveOpen(now, entity, rule);
        return leaveOpen(now, node, nodeRule);
    }
    const bool isWhole = known > 1 && silent.size() == known;
    reportEpisode(now, node, isWhole, silent.size(), out);
    for (const EntityRef child : now.topology->children(node)) {
        if (child.kind == EntityKind::Gpu && m_lastHeard[child.index] != 0)
            reportEpisode(now, child, !isWhole && m_lastHeard[child.index] != now.tick, 1, out);
    }
}

void GpuSilence::leaveOpen(const WatchedTick& now, EntityRef entity, const EpisodeRule& its)
{
    (void)m_episodes.notFound({entity}, its, now, Episodes::State::Unclear);
}

void GpuSilence::reportEpisode(const WatchedTick& now, EntityRef entity, bool isSilent, std::size_t gpus, Derived& out)
{
    const bool isNode = entity.kind == EntityKind::Node;
    const EpisodeRule& its = isNode ? nodeRule : rule;
    const auto news
        = isSilent ? m_episodes.found({entity}, its, now, Severity::Critical) : m_episodes.notFound({entity}, its, now);
    const std::string place = placeText(*now.topology, entity);
    if (news.isBad())
        out.events.push_back(
            {entity,
             {now.time,
              Severity::Critical,
              0,
              codes::gpuSilent,
              isNode ? fmt::format(
                  "{}: no data from its {} GPUs, although the node is reporting: check the driver and the collector",
                  place, gpus)
                     : fmt::format("{}: no data, although its node is reporting", place),
              {.lasted = its.lastsAtTicksOf(now.seconds)}}});
    if (news.isOver())
        out.events.push_back({entity,
                              {now.time, Severity::Information, 0, codes::gpuSilent,
                               fmt::format("{}: {} again", place, isNode ? "its GPUs report" : "reports")}});
}

} // namespace lockstep
