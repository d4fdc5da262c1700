// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"
#include "tests/tour/tour.h"

#include <QStringList>

namespace lockstep {

struct Alert;

/// Reads the figures of each view of a window at the moment shown, like a user, and reports contradictions. GUI thread;
/// the tour outlives it.
class MomentReader
{
public:
    explicit MomentReader(Tour& tour) : m_tour(tour) { }

    /// Goes to a moment and compares header, alerts, story, selection, hall, tree and report.
    /// @return differences, one line each; empty: consistent
    [[nodiscard]] QStringList contradictionsAt(TimePoint moment);
    /// Alerts that were compared so far: where there were none, nothing was shown.
    [[nodiscard]] int alertsSeen() const { return m_alertsSeen; }
    /// Values of the hall that were compared so far.
    [[nodiscard]] int hallValuesSeen() const { return m_hallValuesSeen; }

private:
    void expectSame(const QString& what, const QString& a, const QString& b);
    void compareAlerts(TimePoint moment);
    void compareStory(TimePoint moment);
    void compareSelection(int row);
    void compareHottest();
    void compareHall(MetricId metric, EntityRef entity, const QString& elsewhere);
    void compareReport(int row);
    void compareWorst(const Alert& alert, const QString& report);

    Tour& m_tour;
    QStringList m_contradictions;
    int m_alertsSeen = 0;
    int m_hallValuesSeen = 0;
};

} // namespace lockstep
