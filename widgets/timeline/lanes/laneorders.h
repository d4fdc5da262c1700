// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QAction;
class QActionGroup;

namespace lockstep {

/// Lane orders.
enum class TimelineOrder { ByNode, ByRank, ByWait, ByBlame };

/// Actions that select the lane order. A child of the timeline.
class LaneOrders : public QObject
{
    Q_OBJECT

public:
    explicit LaneOrders(QObject* parent);

    [[nodiscard]] TimelineOrder current() const;
    [[nodiscard]] QAction* action(TimelineOrder order) const { return m_actions[static_cast<qsizetype>(order)]; }
    [[nodiscard]] const QList<QAction*>& actions() const { return m_actions; }
    /// Whether rows move as data arrives.
    [[nodiscard]] bool followsData() const;

Q_SIGNALS:
    void changed();

private:
    QActionGroup* m_group;
    QList<QAction*> m_actions; ///< by TimelineOrder
};

} // namespace lockstep
