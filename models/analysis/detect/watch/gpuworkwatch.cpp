// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/gpuworkwatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"
#include "models/core/median.h"

#include <fmt/format.h>

#include <cmath>

namespace lockstep {

namespace {

enum class WorkColumn : std::size_t { Utilisation, Clock, Waits };

constexpr float togetherSeconds = 600;
constexpr std::array<const char*, GpuWorkWatch::signCount> signNames{"tensor activity", "power", "SM activity"};

float valueOf(const WatchedTick& now, WorkColumn column, std::uint32_t gpu)
{
    return now.value(static_cast<std::size_t>(column), gpu);
}

bool isAtWork(const WatchedTick& now, std::uint32_t gpu)
{
    return valueOf(now, WorkColumn::Utilisation, gpu) >= GpuWorkWatch::busy && valueOf(now, WorkColumn::Clock, gpu) > 0
        && std::isnan(valueOf(now, WorkColumn::Waits, gpu));
}

} // namespace

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
        Node& node = m_nodes[index];
        const auto stalled = std::ranges::count_if(node.atWork, [&](std::uint32_t gpu) { return isStalled(now, gpu); });
        node.isStalled = !node.atWork.empty() && stalled == std::ssize(node.atWork);
        if (!node.isStalled) // while all wait, differences between them are not of their work
            compare(now, node);
        const auto unlike
            = std::ranges::count_if(node.atWork, [this](std::uint32_t gpu) { return m_gpus[gpu].isDifferent(); });
        if (node.restedSeconds > restSeconds) {
            for (const EntityRef child : now.topology->children({EntityKind::Node, index})) {
                if (child.kind == EntityKind::Gpu)
                    m_gpus[child.index].workedSeconds = 0;
            }
        }
        if (unlike > 1 || node.restedSeconds > restSeconds)
            forget(now, index);
        else if (unlike == 1)
            different.push_back(index);
        node.sinceBegan = unlike == 1 && !node.isDifferent ? 0 : node.sinceBegan + now.seconds;
        node.isDifferent = unlike == 1;
    }
    // If it begins in two nodes within minutes, the cause is another job or a rail of the fabric.
    const auto lately
        = std::ranges::count_if(m_nodes, [](const Node& node) { return node.sinceBegan < togetherSeconds; });
    for (const std::uint32_t node : different) {
        if (lately > 1)
            forget(now, node);
    }
    for (const Node& node : m_nodes) {
        for (const std::uint32_t gpu : node.atWork)
            judge(now, gpu, node.steadySeconds >= steadySeconds, out);
    }
    judgeHang(now, out);
}

/// Selects the GPUs of a node that work at a similar clock.
void GpuWorkWatch::gather(const WatchedTick& now, std::uint32_t node)
{
    std::vector<std::uint32_t>& atWork = m_nodes[node].atWork;
    const std::size_t before = atWork.size();
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
    if (atWork.size() < minPeers)
        atWork.clear();
    if (isMeasured)
        m_nodes[node].restedSeconds = atWork.empty() ? m_nodes[node].restedSeconds + now.seconds : 0;
    m_nodes[node].steadySeconds = atWork.size() == before ? m_nodes[node].steadySeconds + now.seconds : 0;
}

void GpuWorkWatch::compare(const WatchedTick& now, const Node& node)
{
    for (std::size_t at = 0; at < signCount; ++at) {
        m_sample.clear();
        for (const std::uint32_t gpu : node.atWork) {
            if (now.value(firstSign + at, gpu) > 0)
                m_sample.push_back(now.value(firstSign + at, gpu));
        }
        if (m_sample.size() < minPeers)
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
            m_gpus[child.index].signs = {};
    }
}

