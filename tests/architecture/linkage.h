// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/architecture/sourcetree.h"

#include <QHash>
#include <QSet>

namespace lockstep::test {

/// A library or program as a CMakeLists.txt declares it.
struct BuildTarget
{
    QString name; ///< "sqlite" of lockstep_room(sqlite ...)
    QStringList sources; ///< from the root
    QStringList publicLinks; ///< ours only, by name
    QStringList privateLinks;
};

/// Texts by the folder that they are of ("models/core").
using FolderTexts = QMap<QString, QString>;

/// Every file of the rooms below @p root that is called so.
[[nodiscard]] FolderTexts readFolderTexts(const QString& root, const QString& name);

/// What lockstep_room() and lockstep_program() declare.
[[nodiscard]] QList<BuildTarget> targetsOf(const FolderTexts& buildFiles);

/// One message for every file that no target lists, and for every include of a file whose target is not linked, either
/// directly or through PUBLIC links. All includes are relative to the root, so the compiler would not notice.
[[nodiscard]] QStringList unlinkedIncludes(const SourceTree& sources, const QList<BuildTarget>& targets);

/// One message for every folder with a target that neither its README nor the parent folder's README describes, and for
/// every README of more than 40 lines.
[[nodiscard]] QStringList undescribedFolders(const FolderTexts& buildFiles, const FolderTexts& readmes);

} // namespace lockstep::test
