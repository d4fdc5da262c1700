// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dashboard/composition.h"
#include "app/dashboard/mainwindow.h"
#include "app/dashboard/settings.h"
#include "app/dashboard/startoptions.h"

#include <QObject>

#include <chrono>

class QApplication;

namespace lockstep {

/// One run of the dashboard from options to exit: composition, window, theme, the picture and the figures that the
/// command line asked for. GUI thread; owned by main.
class Session : public QObject
{
    Q_OBJECT

public:
    Session(QApplication& application, StartOptions options, std::chrono::steady_clock::time_point processStart);

    /// Shows the window and runs until it closes or the options' time is up. @return the process's exit code
    [[nodiscard]] int run();

private:
    void applyOptionsToView();
    void selectWhenKnown();
    void finishAfterTime();
    [[nodiscard]] int finish(int code);

    QApplication& m_application;
    StartOptions m_options;
    std::chrono::steady_clock::time_point m_processStart;
    Settings m_settings;
    Composition m_composition;
    MainWindow m_window;
    bool m_hasFailed = false;
};

} // namespace lockstep
