// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/learnedbaselines.h"
#include "models/analysis/sync/matching/syncspan.h"
#include "models/core/metric.h"
#include "models/ingest/derived.h"

#include <deque>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Compares the duration of each job's checkpoints with that of its earlier ones. Jobs that write at the same time slow
/// each other down, so a checkpoint is judged once the concurrent writes are known. Without history, a checkpoint is
/// slow if it takes a large part of the job's time. A plain value; a member of JobWatch.
class StorageWait
{
public:
    static constexpr double slowRatio = 1.25; ///< relative to the baseline: writes of one job vary by a few percent
    static constexpr double slowSeconds = 1; ///< and at least this much longer
    /// Fraction of the job's time. With the optimal interval (Young: fraction = sqrt(cost / (2 x time between
    /// failures))), this value would mean a failure every dozen checkpoint durations.
    static constexpr double largeShare = 0.2;
    static constexpr double largestShare = 0.5;
    static constexpr double largeSeconds = 10;

    /// One checkpoint of a job, over all its ranks.
    struct Verdict
    {
        double seconds = 0;
        double baselineSeconds = 0; ///< 0: unknown
        double share = 0; ///< of the time since the previous one; without a previous one, of all steps
        std::int64_t beginNs = 0;
        std::int64_t endNs = 0;
        bool isSlow = false;
    };

    /// One rank's part of a checkpoint.
    void add(std::uint32_t job, std::uint32_t step, std::int64_t beginNs, std::int64_t endNs);
    /// Adds a step of the job during which it was not writing.
    void addStep(std::uint32_t job, std::int64_t beginNs, std::int64_t endNs);
    /// The next checkpoint that can be judged.
    [[nodiscard]] std::optional<Verdict> next(std::uint32_t job);
    void forget(std::uint32_t job) { m_jobs.erase(job); }

    /// Usual durations of the job's writes, to save: seconds, oldest first.
    [[nodiscard]] std::vector<float> usual(std::uint32_t job) const;
    void restore(std::uint32_t job, std::span<const float> seconds);

private:
    struct Write
    {
        std::uint32_t step = 0;
        std::int64_t beginNs = 0;
        std::int64_t endNs = 0;
        std::vector<double> seconds{}; ///< by rank, because ranks do not begin at the same time
    };
    struct Writer
    {
        std::deque<Write> pending;
        std::deque<Write> judged; ///< the latest, to find concurrent writes of others
        std::vector<double> usual; ///< seconds, of healthy writes
        double stepSeconds = 0; ///< of the last step
        std::int64_t lastNs = 0; ///< end of the last span
        std::int64_t lastWriteEndNs = 0;
    };

    [[nodiscard]] bool isSettled(std::uint32_t job, const Write& write) const;
    [[nodiscard]] double sharedSeconds(std::uint32_t job, const Write& write) const;

    std::map<std::uint32_t, Writer> m_jobs;
};

/// Detects jobs that restart repeatedly. One restart is normal after a failure; a second one within 15 minutes means
/// that the cause persists (Llama 3 failed every three hours on 16,384 GPUs). A plain value, used by the analysis's
/// worker.
class RestartWatch
{
public:
    static constexpr std::int64_t lookBackNs = 15LL * 60 * 1'000'000'000;
    static constexpr std::size_t tooMany = 2;

    struct News
    {
        bool isOver = false;
        std::string text; ///< without the job's name
    };

    /// One rank's part in a restart. Overlapping parts are one restart.
    [[nodiscard]] std::optional<News> restart(std::uint32_t job, std::int64_t fromNs, std::int64_t toNs);
    /// The job has reported later activity.
    [[nodiscard]] std::optional<News> goOn(std::uint32_t job, std::int64_t nowNs);
    void forget(std::uint32_t job) { m_jobs.erase(job); }

private:
    struct Job
    {
        std::vector<std::int64_t> endsNs; ///< of its restarts, in order
        bool isReported = false;
    };

    std::map<std::uint32_t, Job> m_jobs; ///< by name
};

/// Detects when steps or waits begin to take longer. Sums the excess of each step over the healthy median plus its
/// usual variation (Page's cumulative sum). Ignores a single slow step. A plain value.
class ChangeDetector
{
public:
    static constexpr std::size_t stepsToLearn = 5;

    /// @param slack ignored excess, relative to the usual value (or to 1, for shares)
    explicit ChangeDetector(float slack) : m_slack(slack) { }

    /// @param value of the next step
    /// @param scale unit of the excess; NaN: the usual value
    void add(float value, float scale, double endSeconds);

