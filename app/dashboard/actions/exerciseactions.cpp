// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/action.h"
#include "app/dashboard/actions/windowactions.h"
#include "app/dashboard/composition.h"
#include "app/dashboard/exercise/exercisebar.h"
#include "app/dashboard/exercise/exercisedialogs.h"
#include "app/session/exercise/exercises.h"
#include "models/view/translation.h"

namespace lockstep {

namespace {

void askForExercise(QWidget& window, Composition& composition)
{
    Result<std::vector<sim::Drill>> drills = builtInDrills();
    if (!drills.isOk()) {
        Q_EMIT composition.failed(QString::fromStdString(drills.error().message));
        return;
    }
    auto* const dialog = new StartExerciseDialog(std::move(drills).value(), &window);
    QObject::connect(dialog, &StartExerciseDialog::chosen, &composition.opener(), &SessionOpener::startDrill);
    dialog->open();
}

/// Not modal, because the user selects the place in the window.
void askForAnswer(QWidget& window, Composition& composition)
{
    if (auto* const asked = window.findChild<ExerciseAnswerDialog*>())
        return asked->raise();
    auto* const dialog = new ExerciseAnswerDialog(composition.exercise(), composition.selection(), &window);
    QObject::connect(&composition.exercise(), &ExerciseController::changed, dialog, [dialog, &composition] {
        if (composition.exercise().result())
            dialog->close(); // the result was requested meanwhile
    });
    composition.exercise().notice();
    dialog->show();
}

void showResult(QWidget& window, Composition& composition)
{
    const ExerciseController& exercise = composition.exercise();
    if (!exercise.result())
        return;
    (new ExerciseResultDialog(exercise, &window))->open();
}

} // namespace

QAction* addExerciseActions(QWidget& window, Composition& composition, const std::function<void(QWidget* bar)>& showBar)
{
    auto* const bar = new ExerciseBar(composition.exercise());
    showBar(bar);
    QWidget* const w = &window;
    QObject::connect(bar, &ExerciseBar::answerWanted, w, [w, &composition] { askForAnswer(*w, composition); });
    QObject::connect(bar, &ExerciseBar::resultWanted, w, [w, &composition] { showResult(*w, composition); });
    QObject::connect(bar, &ExerciseBar::anotherWanted, w, [w, &composition] { askForExercise(*w, composition); });
    QObject::connect(&composition.exercise(), &ExerciseController::changed, w,
                     [w, &composition, wasOver = false]() mutable {
                         const bool isOver = composition.exercise().result().has_value();
                         if (isOver && !wasOver)
                             showResult(*w, composition);
                         wasOver = isOver;
                     });
    return makeAction(window, tr("Practise on a drill..."), QKeySequence(),
                      [w, &composition] { askForExercise(*w, composition); });
}

} // namespace lockstep
