// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/goodput/userreport.h"

#include "models/analysis/goodput/figuretext.h"
#include "models/core/median.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

namespace lockstep {

namespace {

constexpr std::size_t fewestSteps = 8; ///< ticks with a step time, before there is a beginning and an end

double medianOf(std::span<const float> values)
{
    std::vector<float> some(values.begin(), values.end());
    return static_cast<double>(upperMedian(some));
}

} // namespace

StepPace stepPaceOf(const JobSeries& series)
{
    std::vector<float> known;
    std::ranges::copy_if(series.stepTime, std::back_inserter(known), [](float value) { return value > 0; });
    StepPace pace;
    if (known.size() < fewestSteps)
        return pace;
    const std::size_t quarter = known.size() / 4;
    pace.earlier = medianOf(std::span(known).first(quarter));
    pace.seconds = medianOf(std::span(known).last(quarter));
    return pace;
}

std::string paceText(const StepPace& pace)
{
    if (std::isnan(pace.seconds))
        return "The job reported too few steps to compare its step time.";
    const double change = pace.seconds / pace.earlier - 1;
    if (std::abs(change) < StepPace::noteworthy)
        return fmt::format("Steps take {}, as at the beginning of this period.", secondsText(pace.seconds));
    return fmt::format("Steps take {}, {} {} than at the beginning of this period ({}).", secondsText(pace.seconds),
                       shareText(std::abs(change)), change > 0 ? "longer" : "less", secondsText(pace.earlier));
}

Blame blameOf(const UserReport& report)
{
    const auto goesOn = [&](bool isInfrastructure) {
        return std::ranges::any_of(report.causes, [&](const UserCause& cause) {
            return !cause.end && cause.isInfrastructure == isInfrastructure;
        });
    };
    if (goesOn(true))
        return Blame::Infrastructure;
    if (goesOn(false))
        return Blame::Program;
    return report.pace.isSlower() ? Blame::Unexplained : Blame::Nothing;
}

std::string blameText(const UserReport& report)
{
    switch (blameOf(report)) {
    case Blame::Infrastructure:
        return "The infrastructure: the causes below affect the job, and their owners are working on them.";
    case Blame::Program:
        return "The program, or a part that is not measured: no infrastructure cause was found.";
    case Blame::Unexplained:
        return "Not explained: steps are slower and no cause is known. Compare data loading, sequence lengths and "
               "evaluation with earlier.";
    case Blame::Nothing:
        break;
    }
    return "No active cause affects the job.";
}

} // namespace lockstep
