// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/sources/simulateddrill.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QLabel;
class QPushButton;

namespace lockstep {

class ExerciseController;
class Selection;

/// Chooses a drill, or a surprise, and its severity. GUI thread; deletes itself.
class StartExerciseDialog : public QDialog
{
    Q_OBJECT

public:
    explicit StartExerciseDialog(std::vector<sim::Drill> drills, QWidget* parent = nullptr);

    void accept() override;

Q_SIGNALS:
    void chosen(const lockstep::SimulatedDrill& exercise);

private:
    void explain();

    const std::vector<sim::Drill> m_drills;
    QComboBox* m_which;
    QComboBox* m_strength;
    QLabel* m_summary;
};

/// Result of an exercise: the true fault, the operator's diagnosis and Lockstep's own alerts. GUI thread; deletes
/// itself.
class ExerciseResultDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ExerciseResultDialog(const ExerciseController& exercise, QWidget* parent = nullptr);
};

/// Asks for the cause and the place of a drill's fault. The place is the current selection of any view while the dialog
/// is open. GUI thread; deletes itself.
class ExerciseAnswerDialog : public QDialog
{
    Q_OBJECT

public:
    ExerciseAnswerDialog(ExerciseController& exercise, const Selection& selection, QWidget* parent = nullptr);

    void accept() override;

private:
    void refresh();
    [[nodiscard]] bool needsPlace() const;

    ExerciseController& m_exercise;
    const Selection& m_selection;
    QComboBox* m_kind;
    QLabel* m_place;
    QPushButton* m_say;
};

} // namespace lockstep
