// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lockstep::test {

/// The folders that a folder may include besides itself.
struct Edges
{
    const char* from; ///< a folder, and those below it that have no entry of their own before it
    QStringList to; ///< "a/b" is that folder alone, "a/*" all below a, "a/**" a and all below it
};

/// The rooms of design.md: the entry for @p path, null if it is in no known room. A new room needs a new row.
[[nodiscard]] const Edges* edgesOf(const QString& path);

/// Whether @p folder is what an entry of Edges::to names.
[[nodiscard]] bool isNamed(const QString& folder, const QString& named);

/// Whether @p path is @p folder or below it.
[[nodiscard]] bool isIn(const QString& path, const QString& folder);

} // namespace lockstep::test
