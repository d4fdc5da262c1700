// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace lockstep {

class ExerciseController;
struct ExerciseResult;

/// "A pump or valve of the loop": a kind of cause, to choose from. The kind itself where there are no words for it.
[[nodiscard]] QString causeWords(std::string_view kind);
/// How far it is, in one line.
[[nodiscard]] QString exerciseSentence(const ExerciseController& exercise);
/// How it went in one line.
[[nodiscard]] QString exerciseVerdict(const ExerciseResult& result);
/// The result in paragraphs: the fault, the operator's diagnosis and its time, Lockstep's alerts.
[[nodiscard]] QString exerciseStory(const ExerciseResult& result);

} // namespace lockstep
