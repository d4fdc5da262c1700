// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dashboard/dashboardrun.h"
#include "app/session/opening/startoptions.h"

#include <QImage>
#include <QString>

#include <memory>

namespace lockstep {

/// Drives the real window by mouse and keyboard, and keeps a picture of each state. Pictures are stored in
/// LOCKSTEP_TOUR_PICTURES, or in the folder tour-pictures below the current folder. GUI thread.
class Tour
{
public:
    /// @param name prefix of its pictures
    Tour(QString name, const StartOptions& options);

    [[nodiscard]] DashboardRun& run() { return *m_run; }
    [[nodiscard]] Composition& composition() { return m_run->composition(); }
    [[nodiscard]] MainWindow& window() { return m_run->window(); }
    /// Closes the window and starts the program again, with its settings as they were left.
    void restart();

    /// Presses keys one after the other, as in "Ctrl+3" or "K", wherever the focus is. Each is an action.
    void press(std::initializer_list<const char*> keys);
    void click(QWidget& widget, QPoint at);
    void drag(QWidget& widget, QPoint from, QPoint to);
    [[nodiscard]] int actions() const { return m_actions; }

    /// Waits until all data for the moment shown has been read and painted, and animations have ended.
    void rest();
    /// Takes a picture when everything has been painted, and keeps it.
    QImage shoot(const QString& what);
    /// Share of the pixels that differ visibly, 0 to 1; 1 where the sizes do.
    [[nodiscard]] static double difference(const QImage& a, const QImage& b);

private:
    [[nodiscard]] bool isAtRest() const;

    QString m_name;
    StartOptions m_options;
    std::unique_ptr<DashboardRun> m_run;
    int m_actions = 0;
};

} // namespace lockstep
