// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/learnedbook.h"
#include "models/core/result.h"

#include <QString>

#include <vector>

namespace lockstep {

/// What is usual as text, a line each: quantity, path, make, since, until, values. Tabs between them.
[[nodiscard]] std::string learnedText(const std::vector<LearnedBook::Entry>& entries);
/// An Error names the line that is none; nothing of such a file is taken.
[[nodiscard]] Result<std::vector<LearnedBook::Entry>> parseLearned(std::string_view text);

/// Whole or not at all; the old one stays where the new one cannot be written.
[[nodiscard]] Status writeLearned(const QString& path, const std::vector<LearnedBook::Entry>& entries);
/// A file that is not there is empty.
[[nodiscard]] Result<std::vector<LearnedBook::Entry>> readLearned(const QString& path);

} // namespace lockstep
