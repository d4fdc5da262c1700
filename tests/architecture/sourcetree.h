// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

namespace lockstep::test {

/// Text of every source file by its path from the root ("models/core/ids.h").
using SourceTree = QMap<QString, QString>;

/// Reads the C++ files of the rooms below @p root; empty if there is no such tree.
[[nodiscard]] SourceTree readSources(const QString& root);

/// The includes of a file, as written between quotes or angle brackets.
struct Includes
{
    QStringList own; ///< in quotes: from the root, or generated
    QStringList foreign; ///< in angle brackets
};
[[nodiscard]] Includes includesOf(const QString& text);

/// The text without comments and string literals, so that words in them do not count.
[[nodiscard]] QString codeOf(const QString& text);

/// "models/core" for models/core/ids.h.
[[nodiscard]] QString folderOf(const QString& path);

} // namespace lockstep::test
