// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dashboard/composition.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/opening/startoptions.h"
#include "app/session/settings.h"

#include <QObject>

#include <chrono>
#include <memory>

class QApplication;

namespace lockstep {

/// One run of the dashboard from options to exit: session, composition, window, theme, and the screenshot and
/// statistics requested on the command line. Each source that is opened later gets a new session, composition and
/// window, so that no state is carried over. GUI thread; owned by main.
class DashboardRun : public QObject
{
    Q_OBJECT

public:
    DashboardRun(QApplication& application, StartOptions options, std::chrono::steady_clock::time_point processStart);

    /// Shows the window.
    void start();
    /// Shows the window and runs until it closes or the options' time is over. @return the process's exit code
    [[nodiscard]] int run();

    [[nodiscard]] Composition& composition() { return *m_composition; }
    [[nodiscard]] MainWindow& window() { return *m_window; }

Q_SIGNALS:
    void failed(const QString& message); ///< an error in what is shown

private:
    [[nodiscard]] const StartOptions& optionsWithLimits();
    void wire();
    void replace(Opening& opening);
    void applyOptionsToView();
    void askForLink();
    void finishAfterTime();
    [[nodiscard]] int finish(int code);

    QApplication& m_application;
    StartOptions m_options;
    std::chrono::steady_clock::time_point m_processStart;
    Settings m_settings;
    std::unique_ptr<Composition> m_composition;
    std::unique_ptr<MainWindow> m_window; ///< destroyed before the composition
    bool m_hasFailed = false;
};

} // namespace lockstep
