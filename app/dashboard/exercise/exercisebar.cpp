// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/exercise/exercisebar.h"

#include "app/dashboard/exercise/exercisewords.h"
#include "app/session/exercise/exercisecontroller.h"
#include "widgets/common/controls.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace lockstep {

ExerciseBar::ExerciseBar(ExerciseController& exercise, QWidget* parent)
    : QWidget(parent),
      m_exercise(exercise),
      m_sentence(makeLabel({}, this)),
      m_notice(new QPushButton(tr("Report problem"), this)),
      m_answer(new QPushButton(tr("Diagnose..."), this)),
      m_switch(new QPushButton(tr("Switch to Training"), this)),
      m_giveUp(new QPushButton(tr("Show answer"), this)),
      m_result(new QPushButton(tr("Show result..."), this)),
      m_another(new QPushButton(tr("Another drill..."), this))
{
    setAccessibleName(tr("Exercise"));
    m_notice->setToolTip(tr("Records that you have just noticed a problem. You can enter the diagnosis later."));
    m_switch->setToolTip(tr("Shows the views and alerts of the other role"));
    m_giveUp->setToolTip(tr("Ends the exercise and shows the answer"));
    auto* const line = makeBox<QHBoxLayout>(this, 8, {12, 4, 12, 4});
    line->addWidget(m_sentence, 1);
    for (QPushButton* button : {m_notice, m_answer, m_switch, m_giveUp, m_result, m_another})
        line->addWidget(button);
    connect(m_notice, &QPushButton::clicked, &exercise, &ExerciseController::notice);
    connect(m_answer, &QPushButton::clicked, this, &ExerciseBar::answerWanted);
    connect(m_switch, &QPushButton::clicked, &exercise, &ExerciseController::switchRole);
    connect(m_giveUp, &QPushButton::clicked, &exercise, &ExerciseController::giveUp);
    connect(m_result, &QPushButton::clicked, this, &ExerciseBar::resultWanted);
    connect(m_another, &QPushButton::clicked, this, &ExerciseBar::anotherWanted);
    connect(&exercise, &ExerciseController::changed, this, &ExerciseBar::refresh);
    refresh();
}

void ExerciseBar::refresh()
{
    setVisible(m_exercise.isActive());
    if (!m_exercise.isActive())
        return;
    const bool isOver = m_exercise.result().has_value();
    m_sentence->setText(exerciseSentence(m_exercise));
    m_notice->setVisible(!isOver);
    m_notice->setEnabled(!m_exercise.noticed());
    m_answer->setVisible(!isOver);
    m_switch->setVisible(!isOver && m_exercise.roles().size() > 1);
    m_switch->setText(m_exercise.role() == ExerciseRole::Facilities ? tr("Switch to Training")
                                                                    : tr("Switch to Facilities"));
    m_giveUp->setVisible(!isOver);
    m_result->setVisible(isOver);
    m_another->setVisible(isOver);
}

} // namespace lockstep

#include "moc_exercisebar.cpp"
