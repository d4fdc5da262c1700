// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/observedjobs.h"
#include "models/core/topology/topology.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace lockstep {

class ClusterStore;

/// One tick of a metric, all entities; empty: there is none, or not yet.
using ColumnOf = std::function<std::vector<float>(std::string_view metric, TickIndex tick)>;

/// How much of the GPUs' time an alert takes, tick by tick: how many ranks waited for the GPUs that it blames. Where it
/// blames none (a link, a storage), or nobody measures who waits for whom: what the jobs of its story held and did not
/// produce with. A plain value.
class AlertLoss
{
public:
    AlertLoss() = default;
    AlertLoss(const Alert& alert, const Topology& topology);

    /// What of it one job loses: nothing where it blames GPUs that the job does not run on.
    /// @param entity the job's; invalid: it has none
    [[nodiscard]] AlertLoss ofJob(const ObservedJob& job, EntityRef entity, const Topology& topology) const;

    /// It blames no GPUs, and its story names no job that is known.
    [[nodiscard]] bool isEmpty() const { return m_gpus.empty() && m_jobs.empty(); }
    /// GPUs, over a stretch of time on the average; at most so many ticks of it are looked at. Nullopt: too little of
    /// it was measured.
    [[nodiscard]] std::optional<double> meanOver(TickRange ticks, TickIndex max, const ColumnOf& columnOf) const;
    /// Before an alert began: what counts is what it takes beyond. 0 where that was not measured.
    [[nodiscard]] double usualBefore(TimePoint onset, Duration tickPeriod, const ColumnOf& columnOf) const;
    /// In the last minute, beyond what is usual; nullopt: not measured.
    [[nodiscard]] std::optional<double> lately(const Alert& alert, Duration tickPeriod, TimePoint now,
                                               const ColumnOf& columnOf) const;

private:
    [[nodiscard]] std::optional<double> blameAt(TickIndex tick, const ColumnOf& columnOf) const;
    [[nodiscard]] std::optional<double> unproductiveAt(TickIndex tick, const ColumnOf& columnOf) const;

    std::vector<std::uint32_t> m_gpus; ///< that it blames, in order
    std::vector<std::uint32_t> m_jobs; ///< of its story, in order
};

/// GPU seconds that it took up to a moment, beyond what was usual before it began. Nullopt: it takes none that anybody
/// measures, or too little of the time was measured. A long alert is looked at in some tens of ticks.
[[nodiscard]] std::optional<double> gpuSecondsWaited(const Alert& alert, const Topology& topology, Duration tickPeriod,
                                                     TimePoint now, const ColumnOf& columnOf);

/// The same together with what is known of it already: GPUs that stood still in a hang.
[[nodiscard]] std::optional<double> costOf(const Alert& alert, const Topology& topology, Duration tickPeriod,
                                           TimePoint now, const ColumnOf& columnOf);

/// The same from the columns of a store that are at hand: what is not is fetched.
[[nodiscard]] std::optional<double> costOf(const Alert& alert, const ClusterStore& store, TimePoint moment);

/// GPU seconds that part of an alert, or all of it, took within a stretch of time, beyond what was usual before it
/// began. Nullopt: not measured; 0 where there is nothing to it.
[[nodiscard]] std::optional<double> gpuSecondsWithin(const AlertLoss& loss, const Alert& alert, Duration tickPeriod,
                                                     TimeRange within, const ColumnOf& columnOf);

} // namespace lockstep
