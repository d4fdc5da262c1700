// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobinbox.h"
#include "datasources/collectors/jobs/jobprocesses.h"
#include "models/core/time.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace lockstep {

/// Assigns lane names if several jobs run on one node or GPU, because their ranks have the same names. The first job
/// keeps the name until its process ends or is silent for a while. Bounded; owned by the job-event collector; sampling
/// thread.
class LaneNames
{
public:
    using StateOf = std::function<ProcessState(pid_t)>;
    static constexpr Duration forgotten = std::chrono::minutes(1);

    explicit LaneNames(StateOf stateOf = processStateOf) : m_stateOf(std::move(stateOf)) { }

    /// @param entity of the lane in the layout
    [[nodiscard]] const std::string& nameOf(const JobInbox::Post& post, std::uint32_t entity, TimePoint now);

private:
    struct Name
    {
        std::string text;
        TimePoint last;
        pid_t process = 0;
    };
    using Place = std::pair<std::uint32_t, std::string>; ///< entity, lane
    using Key = std::tuple<std::uint32_t, std::string, std::string>; ///< entity, lane and job

    static constexpr std::size_t capacity = 8192;

    [[nodiscard]] bool isFree(const Place& place, TimePoint now);

    StateOf m_stateOf;
    std::map<Place, std::string> m_holders; ///< job of each place
    std::map<Key, Name> m_names;
};

} // namespace lockstep
