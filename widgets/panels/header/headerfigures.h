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

class JoinedAlerts;
class ClusterStore;

/// A figure in the header: label, value, explanation and severity.
struct HeaderFigure
{
    QString label;
    QString value; ///< "71"; empty: no data
    QString limit; ///< "87", in the same unit; empty: none
    QString unit; ///< "°C"; empty with plain counts and without data
    QString note; ///< where, how many, or how old: "node-3 / gpu5", "12 s ago"
    std::optional<Severity> alarm; ///< set only when something is wrong
    QString explanation; ///< one sentence for the hover
    EntityRef entity; ///< selected by a click; invalid: none
    MetricId metric; ///< metric then shown in all views
    bool opensAlerts = false;
    bool isMain = false; ///< large, and never hidden
    int rank = 0; ///< if space is short, figures with the highest rank are hidden first
    [[nodiscard]] bool hasData() const { return !value.isEmpty(); }
    /// "71/87", "no data"
    [[nodiscard]] QString valueAndLimit() const;
    friend bool operator==(const HeaderFigure&, const HeaderFigure&) = default;
};

/// The moment of the figures.
struct HeaderMoment
{
    bool isFollowing = true; ///< newest values of live nodes; otherwise values at the cursor
    TimePoint cursor;
    TimePoint now; ///< our clock, for ages
    /// GPU-seconds of all jobs' latest steps by use, and number of ranks; all zero: unknown. See SyncSnapshot.
    TimeSpent jobTime{};
    std::size_t ranks = 0;
    Rates rates{};
    std::size_t detectors = 0; ///< 0: their coverage is unknown
    std::size_t blindDetectors = 0; ///< those without data
    bool isComputing = false; ///< jobTime and ranks of a moment in the past are not known yet
};

/// The header's figures for which there is data, main ones first. Each has one unit; costs are in the explanations. If
/// only stale nodes have data, a figure gives its age. Otherwise stale nodes are left out and counted.
/// @param alerts null: alerts are not computed
[[nodiscard]] std::vector<HeaderFigure> headerFigures(const ClusterStore& store, const JoinedAlerts* alerts,
                                                      const HeaderMoment& moment);

} // namespace lockstep
