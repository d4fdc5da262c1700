// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/steps/lanetimes.h"
#include "models/core/event.h"
#include "models/core/ids.h"
#include "models/core/rates.h"
#include "models/core/time.h"

#include <QString>

#include <optional>
#include <vector>

namespace lockstep {

class AlertBoard;
class ClusterStore;

/// A figure in the header: label, value, explanation and severity.
struct HeaderFigure
{
    QString label;
    QString value; ///< "71", "no data"
    QString unit; ///< "°C"; empty with plain counts and without data
    QString note; ///< where, how many, or how old: "node-3 / gpu5", "12 s ago"
    std::optional<Severity> alarm; ///< set only when something is wrong
    QString explanation; ///< one sentence for the hover
    EntityRef entity; ///< what a click shows; invalid: nothing
    MetricId metric; ///< and by what everything is coloured then
    bool opensAlerts = false;
    int rank = 0; ///< when room is short, the highest rank leaves first
    friend bool operator==(const HeaderFigure&, const HeaderFigure&) = default;
};

/// The moment of the figures.
struct HeaderMoment
{
    bool isFollowing = true; ///< newest values of nodes that are live; else the values at the cursor's tick
    TimePoint cursor;
    TimePoint now; ///< our clock, for ages
    /// GPU-seconds over the latest steps of all jobs, by what they were spent on, and how many ranks they have; all
    /// zero: not known. See SyncSnapshot.
    TimeSpent jobTime{};
    std::size_t ranks = 0;
    Rates rates{};
};

/// Figures that the measurements at hand can honestly give. Without data they say so; from stale nodes they say how old
/// they are; while some nodes are live, the stale ones are left out and counted.
/// @param alerts null: nobody joins what was reported
[[nodiscard]] std::vector<HeaderFigure> headerFigures(const ClusterStore& store, const AlertBoard* alerts,
                                                      const HeaderMoment& moment);

} // namespace lockstep
