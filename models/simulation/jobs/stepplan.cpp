// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/jobs/stepplan.h"

#include <algorithm>
#include <cmath>

namespace lockstep::sim {

namespace {

constexpr double tensorLatencySeconds = 60e-6; // of many small collectives, whose sum is one span
constexpr double ringHopSeconds = 8e-6; // per member of a ring
constexpr double normSeconds = 1.2e-3; // a few bytes between all ranks
constexpr float computeSpread = 0.004F; // of a half pass, between ranks
constexpr float exitSpreadSeconds = 12e-6F; // ends agree within 49 us in the Megatron trace of formats.md
constexpr std::uint64_t hiccupOdds = 1'000'000; // one half pass in this many is delayed (garbage collector, page fault)
constexpr float hiccupSeconds = 0.35F;
constexpr std::size_t reducePhase = 16;
constexpr std::size_t gatherPhase = 19;

} // namespace

// Noise comes from a hash instead of a random sequence, so that replanning with a dead rank changes nothing where that
// rank takes no part.
float StepPlan::noiseOf(std::size_t phase, std::uint32_t rank) const
{
    Random random(m_seed ^ (std::uint64_t{rank} << 8 | phase));
    const float factor = 1 + computeSpread * random.roughNormal();
    return random.bits() % hiccupOdds == 0 ? -factor : factor; // negative marks a hiccup
}

float StepPlan::exitSkew(std::size_t phase, std::uint32_t rank) const
{
    Random random(m_seed ^ (std::uint64_t{rank} << 8 | phase | 0x80));
    return exitSpreadSeconds * std::abs(random.roughNormal());
}

void StepPlan::compute(std::size_t phase, std::uint32_t rank, double seconds, const StepConditions& conditions)
{
    const float begin = start(phase, rank);
    const float factor = noiseOf(phase, rank);
    const auto length = static_cast<float>(seconds) / std::max(conditions.computeSpeed[rank], 1e-3F);
    float end = begin + length * std::abs(factor) + (factor < 0 ? hiccupSeconds : 0);
    if (rank == conditions.deadRank && end > conditions.deadAt)
        end = std::numeric_limits<float>::infinity();
    endOf(phase, rank) = end;
}

void StepPlan::tensorCollective(std::size_t phase, std::uint32_t first, std::uint32_t count, double seconds)
{
    float last = 0;
    for (std::uint32_t rank = first; rank < first + count; ++rank)
        last = std::max(last, start(phase, rank));
    if (count > 1)
        last += static_cast<float>(seconds);
    for (std::uint32_t rank = first; rank < first + count; ++rank)
        endOf(phase, rank) = last + (count > 1 ? exitSkew(phase, rank) : 0);
}

// The previous stage streams its micro-batches. The first one arrives one fill time after that stage began. This stage
// starts late enough to always have data, so all of its waiting is in the receive.
void StepPlan::receive(std::size_t phase, std::uint32_t rank, std::uint32_t from, const StepWork& work,
                       const StepConditions& conditions)
{
    const float theirStart = end(phase, from);
    const float theirEnd = end(phase + 3, from);
    if (!std::isfinite(theirEnd)) {
        endOf(phase, rank) = std::numeric_limits<float>::infinity();
        return;
    }
    const float theirLength = theirEnd - theirStart;
    const float ownLength
        = theirLength * conditions.computeSpeed[from] / std::max(conditions.computeSpeed[rank], 1e-3F);
    // One micro-batch's share of the preceding half pass, and of the transfer of its activations.
    const auto share = static_cast<float>(work.fillSeconds / (work.computeSeconds / 6));
    const auto wire = static_cast<float>(work.activationBytes / (conditions.stageGBps[from] * 1e9));
    const float fill = share * (theirLength + wire);
    const float ready = theirStart + fill + std::max(0.0F, theirLength - ownLength) + conditions.stallSeconds[from];
    endOf(phase, rank) = std::max(start(phase, rank), ready);
}

void StepPlan::forwardPass(const RankGrid& grid, const StepWork& work, const StepConditions& conditions)
{
    const double seconds = work.computeSeconds / 3 / 2;
    for (std::uint32_t stage = 0; stage < grid.pipeline; ++stage) {
        const std::uint32_t begin = grid.rank(0, 0, stage);
        const std::uint32_t ranks = grid.tensor * grid.data;
        for (std::size_t phase : {std::size_t{0}, std::size_t{4}}) {
            for (std::uint32_t rank = begin; rank < begin + ranks; ++rank) {
                if (stage == 0)
                    endOf(phase, rank) = start(phase, rank);
                else
                    receive(phase, rank, rank - ranks, work, conditions);
            }
            for (std::uint32_t rank = begin; rank < begin + ranks; rank += grid.tensor) {
                tensorCollective(phase + 1, rank, grid.tensor, m_transfers[phase + 1]);
                for (std::uint32_t member = rank; member < rank + grid.tensor; ++member)
                    compute(phase + 2, member, seconds, conditions);
                tensorCollective(phase + 3, rank, grid.tensor, m_transfers[phase + 3]);
            }
        }
    }
}

void StepPlan::backwardPass(const RankGrid& grid, const StepWork& work, const StepConditions& conditions)
{
    const double seconds = work.computeSeconds * 2 / 3 / 2;
    for (std::uint32_t back = 0; back < grid.pipeline; ++back) {
        const std::uint32_t stage = grid.pipeline - 1 - back;
        const std::uint32_t begin = grid.rank(0, 0, stage);
        const std::uint32_t ranks = grid.tensor * grid.data;
        for (std::size_t phase : {std::size_t{8}, std::size_t{12}}) {
            for (std::uint32_t rank = begin; rank < begin + ranks; ++rank) {
                if (back == 0)
                    endOf(phase, rank) = start(phase, rank);
                else
                    receive(phase, rank, rank + ranks, work, conditions);
            }
            for (std::uint32_t rank = begin; rank < begin + ranks; rank += grid.tensor) {
                tensorCollective(phase + 1, rank, grid.tensor, m_transfers[phase + 1]);
                for (std::uint32_t member = rank; member < rank + grid.tensor; ++member)
                    compute(phase + 2, member, seconds, conditions);
                tensorCollective(phase + 3, rank, grid.tensor, m_transfers[phase + 3]);
            }
        }
    }
}

void StepPlan::ringCollective(std::size_t phase, const RankGrid& grid, double bytes, const StepConditions& conditions)
{
    const std::uint32_t groups = grid.tensor * grid.pipeline;
    const double share = static_cast<double>(grid.data - 1) / grid.data;
    for (std::uint32_t group = 0; group < groups; ++group) {
        float last = 0;
        float slowest = std::numeric_limits<float>::infinity();
        float stall = 0;
        for (std::uint32_t d = 0; d < grid.data; ++d) {
            const std::uint32_t rank = grid.rank(group % grid.tensor, d, group / grid.tensor);
            last = std::max(last, start(phase, rank));
            slowest = std::min(slowest, conditions.ringGBps[rank]);
            stall = std::max(stall, conditions.stallSeconds[rank]);
        }
        const auto moving = static_cast<float>(bytes * share / (slowest * 1e9) + ringHopSeconds * grid.data) + stall;
        for (std::uint32_t d = 0; d < grid.data; ++d) {
            const std::uint32_t rank = grid.rank(group % grid.tensor, d, group / grid.tensor);
            endOf(phase, rank) = grid.data > 1 ? last + moving + exitSkew(phase, rank) : last;
            if (phase == reducePhase)
                m_ringTransfers[rank] = moving;
        }
    }
}

void StepPlan::tailOfStep(const RankGrid& grid, const StepWork& work, const StepConditions& conditions)
{
    ringCollective(reducePhase, grid, work.gradientBytes, conditions);
    tensorCollective(17, 0, grid.count(), normSeconds);
    for (std::uint32_t rank = 0; rank < grid.count(); ++rank)
        compute(18, rank, work.optimizerSeconds, conditions);
    ringCollective(gatherPhase, grid, work.parameterBytes, conditions);
    const double writing
        = conditions.writesCheckpoint ? work.checkpointBytes * grid.count() / (conditions.storageGBps * 1e9) : 0.0;
    for (std::uint32_t rank = 0; rank < grid.count(); ++rank) {
        const float spread = conditions.writesCheckpoint ? 1 + 5 * (std::abs(noiseOf(20, rank)) - 1) : 0;
        endOf(20, rank) = start(20, rank) + static_cast<float>(writing) * spread;
    }
    m_transfers[20] = static_cast<float>(writing);
}

void StepPlan::make(const RankGrid& grid, const StepWork& work, const StepConditions& conditions,
                    std::span<const float> startSeconds, Random noise)
{
    m_ranks = grid.count();
    m_seed = noise.bits();
    m_starts.assign(startSeconds.begin(), startSeconds.end());
    m_ends.resize(m_ranks * stepPhases.size());
    m_ringTransfers.resize(m_ranks);
    const double share = static_cast<double>(grid.tensor - 1) / grid.tensor;
    const double tensorSeconds = work.tensorBytes * share / (conditions.nvlinkGBps * 1e9) + tensorLatencySeconds;
    for (std::size_t phase = 0; phase < stepPhases.size(); ++phase) {
        const bool isTensor = phase < 16 && (phase % 4 == 1 || phase % 4 == 3);
        m_transfers[phase] = isTensor ? static_cast<float>(tensorSeconds) : 0;
    }
    m_transfers[0] = m_transfers[4] = m_transfers[8] = m_transfers[12]
        = static_cast<float>(work.activationBytes / (50e9));
    m_transfers[17] = static_cast<float>(normSeconds);
    m_gatherShare = work.gradientBytes > 0 ? static_cast<float>(work.parameterBytes / work.gradientBytes) : 0;
    forwardPass(grid, work, conditions);
    backwardPass(grid, work, conditions);
    tailOfStep(grid, work, conditions);
}

float StepPlan::computeSeconds(std::uint32_t rank) const
{
    float sum = 0;
    for (const std::size_t phase : {2, 6, 10, 14, 18})
        sum += end(phase, rank) - start(phase, rank);
    return sum;
}

} // namespace lockstep::sim
