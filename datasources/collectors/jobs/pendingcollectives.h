// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobinbox.h"
#include "datasources/collectors/jobs/jobpace.h"
#include "datasources/collectors/jobs/processstate.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace lockstep {

/// Collectives that ranks have entered but not left. Reports once per tick, by markers, that a rank still waits; the
/// analysis finds missing ranks from these. A stopped or exited process does not wait: it is reported as such,
/// regardless of the job's pace. Owned by the job-event collector; sampling thread.
class PendingCollectives
{
public:
    /// A marker on a communicator is kept. Anything else that a lane has done since it entered says that it got on.
    /// @return whether it was such a marker, which itself is nobody's business while the job runs as usual
    [[nodiscard]] bool take(const JobInbox::Post& post);

    using StateOf = std::function<ProcessState(pid_t)>;
    explicit PendingCollectives(StateOf stateOf = processStateOf) : m_stateOf(stateOf), m_pace(std::move(stateOf)) { }

    /// A lane that has been in a collective for more than a moment. All are kept, because others' waits may be too long
    /// before this one's is.
    struct Waiting
    {
        JobInbox::Post post; ///< the collective that it entered first, with the present time
        ProcessState process = ProcessState::Runs;
        bool isNews = false; ///< its process has been stopped or ended, or runs again
        bool isUsual = false; ///< for no longer than may be expected of that job
        bool isTooLong = false; ///< whatever others may be doing
    };
    [[nodiscard]] std::vector<Waiting> waiting(TimePoint now);

    /// Whether its lane has entered a collective, and not left it.
    [[nodiscard]] bool isIn(const JobEvent& event) const;

private:
    struct Lane
    {
        SenderId sender = 0;
        pid_t process = 0;
        ProcessState said = ProcessState::Runs;
        std::vector<JobEvent> entered; ///< few, in order
    };

    static constexpr std::size_t lanes = 4096;
    static constexpr std::size_t enteredAtOnce = 16;
    static constexpr Duration longest = std::chrono::hours(24); ///< wait that is reported

    void enter(const JobInbox::Post& post);
    void getOn(Lane& lane, const JobEvent& event);

    StateOf m_stateOf;
    std::map<std::string, Lane> m_lanes; ///< by job and lane
    JobPace m_pace;
};

} // namespace lockstep
