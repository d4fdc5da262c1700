// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/cluster/drill.h"
#include "models/simulation/cluster/journal.h"
#include "models/simulation/fabric/fabric.h"
#include "models/simulation/jobs/stepplan.h"
#include "models/simulation/physics/gpubank.h"

#include <deque>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep::sim {

/// The file system for checkpoints of all jobs. Concurrent writers share its bandwidth evenly, and a job is also
/// limited by its nodes' storage ports. Owned by the simulation.
class SharedStorage
{
public:
    explicit SharedStorage(StorageSpec spec) : m_spec(spec) { }

    /// Share of the system's bandwidth used from outside the cluster.
    void setContention(double share) { m_contention = std::clamp(share, 0.0, 0.99); }

    /// Bandwidth of a job that writes alone.
    [[nodiscard]] double soloBandwidth(std::uint32_t nodes) const
    {
        return std::min(m_spec.writeGBps, m_spec.nodeGBps * nodes);
    }

    /// Begins a checkpoint of @p bytes, which occupies the file system until it ends.
    /// @return mean bandwidth; it includes the speed-up when earlier writers finish
    double beginWrite(double nowSeconds, double bytes, std::uint32_t nodes)
    {
        std::erase_if(m_busyUntil, [nowSeconds](double until) { return until <= nowSeconds; });
        std::ranges::sort(m_busyUntil);
        const auto bytesPerSecond = [&](std::size_t others) {
            const double share = m_spec.writeGBps * (1 - m_contention) / (static_cast<double>(others) + 1);
            return std::min(share, m_spec.nodeGBps * nodes) * 1e9;
        };
        double end = nowSeconds;
        double left = bytes;
        for (std::size_t at = 0; at < m_busyUntil.size() && left > 0; ++at) {
            const double rate = bytesPerSecond(m_busyUntil.size() - at);
            const double until = std::min(m_busyUntil[at], end + left / rate);
            left = std::max(0.0, left - rate * (until - end));
            end = until;
        }
        end += left / bytesPerSecond(0);
        m_busyUntil.push_back(end);
        return bytes / (end - nowSeconds) * 1e-9;
    }

    [[nodiscard]] double contention() const { return m_contention; }

private:
    StorageSpec m_spec;
    double m_contention = 0;
    std::vector<double> m_busyUntil;
};

/// Writes a job's spans into its nodes' journals as they end, in the nodes' own clocks and names. Owned by the job.
class JobSpans
{
public:
    JobSpans(const JobSpec& spec, const RankGrid& grid, const StepWork& work, std::uint32_t gpusPerNode,
             std::vector<Journal>& journals, TimePoint start);

    /// Adds the names of every rank on its node; call again after a node was replaced.
    void place(std::span<const std::uint32_t> nodes);

    /// Writes spans that ended before @p to.
    void writeEnded(PlannedStep& step, double to);
    /// Writes one span for each rank: a restart, or the time-out of a collective.
    void writeForAll(SpanKind kind, const std::string& op, double from, double to, std::uint32_t step);
    /// For ranks that wait in a collective which does not end: writes the collective as a marker or, after the
    /// time-out, as a wait.
    void writePending(const PlannedStep& step, double at, bool hasTimedOut);

private:
    struct RankNames
    {
        std::uint32_t lane, job, tensor, data, pipeline, world;
    };
    struct NodeOps
    {
        std::vector<std::uint32_t> byPhase; ///< index into the node's names
        std::uint32_t step = 0;
    };

    void writePhase(const PlannedStep& step, std::size_t phase, std::uint32_t rank);
    [[nodiscard]] Span blank(std::uint32_t rank, double from, double to) const;
    void describe(Span& span, std::size_t phase, std::uint32_t rank, std::uint64_t serial) const;
    [[nodiscard]] Journal& journalOf(std::uint32_t rank) const { return m_journals[m_nodes[rank / m_gpusPerNode]]; }

    std::string m_jobName;
    RankGrid m_grid;
    StepWork m_work;
    std::uint32_t m_gpusPerNode;
    std::vector<Journal>& m_journals;
    TimePoint m_start;
    std::vector<std::uint32_t> m_nodes;
    std::vector<RankNames> m_names; ///< by rank
    std::vector<NodeOps> m_ops; ///< by position in m_nodes
};

/// Environment of a job; owned by the simulation, which outlives its jobs.
struct JobSurroundings
{
    GpuBank& gpus;
    Fabric& fabric;
    SharedStorage& storage;
    GroundTruth& truth;
    std::vector<Journal>& journals; ///< by node
    std::vector<double>& storageBytes; ///< by node, of this tick
    std::uint32_t gpusPerNode;
    TimePoint start; ///< of the run
};

