// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/gpuworkwatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"
#include "models/core/median.h"

#include <fmt/format.h>

#include <cmath>

namespace lockstep {

namespace {

enum class WorkColumn : std::size_t { Utilisation, Clock, Reasons, Waits };

// NVML's nvmlClocksEventReasons for power and heat.
constexpr std::uint32_t throttles = 0x4 | 0x8 | 0x20 | 0x40 | 0x80;
constexpr float smoothSeconds = 90;
constexpr float memorySeconds = 1800;
constexpr float togetherSeconds = 600;
constexpr std::array<const char*, GpuWorkWatch::signCount> signNames{"tensor activity", "power", "SM activity"};

float valueOf(const WatchedTick& now, WorkColumn column, std::uint32_t gpu)
{
    return now.value(static_cast<std::size_t>(column), gpu);
}

bool isAtWork(const WatchedTick& now, std::uint32_t gpu)
{
    const float reasons = valueOf(now, WorkColumn::Reasons, gpu);
    const bool isThrottled = reasons >= 0 && (static_cast<std::uint32_t>(reasons) & throttles) != 0;
    return valueOf(now, WorkColumn::Utilisation, gpu) >= GpuWorkWatch::busy && valueOf(now, WorkColumn::Clock, gpu) > 0
        && !isThrottled && std::isnan(valueOf(now, WorkColumn::Waits, gpu));
}

} // namespace

bool GpuWorkWatch::Sign::isDifferent() const
{
    return learntSeconds >= secondsToLearn && std::abs(lately - usual) > std::max(different, spreadsDifferent * spread);
}

void GpuWorkWatch::Sign::add(float ratio, float seconds)
{
    lately = std::isnan(lately) ? ratio : lately + std::min(seconds / smoothSeconds, 1.0F) * (ratio - lately);
    if (isDifferent())
        return;
    learntSeconds = std::min(learntSeconds + seconds, memorySeconds);
    const float weight = std::min(seconds / learntSeconds, 1.0F);
    usual = std::isnan(usual) ? ratio : usual + weight * (ratio - usual);
    spread += weight * (std::abs(lately - usual) - spread);
}

void GpuWorkWatch::step(const WatchedTick& now, Derived& out)
{
    const std::size_t gpus = now.topology->count(EntityKind::Gpu);
    if (gpus < m_gpus.size())
        *this = GpuWorkWatch(); // another cluster: restart
    m_gpus.resize(gpus);
    m_nodes.resize(now.topology->count(EntityKind::Node));
    std::vector<std::uint32_t> different; // nodes with one different GPU
    for (std::uint32_t index = 0; index < m_nodes.size(); ++index) {
        gather(now, index);
        const Node& node = m_nodes[index];
        compare(now, node);
        const auto unlike
            = std::ranges::count_if(node.atWork, [this](std::uint32_t gpu) { return m_gpus[gpu].isDifferent(); });
        if (unlike > 1 || node.restedSeconds > restSeconds)
            forget(now, index);
        else if (unlike == 1)
            different.push_back(index);
        m_nodes[index].sinceDifferent += now.seconds;
    }
    // In two nodes within minutes, the cause is another job, or a rail of the fabric.
    for (const std::uint32_t node : different)
        m_nodes[node].sinceDifferent = 0;
    const auto lately
        = std::ranges::count_if(m_nodes, [](const Node& node) { return node.sinceDifferent < togetherSeconds; });
    for (const std::uint32_t node : different) {
        if (lately > 1)
            forget(now, node);
    }
    for (const Node& node : m_nodes) {
        for (const std::uint32_t gpu : node.atWork)
            judge(now, gpu, out);
    }
}

/// Selects the GPUs of a node that work at a similar clock.
void GpuWorkWatch::gather(const WatchedTick& now, std::uint32_t node)
{
    std::vector<std::uint32_t>& atWork = m_nodes[node].atWork;
    atWork.clear();
    m_sample.clear();
    bool isMeasured = false;
    for (const EntityRef child : now.topology->children({EntityKind::Node, node})) {
        if (child.kind != EntityKind::Gpu)
            continue;
        isMeasured |= !std::isnan(valueOf(now, WorkColumn::Utilisation, child.index));
        if (!isAtWork(now, child.index))
            continue;
        atWork.push_back(child.index);
        m_sample.push_back(valueOf(now, WorkColumn::Clock, child.index));
    }
    const float clock = quantile(m_sample, 0.5);
    std::erase_if(atWork, [&](std::uint32_t gpu) {
        return std::abs(valueOf(now, WorkColumn::Clock, gpu) - clock) > sameClock * clock;
    });
    if (atWork.size() < fewestPeers)
        atWork.clear();
    if (isMeasured)
        m_nodes[node].restedSeconds = atWork.empty() ? m_nodes[node].restedSeconds + now.seconds : 0;
}

void GpuWorkWatch::compare(const WatchedTick& now, const Node& node)
{
    for (std::size_t at = 0; at < signCount; ++at) {
        m_sample.clear();
        for (const std::uint32_t gpu : node.atWork) {
            if (now.value(firstSign + at, gpu) > 0)
                m_sample.push_back(now.value(firstSign + at, gpu));
        }
        if (m_sample.size() < fewestPeers)
            continue;
        const float ofPeers = quantile(m_sample, 0.5);
        for (const std::uint32_t gpu : node.atWork) {
            if (const float ratio = now.value(firstSign + at, gpu) / ofPeers; !std::isnan(ratio))
                m_gpus[gpu].signs[at].add(ratio, now.seconds);
        }
    }
}

void GpuWorkWatch::forget(const WatchedTick& now, std::uint32_t node)
{
    for (const EntityRef child : now.topology->children({EntityKind::Node, node})) {
        if (child.kind == EntityKind::Gpu && !m_episodes.reported({child}))
            m_gpus[child.index] = {};
    }
}

void GpuWorkWatch::judge(const WatchedTick& now, std::uint32_t gpu, Derived& out)
{
    const EntityRef entity{EntityKind::Gpu, gpu};
    const bool isDifferent = m_gpus[gpu].isDifferent();
    if (!isDifferent && m_episodes.isEmpty())
        return;
    const Episodes::Moment moment{now.tick, now.time, now.seconds};
    const auto news = isDifferent ? m_episodes.found({entity}, rule, moment, Severity::Warning)
                                  : m_episodes.notFound({entity}, rule, moment);
    const std::string place = placeText(*now.topology, entity);
    if (news.isOver())
        out.events.push_back({entity,
                              {now.time, Severity::Information, 0, codes::syncStraggler,
                               fmt::format("{}: back to the level of the other GPUs of its node", place)}});
    if (!news.isBad())
        return;
    const auto& its = m_gpus[gpu].signs;
    const Sign& sign = *std::ranges::max_element(
        its, {}, [](const Sign& each) { return each.isDifferent() ? std::abs(each.lately - each.usual) : 0.0F; });
    out.events.push_back(
        {entity,
         {now.time,
          Severity::Warning,
          0,
          codes::syncStraggler,
          fmt::format(
              "{}: {} {:+.0f} % against the other GPUs of its node, baseline {:+.0f} %, at the same clock; from "
              "peers alone, as no collectives are measured",
              place, signNames.at(static_cast<std::size_t>(&sign - its.data())), 100 * (sign.lately - 1),
              100 * (sign.usual - 1)),
          {.lasted = rule.lastsAtTicksOf(now.seconds),
           .value = sign.lately,
           .baseline = sign.usual,
           .unit = Unit::Ratio}}});
}

} // namespace lockstep
