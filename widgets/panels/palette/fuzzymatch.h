// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

#include <optional>

namespace lockstep {

/// How well @p text answers what was typed: nullopt if not at all, else higher is better. Each word of the query must
/// be found, in any order: as a run of letters, at best at a word's start, or else as letters in order. Case is
/// ignored.
[[nodiscard]] std::optional<int> fuzzyScore(QStringView query, QStringView text);

} // namespace lockstep
