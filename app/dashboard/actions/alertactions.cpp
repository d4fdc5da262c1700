// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/alertactions.h"

#include "app/dashboard/actions/action.h"
#include "app/dashboard/composition.h"
#include "models/view/translation.h"
#include "widgets/panels/alertspanel.h"

#include <QTableView>

namespace lockstep {

namespace {

QString acknowledgeMeant(Composition& composition, const AlertsPanel& alerts)
{
    const std::optional<PlaceAlert> alert = alerts.meant();
    if (!alert)
        return tr("No alert waits to be acknowledged");
    if (!composition.session().isLive() || !composition.time().isFollowing())
        return tr("This is the past; alerts of now are acknowledged live (L)");
    if (alert->state == PlaceAlert::State::Cleared)
        return tr("It is over already: %1").arg(QString::fromStdString(alert->text));
    if (alert->state == PlaceAlert::State::Active)
        composition.session().acknowledge(*alert);
    return {};
}

} // namespace

QList<QAction*> addAlertActions(QWidget& window, Composition& composition, AlertsPanel& alerts,
                                std::function<void(const QString&)> say)
{
    const auto acknowledge = [&composition, &alerts, say] {
        if (const QString message = acknowledgeMeant(composition, alerts); !message.isEmpty())
            say(message);
    };
    const auto showMeant = [&alerts, say] {
        if (const auto alert = alerts.meant())
            alerts.showOnset(*alert);
        else
            say(tr("There is no alert at this moment"));
    };
    QList<QAction*> actions{
        makeAction(window, tr("Acknowledge the chosen alert, or the most pressing one"), Qt::Key_K, acknowledge),
        makeAction(window, tr("Show what the chosen alert is about, when it began"), Qt::SHIFT | Qt::Key_K, showMeant),
    };
    alerts.table().addActions(actions);
    alerts.table().setContextMenuPolicy(Qt::ActionsContextMenu);
    return actions;
}

} // namespace lockstep
