// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/viewturns.h"

#include <QPixmap>
#include <QString>
#include <QWidget>

namespace lockstep::test {

/// Saves a picture of the window if the environment variable LOCKSTEP_PICTURES names a folder.
inline void savePicture(QWidget& window, const QString& name)
{
    const QString folder = qEnvironmentVariable("LOCKSTEP_PICTURES");
    if (folder.isEmpty())
        return;
    (void)waitForViews();
    window.grab().save(QStringLiteral("%1/%2.png").arg(folder, name));
}

} // namespace lockstep::test
