// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/exercise/exercises.h"
#include "models/incidents/incident.h"

#include <QDialog>

#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;

namespace lockstep {

class ExerciseController;
class Selection;

/// What the user can choose for an exercise.
struct ExerciseOffer
{
    std::vector<sim::Drill> drills;
    HallPtr shown = nullptr; ///< the cluster in the window; null: none
    std::optional<Incident> incident = {}; ///< the open incident of a recording
};

/// Asks for a drill, a surprise or an incident, and for the hall, the severity and the roles. GUI thread; deletes
/// itself.
class StartExerciseDialog : public QDialog
{
    Q_OBJECT

public:
    explicit StartExerciseDialog(ExerciseOffer offer, QWidget* parent = nullptr);

    void accept() override;

Q_SIGNALS:
    void chosen(const lockstep::SimulatedDrill& exercise);
    void incidentChosen(const lockstep::Incident& incident, const std::vector<lockstep::ExerciseRole>& roles);

private:
    [[nodiscard]] bool isIncident() const;
    [[nodiscard]] std::vector<ExerciseRole> roles() const;
    void askForHall();
    void takeHall(const QString& path);
    void explain();

    const ExerciseOffer m_offer;
    std::vector<HallPtr> m_halls; ///< by row
    QComboBox* m_which;
    QComboBox* m_hall;
    QComboBox* m_roles;
    QComboBox* m_strength;
    QLabel* m_summary;
};

/// Result of an exercise: the true fault, the diagnoses and Lockstep's own alerts; the result of another window can be
/// added. GUI thread; deletes
/// itself.
class ExerciseResultDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ExerciseResultDialog(const ExerciseController& exercise, QWidget* parent = nullptr);

private:
    void askForOther();
    void addOther(const QString& path);

    QLabel* m_story;
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
