// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QFileDialog;
class QWidget;

namespace lockstep {

class NotificationBar;

/// Says that a file was saved, with buttons that open it and the folder that it is in.
void noteSaved(NotificationBar& notifications, const QString& path);

/// A dialog that asks where to save an export, and begins in the folder that all exports share. Deletes itself when it
/// is closed.
[[nodiscard]] QFileDialog* makeSaveDialog(QWidget& parent, const QString& title, const QString& filters,
                                          const QString& suffix);

} // namespace lockstep
