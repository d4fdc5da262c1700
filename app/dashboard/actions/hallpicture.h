// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

#include <optional>

class QMainWindow;

namespace lockstep {

class HallView;
class NotificationBar;

/// "3840 x 2160" or "3840x2160" in pixels; nullopt for anything else, and for what no graphics card draws: more than
/// 16,384 pixels on a side or 64 million in all.
[[nodiscard]] std::optional<QSize> pictureSizeFrom(const QString& text);

/// Asks how large and where to, without stopping anything, and saves a picture of the hall as it is when both are
/// answered. What goes wrong is shown in the notifications.
void askWhereToSaveHallPicture(QMainWindow& window, HallView& hall, NotificationBar& notifications);

} // namespace lockstep