    /// State of the baseline, for saving; empty: none yet.
    [[nodiscard]] std::vector<float> values() const { return std::isnan(m_usual) ? std::vector<float>() : m_values; }
    /// Replaces the learned values. @return false: invalid.
    bool restore(std::span<const float> values);

    [[nodiscard]] bool isSlower() const { return m_isSlower; }
    [[nodiscard]] float usual() const { return m_usual; } ///< NaN: unknown
    [[nodiscard]] float spread() const { return m_spread; } ///< a robust standard deviation
    [[nodiscard]] float recent() const { return m_recent; } ///< mean since the change, or of the last few steps
    /// End of the first slow step.
    [[nodiscard]] double sinceSeconds() const { return m_since; }

private:
    void learn(float value);
    void summarise();

    float m_slack;
    std::vector<float> m_values; ///< of healthy steps, a ring buffer
    std::size_t m_next = 0;
    float m_usual = noData;
    float m_spread = 0;
    float m_sum = 0;
    float m_recent = noData;
    std::size_t m_count = 0; ///< since the change
    double m_since = 0;
    bool m_isSlower = false;
};

/// Detects a job that slows down: longer steps (job.step_time), more waiting (job.waits), slower checkpoints
/// (storage.slow), compared with its own past. Takes spans as they arrive and each step when it is complete; times are
/// in the clocks of the job's nodes. A member of SyncFollower; one thread at a time.
class JobWatch
{
public:
    /// The entity that findings are reported for: the node of the job's first rank.
    struct Job
    {
        std::string name;
        EntityRef entity;
    };
    struct WholeStep
    {
        std::uint32_t step = 0;
        double waitGpuSeconds = 0;
        double gpuSeconds = 0;
        TimePoint time; ///< latest known time of the job
    };

    /// A span of any kind, of a job.
    void add(std::uint32_t job, const SyncSpan& span);
    /// Baselines of a job, for saving: its pace, its waits and the duration of its checkpoints. Empty: none yet.
    [[nodiscard]] std::vector<float> values(std::uint32_t job) const;
    /// Replaces the learned values of the job. Call before the step is completed. @return false: they belong to another
    /// run, with another number of ranks or beyond this step
    bool restore(std::uint32_t job, std::uint32_t step, std::span<const float> values);
    /// The baselines of values(), for display.
    [[nodiscard]] std::vector<BaselineRange> ranges(std::uint32_t job) const;
    void closeStep(std::uint32_t job, const WholeStep& step, const Job& about, Derived& out);
    struct Checkpoint
    {
        double seconds = 0; ///< median time for which it stopped the ranks
        std::optional<double> intervalSeconds; ///< since the end of the previous one
        std::int64_t endNs = 0;
    };
    /// The last checkpoint that can be judged; null: none.
    [[nodiscard]] const Checkpoint* lastCheckpoint(std::uint32_t job) const;
    /// The job has ended: ends its reports.
    void forget(std::uint32_t job, TimePoint time, const std::string& name, Derived& out);

private:
    static constexpr float stepSlack = 0.02F; ///< relative to the baseline step time
    static constexpr float waitSlack = 0.03F; ///< of the GPU time

    struct Progress
    {
        std::map<std::uint32_t, std::vector<float>> steps; ///< seconds by rank, of incomplete steps
        ChangeDetector stepPace{stepSlack};
        ChangeDetector waitPace{waitSlack};
        std::uint32_t closed = 0;
        std::vector<float> stepSeconds; ///< steps of the next piece
        double waitGpuSeconds = 0; ///< of that piece
        double gpuSeconds = 0;
        std::uint32_t pieces = 0; ///< number of judged pieces
        std::uint32_t lastStep = 0; ///< last completed step
        std::size_t ranks = 0; ///< in that step
        EntityRef entity;
        std::optional<Checkpoint> checkpoint;
    };

    /// Adds the step to the next piece.
    /// @return whether the piece is long enough to be judged
    bool completesPiece(Progress& progress, const WholeStep& step);
    void judgeStepTime(Progress& progress, std::uint32_t job, const WholeStep& step, const Job& about, Derived& out);
    void judgeWaits(Progress& progress, std::uint32_t job, const WholeStep& step, const Job& about, Derived& out);
    void judgeStorage(Progress& progress, std::uint32_t job, const WholeStep& step, const Job& about, Derived& out);

    std::map<std::uint32_t, Progress> m_jobs;
    StorageWait m_storage;
    Episodes m_episodes; ///< by the job's entity and code
};

} // namespace lockstep
