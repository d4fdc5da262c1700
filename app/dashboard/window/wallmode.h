// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QElapsedTimer>
#include <QFont>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <set>
#include <string>

class QMainWindow;

namespace lockstep {

class AlertLine;
class DashboardPage;
class Workspaces;

/// Turns the Wall workspace into a wall display: full screen without menus, bars and controls, text that is readable
/// from three metres, the most severe alert, a separate camera, and rotating tabs. A new alert shows its dependencies.
/// A new alert or any input pauses the rotation; Escape exits. GUI thread; owned by the main window.
class WallMode : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::seconds turnEvery{20};
    static constexpr std::chrono::seconds restAfterTouch{60}; ///< and after an alert

    WallMode(QMainWindow& window, DashboardPage& page, Workspaces& workspaces, ViewContext context);
    ~WallMode() override;

    [[nodiscard]] bool isOn() const { return m_isOn; }
    void leave(); ///< returns to the previous workspace

    /// Rotates to the next view.
    void turn();
    /// Checks for new alerts.
    void checkForAlerts();

    /// Scale factor for a window of that width.
    [[nodiscard]] static double scaleFor(int width);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow(int workspace);
    void setOn(bool isOn);
    void enlarge();
    void applyFont(const QFont& font);
    void hideControl(QWidget& control);

    QMainWindow& m_window;
    DashboardPage& m_page;
    Workspaces& m_workspaces;
    ViewContext m_context;
    bool m_isOn = false;
    int m_before = 0; ///< workspace
    AlertLine* m_alert; ///< below the header
    QFont m_usualFont; ///< of the application
    QList<QPointer<QWidget>> m_enlarged; ///< widgets with the font of the wall
    QList<QPointer<QWidget>> m_hidden; ///< controls of views
    QTimer m_turning;
    QTimer m_looking;
    QElapsedTimer m_rest; ///< time since the last input or new alert; invalid: long ago
    std::set<std::string> m_known; ///< alerts by key
};

} // namespace lockstep
