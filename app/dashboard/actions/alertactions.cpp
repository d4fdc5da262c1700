// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/alertactions.h"

#include "app/dashboard/actions/action.h"
#include "app/dashboard/actions/alertsound.h"
#include "app/dashboard/actions/judgementactions.h"
#include "app/dashboard/actions/traceactions.h"
#include "app/dashboard/composition.h"
#include "app/dashboard/dialogs/recipientsdialog.h"
#include "app/session/livesession.h"
#include "app/session/settings.h"
#include "models/view/translation.h"
#include "widgets/panels/alertspanel.h"

#include <QTableView>

namespace lockstep {

namespace {

constexpr Duration shelvedFor = std::chrono::minutes(30);

enum class Handling : std::uint8_t { Acknowledge, Shelve };

/// @return what there is to say
QString handleMeant(Composition& composition, const AlertsPanel& alerts, Handling handling)
{
    const std::optional<Alert> alert = alerts.meant();
    if (!alert)
        return tr("No alert to apply this to");
    if (!composition.session().isLive() || !composition.time().isFollowing())
        return tr("Alerts can only be handled live. Press L to go live.");
    if (alert->state == Alert::State::Cleared)
        return tr("Already cleared: %1").arg(QString::fromStdString(alert->title));
    if (handling == Handling::Shelve)
        composition.session().shelve(*alert, shelvedFor);
    else if (alert->state != Alert::State::Acknowledged)
        composition.session().acknowledge(*alert);
    return {};
}

void reportRecipients(Composition& composition, const Settings& settings,
                      const std::function<void(const QString&)>& say)
{
    auto* const live = qobject_cast<LiveSession*>(&composition.session());
    if (live == nullptr)
        return;
    Result<std::vector<OutletTarget>> targets = outletTargets(settings.alertRecipients());
    if (!targets.isOk())
        return say(tr("Cannot send alerts: %1").arg(QString::fromStdString(targets.error().message)));
    live->reportAlerts(std::move(targets).value());
}

void askForRecipients(QWidget& window, Composition& composition, Settings& settings,
                      const std::function<void(const QString&)>& say)
{
    auto* dialog = new RecipientsDialog(settings.alertRecipients(), &window);
    QObject::connect(dialog, &RecipientsDialog::chosen, &window,
                     [&composition, &settings, say](const AlertRecipients& recipients) {
                         settings.setAlertRecipients(recipients);
                         reportRecipients(composition, settings, say);
                     });
    dialog->open();
}

/// Switched on, it is heard once: whoever relies on it knows that it works.
QAction* addSoundAction(QWidget& window, Composition& composition, Settings& settings)
{
    auto* sound = new AlertSound(composition, &window);
    auto* action = new QAction(tr("Sound on new critical alerts"), &window);
    action->setCheckable(true);
    action->setChecked(settings.alertSound());
    sound->setOn(settings.alertSound());
    QObject::connect(action, &QAction::toggled, sound, [sound, &settings](bool isOn) {
        settings.setAlertSound(isOn);
        sound->setOn(isOn);
        if (isOn)
            sound->ring();
    });
    window.addAction(action);
    return action;
}

} // namespace

QList<QAction*> addAlertActions(QWidget& window, Composition& composition, Settings& settings, AlertsPanel& alerts,
                                std::function<void(const QString&)> say)
{
    reportRecipients(composition, settings, say);
    const auto handle = [&composition, &alerts, say](Handling handling) {
        if (const QString message = handleMeant(composition, alerts, handling); !message.isEmpty())
            say(message);
    };
    const auto showMeant = [&alerts, say] {
        if (const auto alert = alerts.meant())
            alerts.showOnset(*alert);
        else
            say(tr("No alert at this moment"));
    };
    QList<QAction*> actions{
        makeAction(window, tr("Acknowledge alert"), Qt::Key_K, [handle] { handle(Handling::Acknowledge); }),
        makeAction(window, tr("Show alert at its onset"), Qt::SHIFT | Qt::Key_K, showMeant),
        makeAction(window, tr("Shelve alert for 30 min"), Qt::SHIFT | Qt::Key_S,
                   [handle] { handle(Handling::Shelve); }),
    };
    actions.append(addJudgementActions(window, composition, alerts, say));
    actions.append(addTraceActions(window, composition, alerts, say));
    alerts.table().addActions(actions);
    alerts.table().setContextMenuPolicy(Qt::ActionsContextMenu);
    actions.append(makeAction(window, tr("Send alerts..."), QKeySequence(), [&window, &composition, &settings, say] {
        askForRecipients(window, composition, settings, say);
    }));
    actions.append(addSoundAction(window, composition, settings));
    return actions;
}

} // namespace lockstep
