// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/physics/random.h"

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace lockstep::sim {

/// How a job's ranks form tensor, data and pipeline parallel groups: tensor fastest, then data, then pipeline
/// (Megatron-LM's order). A plain value.
struct RankGrid
{
    std::uint32_t tensor = 1;
    std::uint32_t data = 1;
    std::uint32_t pipeline = 1;

    [[nodiscard]] std::uint32_t count() const { return tensor * data * pipeline; }
    [[nodiscard]] std::uint32_t rank(std::uint32_t t, std::uint32_t d, std::uint32_t p) const
    {
        return t + tensor * (d + data * p);
    }
    [[nodiscard]] std::uint32_t tensorIndex(std::uint32_t rank) const { return rank % tensor; }
    [[nodiscard]] std::uint32_t dataIndex(std::uint32_t rank) const { return rank / tensor % data; }
    [[nodiscard]] std::uint32_t stage(std::uint32_t rank) const { return rank / (tensor * data); }
    /// Numbers of the groups that a rank belongs to.
    [[nodiscard]] std::uint32_t tensorGroup(std::uint32_t rank) const { return rank / tensor; }
    [[nodiscard]] std::uint32_t dataGroup(std::uint32_t rank) const { return tensorIndex(rank) + tensor * stage(rank); }
    [[nodiscard]] std::uint32_t pipelineGroup(std::uint32_t rank) const { return rank % (tensor * data); }
    /// The next rank of its data-parallel ring.
    [[nodiscard]] std::uint32_t ringNext(std::uint32_t rank) const
    {
        const std::uint32_t next = dataIndex(rank) + 1;
        return this->rank(tensorIndex(rank), next == data ? 0 : next, stage(rank));
    }
    /// The one before it.
    [[nodiscard]] std::uint32_t ringPrevious(std::uint32_t rank) const
    {
        const std::uint32_t d = dataIndex(rank);
        return this->rank(tensorIndex(rank), d == 0 ? data - 1 : d - 1, stage(rank));
    }
};

/// Phases of a rank's step, in order; each pass has two halves.
enum class Phase : std::uint8_t {
    ReceiveActivation,
    GatherForward,
    Forward,
    ScatterForward,
    ReceiveGradient,
    GatherBackward,
    Backward,
    ScatterBackward,
    ReduceGradients,
    GradientNorm,
    Optimizer,
    GatherParameters,
    Checkpoint,
};

inline constexpr std::array<Phase, 21> stepPhases{
    Phase::ReceiveActivation, Phase::GatherForward,  Phase::Forward,   Phase::ScatterForward,
    Phase::ReceiveActivation, Phase::GatherForward,  Phase::Forward,   Phase::ScatterForward,
    Phase::ReceiveGradient,   Phase::GatherBackward, Phase::Backward,  Phase::ScatterBackward,
    Phase::ReceiveGradient,   Phase::GatherBackward, Phase::Backward,  Phase::ScatterBackward,
    Phase::ReduceGradients,   Phase::GradientNorm,   Phase::Optimizer, Phase::GatherParameters,
    Phase::Checkpoint};

/// State of the hardware for a step. Spans are by rank.
struct StepConditions
{
    std::span<const float> computeSpeed; ///< 1: full clock
    std::span<const float> ringGBps; ///< bandwidth of the edge to the next rank of the data-parallel ring
    std::span<const float> stageGBps; ///< to the next pipeline stage
    std::span<const float> stallSeconds; ///< delay of the rank's transfers by a link that was down
    double nvlinkGBps = 450;
    double storageGBps = 500; ///< available to this job while it writes
    bool writesCheckpoint = false;
    /// A rank that dies at deadAt (seconds since the plan's base); phases that depend on it never end.
    std::uint32_t deadRank = std::numeric_limits<std::uint32_t>::max();
    float deadAt = std::numeric_limits<float>::infinity();
};

/// When each rank ends each phase of a step. A phase begins when the previous one ends. A collective ends when its last
/// member has arrived and the data has moved at the pace of the slowest link of its ring:
///   end = max(arrivals) + bytes (n - 1) / n / min(bandwidth)   (ring algorithm; nccl-tests, doc/PERFORMANCE.md)
/// Times are seconds since base(); infinite means never. A plain value, reused between steps.
class StepPlan
{
public:
    /// Plans a step. Deterministic; a dead rank changes only phases that depend on it.
    void make(const RankGrid& grid, const StepWork& work, const StepConditions& conditions,
              std::span<const float> startSeconds, Random noise);

    [[nodiscard]] float end(std::size_t phase, std::uint32_t rank) const { return m_ends[phase * m_ranks + rank]; }
    [[nodiscard]] float start(std::size_t phase, std::uint32_t rank) const
    {
        return phase == 0 ? m_starts[rank] : end(phase - 1, rank);
    }
    /// Duration of the transfer at the end of a phase, in seconds.
    [[nodiscard]] float transfer(std::size_t phase, std::uint32_t rank) const
    {
        return m_ringTransfers.empty() || (phase != 16 && phase != 19)
            ? m_transfers[phase]
            : m_ringTransfers[rank] * (phase == 16 ? 1 : m_gatherShare);
    }
    [[nodiscard]] std::span<const float> ends() const { return std::span(m_ends).last(m_ranks); }
    [[nodiscard]] std::uint32_t ranks() const { return static_cast<std::uint32_t>(m_ranks); }
    [[nodiscard]] float computeSeconds(std::uint32_t rank) const;

private:
    void forwardPass(const RankGrid& grid, const StepWork& work, const StepConditions& conditions);
    void backwardPass(const RankGrid& grid, const StepWork& work, const StepConditions& conditions);
    void tailOfStep(const RankGrid& grid, const StepWork& work, const StepConditions& conditions);
    void receive(std::size_t phase, std::uint32_t rank, std::uint32_t from, const StepWork& work,
                 const StepConditions& conditions);
    void compute(std::size_t phase, std::uint32_t rank, double seconds, const StepConditions& conditions);
    void tensorCollective(std::size_t phase, std::uint32_t first, std::uint32_t count, double seconds);
    void ringCollective(std::size_t phase, const RankGrid& grid, double bytes, const StepConditions& conditions);

    float& endOf(std::size_t phase, std::uint32_t rank) { return m_ends[phase * m_ranks + rank]; }
    /// Ranks leave a collective within tens of microseconds of each other.
    float exitSkew(std::size_t phase, std::uint32_t rank) const;
    float noiseOf(std::size_t phase, std::uint32_t rank) const;

    std::size_t m_ranks = 0;
    std::vector<float> m_starts;
    std::vector<float> m_ends; ///< phase-major
    std::array<float, stepPhases.size()> m_transfers{};
    std::vector<float> m_ringTransfers; ///< of ReduceGradients, by rank
    float m_gatherShare = 0.5F; ///< share of the transfer in GatherParameters
    std::uint64_t m_seed = 0;
};

/// A step in progress: its plan, the conditions it was made from (to replan if a rank dies), and how much of each
/// rank's spans has been written. A plain value.
struct PlannedStep
{
    StepPlan plan;
    double base = 0; ///< start of the plan's times, in seconds since the start of the run
    std::uint32_t step = 0;
    std::uint64_t serial = 0; ///< number of steps that the job had begun before, including repeated ones
    bool writesCheckpoint = false;
    double storageGBps = 1;
    double fullStorageGBps = 1; ///< without other writers
    std::vector<float> computeSpeed;
    std::vector<float> ringGBps;
    std::vector<float> stageGBps;
    std::vector<float> stallSeconds;
    std::vector<float> starts;
    std::uint32_t deadRank = 0xFFFFFFFF;
    float deadAt = 0;
    std::vector<std::uint8_t> cursor; ///< by rank: the next phase to write
    std::size_t ranksDone = 0;

    [[nodiscard]] StepConditions conditions(double nvlinkGBps) const
    {
        StepConditions now{computeSpeed, ringGBps, stageGBps, stallSeconds};
        now.nvlinkGBps = nvlinkGBps;
        now.storageGBps = storageGBps;
        now.writesCheckpoint = writesCheckpoint;
        now.deadRank = deadRank;
        now.deadAt = deadAt;
        return now;
    }
};

} // namespace lockstep::sim
