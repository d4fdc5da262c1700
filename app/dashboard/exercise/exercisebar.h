// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace lockstep {

class ExerciseController;

/// Bar below the header during an exercise: shows its state and the operator's commands. GUI thread; owned by the
/// dashboard page.
class ExerciseBar : public QWidget
{
    Q_OBJECT

public:
    explicit ExerciseBar(ExerciseController& exercise, QWidget* parent = nullptr);

Q_SIGNALS:
    void answerWanted(); ///< the operator wants to enter a diagnosis
    void resultWanted();
    void anotherWanted();

private:
    void refresh();

    ExerciseController& m_exercise;
    QLabel* m_sentence;
    QPushButton* m_notice;
    QPushButton* m_answer;
    QPushButton* m_switch;
    QPushButton* m_giveUp;
    QPushButton* m_result;
    QPushButton* m_another;
};

} // namespace lockstep
