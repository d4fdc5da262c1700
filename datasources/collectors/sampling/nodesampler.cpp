// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/sampling/nodesampler.h"

#include "datasources/collectors/sampling/hostidentity.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace lockstep {

namespace {

/// Rates use the monotonic clock, so that setting the wall clock does not look like a burst.
TimePoint monotonicNow()
{
    return TimePoint(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

} // namespace

NodeSampler::NodeSampler(const AgentConfig& config, Collectors collectors)
    : m_config(config),
      m_collectors(std::move(collectors)),
      m_identity(std::make_shared<const NodeIdentity>(describeHost(config)))
{ }

void NodeSampler::detect()
{
    m_inventory.clear();
    for (const auto& collector : m_collectors)
        m_inventory.push_back(collector->detect());
    makeLayout();
}

bool NodeSampler::rescan()
{
    bool hasChanged = false;
    for (std::size_t i = 0; i < m_collectors.size(); ++i) {
        if (!m_collectors[i]->hasChanged())
            continue;
        m_inventory[i] = m_collectors[i]->detect();
        hasChanged = true;
    }
    if (hasChanged)
        makeLayout();
    return hasChanged;
}

bool NodeSampler::renewNames()
{
    if (!m_names.isCrowded())
        return false;
    m_names = NameList();
    NodeIdentity identity = *m_identity;
    ++identity.epoch;
    m_identity = std::make_shared<const NodeIdentity>(std::move(identity));
    return true;
}

bool NodeSampler::isInHurry() const
{
    return std::ranges::any_of(m_collectors, [](const auto& each) { return each->isInHurry(); });
}

void NodeSampler::makeLayout()
{
    LayoutBuilder builder(m_identity->name, m_config.fastRate > 0);
    for (const auto& collector : m_collectors)
        collector->declare(builder);
    m_layout = std::make_shared<const NodeLayout>(builder.finish(++m_lastLayoutId));

    NodeIdentity identity = *m_identity;
    identity.inventory = m_inventory;
    m_identity = std::make_shared<const NodeIdentity>(std::move(identity));
}

void NodeSampler::sampleFast()
{
    m_budget.take([this] {
        const TimePoint now = monotonicNow();
        for (const auto& collector : m_collectors)
            collector->sampleFast(now);
    });
}

NodeTick NodeSampler::sample(TimePoint nominal)
{
    NodeTick tick;
    tick.time = nominal;
    tick.layout = m_layout;
    TickWriter writer(tick, m_names);
    const TimePoint now = monotonicNow();
    for (const auto& collector : m_collectors)
        collector->sample(now, writer);
    if (m_budget.endTick(m_config.tickPeriod))
        writer.addEvent(
            Severity::Information, LayoutBuilder::node, codes::agentFastSamplingSlowed,
            fmt::format("Sampling within the tick exceeded the CPU limit of the agent: now one of {} samples is taken.",
                        m_budget.stride()));
    reportFullNames(now, writer);
    writer.finish();
    return tick;
}

void NodeSampler::reportFullNames(TimePoint now, TickWriter& tick)
{
    m_refusedNames.count(m_names.takeRefused());
    const std::uint64_t refused = m_refusedNames.take(now);
    if (refused == 0)
        return;
    tick.addEvent(Severity::Warning, LayoutBuilder::node, codes::agentNamesFull,
                  fmt::format("A user's job events exceed the limit of names by {} (lanes, operations, communicators, "
                              "jobs); these appear as \"(other)\".",
                              refused));
}

NodeTick takeOneTick(NodeSampler& sampler, Duration apart)
{
    constexpr int looks = 4;
    const TimePoint nominal = wallClockNow();
    static_cast<void>(sampler.sample(nominal));
    for (int i = 0; i < looks; ++i) {
        std::this_thread::sleep_for(apart / looks);
        if (i + 1 < looks)
            sampler.sampleFast();
    }
    return sampler.sample(nominal + apart);
}

} // namespace lockstep
