// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dashboard/composition.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/opening/startoptions.h"
#include "app/session/settings.h"
#include "models/core/result.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <chrono>
#include <memory>

class QApplication;

namespace lockstep {

class Composition;

/// The output of --stats-json: {"frames","frame_ms":{"p50","p95","p99"},"first_data_frame_s","batches","samples",
/// "dropped_batches","gaps","sample_to_pixel_ms":{"p50","p99"},"cpu_s","wall_s","rss_mb"}. A value that was never
/// measured (no data frame was painted) is null.
/// @param processStart when main() began
[[nodiscard]] QByteArray statsReport(const Composition& composition,
                                     std::chrono::steady_clock::time_point processStart);

/// One run of the dashboard from options to exit: session, composition, window, theme, and the screenshot and
/// statistics requested on the command line. Each source that is opened later gets a new session, composition and
/// window, so that no state is carried over. GUI thread; owned by main.
class DashboardRun : public QObject
{
    Q_OBJECT

public:
    DashboardRun(QApplication& application, StartOptions options, std::chrono::steady_clock::time_point processStart);

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
