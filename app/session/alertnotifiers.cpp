// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/alertnotifiers.h"

#include "models/analysis/causality/joinedalerts.h"
#include "models/analysis/causality/slowport.h"
#include "models/store/clusterstore.h"
#include "models/store/settledticks.h"

#include <utility>

namespace lockstep {

Result<std::vector<NotifierTarget>> notifierTargets(const AlertRecipients& recipients)
{
    const NotifierAccess access{recipients.caFile.toStdString(), recipients.tokenFile.toStdString(),
                                qEnvironmentVariable("LOCKSTEP_ALERTS_TOKEN").toStdString()};
    std::vector<NotifierTarget> targets;
    for (const QString& url : recipients.urls) {
        Result<NotifierTarget> target = notifierTarget(url.toStdString(), access);
        if (!target.isOk())
            return target.error();
        targets.push_back(std::move(target).value());
    }
    return targets;
}

AlertNotifiers::AlertNotifiers(const ClusterStore& store, const JoinedAlerts& joinedAlerts, QObject* parent)
    : QObject(parent), m_store(store), m_joinedAlerts(joinedAlerts)
{
    connect(&m_clock, &QTimer::timeout, this, &AlertNotifiers::follow);
}

AlertNotifiers::~AlertNotifiers() = default;

void AlertNotifiers::setTargets(std::vector<NotifierTarget> targets)
{
    m_sender.reset();
    m_costs = {};
    m_clock.stop();
    if (targets.empty())
        return;
    m_sender.emplace(std::move(targets), NotifierLimits(), m_runbooks);
    m_clock.start(std::chrono::seconds(1));
}

void AlertNotifiers::follow()
{
    const TimePoint now = wallClockNow();
    std::vector<Alert> alerts = m_joinedAlerts.at(now);
    m_costs.updateCosts(
        alerts, *m_store.topology(), m_store.tickPeriod(), now,
        [this](std::string_view metric, TickIndex tick) { return copyOfColumn(m_store, metric, tick); });
    for (Alert& alert : alerts)
        addSlowPort(alert, m_store, now);
    m_sender->follow(alerts, *m_store.topology(), now);
    for (const std::string& news : m_sender->news())
        Q_EMIT problem(QString::fromStdString(news));
}

} // namespace lockstep

#include "moc_alertnotifiers.cpp"
