// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

class JoinedAlerts;
class ClusterModel;
class Comparison;
class FabricResults;
class FrameStats;
class IncidentWorkspace;
class LearnedBaselines;
class Player;
class RateSettings;
class Runbooks;
class Selection;
class StoreCoverage;
class SyncResults;
class Theme;
class TimeWindow;

/// Given to every view: data, shared time, selection, theme and frame statistics. All must outlive the
/// views.
struct ViewContext
{
    const ClusterModel& cluster;
    TimeWindow& time;
    Selection& selection;
    const Theme& theme;
    FrameStats& frames;
    const SyncResults* sync = nullptr; ///< wait results; null if not analysed
    IncidentWorkspace* incidents = nullptr; ///< incidents and annotations; null if not stored
    Player* player = nullptr; ///< playback; null if not available
    const FabricResults* fabric = nullptr; ///< running collectives and their bandwidth; null if not analysed
    const Comparison* comparison = nullptr; ///< comparison with a baseline; null if not available
    const JoinedAlerts* alerts = nullptr; ///< current alerts; null if not analysed
    RateSettings* rates = nullptr; ///< cost of GPU time; null if not stored
    const LearnedBaselines* learned = nullptr; ///< learned baselines; null if not learned
    const Runbooks* runbooks = nullptr; ///< of the site; null if it has none
    StoreCoverage* coverage = nullptr; ///< which detectors have data; null if not computed
};

} // namespace lockstep
