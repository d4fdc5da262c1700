// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/ras/rasstatus.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lockstep {

/// Determines missing and lagging ranks from successive RAS answers. A rank lags if it has launched fewer collectives
/// than the others of its communicator, and no rank has launched any for longer than the communicator's recent pauses.
/// Ranks of a job that is starting do not lag. Reports the beginning and the end of each condition. A plain value; one
/// thread.
class RasJudge
{
public:
    using Time = std::chrono::steady_clock::time_point;
    /// Time without any launch in a communicator before lagging ranks are reported.
    static constexpr auto standstill = std::chrono::milliseconds(900);
    static constexpr auto standstillBefore = std::chrono::minutes(10); ///< threshold before a communicator has a pace
    static constexpr auto timeOfPace = std::chrono::seconds(10);
    static constexpr std::uint32_t movesOfPace = 5;
    static constexpr int standstillsOfPace = 3; ///< minimum age in multiples of the longest pause
    static constexpr std::size_t reported = 8; ///< maximum per communicator

    struct Finding
    {
        enum class Kind : std::uint8_t { Missing, Behind };

        Kind kind = Kind::Missing;
        bool isOver = false;
        bool isDead = false;
        std::string about; ///< "communicator 0xae...: rank 1 (...)"
        std::string text;
    };

    [[nodiscard]] std::vector<Finding> judge(const RasStatus& status, Time now);

    [[nodiscard]] std::size_t missing() const { return m_missing; }
    [[nodiscard]] std::size_t behind() const { return m_behind; }
    /// Some ranks differ from others: query again soon.
    [[nodiscard]] bool isSuspicious() const { return m_isSuspicious; }

private:
    struct Known
    {
        std::vector<std::int64_t> counts; ///< of all ranks, in order
        Time begun;
        Time since; ///< time of the last change
        Time::duration longest{}; ///< longest recent pause with ranks behind
        std::uint32_t moves = 0; ///< number of queries with progress
        std::map<std::string, Finding> reported; ///< by rank
    };

    static void getOn(Known& known, Time now);
    [[nodiscard]] static Time::duration patienceWith(const Known& known);
    static void judgeOne(const RasCommunicator& communicator, Known& known, Time now, std::vector<Finding>& current);

    std::map<std::string, Known> m_communicators; ///< by hash
    std::size_t m_missing = 0;
    std::size_t m_behind = 0;
    bool m_isSuspicious = false;
};

} // namespace lockstep
