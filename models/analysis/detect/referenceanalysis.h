// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/analysis/detect/watch/steppedanalysis.h"
#include "models/core/topology/siteplan.h"
#include "models/core/topology/topology.h"
#include "models/core/units.h"
#include "models/ingest/derived.h"
#include "models/store/settledticks.h"

#include <deque>

#include <string>
#include <vector>

namespace lockstep {

class LearnedBaselines;

/// Metrics of jobs over half a minute, by entity of kind Job; no data where a field is NaN or too short.
struct ReferenceTick : AnalysedTick
{
    TickRange ticks; ///< of the store
    TopologyPtr topology;
    std::vector<float> mfu; ///< means
    std::vector<float> busBandwidth;
    std::vector<float> step; ///< last values, as the next ones
    std::vector<float> stepsTotal;
    std::vector<float> gpus;
    std::vector<std::string> gpuModels; ///< empty, or shorter: unknown
};

/// Compares jobs with their references. A reference comes from the cluster file or, if it is not set there, from the
/// job's best measured hour. Publishes the references and the projected end of runs as metrics. Detects jobs that
/// compute less than their reference (job.below_reference) and jobs that will end later than planned (job.late). A
/// plain value, used by the analysis's worker.
class ReferenceWatch
{
public:
    static constexpr float hourSeconds = 3600;
    static constexpr float judgedSeconds = 600; ///< duration over which the mean must be low
    static constexpr float shareSeen = 0.5F; ///< minimum share of a period with data, for a mean
    static constexpr float lower = 0.1F; ///< share of the reference by which a mean is low
    static constexpr float later = 0.05F; ///< share of the planned length by which the end is late
    static constexpr EpisodeRule rule{.lasts = 600, .calm = 600};

    /// @param baselines stores the best hours; null: they are not stored
    explicit ReferenceWatch(LearnedBaselines* baselines = nullptr);

    void step(const ReferenceTick& now, Derived& out);

private:
    /// Mean of a quantity over the last hour, and its highest hourly mean.
    struct Quantity
    {
        std::deque<float> last;
        float best = noData;

        void add(float value, float seconds);
        /// NaN: too little data.
        [[nodiscard]] float mean(float overSeconds, float seconds) const;
    };
    struct Reached
    {
        TimePoint time;
        double step = 0;
    };
    struct Job
    {
        Quantity mfu;
        Quantity busBandwidth;
        std::deque<Reached> steps; ///< over the last hour
    };
    struct Lengths
    {
        double planned = 0;
        double projected = 0;
    };

    /// Comparison of a quantity of a job with its reference.
    struct Verdict
    {
        const char* code;
        float deviation = 0; ///< relative to the reference; larger is worse
        float limit = 0; ///< deviation from which it is bad; below half of it, it is healthy again
        std::string bad; ///< texts
        std::string well;
        double value = 0;
        double baseline = 0;
        Unit unit = Unit::None;
    };

    void recall(const ReferenceTick& now, std::uint32_t job, Derived& out);
    void follow(const ReferenceTick& now, std::uint32_t job);
    [[nodiscard]] double secondsPerStep(const Job& job) const;
    [[nodiscard]] Lengths lengthsOf(const ReferenceTick& now, std::uint32_t job, const RunReference& run) const;
    void addColumns(const ReferenceTick& now, const std::vector<const RunReference*>& runs, Derived& out) const;
    void addClusterColumns(const ReferenceTick& now, const std::vector<float>& references, Derived& out) const;
    [[nodiscard]] float mfuReference(std::uint32_t job, const RunReference* run) const;
    void judgeMfu(const ReferenceTick& now, std::uint32_t job, const RunReference* run, Derived& out);
    void judgeLength(const ReferenceTick& now, std::uint32_t job, const RunReference& run, Derived& out);

    void judge(const ReferenceTick& now, std::uint32_t job, const Verdict& verdict, Derived& out);

    LearnedSeries m_learned;
    std::vector<Job> m_jobs; ///< by entity of kind Job
    Episodes m_episodes;
    ReportDeadband m_deadband;
};

/// Runs ReferenceWatch over the live store, twice a minute. Reads ticks that are a minute old, because the metrics of a
/// step are complete only at its end. Owned by an AnalysisHost.
class ReferenceAnalysis : public SteppedAnalysis<ReferenceWatch>
{
public:
    static constexpr float checkSeconds = 30;
    static constexpr float delaySeconds = 60; ///< longer steps are seen in part

    using SteppedAnalysis::SteppedAnalysis;

    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    [[nodiscard]] static ReferenceTick readTick(const ClusterStore& store, TickRange ticks, TimePoint now);
};

} // namespace lockstep
