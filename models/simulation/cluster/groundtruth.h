// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/simulation/cluster/drill.h"

#include <deque>

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::sim {

/// A fault of the running drill, with its target resolved to entities of the cluster.
struct TrueFault
{
    FaultKind kind;
    TimePoint onset;
    TimePoint end; ///< TimePoint::max(): no end
    double severity = 0;
    std::vector<std::string> entities; ///< paths as in the topology: "node-0017/gpu3", "r0-leaf02"
};

/// Why a step took longer than compute and transfers at full speed.
enum class StepCause : std::uint8_t { None, SlowRank, SlowLink, StalledLink, Storage, Hiccup, Hang };

/// Ground truth of one step of a job.
struct StepTruth
{
    std::uint32_t job = 0;
    std::uint32_t step = 0;
    double startSeconds = 0; ///< since the start of the run
    double seconds = 0; ///< to the last rank's end
    double idealSeconds = 0; ///< with every rank at the median speed and every edge at the median bandwidth
    StepCause cause = StepCause::None;
    std::uint32_t culpritRank = 0; ///< meaningful unless cause is None or Storage
    std::uint32_t culpritNode = 0;
    std::uint32_t culpritGpu = 0; ///< slot in its node
};

/// A random hardware or software failure at the published rates.
struct TrueFailure
{
    TimePoint time;
    std::string component; ///< as in the table: "Faulty GPU"
    std::string entity;
    bool isRecoverable = false; ///< the job restarts in place
    double lostSeconds = 0; ///< progress of the job since its last checkpoint
};

/// Ground truth for people and tests. Never sent.
struct GroundTruth
{
    std::string drill;
    std::string cause;
    std::vector<TrueFault> faults;
    std::vector<Consequence> consequences;
    std::deque<StepTruth> steps; ///< the last few thousand
    std::vector<TrueFailure> failures;
};

} // namespace lockstep::sim
