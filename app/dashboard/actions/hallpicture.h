// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

#include <optional>

class QAction;
class QMainWindow;

namespace lockstep {

class HallView;
class NotificationBar;

/// "3840 x 2160" or "3840x2160" in pixels; nullopt for anything else, and for what no graphics card draws: more than
/// 16,384 pixels on a side or 64 million in all.
[[nodiscard]] std::optional<QSize> pictureSizeFrom(const QString& text);

/// Asks how large and where to, without stopping anything, and saves a picture of the hall as it is when both are
/// answered; likewise when the hall's own menu wants it. What goes wrong is shown in the notifications.
/// @return the action, owned by @p window
QAction* addHallPictureAction(QMainWindow& window, HallView& hall, NotificationBar& notifications);

} // namespace lockstep
