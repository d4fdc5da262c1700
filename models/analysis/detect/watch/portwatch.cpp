// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/portwatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"
#include "models/core/median.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {
constexpr float wasInUse = 5; ///< minimum time that it was up, in s
constexpr float recoveriesCount = 5; ///< weight: each recovery is a link that was retrained

/// An NVLink has neither cable nor transceiver.
bool isOnBoard(const Topology& topology, EntityRef port)
{
    const EntityRef owner = topology.parent(port);
    return owner.isValid() && owner.kind != EntityKind::Node && topology.ancestor(owner, EntityKind::Node).isValid();
}

/// Whether the links of a GPU are measured one by one.
bool hasLinks(const Topology& topology, EntityRef gpu)
{
    return std::ranges::any_of(topology.children(gpu), [](EntityRef child) { return child.kind == EntityKind::Port; });
}
} // namespace

void PortWatch::step(const WatchedTick& now, Derived& out)
{
    const std::size_t count = now.topology->count(EntityKind::Port);
    if (count < m_ports.size())
        *this = PortWatch(); // another cluster: restart
    m_ports.resize(count);
    const float kept = std::exp(-now.seconds / memorySeconds);
    for (std::uint32_t at = 0; at < count; ++at) {
        Port& port = m_ports[at];
        const float up = now.value(0, at);
        if (up >= 0.5F)
            port.upSeconds = std::min(port.upSeconds + now.seconds, 2 * wasInUse);
        port.isDown = up < 0.5F && port.upSeconds >= wasInUse;
        port.errors *= kept;
        for (std::size_t column = 1; column < firstOfGpus; ++column) {
            const float rate = now.value(column, at);
            if (rate > 0)
                port.errors += rate * now.seconds * (column + 1 == firstOfGpus ? recoveriesCount : 1);
        }
    }
    for (std::uint32_t at = 0; at < count; ++at) {
        if (m_ports[at].isDown || !m_downs.isEmpty())
            judgeDown(now, at, out);
        const EntityRef entity{EntityKind::Port, at};
        if (m_ports[at].errors >= manyErrors || !m_errors.isEmpty())
            judgeErrors(now, {entity, "link errors"}, m_ports[at].errors,
                        isOnBoard(*now.topology, entity) ? "the GPU, its board and the NVSwitch"
                                                         : "the cable, transceiver and port",
                        out);
    }
    for (std::size_t column = firstOfGpus; column < watched.size(); ++column)
        stepGpus(now, column, out);
}

void PortWatch::stepGpus(const WatchedTick& now, std::size_t column, Derived& out)
{
    std::vector<float>& errors = m_ofGpus[column - firstOfGpus];
    errors.resize(now.topology->count(EntityKind::Gpu));
    const float kept = std::exp(-now.seconds / memorySeconds);
    std::vector<float> measured;
    for (std::uint32_t gpu = 0; gpu < errors.size(); ++gpu) {
        const float rate = now.value(column, gpu);
        errors[gpu] = errors[gpu] * kept + (rate > 0 ? rate * now.seconds : 0);
        if (!std::isnan(rate))
            measured.push_back(errors[gpu]);
    }
    if (measured.empty())
        return;
    const float usual = timesPeers * quantile(measured, 0.5);
    const bool isNvlink = watched[column] == metrics::gpu::nvlinkErrors;
    for (std::uint32_t gpu = 0; gpu < errors.size(); ++gpu) {
        const EntityRef entity{EntityKind::Gpu, gpu};
        if ((errors[gpu] < manyErrors && m_errors.isEmpty()) || (isNvlink && hasLinks(*now.topology, entity)))
            continue;
        judgeErrors(now, {entity, isNvlink ? "NVLink errors" : "PCIe replays"}, errors[gpu] > usual ? errors[gpu] : 0,
                    isNvlink ? "the GPU, its board and the NVSwitch" : "how the GPU is seated, its riser and the slot",
                    out);
    }
}

/// The end that represents a link: a node's rather than a switch's, otherwise the first.
EntityRef PortWatch::endOf(const WatchedTick& now, std::uint32_t port) const
{
    const EntityRef near{EntityKind::Port, port};
    const EntityRef far = now.topology->peer(near);
    if (!far.isValid() || far.kind != EntityKind::Port || far.index >= m_ports.size())
        return near;
    const auto isOfNode = [&](EntityRef end) {
        return now.topology->ancestor(end, EntityKind::Node).isValid();
    };
    if (isOfNode(near) != isOfNode(far))
        return isOfNode(near) ? near : far;
    return std::min(near, far);
}

void PortWatch::judgeDown(const WatchedTick& now, std::uint32_t port, Derived& out)
{
    const EntityRef end = endOf(now, port);
    const EntityRef far = now.topology->peer(end);
    const bool hasFar = far.isValid() && far.kind == EntityKind::Port && far.index < m_ports.size();
    if (end.index != port)
        return; // reported for its other end
    const bool isDown = m_ports[port].isDown || (hasFar && m_ports[far.index].isDown);
    if (!isDown && std::isnan(now.value(0, port)) && (!hasFar || std::isnan(now.value(0, far.index))))
        return; // missing data is neither good nor bad
    const bool isOfNode = now.topology->ancestor(end, EntityKind::Node).isValid();
    const Severity severity = isOfNode ? Severity::Critical : Severity::Warning;
    const auto news = isDown ? m_downs.found({end}, downRule, now, severity) : m_downs.notFound({end}, downRule, now);
    if (news.isBad())
        out.events.push_back({end,
                              {now.time, severity, 0, codes::portDown,
                               fmt::format("{}: link down{}", placeText(*now.topology, end),
                                           hasFar ? " to " + now.topology->path(far) : std::string())}});
    if (news.isOver())
        out.events.push_back({end,
                              {now.time, Severity::Information, 0, codes::portDown,
                               fmt::format("{}: link up again", placeText(*now.topology, end))}});
}

void PortWatch::judgeErrors(const WatchedTick& now, const Episodes::Key& key, float errors, const char* check,
                            Derived& out)
{
    const auto state = errors < manyErrors / 2 ? Episodes::State::Healthy : Episodes::State::Unclear;
    const auto news = errors >= manyErrors ? m_errors.found(key, errorRule, now, Severity::Warning)
                                           : m_errors.notFound(key, errorRule, now, state);
    const std::string place = placeText(*now.topology, key.entity);
    if (news.isBad())
        out.events.push_back({key.entity,
                              {now.time, Severity::Warning, 0, codes::portErrors,
                               fmt::format("{}: {:.0f} {} within minutes: check {}", place, errors, key.what, check)}});
    if (news.isOver())
        out.events.push_back(
            {key.entity,
             {now.time, Severity::Information, 0, codes::portErrors, fmt::format("{}: no more {}", place, key.what)}});
}

} // namespace lockstep
