// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <QDialog>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QProcess;
class QSpinBox;
class QTabBar;
class QTimer;

namespace lockstep {

class PlanningResult;
class TimeWindow;

/// Shows where to place a job of a given number of nodes and what to plan for it. `lockstep place` and `lockstep plan`
/// compute this from the session's recording, in a separate process because they read whole recordings. Closing the
/// dialog ends the process. Not modal. GUI thread; deletes itself when closed.
class PlanningDialog : public QDialog
{
    Q_OBJECT

public:
    /// @param recording folder or file; empty: none  @param time outlives the dialog; nodes are placed at its moment
    PlanningDialog(QString recording, const TimeWindow& time, QWidget* parent);
    ~PlanningDialog() override;

    [[nodiscard]] QSpinBox& nodes() { return *m_nodes; }
    [[nodiscard]] QTabBar& questions() { return *m_questions; }
    [[nodiscard]] const PlanningResult& answer() const { return *m_answer; }
    [[nodiscard]] const QLabel& note() const { return *m_note; }
    /// The note with the messages of the command, which are in English.
    [[nodiscard]] static QString withDetails(const QString& result, const QString& details);

private:
    void build();
    void addInput(const QString& option, const QString& label, const QString& unit);
    void ask();
    void cancel();
    void finish(int exitCode);
    [[nodiscard]] QStringList command() const;
    /// The moment in the past that is shown; nullopt: the end of the recording.
    [[nodiscard]] std::optional<TimePoint> moment() const;

    QString m_recording;
    const TimeWindow& m_time;
    QSpinBox* m_nodes;
    QTabBar* m_questions;
    QFormLayout* m_form;
    std::vector<std::pair<QString, QDoubleSpinBox*>> m_inputs; ///< by option of the command
    PlanningResult* m_answer;
    QLabel* m_note;
    QTimer* m_typing;
    QProcess* m_process = nullptr; ///< null: none is running
};

} // namespace lockstep
