// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/architecture/sourcetree.h"

namespace lockstep::test {

/// The texts of a header's string constants: `inline constexpr auto power = "gpu.power";`.
[[nodiscard]] QStringList constantsIn(const QString& header);
/// String literals of C++ code that read like a name of one of these groups ("gpu.power" of "gpu").
[[nodiscard]] QStringList namesWritten(const QString& code, const QStringList& groups);
/// Words of a document that do.
[[nodiscard]] QStringList namesMentioned(const QString& document, const QStringList& groups);

} // namespace lockstep::test
