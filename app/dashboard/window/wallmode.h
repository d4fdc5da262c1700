// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <set>
#include <string>

class QMainWindow;

namespace lockstep {

class AlertLine;
class DashboardPage;
class Workspaces;

/// What makes the workspace of that name a wall: no menus and bars, the figures and the most pressing alert so large
/// that they are read from three metres, and views that lie behind each other in turn. An alert that is new brings up
/// what it stands on and stops the turning for a while, as does whoever touches mouse or keys. GUI thread; owned by the
/// main window.
class WallMode : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::seconds turnEvery{20};
    static constexpr std::chrono::seconds restAfterTouch{60}; ///< and after an alert

    WallMode(QMainWindow& window, DashboardPage& page, Workspaces& workspaces, ViewContext context);

    [[nodiscard]] bool isOn() const { return m_isOn; }
    void leave(); ///< to the workspace before

    /// What a turn of the clock does.
    void turn();
    /// Looks for alerts that are new.
    void lookForAlerts();

    /// How much larger they are in a window that wide.
    [[nodiscard]] static double scaleFor(int width);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow(int workspace);
    void setOn(bool isOn);
    void enlarge();

    QMainWindow& m_window;
    DashboardPage& m_page;
    Workspaces& m_workspaces;
    ViewContext m_context;
    bool m_isOn = false;
    int m_before = 0; ///< workspace
    AlertLine* m_alert; ///< below the header
    QTimer m_turning;
    QTimer m_looking;
    QElapsedTimer m_rest; ///< since somebody touched anything, or an alert came; invalid: long ago
    std::set<std::string> m_known; ///< alerts by key
};

} // namespace lockstep
