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
class RateBoard;
class Selection;
class SyncBoard;
class Theme;
class TimeWindow;

/// What every view gets: data, shared time, selection and theme, and where to report its painting time. All must
/// outlive the views.
struct ViewContext
{
    const ClusterModel& cluster;
    TimeWindow& time;
    Selection& selection;
    const Theme& theme;
    FrameStats& frames;
    const SyncBoard* sync = nullptr; ///< what is known of waiting; null where nothing follows it
    IncidentBoard* incidents = nullptr; ///< incidents and annotations; null where nobody keeps them
    Player* player = nullptr; ///< lets time pass in what is shown; null where it cannot
    const FabricBoard* fabric = nullptr; ///< which collectives run, and how well; null where nothing follows them
    const Comparison* comparison = nullptr; ///< what is shown against a baseline; null where nothing is compared
    const AlertBoard* alerts = nullptr; ///< the causes that need an operator; null where nobody joins what was reported
    RateBoard* rates = nullptr; ///< what GPU time costs; null where nobody keeps that
    const LearnedBook* learned = nullptr; ///< what detectors take for usual now; null where nobody learns
};

} // namespace lockstep
