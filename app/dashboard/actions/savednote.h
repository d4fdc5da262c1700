// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockstep {

class NotificationBar;

/// Says that a file was saved, with buttons that open it and the folder that it is in.
void noteSaved(NotificationBar& notifications, const QString& path);

} // namespace lockstep
