// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/matching.h"
#include "models/simulation/cluster/groundtruth.h"

#include <QJsonObject>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// The operator's diagnosis.
struct ExerciseAnswer
{
    TimePoint at;
    std::string kind; ///< as in drills; empty: no fault
    std::vector<std::string> culprits; ///< as in drills
};

/// Result of an exercise. A plain value.
struct ExerciseResult
{
    std::vector<sim::TrueFault> faults; ///< faults begun by the end; empty: none
    std::string cause; ///< the root cause in a sentence
    std::optional<ExerciseAnswer> answer; ///< nullopt: given up
    std::optional<TimePoint> noticed;
    bool isEarly = false; ///< noticed, answered or given up before anything was wrong
    bool isKindRight = false;
    bool isPlaceRight = false;
    std::optional<Duration> toNotice; ///< from the first fault's onset
    std::optional<Duration> toCause; ///< from the first fault's onset, if the answer is right
    /// First alert that names the culprit, if any.
    std::optional<scoring::RaisedAlert> reported;
    bool isReportedRight = false; ///< it also named the fault kind in the end

    [[nodiscard]] bool isRight() const { return isKindRight && isPlaceRight; }
};

/// Compares the answer and the alerts with the true faults.
/// @param truth faults of the run @param end when the answer was revealed: later faults are ignored
[[nodiscard]] ExerciseResult judgeExercise(const std::string& cause, std::span<const sim::TrueFault> truth,
                                           std::optional<TimePoint> noticed, std::optional<ExerciseAnswer> answer,
                                           std::span<const scoring::RaisedAlert> reported, TimePoint end);

/// JSON for the file beside the recording: kinds, entities, times in ISO 8601, delays in seconds.
[[nodiscard]] QJsonObject exerciseAsJson(const ExerciseResult& result);

} // namespace lockstep
