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

/// Parses "3840 x 2160" or "3840x2160" (pixels); nullopt for anything else, and for more than 16,384 pixels per side or
/// 64 million in total, which graphics cards do not render.
[[nodiscard]] std::optional<QSize> pictureSizeFrom(const QString& text);

/// Adds the action that asks for size and file in a non-modal dialog and saves a picture of the hall; the hall's
/// context menu triggers it too. Errors appear in the notifications.
/// @return the action, owned by @p window
QAction* addHallPictureAction(QMainWindow& window, HallView& hall, NotificationBar& notifications);

} // namespace lockstep
