// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

#include <cstdint>
#include <span>
#include <string_view>

namespace lockstep {

class ExerciseController;
struct ExerciseResult;
enum class ExerciseRole : std::uint8_t;

/// Description of a fault kind for a list of choices: "A pump or valve of the loop". The kind itself if it has no
/// description.
[[nodiscard]] QString causeDescription(std::string_view kind);
/// Progress in one line.
[[nodiscard]] QString exerciseSentence(const ExerciseController& exercise);
/// Result in one line.
[[nodiscard]] QString exerciseVerdict(const ExerciseResult& result);
/// The results in paragraphs: the fault, the diagnosis of each role and its time, Lockstep's alerts.
[[nodiscard]] QString exerciseSummary(std::span<const ExerciseResult> results);
/// The result of another window in words, from its result file; empty: the object is not such a result.
[[nodiscard]] QString otherRoleSummary(const QJsonObject& result);
/// "Facilities", "Training"; "Everything" for a window without roles.
[[nodiscard]] QString roleWords(ExerciseRole role);

} // namespace lockstep
