// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/cluster/drill.h"
#include "models/simulation/cluster/journal.h"
#include "models/simulation/fabric/fabric.h"
#include "models/simulation/facility/hall.h"
#include "models/simulation/jobs/serving.h"
#include "models/simulation/jobs/trainingjob.h"
#include "models/simulation/physics/gpubank.h"
#include "models/simulation/physics/random.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::sim {

/// Effect of a failure on its machine.
enum class FailureEffect : std::uint8_t {
    GpuLost, ///< off the bus: XID 79, its telemetry stops
    GpuFault, ///< a kernel or firmware error; a reset restores the GPU
    MemoryFault, ///< uncorrectable memory error: XID 48, then 63 or 94
    LinkDown, ///< a leaf's link or the NIC's cable
    NicLost,
    HostLost, ///< the whole node stops reporting
    ProcessCrash, ///< software; the hardware is healthy
    Silent, ///< wrong results without any telemetry
};

struct FailureRate
{
    std::string_view component;
    std::uint32_t interruptions; ///< in 54 days of 16,384 GPUs
    FailureEffect effect;
    int xid; ///< 0: none logged
    bool needsRepair; ///< the node is removed; otherwise the job restarts on it
};

/// Root causes of the 419 unplanned interruptions of Llama 3 405B's training (Grattafiori et al., arXiv 2407.21783,
/// table 5), as counts. The effect on the hardware and the XID of each are our interpretation of NVIDIA's XID
/// catalogue.
[[nodiscard]] std::span<const FailureRate> publishedFailures();

/// Failures per GPU and second at the published rates: 419 in 54 days of 16,384 GPUs, one per 3.1 h for all of them.
[[nodiscard]] double publishedFailureRate();

/// A failure that is due.
struct DueFailure
{
    const FailureRate* kind;
    std::uint32_t gpu = 0; ///< of the cluster; a failed node or NIC is the one of this GPU
    double atSeconds = 0;
};

/// Draws failures as a Poisson process at the published rates times an acceleration, on random GPUs. Owned by the
/// simulation.
class RandomFailures
{
public:
    RandomFailures(const FailureSpec& spec, std::uint32_t gpus, Random random)
        : m_rate(spec.isOn ? publishedFailureRate() * spec.acceleration * gpus : 0),
          m_gpus(gpus),
          m_random(random),
          m_next(m_random.exponential(m_rate))
    { }

    /// Failures before @p to, in order of time.
    [[nodiscard]] std::vector<DueFailure> take(double to)
    {
        std::vector<DueFailure> due;
        while (m_next < to) {
            due.push_back({&draw(), m_random.below(m_gpus), m_next});
            m_next += m_random.exponential(m_rate);
        }
        return due;
    }

private:
    const FailureRate& draw()
    {
        std::uint32_t all = 0;
        for (const FailureRate& rate : publishedFailures())
            all += rate.interruptions;
        std::uint32_t ticket = m_random.below(all);
        for (const FailureRate& rate : publishedFailures()) {
            if (ticket < rate.interruptions)
                return rate;
            ticket -= rate.interruptions;
        }
        return publishedFailures().front();
    }

    double m_rate; ///< of the whole cluster, a second
    std::uint32_t m_gpus;
    Random m_random;
    double m_next;
};

/// Simulated cluster automation: detects a hung job, aborts it after the collectives' time-out, replaces suspect nodes
/// by spares and restarts the job from its last checkpoint; returns nodes after repair. Owned by the simulation.
class Recovery
{
public:
    Recovery(const FailureSpec& spec, std::vector<std::uint32_t> spares, GroundTruth& truth, TimePoint start)
        : m_spec(spec), m_spares(std::move(spares)), m_truth(truth), m_start(start)
    { }

    /// The node must not be used again until repaired.
    void suspect(std::uint32_t node, double now);
    /// A process of the job died: it restarts at once, with spares for suspect nodes.
    void crash(TrainingJob& job, double now);

    void tick(double to, std::vector<std::unique_ptr<TrainingJob>>& jobs);

    [[nodiscard]] TimePoint start() const { return m_start; } ///< of the run
    /// Nodes whose repair ended in the last tick: their hardware is healthy again.
    [[nodiscard]] const std::vector<std::uint32_t>& repaired() const { return m_repaired; }

private:
    struct Suspect
    {
        std::uint32_t node;
        double until;
    };

    void restart(TrainingJob& job, double now);

    FailureSpec m_spec;
    std::vector<std::uint32_t> m_spares;
    std::vector<Suspect> m_suspects;
    std::vector<std::uint32_t> m_repaired;
    GroundTruth& m_truth;
    TimePoint m_start;
};

/// The parts of a simulation that a drill can change.
struct DrillStage
{
    const ClusterSpec& spec;
    GpuBank& gpus;
    Hall& hall;
    Fabric& fabric;
    SharedStorage& storage;
    std::vector<std::unique_ptr<TrainingJob>>& jobs;
    std::vector<std::unique_ptr<ServingPools>>& services;
    std::vector<Journal>& journals; ///< by node
    std::vector<float>& correctedErrors; ///< by GPU
    std::vector<float>& uncorrectedErrors;
    Recovery& recovery;
    std::vector<std::uint32_t>& idleNodes; ///< allocated to a job that does not use them
};

/// Plays a drill: applies its faults tick by tick, and provides their ground truth on this cluster. Owned by the
/// simulation.
class FaultDirector
{
public:
    explicit FaultDirector(const Drill& drill);

    /// Whether this cluster has the drill's targets: a loop, a service, a second job.
    [[nodiscard]] static Status check(const Drill& drill, const ClusterSpec& spec);

    /// The drill's faults with the names of their targets.
    [[nodiscard]] std::vector<TrueFault> resolve(const ClusterSpec& spec, const FatTree& tree, TimePoint start) const;

    /// Call at the beginning of the tick [from, to).
    void tick(double from, double to, DrillStage& stage);

private:
    struct Progress
    {
        double level = 0;
        bool hasHappened = false; ///< of a one-time effect
        double lastRestart = 0;
    };

    void applyHeat(const DrillFault& fault, double level, DrillStage& stage) const;
    void applyFabric(const DrillFault& fault, double level, double now, DrillStage& stage) const;
    void applyOnce(const DrillFault& fault, Progress& progress, double from, double to, DrillStage& stage) const;
    void applyRest(const DrillFault& fault, Progress& progress, double level, double from, DrillStage& stage) const;

    std::vector<DrillFault> m_faults;
    std::vector<Progress> m_progress;
};

} // namespace lockstep::sim
