// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/view/viewcontext.h"

#include <QBasicTimer>
#include <QStringList>
#include <QWidget>

class QLabel;

namespace lockstep {

class ClusterStore;

/// Reason for missing data, as text.
struct AllUnreachable
{
    QString title; ///< "Cannot connect to nohost:7117"; empty: connected, or still trying
    QString reason;
    QString next; ///< time of the next retry
    QStringList checks; ///< what to check, most likely first
};

/// @param wasUnreachable keeps showing the last failure while a source reconnects
[[nodiscard]] AllUnreachable allUnreachable(const ClusterStore& store, TimePoint now, bool wasUnreachable);

/// Overlay that is shown while no node has ever reported and no source can be reached. Contains the source, the reason,
/// the time of the next retry, what to check, and buttons. Shows and hides itself. GUI thread; owned by its parent.
class ConnectionFailure : public QWidget
{
    Q_OBJECT

public:
    explicit ConnectionFailure(ViewContext context, QWidget* parent);

Q_SIGNALS:
    void retryWanted();
    void closeWanted();

protected:
    void timerEvent(QTimerEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    ViewContext m_context;
    QLabel* m_title;
    QLabel* m_reason;
    QLabel* m_checks;
    QLabel* m_next;
    QBasicTimer m_timer; ///< counts down to the next retry while shown
};

} // namespace lockstep
