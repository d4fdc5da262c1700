// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobevent.h"
#include "datasources/collectors/layoutbuilder.h"
#include "datasources/collectors/tickwriter.h"

#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <string>

namespace lockstep {

/// Metadata of jobs whose rank 0 is on this node, reported as metrics of the jobs with every tick while the job takes
/// steps. Only rank 0 reports, because a cluster entity has one reporter. A member of the job-event collector.
class JobDocuments
{
public:
    static constexpr std::size_t capacity = 64; ///< jobs; the most recent ones are kept
    /// Limits changes, because each makes a new layout for all readers.
    static constexpr auto shortestQuiet = std::chrono::seconds(10);
    static constexpr auto longestSilence = std::chrono::minutes(2); ///< after which rank 0 may be on another node
    using Time = std::chrono::steady_clock::time_point;

    /// @param event a step of a job; ignored for ranks other than 0
    void take(const JobEvent& event, Time now);
    /// Whether a job must be declared or has ended.
    [[nodiscard]] bool hasChanged(Time now);
    void declare(LayoutBuilder& layout);
    void write(TickWriter& tick) const;

private:
    static constexpr std::size_t valueCount = 7;

    struct Job
    {
        JobDocument document;
        Time last;
        std::array<Slot, valueCount> slots;
    };

    void dropOldest();

    std::map<std::string, Job> m_jobs; ///< by name
    bool m_hasChanged = false;
    std::optional<Time> m_lastChange;
};

} // namespace lockstep
