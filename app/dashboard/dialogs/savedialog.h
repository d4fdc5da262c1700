// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QFileDialog;
class QWidget;

namespace lockstep {

class NotificationBar;

/// Notifies that a file was saved, with buttons to open it and its folder.
void noteSaved(NotificationBar& notifications, const QString& path);

/// A dialog to choose the file of an export, starting in the folder shared by all exports. Deletes itself when closed.
[[nodiscard]] QFileDialog* makeSaveDialog(QWidget& parent, const QString& title, const QString& filters,
                                          const QString& suffix);

} // namespace lockstep
