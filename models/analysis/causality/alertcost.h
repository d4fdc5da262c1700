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

/// One tick of a metric, all entities; empty: not available, or not yet.
using ColumnOf = std::function<std::vector<float>(std::string_view metric, TickIndex tick)>;

/// GPU time lost since the onset of an alert. It never falls while the alert goes on: times that cost less than usual
/// leave it at its highest value so far. A plain value.
class LossSum
{
public:
    /// @param gpus lost above the baseline; may be negative
    void add(double gpus, Duration time);
    [[nodiscard]] std::optional<double> gpuSeconds() const { return m_highest; } ///< nullopt: nothing was added

private:
    double m_sum = 0;
    std::optional<double> m_highest;
};

/// GPU time that an alert costs, tick by tick: the number of ranks that waited for the GPUs it blames, and the GPUs of
/// its jobs while these restart. If it blames none (a link, storage): the unproductive part of the GPUs of its jobs. A
/// plain value.
class AlertLoss
{
public:
    AlertLoss() = default;
    AlertLoss(const Alert& alert, const Topology& topology);

    /// The share of one job. Nothing if the alert blames only GPUs on which the job does not run.
    /// @param entity the job's; invalid: none
    [[nodiscard]] AlertLoss ofJob(const ObservedJob& job, EntityRef entity, const Topology& topology) const;

    /// Whether the alert blames no GPUs and names no known job.
    [[nodiscard]] bool isEmpty() const { return m_gpus.empty() && m_jobs.empty(); }
    /// Number of GPUs in one tick; nullopt: not measured.
    [[nodiscard]] std::optional<double> at(TickIndex tick, const ColumnOf& columnOf) const;
    /// Mean number of GPUs over a range, from at most @p max sampled ticks. Nullopt: too little was measured.
    [[nodiscard]] std::optional<double> meanOver(TickRange ticks, TickIndex max, const ColumnOf& columnOf) const;
    /// Mean before the alert began, which is subtracted. 0 if it was not measured.
    [[nodiscard]] double baselineBefore(TimePoint onset, Duration tickPeriod, const ColumnOf& columnOf) const;
    /// GPU seconds lost above the baseline, over the ticks measured so far. Samples long alerts. Nullopt: not measured,
    /// or measured for too little of the time.
    [[nodiscard]] std::optional<double> since(TimePoint onset, TimePoint until, Duration tickPeriod,
                                              const ColumnOf& columnOf) const;
    /// Mean of the last minute above the baseline; nullopt: not measured.
    [[nodiscard]] std::optional<double> recent(const Alert& alert, Duration tickPeriod, TimePoint now,
                                               const ColumnOf& columnOf) const;

private:
    [[nodiscard]] std::optional<double> blameAt(TickIndex tick, const ColumnOf& columnOf) const;
    /// Sum of the jobs' GPUs, each times a share.
    /// @param shareOf computes the share from a value of the metric
    [[nodiscard]] std::optional<double> gpusOfJobsAt(TickIndex tick, std::string_view metric, double (*shareOf)(double),
                                                     const ColumnOf& columnOf) const;

    std::vector<std::uint32_t> m_gpus; ///< blamed GPUs, in order
    std::vector<std::uint32_t> m_jobs; ///< jobs of its story, in order
};

/// GPU seconds lost by an alert up to a moment (see AlertLoss::since()), plus the reported cost: GPUs in a hang.
[[nodiscard]] std::optional<double> costOf(const Alert& alert, const Topology& topology, Duration tickPeriod,
                                           TimePoint now, const ColumnOf& columnOf);

/// The same from available columns of a store; missing ones are requested.
[[nodiscard]] std::optional<double> costOf(const Alert& alert, const ClusterStore& store, TimePoint moment);

/// GPU seconds lost by an alert, or by part of it, within a range, above the baseline before the onset. Nullopt: not
/// measured; 0 if it lost nothing.
[[nodiscard]] std::optional<double> gpuSecondsWithin(const AlertLoss& loss, const Alert& alert, Duration tickPeriod,
                                                     TimeRange within, const ColumnOf& columnOf);

} // namespace lockstep
