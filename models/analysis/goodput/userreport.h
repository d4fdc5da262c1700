// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/figure.h"
#include "models/analysis/goodput/jobledger.h"
#include "models/core/time.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// A cause that acts or acted on a job, for its user.
struct UserCause
{
    std::string title;
    std::string kind;
    std::string remedy; ///< "reset the GPU"
    std::vector<std::string> owners; ///< who works on it, the cause's first
    bool isInfrastructure = true; ///< else the program, or something that is not measured
    bool isAcknowledged = false;
    TimePoint since;
    std::optional<TimePoint> end; ///< nullopt: still active
    std::optional<double> gpuSeconds; ///< lost to it; nullopt: not measured
};

/// Step time of a job at the end of a period, compared with its beginning. NaN: too few steps.
struct StepPace
{
    double seconds = std::numeric_limits<double>::quiet_NaN();
    double earlier = std::numeric_limits<double>::quiet_NaN();

    static constexpr double noteworthy = 0.03; ///< share by which steps are slower
    [[nodiscard]] bool isSlower() const { return seconds > earlier * (1 + noteworthy); }
};
/// Medians of the last and the first quarter of the ticks with steps.
[[nodiscard]] StepPace stepPaceOf(const JobSeries& series);

/// Report for the user of a job: its step time, the use of its GPU time, and whether the infrastructure or the program
/// slows it down.
struct UserReport
{
    std::string job;
    TimeRange range;
    StepPace pace;
    std::vector<UserCause> causes; ///< active ones first
    std::vector<FigureGroup> figures; ///< see jobReport()
};

/// "Steps take 2.6 s, 31 % longer than at the beginning of this period (2.0 s)."
[[nodiscard]] std::string paceText(const StepPace& pace);

enum class Blame : std::uint8_t { Nothing, Infrastructure, Program, Unexplained };
/// Whether the infrastructure, the program or nothing that is measured explains how the job does now.
[[nodiscard]] Blame blameOf(const UserReport& report);
[[nodiscard]] std::string blameText(const UserReport& report);

} // namespace lockstep
