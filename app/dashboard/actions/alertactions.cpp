// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/alertactions.h"

#include "app/dashboard/actions/action.h"
#include "app/dashboard/composition.h"
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
        return tr("No alert waits for that");
    if (!composition.session().isLive() || !composition.time().isFollowing())
        return tr("This is the past; alerts of now are handled live (L)");
    if (alert->state == Alert::State::Cleared)
        return tr("It is over already: %1").arg(QString::fromStdString(alert->title));
    if (handling == Handling::Shelve)
        composition.session().shelve(*alert, shelvedFor);
    else if (alert->state != Alert::State::Acknowledged)
        composition.session().acknowledge(*alert);
    return {};
}

} // namespace

QList<QAction*> addAlertActions(QWidget& window, Composition& composition, AlertsPanel& alerts,
                                std::function<void(const QString&)> say)
{
    const auto handle = [&composition, &alerts, say](Handling handling) {
        if (const QString message = handleMeant(composition, alerts, handling); !message.isEmpty())
            say(message);
    };
    const auto showMeant = [&alerts, say] {
        if (const auto alert = alerts.meant())
            alerts.showOnset(*alert);
        else
            say(tr("There is no alert at this moment"));
    };
    QList<QAction*> actions{
        makeAction(window, tr("Acknowledge the chosen alert, or the most pressing one"), Qt::Key_K,
                   [handle] { handle(Handling::Acknowledge); }),
        makeAction(window, tr("Show what the chosen alert is about, when it began"), Qt::SHIFT | Qt::Key_K, showMeant),
        makeAction(window, tr("Shelve the chosen alert for half an hour"), Qt::SHIFT | Qt::Key_S,
                   [handle] { handle(Handling::Shelve); }),
    };
    alerts.table().addActions(actions);
    alerts.table().setContextMenuPolicy(Qt::ActionsContextMenu);
    return actions;
}

} // namespace lockstep
