// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/xidwatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"
#include "models/core/xid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ratio>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t lastXid = 0; ///< columns
constexpr std::size_t utilisationBesideXid = 1;
constexpr std::size_t memoryBesideXid = 2;

constexpr Duration aroundTheFirst = std::chrono::minutes(1); ///< the job stops about when the XID is scraped

} // namespace

void XidWatch::step(const WatchedTick& now, Derived& out)
{
    const std::size_t count = now.topology->count(EntityKind::Gpu);
    if (now.columns[lastXid].empty())
        return; // agents report each XID
    if (count < m_last.size())
        *this = XidWatch(); // another cluster: restart
    m_last.resize(count, noData);
    m_nodes.resize(now.topology->count(EntityKind::Node));
    for (std::uint32_t gpu = 0; gpu < count; ++gpu) {
        const float value = now.value(lastXid, gpu);
        if (!(value >= 0) || value > max)
            continue;
        const float before = std::exchange(m_last[gpu], value);
        if (std::isnan(before) || before == value || value < 1)
            continue;
        const auto code = static_cast<unsigned>(value);
        const XidMeaning meaning = meaningOfXid(code);
        const EntityRef entity{EntityKind::Gpu, gpu};
        out.events.push_back({entity,
                              {now.time,
                               meaning.severity,
                               0,
                               codes::gpuXid,
                               fmt::format("XID {}: {}.", code, meaning.text),
                               {.xid = code}}});
        const EntityRef place = now.topology->ancestor(entity, EntityKind::Node);
        if (!place.isValid())
            continue;
        Node& node = m_nodes[place.index];
        const TimePoint from = now.time - aroundTheFirst;
        if (node.xid == 0 || node.failedAt < from - recently) // otherwise the failure causes the pauses
            node.baselinePauses = static_cast<std::size_t>(std::ranges::count_if(
                node.pauses, [&](TimePoint pause) { return pause < from && pause >= from - recently; }));
        node.failed = meaning.kind == XidClass::Program ? entity : EntityRef{};
        node.failedAt = now.time;
        node.xid = code;
        node.reportedAt.reset();
    }
    for (std::uint32_t node = 0; node < m_nodes.size(); ++node) {
        if (follow(now, node) && m_nodes[node].failed.isValid())
            judgePauses(now, node, out);
    }
}

bool XidWatch::follow(const WatchedTick& now, std::uint32_t node)
{
    std::size_t known = 0;
    std::size_t working = 0;
    bool areAllIdle = true;
    float memory = 0; // NaN: not measured of all
    for (const EntityRef child : now.topology->children({EntityKind::Node, node})) {
        const float utilisation = child.kind == EntityKind::Gpu ? now.value(utilisationBesideXid, child.index) : noData;
        if (std::isnan(utilisation))
            continue;
        ++known;
        working += utilisation >= busy ? 1 : 0;
        areAllIdle &= utilisation <= idle;
        memory += now.value(memoryBesideXid, child.index);
    }
    Node& its = m_nodes[node];
    if (known > 0 && 2 * working >= known) {
        its.isAtWork = true;
        its.memoryAtWork = memory;
        return false;
    }
    const bool isHeld = memory >= freed * its.memoryAtWork;
    if (known == 0 || !areAllIdle || isHeld || !std::exchange(its.isAtWork, false))
        return false;
    its.pauses.push_back(now.time);
    while (its.pauses.front() < now.time - 2 * recently)
        its.pauses.pop_front();
    return true;
}

void XidWatch::judgePauses(const WatchedTick& now, std::uint32_t node, Derived& out)
{
    Node& its = m_nodes[node];
    const TimePoint from = std::max(its.failedAt - aroundTheFirst, now.time - recently);
    const auto first = std::ranges::lower_bound(its.pauses, from);
    const auto pauses = static_cast<std::size_t>(its.pauses.end() - first);
    if (pauses < minPauses || pauses < 2 * its.baselinePauses
        || (its.reportedAt && now.time < *its.reportedAt + reportedEvery))
        return;
    its.reportedAt = now.time;
    const double minutes = std::chrono::duration<double, std::ratio<60>>(now.time - *first).count();
    out.events.push_back(
        {its.failed,
         {now.time,
          Severity::Warning,
          0,
          codes::gpuXid,
          fmt::format("{}: its node stopped working {} times within {:.0f} min of XID {}\nits job keeps failing",
                      placeText(*now.topology, its.failed), pauses, std::max(std::ceil(minutes), 1.0), its.xid),
          {.variant = variants::restarts, .lasted = now.time - *first, .xid = its.xid}}});
}

} // namespace lockstep
