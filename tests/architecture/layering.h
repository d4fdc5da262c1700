// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/architecture/sourcetree.h"

namespace lockstep::test {

/// Each check returns one sentence for every place that violates the rule; an empty list means success.

/// Folders include only the folders that design.md allows, see edges.h.
[[nodiscard]] QStringList forbiddenEdges(const SourceTree& sources);
/// Plain rooms use no Qt, models no GUI, and each other library only its owner.
[[nodiscard]] QStringList foreignIncludes(const SourceTree& sources, const QString& qtHeaders);
/// No header that another room includes exposes a library that is restricted to its owner.
[[nodiscard]] QStringList leakedLibraries(const SourceTree& sources);
/// Text is never interpreted as markup, which can open files; except in a few places that escape it.
[[nodiscard]] QStringList markup(const SourceTree& sources);
/// Licence line, include guard, no singletons, no dialogs below the app, a small main window.
[[nodiscard]] QStringList houseRules(const SourceTree& sources);

} // namespace lockstep::test
