// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/lanes/laneorders.h"

#include <QAction>
#include <QActionGroup>

namespace lockstep {

LaneOrders::LaneOrders(QObject* parent) : QObject(parent), m_group(new QActionGroup(this))
{
    const auto add = [this](const QString& text, const QString& explanation) {
        auto* action = new QAction(text, m_group);
        action->setCheckable(true);
        action->setToolTip(explanation);
        m_actions.push_back(action);
        connect(action, &QAction::toggled, this, [this](bool isOn) {
            if (isOn)
                Q_EMIT changed();
        });
    };
    add(tr("By node"), tr("Sort lanes by job, node and GPU"));
    add(tr("By rank"),
        tr("Sort lanes by job and rank, so that tensor-, data- and pipeline-parallel neighbours are adjacent"));
    add(tr("Longest waits first"), tr("Sort lanes by the time that they waited in the visible range"));
    add(tr("Most blamed first"),
        tr("Sort lanes by the GPU time that other ranks spent waiting for them in recent steps"));
    m_actions.front()->setChecked(true);
}

TimelineOrder LaneOrders::current() const
{
    for (qsizetype at = 0; at < m_actions.size(); ++at) {
        if (m_actions[at]->isChecked())
            return static_cast<TimelineOrder>(at);
    }
    return TimelineOrder::ByNode;
}

bool LaneOrders::followsData() const
{
    return current() == TimelineOrder::ByWait || current() == TimelineOrder::ByBlame;
}

} // namespace lockstep

#include "moc_laneorders.cpp"
