// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"

#include <QDeadlineTimer>
#include <QObject>

namespace lockstep {

class ClusterModel;
class Selection;

/// Selects an initial metric as soon as metrics are available: GPU temperature, or CPU utilisation if there are no
/// GPUs. Chooses again while sources connect, but never overrides the user. GUI thread; owned by the composition.
class FirstMetric : public QObject
{
    Q_OBJECT

public:
    FirstMetric(const ClusterModel& cluster, Selection& selection, QObject* parent = nullptr);

private:
    void choose();

    const ClusterModel& m_cluster;
    Selection& m_selection;
    MetricId m_chosen; ///< metric chosen here; invalid: none yet
    QDeadlineTimer m_end{QDeadlineTimer::Forever}; ///< until when sources may still connect
};

} // namespace lockstep
