// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QComboBox;
class QLabel;
class QPushButton;

namespace lockstep {

class ExerciseController;
class Selection;

/// Asks what is wrong and where; the place is what is selected, in whatever view, while this stays open.
/// GUI thread; deletes itself.
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
