// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace lockstep {

class ExerciseController;
struct ExerciseResult;

/// Description of a fault kind to choose from: "A pump or valve of the loop". The kind itself if it has none.
[[nodiscard]] QString causeWords(std::string_view kind);
/// Progress in one line.
[[nodiscard]] QString exerciseSentence(const ExerciseController& exercise);
/// Result in one line.
[[nodiscard]] QString exerciseVerdict(const ExerciseResult& result);
/// The result in paragraphs: the fault, the operator's diagnosis and its time, Lockstep's alerts.
[[nodiscard]] QString exerciseStory(const ExerciseResult& result);

} // namespace lockstep
