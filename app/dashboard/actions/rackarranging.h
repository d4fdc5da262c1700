// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"

#include <QAction>
#include <QList>
#include <QObject>
#include <QUndoStack>

#include <functional>
#include <set>

class QMainWindow;

namespace lockstep {

class Composition;
class DockHost;
class HallView;
class LiveSession;
class NotificationBar;

/// Lets the user arrange racks: enables moving them in the hall, provides undo, and writes the layout to the cluster
/// file. Off by default, to prevent accidental moves. Racks of a recording cannot be moved. GUI thread; owned by the
/// window.
class RackArranging : public QObject
{
    Q_OBJECT

public:
    struct Place
    {
        std::function<void()> showHall;
        std::function<void(const QString&)> note;
        std::function<void(const QString&)> fail;
    };

    RackArranging(QMainWindow& window, Composition& composition, HallView& hall, Place place);

    [[nodiscard]] const QList<QAction*>& actions() const { return m_actions; }
    [[nodiscard]] const QUndoStack& moves() const { return m_moves; }
    /// Saves the layout to another file, which is used for later saves.
    void saveTo(const QString& path);

Q_SIGNALS:
    void saved(const QString& path);

private:
    void setOn(bool isWanted);
    void move(EntityRef rack, float x, float z);
    void save();
    void askWhere();
    void followMoves();
    [[nodiscard]] LiveSession* session() const;

    QMainWindow& m_window;
    Composition& m_composition;
    HallView& m_hall;
    Place m_place;
    QUndoStack m_moves;
    std::set<EntityRef> m_moved; ///< moved racks, including undone moves
    QString m_file; ///< empty: the session's own file
    QAction* m_toggle = nullptr;
    QAction* m_save = nullptr;
    QList<QAction*> m_actions;
};

/// Adds the hall's actions to the window: pictures and arranging racks.
[[nodiscard]] QList<QAction*> addHallActions(QMainWindow& window, Composition& composition, HallView& hall,
                                             DockHost& docks, NotificationBar& notifications);

} // namespace lockstep
