// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>

class QStackedWidget;

namespace lockstep {

class CommandPalette;
class Composition;
class DashboardPage;
class KeyHelp;
class NotificationBar;
class Overlay;
class Settings;
class StartPage;
class Workspaces;
struct StartOptions;

/// The window: start page or dashboard, menus, notifications, command palette. Connects user actions to the
/// composition; has no state beyond what is on screen. GUI thread; owned by main.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(Composition& composition, Settings& settings);
    ~MainWindow() override;

    /// Shows the window with the given size and workspace; the start page if no source is given. The source of a link
    /// is not opened, because the user must confirm it first.
    void open(const StartOptions& options);
    /// Shows the window where @p other is, with the same workspace.
    void replace(const MainWindow& other);
    void showWorkspace(int workspace);
    /// Saves arrangement and position for the next window.
    void remember();

protected:
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildPages();
    void buildMenus();
    void connectStartPage();
    void showDashboard();
    void leaveTextFields();
    void showOpeningMessage(const QString& path);
    void showTraceWorkspace();

    Composition& m_composition;
    Settings& m_settings;
    QStackedWidget* m_pages = nullptr;
    NotificationBar* m_notifications = nullptr;
    Overlay* m_notificationsPlace = nullptr;
    StartPage* m_startPage = nullptr;
    DashboardPage* m_dashboard = nullptr;
    Workspaces* m_workspaces = nullptr;
    CommandPalette* m_palette = nullptr;
    KeyHelp* m_keyHelp = nullptr;
    int m_firstWorkspace = 0;
    bool m_hasChosenWorkspace = false; ///< one was given on the command line, which overrides the source's default
    QString m_openingMessage; ///< notification about what is being opened; empty: none
};

} // namespace lockstep
