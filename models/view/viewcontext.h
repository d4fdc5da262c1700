// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

class AlertBoard;
class ClusterModel;
class Comparison;
class FabricBoard;
class FrameStats;
class IncidentBoard;
class LearnedBook;
class Player;
class RateSettings;
class Runbooks;
class Selection;
class SyncBoard;
class Theme;
class TimeWindow;

/// Given to every view: data, shared time, selection and theme, and the statistics of frames. All must outlive the
/// views.
struct ViewContext
{
    const ClusterModel& cluster;
    TimeWindow& time;
    Selection& selection;
    const Theme& theme;
    FrameStats& frames;
    const SyncBoard* sync = nullptr; ///< wait results; null if not analysed
    IncidentBoard* incidents = nullptr; ///< incidents and annotations; null if not stored
    Player* player = nullptr; ///< playback; null if not available
    const FabricBoard* fabric = nullptr; ///< running collectives and their bandwidth; null if not analysed
    const Comparison* comparison = nullptr; ///< comparison with a baseline; null if not available
    const AlertBoard* alerts = nullptr; ///< current alerts; null if not analysed
    RateSettings* rates = nullptr; ///< cost of GPU time; null if not stored
    const LearnedBook* learned = nullptr; ///< learned baselines; null if not learned
    const Runbooks* runbooks = nullptr; ///< of the site; null if it has none
};

} // namespace lockstep
