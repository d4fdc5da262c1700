// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/cluster/groundtruth.h"
#include "models/simulation/jobs/trainingjob.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::sim {

/// Simulated cluster automation: detects a hung job, aborts it after the collectives' time-out, replaces suspect nodes
/// by spares and restarts the job from its last checkpoint; returns nodes after repair. Owned by the simulation.
class Recovery
{
public:
    Recovery(const FailureSpec& spec, std::vector<std::uint32_t> spares, GroundTruth& truth, TimePoint start)
        : m_spec(spec), m_spares(std::move(spares)), m_truth(truth), m_start(start)
    { }

    /// This node must not be used again until repaired.
    void suspect(std::uint32_t node, double now);
    /// A job's process died: it restarts at once, on spares where its nodes are suspect.
    void crash(TrainingJob& job, double now);

    void tick(double to, std::vector<std::unique_ptr<TrainingJob>>& jobs);

    [[nodiscard]] TimePoint start() const { return m_start; } ///< of the run
    /// Nodes whose repair ended in the last tick: their hardware is whole again.
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

} // namespace lockstep::sim
