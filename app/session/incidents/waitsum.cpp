// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/waitsum.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/topology/reporters.h"
#include "models/core/units.h"
#include "models/incidents/entityname.h"
#include "models/store/clusterstore.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace lockstep {

namespace {

constexpr double noteworthyCulprit = 0.15; ///< minimum share of the total loss
constexpr double noteworthyRack = 0.1;
constexpr double noteworthyRacks = 0.4; ///< the same, of several racks together

template <class Index>
EntityRef gpuAt(Index index)
{
    return {EntityKind::Gpu, static_cast<std::uint32_t>(index)};
}

double periodOf(const ClusterStore& store)
{
    return std::chrono::duration<double>(store.tickPeriod()).count();
}

std::string timeText(double seconds)
{
    return formatQuantity(seconds, Unit::Seconds);
}

} // namespace

bool WaitSum::find(const ClusterStore& store)
{
    m_share = store.metrics().find(metrics::gpu::syncWaitShare);
    m_blame = store.metrics().find(metrics::gpu::syncBlame);
    return m_share.isValid();
}

void WaitSum::touchTick(const ClusterStore& store) const
{
    (void)store.column(m_share, m_next);
    if (m_blame.isValid())
        (void)store.column(m_blame, m_next);
}

void WaitSum::addTick(const ClusterStore& store)
{
    double share = 0;
    std::size_t gpus = 0;
    for (const float each : store.column(m_share, m_next)) {
        if (std::isnan(each))
            continue;
        ++gpus;
        share += static_cast<double>(each);
    }
    m_without += gpus == 0 ? 1 : 0;
    m_gpus = std::max(m_gpus, gpus);
    m_gpuSeconds += share * periodOf(store);
    if (m_blame.isValid()) {
        const std::span<const float> blame = store.column(m_blame, m_next);
        m_blamed.resize(std::max(m_blamed.size(), blame.size()));
        for (std::size_t gpu = 0; gpu < blame.size(); ++gpu)
            m_blamed[gpu] += std::isnan(blame[gpu]) ? 0 : static_cast<double>(blame[gpu]) * periodOf(store);
    }
    ++m_next;
}

std::string WaitSum::culpritText(const ClusterStore& store, double total) const
{
    const auto worst = std::ranges::max_element(m_blamed);
    if (worst == m_blamed.end() || !(total > 0))
        return {};
    const Topology& topology = *store.topology();
    const auto sentence = [total](double part, const std::string& whom) {
        return fmt::format("{} of the lost GPU time was spent waiting for {}.",
                           formatQuantity(std::min(part / total, 1.0), Unit::Ratio), whom);
    };
    if (*worst >= noteworthyCulprit * total)
        return sentence(*worst, nameOf(topology, gpuAt(worst - m_blamed.begin())).path);
    // No single GPU stands out, but a shared part may: racks on one coolant loop, for example.
    std::map<std::uint32_t, double> byRack;
    for (std::size_t gpu = 0; gpu < m_blamed.size(); ++gpu) {
        if (const EntityRef rack = knownRackOf(topology, gpuAt(gpu)); rack.isValid())
            byRack[rack.index] += m_blamed[gpu];
    }
    std::erase_if(byRack, [total](const auto& each) { return each.second < noteworthyRack * total; });
    double part = 0;
    std::string names;
    for (const auto& [rack, blamed] : byRack) {
        part += blamed;
        names += (names.empty() ? "" : ", ") + nameOf(topology, {EntityKind::Rack, rack}).path;
    }
    return part >= noteworthyRacks * total ? sentence(part, "GPUs in " + names) : std::string();
}

void WaitSum::settle(const ClusterStore& store, LostThroughput& lost) const
{
    const auto known = static_cast<std::uint64_t>(std::max<TickIndex>(m_ticks.length(), 0)) - m_without;
    if (m_gpus == 0) {
        // No analysis of waits is not the same as no waits.
        if (lost.gpuSeconds == 0) {
            lost.gpuSeconds = std::numeric_limits<double>::quiet_NaN();
            lost.source
                = lost.lanes > 0 ? "no data to compute waits in this period" : "no job reported spans in this period";
        } else {
            lost.source = fmt::format("waits and restarts reported by {} ranks", lost.lanes);
        }
        return;
    }
    lost.waitGpuSeconds = m_gpuSeconds;
    lost.gpuSeconds = m_gpuSeconds + lost.restartGpuSeconds;
    lost.lanes = std::max(lost.lanes, m_gpus);
    lost.source = fmt::format("Blame: waits of {} GPUs over {}", m_gpus,
                              timeText(static_cast<double>(known) * periodOf(store)));
    if (lost.restartGpuSeconds > 0)
        lost.source += ", and restarts";
    lost.culprit = culpritText(store, lost.gpuSeconds);
    if (m_without > 2)
        lost.source += fmt::format("; unknown for {}", timeText(static_cast<double>(m_without) * periodOf(store)));
}

} // namespace lockstep
