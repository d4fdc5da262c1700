// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace lockstep {

class ClusterModel;
class Selection;

/// Chooses a metric to show as soon as there are any, so that the first picture is in colour: the heat of the GPUs, or
/// without GPUs what the processors do. Never overrules the user. GUI thread; owned by the composition.
class FirstMetric : public QObject
{
    Q_OBJECT

public:
    FirstMetric(const ClusterModel& cluster, Selection& selection, QObject* parent = nullptr);

private:
    void choose();

    const ClusterModel& m_cluster;
    Selection& m_selection;
};

} // namespace lockstep
