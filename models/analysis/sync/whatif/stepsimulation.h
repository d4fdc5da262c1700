// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/trace/opdurations.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lockstep {

/// Which ops keep their observed durations; all others take the ideal of their type. An op is observed if both its type
/// and its worker are.
struct Scenario
{
    std::array<bool, opTypeCount> observedType{};
    std::vector<std::uint8_t> observedWorker; ///< [stage index * ranks + rank index]: 1 observed, 0 ideal
};

/// Replays all steps of a trace at once with chosen durations: an op starts when its dependencies have ended; a group
/// ends when all its ops have started and the transfer is done. One per thread; the inputs must outlive it.
class StepSimulation
{
public:
    StepSimulation(const OpLanes& lanes, const OpGraph& graph, const OpDurations& durations);

    /// Seconds from the start of each step to the end of its last optimizer (or of its last op).
    [[nodiscard]] std::vector<double> stepTimes(const Scenario& scenario);

private:
    void addDuration(std::uint32_t op, const Scenario& scenario);
    void startOf(std::uint32_t op, double* start) const;
    void startTogether(const OpGroup& group);

    const OpLanes& m_lanes;
    const OpGraph& m_graph;
    const OpDurations& m_durations;
    std::vector<bool> m_endsStep; ///< per op
    std::vector<double> m_end; ///< [op * laneCount + lane]
    std::vector<double> m_groupStart; ///< per lane
    std::vector<double> m_opStart; ///< per lane
};

} // namespace lockstep
