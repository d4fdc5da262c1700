// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"

#include <deque>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace lockstep {

/// Which jobs wait for storage longer than they should, by the checkpoints that they write: longer than their own ones
/// before, or for so large a part of their time that it is to be mended whatever was usual. Checkpoints that jobs write
/// at the same time share the storage, which is no fault. A plain value; the worker of its analysis.
class CheckpointWatch
{
public:
    static constexpr std::size_t remembered = 8; ///< earlier checkpoints of a job that were well
    static constexpr std::size_t known = 2; ///< so many make a past
    static constexpr double longer = 1.8; ///< times the middle one of these, for each job that may write at once
    static constexpr std::int64_t worthwhileNs = 3'000'000'000; ///< longer by at least so much
    /// Of the time. At the best of intervals (Young: share = sqrt(cost / (2 x time between failures))) that much would
    /// pay only for a job that fails every dozen lengths of a checkpoint.
    static constexpr double largeShare = 0.2;
    static constexpr double largestShare = 0.5;
    static constexpr std::int64_t settledNs = 2'000'000'000; ///< after which no rank is still to report its part

    struct News
    {
        std::optional<Severity> severity; ///< nullopt: over
        std::string text; ///< without the job
    };

    /// One rank's part in the checkpoint that follows a step.
    void write(std::uint32_t job, std::uint32_t step, std::int64_t fromNs, std::int64_t toNs);
    /// One rank's step.
    void step(std::uint32_t job, std::int64_t lengthNs) { m_jobs[job].stepNs = lengthNs; }
    /// That a job has gone on to another moment: a checkpoint that is over is judged, once.
    [[nodiscard]] std::optional<News> goOn(std::uint32_t job, std::int64_t nowNs);
    void forget(std::uint32_t job) { m_jobs.erase(job); }

private:
    struct Checkpoint
    {
        std::uint32_t step = 0;
        std::int64_t fromNs = 0;
        std::int64_t toNs = 0;
    };
    struct Job
    {
        std::optional<Checkpoint> open;
        std::optional<Checkpoint> last; ///< that was judged
        std::deque<std::int64_t> wellNs; ///< lengths, newest last
        std::optional<Severity> told;
        std::int64_t stepNs = 0; ///< length of the last one
    };

    [[nodiscard]] std::optional<News> judge(Job& job, const Checkpoint& now) const;
    [[nodiscard]] static double shareOf(const Job& job, const Checkpoint& now);
    [[nodiscard]] static std::optional<std::int64_t> usualNs(const Job& job);
    [[nodiscard]] std::size_t writers() const;

    std::map<std::uint32_t, Job> m_jobs; ///< by name
};

} // namespace lockstep
