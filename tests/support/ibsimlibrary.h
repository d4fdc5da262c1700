// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QString>

namespace lockstep::test {

/// Preload library of Debian's ibsim, which makes InfiniBand tools use the simulator; empty: not installed.
[[nodiscard]] inline QString ibsimLibrary()
{
    const QStringList folders = QDir(QStringLiteral("/usr/lib")).entryList({QStringLiteral("*-linux-gnu")}, QDir::Dirs);
    for (const QString& folder : folders) {
        const QString path = QStringLiteral("/usr/lib/%1/umad2sim/libumad2sim.so").arg(folder);
        if (QFile::exists(path))
            return path;
    }
    return {};
}

} // namespace lockstep::test
