// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/architecture/sourcetree.h"

#include <QList>

#include <utility>

namespace lockstep::test {

/// The texts of a header's string constants: `inline constexpr auto power = "gpu.power";`.
[[nodiscard]] QStringList constantsIn(const QString& header);
/// String literals of C++ code that read like a name of one of these groups ("gpu.power" of "gpu").
[[nodiscard]] QStringList namesWritten(const QString& code, const QStringList& groups);
/// Words of a document that read like such a name.
[[nodiscard]] QStringList namesMentioned(const QString& document, const QStringList& groups);

/// Identifier and title of each row of the dashboard's table of views.
[[nodiscard]] QList<std::pair<QString, QString>> viewsIn(const QString& code);
/// Identifiers of views that the code of the arrangements places.
[[nodiscard]] QStringList placedIn(const QString& code);
/// The page has a section with that title, which F1 opens.
[[nodiscard]] bool isExplainedIn(const QString& page, const QString& title);

} // namespace lockstep::test