/// Whether the GPU is busy without working as before, judged by power and, if measured, by tensor activity. Otherwise
/// learns its work.
bool GpuWorkWatch::isStalled(const WatchedTick& now, std::uint32_t gpu)
{
    constexpr std::size_t tensor = 0;
    constexpr std::size_t power = 1;
    Gpu& its = m_gpus[gpu];
    const auto isBelow = [&](std::size_t sign, float share) {
        return now.value(firstSign + sign, gpu) < share * its.atWork[sign];
    };
    const bool hasTensor = !std::isnan(now.value(firstSign + tensor, gpu)) && its.atWork[tensor] > 0;
    if (its.workedSeconds >= PeerRatio::secondsToLearn && isBelow(power, idlePower)
        && (!hasTensor || isBelow(tensor, idleTensor)))
        return true;
    its.workedSeconds = std::min(its.workedSeconds + now.seconds, PeerRatio::memorySeconds);
    for (std::size_t sign = 0; sign < signCount; ++sign) {
        if (const float value = now.value(firstSign + sign, gpu); !std::isnan(value))
            its.atWork[sign] += (value - its.atWork[sign]) * std::min(now.seconds / its.workedSeconds, 1.0F);
    }
    return false;
}

/// Nodes of one job stall together, so all are one event.
void GpuWorkWatch::judgeHang(const WatchedTick& now, Derived& out)
{
    std::vector<std::string> names;
    EntityRef first;
    for (std::uint32_t node = 0; node < m_nodes.size(); ++node) {
        if (!m_nodes[node].isStalled)
            continue;
        names.push_back(now.topology->name({EntityKind::Node, node}));
        if (!first.isValid())
            first = {EntityKind::Node, node};
    }
    if (names.empty() && m_hangs.isEmpty())
        return;
    const Episodes::Key key{{EntityKind::Node, 0}};
    const auto news = names.empty() ? m_hangs.notFound(key, hangRule, now)
                                    : m_hangs.found(key, hangRule, now, Severity::Warning, first);
    if (news.isBad())
        out.events.push_back({first,
                              {now.time,
                               Severity::Warning,
                               0,
                               codes::syncHang,
                               fmt::format("{}: GPUs busy but doing no work: less than {:.0f} % of their power "
                                           "under load\ntheir job may be hanging",
                                           abbreviatedList(names), 100 * idlePower),
                               {.lasted = hangRule.lastsAtTicksOf(now.seconds),
                                .others = static_cast<std::uint32_t>(names.size() - 1)}}});
    if (news.isOver() && now.topology->contains(news.about))
        out.events.push_back({news.about,
                              {now.time, Severity::Information, 0, codes::syncHang,
                               fmt::format("{}: GPUs working again", placeText(*now.topology, news.about))}});
}

void GpuWorkWatch::judge(const WatchedTick& now, std::uint32_t gpu, bool isSteady, Derived& out)
{
    const EntityRef entity{EntityKind::Gpu, gpu};
    const bool isDifferent = m_gpus[gpu].isDifferent();
    const EpisodeRule& its = isSteady && m_gpus[gpu].isFar() ? farRule : rule;
    if (!isDifferent && m_episodes.isEmpty())
        return;
    const auto news = isDifferent ? m_episodes.found({entity}, its, now, Severity::Warning)
                                  : m_episodes.notFound({entity}, rule, now);
    const std::string place = placeText(*now.topology, entity);
    if (news.isOver())
        out.events.push_back({entity,
                              {now.time, Severity::Information, 0, codes::syncStraggler,
                               fmt::format("{}: back to the level of the node's other GPUs", place)}});
    if (!news.isBad())
        return;
    const auto& signs = m_gpus[gpu].signs;
    const PeerRatio& sign = *std::ranges::max_element(signs, {}, [](const PeerRatio& each) {
        return each.isDifferent() || each.isFar() ? std::abs(each.newest() - each.usual()) : 0.0F;
    });
    out.events.push_back({entity,
                          {now.time,
                           Severity::Warning,
                           0,
                           codes::syncStraggler,
                           fmt::format("{}: {} {:+.0f} % relative to the node's other GPUs, baseline {:+.0f} %, at the "
                                       "same clock\njudged by peers alone, because no collectives are measured",
                                       place, signNames.at(static_cast<std::size_t>(&sign - signs.data())),
                                       100 * (sign.newest() - 1), 100 * (sign.usual() - 1)),
                           {.lasted = its.lastsAtTicksOf(now.seconds),
                            .value = sign.newest(),
                            .baseline = sign.usual(),
                            .unit = Unit::Ratio}}});
}

} // namespace lockstep
