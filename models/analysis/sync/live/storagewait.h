// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Compares the duration of each job's checkpoints with that of its earlier ones. Jobs that write at the same time slow
/// each other down, so a checkpoint is judged when the concurrent writes are known. Without history, a checkpoint is
/// slow if it takes a large part of the job's time. A plain value; a member of JobWatch.
class StorageWait
{
public:
    static constexpr double slowRatio = 1.25; ///< relative to the baseline: writes of one job vary by a few percent
    static constexpr double slowSeconds = 1; ///< and at least this much longer
    /// Of the time. With the optimal interval (Young: share = sqrt(cost / (2 x time between failures))) this share
    /// would require a failure every dozen checkpoint durations.
    static constexpr double largeShare = 0.2;
    static constexpr double largestShare = 0.5;
    static constexpr double largeSeconds = 10;

    /// One checkpoint of a job, of all its ranks.
    struct Verdict
    {
        double seconds = 0;
        double usualSeconds = 0; ///< 0: unknown
        double share = 0; ///< of the time since the previous one; without a previous one, of all steps
        std::int64_t beginNs = 0;
        std::int64_t endNs = 0;
        bool isSlow = false;
    };

    /// One rank's part of a checkpoint.
    void add(std::uint32_t job, std::uint32_t step, std::int64_t beginNs, std::int64_t endNs);
    /// A step of the job, during which it was not writing.
    void hear(std::uint32_t job, std::int64_t beginNs, std::int64_t endNs);
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

} // namespace lockstep
