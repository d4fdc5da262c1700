// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/action.h"
#include "app/dashboard/actions/windowactions.h"
#include "app/dashboard/composition.h"
#include "app/dashboard/docks/dockhost.h"
#include "app/dashboard/exercise/exercisebar.h"
#include "app/dashboard/exercise/exercisedialogs.h"
#include "app/dashboard/exercise/exercisewords.h"
#include "app/session/exercise/exerciseroles.h"
#include "app/session/exercise/exercises.h"
#include "app/session/livesession.h"
#include "models/core/metrics/metricnames.h"
#include "models/view/translation.h"

#include <optional>
#include <utility>

namespace lockstep {

namespace {

/// The cluster that is shown, as a hall; null: none is shown, or it has no nodes.
HallPtr shownHall(Composition& composition)
{
    if (composition.session().isEmpty())
        return nullptr;
    const auto* const live = qobject_cast<const LiveSession*>(&composition.session());
    Result<HallPtr> hall = live != nullptr && !live->clusterFile().empty()
        ? hallOfFile(live->clusterFile())
        : hallLike(*composition.cluster().store().topology());
    return hall.isOk() ? std::move(hall).value() : nullptr;
}

void askForExercise(QWidget& window, Composition& composition)
{
    Result<std::vector<sim::Drill>> drills = builtInDrills();
    if (!drills.isOk()) {
        Q_EMIT composition.failed(QString::fromStdString(drills.error().message));
        return;
    }
    const bool isRecording = composition.session().kind() == Session::Kind::Recording;
    const Incident* const open = isRecording ? composition.incidents().workspace().current() : nullptr;
    auto* const dialog = new StartExerciseDialog(
        {std::move(drills).value(), shownHall(composition), open != nullptr ? std::optional(*open) : std::nullopt},
        &window);
    QObject::connect(dialog, &StartExerciseDialog::chosen, &composition.opener(), &SessionOpener::startDrill);
    QObject::connect(dialog, &StartExerciseDialog::incidentChosen, &composition.exercise(),
                     &ExerciseController::startOn);
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

/// Selects a metric of the role, if the current one belongs to the other role.
void chooseMetric(Composition& composition)
{
    const MetricTable& metrics = composition.cluster().store().metrics();
    const MetricId shown = composition.selection().metric();
    if (!shown.isValid() || metrics.isOffered(shown))
        return;
    for (const std::string_view name : {metrics::gpu::temperature, metrics::rack::inletTemperature,
                                        metrics::gpu::utilisation, metrics::gpu::syncWaitShare}) {
        const MetricId metric = metrics.find(name);
        if (metric.isValid() && metrics.isOffered(metric))
            return composition.selection().setMetric(metric);
    }
}

} // namespace

QAction* addExerciseActions(QWidget& window, Composition& composition, DockHost& docks,
                            const std::function<void(QWidget* bar)>& showBar,
                            const std::function<void(bool isShown)>& showFigures)
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
    QObject::connect(&composition.exercise(), &ExerciseController::changed, w,
                     [&composition, &docks, showFigures, shown = ExerciseRole::Everything]() mutable {
                         chooseMetric(composition);
                         const ExerciseRole role = composition.exercise().role();
                         if (role == std::exchange(shown, role))
                             return;
                         showFigures(role == ExerciseRole::Everything);
                         docks.withhold([role](const QString& id) { return !seesView(role, id.toStdString()); },
                                        tr("Not visible in the %1 role").arg(roleWords(role)));
                     });
    return makeAction(window, tr("Practise with a drill..."), QKeySequence(),
                      [w, &composition] { askForExercise(*w, composition); });
}

} // namespace lockstep
