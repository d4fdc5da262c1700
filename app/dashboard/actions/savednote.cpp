// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/savednote.h"

#include "models/view/translation.h"
#include "widgets/panels/notificationbar.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>

namespace lockstep {

void noteSaved(NotificationBar& notifications, const QString& path)
{
    const auto opening = [](const QString& what) {
        return [what] {
            QDesktopServices::openUrl(QUrl::fromLocalFile(what));
        };
    };
    const QFileInfo file(path);
    notifications.notify(Severity::Information, tr("Saved %1").arg(file.fileName()),
                         {{tr("Open"), opening(path)}, {tr("Show in folder"), opening(file.absolutePath())}});
}

} // namespace lockstep
