// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerting/alertsender.h"
#include "app/alerting/costmeter.h"
#include "models/core/result.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <optional>

namespace lockstep {

class JoinedAlerts;
class ClusterStore;

/// The addresses that alerts are sent to, as entered.
struct AlertRecipients
{
    QStringList urls;
    QString caFile; ///< empty: the system's roots
    QString tokenFile; ///< empty: none, or LOCKSTEP_ALERTS_TOKEN

    friend bool operator==(const AlertRecipients&, const AlertRecipients&) = default;
};

/// An Error names the invalid address and the reason.
[[nodiscard]] Result<std::vector<NotifierTarget>> notifierTargets(const AlertRecipients& recipients);

/// Sends changes of live alerts to other systems once per second. GUI thread, never blocks; owned by the session. Its
/// store and alerts must outlive it.
class AlertNotifiers : public QObject
{
    Q_OBJECT

public:
    AlertNotifiers(const ClusterStore& store, const JoinedAlerts& joinedAlerts, QObject* parent = nullptr);
    ~AlertNotifiers() override;

    /// Replaces the receivers; changes not yet sent to the old ones are dropped.
    void setTargets(std::vector<NotifierTarget> targets);
    void setRunbooks(Runbooks runbooks) { m_runbooks = std::move(runbooks); } ///< of the site; before setTargets()

Q_SIGNALS:
    void problem(const QString& message); ///< a receiver cannot be reached

private:
    void follow();

    const ClusterStore& m_store;
    const JoinedAlerts& m_joinedAlerts;
    Runbooks m_runbooks;
    std::optional<AlertSender> m_sender;
    CostMeter m_costs; ///< only while there are receivers
    QTimer m_clock;
};

} // namespace lockstep
