// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QWidget>

#include <functional>

namespace lockstep {

/// Creates a window action that runs @p what. It is reachable by its key anywhere in the window, and by name in the
/// palette. Owned by the window.
inline QAction* makeAction(QWidget& window, const QString& text, const QKeySequence& key, std::function<void()> what)
{
    auto* action = new QAction(text, &window);
    action->setShortcut(key);
    QObject::connect(action, &QAction::triggered, &window, std::move(what));
    window.addAction(action);
    return action;
}

} // namespace lockstep
