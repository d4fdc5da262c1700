// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/selftestwatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"
#include "models/core/median.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace lockstep {

namespace {

/// In column order. The expected share of the median is lower for tests that depend on the position in the machine or
/// on other load.
struct Test
{
    const char* name;
    float least;
};
constexpr std::array<Test, SelfTestWatch::watched.size()> tests{{{"errors", 0},
                                                                 {"matrix product", 0.9F},
                                                                 {"fp32 multiply-add", 0.9F},
                                                                 {"GPU memory bandwidth", 0.9F},
                                                                 {"transfer to the GPU", 0.75F},
                                                                 {"transfer from the GPU", 0.75F},
                                                                 {"CPU", 0.9F},
                                                                 {"memory bandwidth", 0.9F},
                                                                 {"disk write", 0.5F},
                                                                 {"disk read", 0.5F},
                                                                 {"loopback", 0.7F},
                                                                 {"bandwidth from other nodes", 0.7F}}};
constexpr std::size_t firstSpeed = 1;

} // namespace

/// By model of GPU, otherwise of CPU.
std::map<std::string, SelfTestWatch::Entities> SelfTestWatch::groupsOf(const Topology& topology, EntityKind kind)
{
    std::map<std::string, Entities> groups;
    for (std::uint32_t node = 0; node < topology.count(EntityKind::Node); ++node) {
        const EntityRef ref{EntityKind::Node, node};
        const NodeIdentity* const identity = topology.identity(ref);
        if (identity == nullptr)
            continue;
        const std::string_view gpu = identity->property(properties::gpuModel);
        Entities& group = groups[gpu.empty() ? identity->cpuModel : std::string(gpu)];
        if (kind == EntityKind::Node)
            group.push_back(ref);
        else
            std::ranges::copy_if(topology.children(ref), std::back_inserter(group),
                                 [kind](EntityRef child) { return child.kind == kind; });
    }
    return groups;
}

void SelfTestWatch::step(const WatchedTick& now, Derived& out)
{
    const auto ticks = static_cast<TickIndex>(std::lround(static_cast<float>(every) / now.seconds));
    if (now.tick % std::max<TickIndex>(ticks, 1) != 0)
        return;
    const Compared results = compared(now);
    for (std::uint32_t gpu = 0; gpu < results.gpus.size(); ++gpu)
        judge(now, {EntityKind::Gpu, gpu}, results.gpus[gpu], out);
    for (std::uint32_t node = 0; node < results.nodes.size(); ++node)
        judge(now, {EntityKind::Node, node}, results.nodes[node], out);
    for (std::uint32_t gpu = 0; gpu < now.columns[0].size(); ++gpu)
        judgeErrors(now, gpu, out);
}

std::string_view SelfTestWatch::nameOf(std::size_t column)
{
    return tests[column].name;
}

SelfTestWatch::Compared SelfTestWatch::compared(const WatchedTick& now)
{
    Compared results{std::vector<Worst>(now.topology->count(EntityKind::Gpu)),
                     std::vector<Worst>(now.topology->count(EntityKind::Node))};
    for (const auto& [model, peers] : groupsOf(*now.topology, EntityKind::Gpu))
        for (std::size_t column = firstSpeed; column < firstOfNodes; ++column)
            compare(now, column, peers, results.gpus);
    for (const auto& [model, peers] : groupsOf(*now.topology, EntityKind::Node))
        for (std::size_t column = firstOfNodes; column < watched.size(); ++column)
            compare(now, column, peers, results.nodes);
    return results;
}

void SelfTestWatch::compare(const WatchedTick& now, std::size_t column, const Entities& peers,
                            std::vector<Worst>& worst)
{
    std::vector<float> values;
    for (const EntityRef each : peers)
        if (const float value = now.value(column, each.index); !std::isnan(value))
            values.push_back(value);
    if (values.size() <= minPeers)
        return;
    const std::size_t others = values.size() - 1;
    const auto [median, sigma] = summarise(values);
    for (const EntityRef each : peers) {
        const float value = now.value(column, each.index);
        if (std::isnan(value) || median <= 0)
            continue;
        Worst& known = worst[each.index];
        if (!known.isSlow())
            known.peers = others;
        const float share = value / median / tests[column].least;
        if (share < known.share && value < median - sigmas * sigma)
            known = {column, share, value, median, others};
    }
}

void SelfTestWatch::judge(const WatchedTick& now, EntityRef entity, const Worst& worst, Derived& out)
{
    if (worst.peers == 0)
        return;
    const auto news
        = worst.isSlow() ? m_slow.found({entity}, rule, now, Severity::Warning) : m_slow.notFound({entity}, rule, now);
    if (news.isBad()) {
        const Unit unit = findMetric(watched[worst.column])->unit;
        const auto quantity = [unit](float value) {
            return formatQuantity(static_cast<double>(value), unit);
        };
        out.events.push_back(
            {entity,
             {now.time, Severity::Warning, 0, codes::selfTestSlow,
              fmt::format("{}: {} {} in the self-test, median of {} peers {} ({:.0f} %)",
                          placeText(*now.topology, entity), tests[worst.column].name, quantity(worst.value),
                          worst.peers, quantity(worst.median), 100 * worst.deviation())}});
    }
    if (news.isOver())
        out.events.push_back(
            {entity,
             {now.time, Severity::Information, 0, codes::selfTestSlow,
              fmt::format("{}: self-test as fast as its peers' again", placeText(*now.topology, entity))}});
}

void SelfTestWatch::judgeErrors(const WatchedTick& now, std::uint32_t gpu, Derived& out)
{
    const float errors = now.value(0, gpu);
    const EntityRef entity{EntityKind::Gpu, gpu};
    if (std::isnan(errors) || !now.topology->contains(entity))
        return;
    const auto news
        = errors > 0 ? m_wrong.found({entity}, rule, now, Severity::Critical) : m_wrong.notFound({entity}, rule, now);
    if (news.isBad())
        out.events.push_back({entity,
                              {now.time, Severity::Critical, 0, codes::selfTestWrong,
                               fmt::format("{}: {} in its self-test", placeText(*now.topology, entity),
                                           errors < 1.5F ? std::string("1 wrong result")
                                                         : fmt::format("{:.0f} wrong results", errors))}});
    if (news.isOver())
        out.events.push_back(
            {entity,
             {now.time, Severity::Information, 0, codes::selfTestWrong,
              fmt::format("{}: no wrong results in its last self-test", placeText(*now.topology, entity))}});
}

} // namespace lockstep
