// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

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

} // namespace lockstep