/// A training job: plans each step from the state of the hardware at its beginning, provides each GPU's activity per
/// tick, writes completed spans, hangs if a rank dies, and restarts from its last checkpoint. Owned by the simulation;
/// one thread.
class TrainingJob
{
public:
    enum class State : std::uint8_t { Waiting, Running, Restarting };

    TrainingJob(std::uint32_t index, JobSpec spec, std::vector<std::uint32_t> nodes, JobSurroundings surroundings,
                Random random);

    /// One tick [from, to), in seconds since the start of the run.
    void tick(double from, double to);

    /// The rank on this GPU dies. All others wait for it until abort().
    void killGpu(std::uint32_t gpu, double at);
    /// Abandons the current step and restarts from the last checkpoint after @p restartSeconds.
    /// @return seconds of progress lost
    double abort(double at, double restartSeconds);
    void replaceNode(std::uint32_t old, std::uint32_t replacement);

    [[nodiscard]] const JobSpec& spec() const { return m_spec; }
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const RankGrid& grid() const { return m_grid; }
    [[nodiscard]] const std::vector<std::uint32_t>& nodes() const { return m_nodes; }
    [[nodiscard]] bool runsOn(std::uint32_t node) const;
    [[nodiscard]] std::uint32_t step() const { return m_step; }
    /// Time since which no rank can proceed; nullopt: not hung.
    [[nodiscard]] std::optional<double> hungSince() const { return m_hungSince; }
    /// Data-parallel traffic relative to the model's need, for a tenant that overloads the network.
    void setTrafficFactor(double factor) { m_trafficFactor = factor; }
    /// Power of its GPUs and CPUs while they communicate or wait, relative to busy waiting.
    void setWaitPower(double share) { m_waitPower = share; }
    /// Begins its steps together with another job's, by waiting up to 3 % of a step. @param leader null: on its own
    void followSteps(const TrainingJob* leader) { m_leader = leader; }
    /// Duration of the step in progress, as planned; infinite if it hangs.
    [[nodiscard]] double stepSeconds() const;
    [[nodiscard]] double runningSince() const { return m_resumeAt; }
    [[nodiscard]] const StepWork& work() const { return m_work; }

private:
    struct TickMeter;

    void connect(); ///< sets up the flows of the current nodes
    void planStep(double base);
    [[nodiscard]] double waitForLeader(double base) const;
    void readConditions(PlannedStep& step);
    void remake(PlannedStep& step);
    void judge(const PlannedStep& step);
    /// Rank whose GPU is lost; the largest number if none.
    [[nodiscard]] std::uint32_t deadRank() const;
    void resumeStalled(double now);
    void retire(double to);
    void noteHang(double from, double to);
    void spendTick(double from, double to);
    [[nodiscard]] std::uint32_t gpuOf(std::uint32_t rank) const
    {
        return m_nodes[rank / m_surroundings.gpusPerNode] * m_surroundings.gpusPerNode
            + rank % m_surroundings.gpusPerNode;
    }

    std::uint32_t m_index;
    JobSpec m_spec;
    JobSurroundings m_surroundings;
    std::vector<std::uint32_t> m_nodes; ///< by rank / GPUs per node
    RankGrid m_grid;
    StepWork m_work;
    Random m_random;
    State m_state = State::Waiting;
    double m_resumeAt; ///< in the states Waiting and Restarting
    double m_restartBegan = 0;
    std::size_t m_ringFlows;
    std::size_t m_stageFlows;
    std::vector<Flow> m_ring; ///< by rank: to the next rank of its ring
    std::vector<Flow> m_stages; ///< by rank: to the next stage
    std::unique_ptr<JobSpans> m_spans;
    std::deque<PlannedStep> m_planned; ///< usually at most two
    std::vector<PlannedStep> m_spare; ///< recycled memory
    std::uint32_t m_step = 0; ///< next step to plan
    std::uint32_t m_checkpointStep = 0; ///< work up to this step is saved
    double m_checkpointAt = 0;
    std::uint64_t m_stepsEver = 0; ///< includes repeated steps: sequence numbers do not restart
    std::optional<double> m_hungSince;
    double m_trafficFactor = 1;
    double m_waitPower = 1;
    const TrainingJob* m_leader = nullptr; ///< of the same simulation
    double m_plainGradientBytes = 0;
    double m_plainParameterBytes = 0;
};

} // namespace lockstep::sim
