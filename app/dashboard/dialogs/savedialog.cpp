// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/savedialog.h"

#include "app/export/userfiles.h"
#include "datasources/sqlite/privatefile.h"
#include "models/view/translation.h"
#include "widgets/panels/notificationbar.h"

#include <QDesktopServices>
#include <QFileDialog>
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

QFileDialog* makeSaveDialog(QWidget& parent, const QString& title, const QString& filters, const QString& suffix)
{
    const std::string folder = userReportsFolder();
    (void)makePrivateFolder(folder); // errors are reported when the file is written
    auto* dialog = new QFileDialog(&parent, title, QString::fromStdString(folder), filters);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    return dialog;
}

} // namespace lockstep
