// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/analysis.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

class FabricBoard;
class LearnedBook;
class SyncBoard;

/// Results of analyses for the views other than columns and events. Outlives the analyses.
struct AnalysisBoards
{
    SyncBoard& sync;
    FabricBoard& fabric;
    LearnedBook* learned = nullptr; ///< baselines that outlive a restart; null: they are learned anew each time
};

/// An analysis, and how to create it.
struct AnalysisRow
{
    const char* name;
    std::unique_ptr<Analysis> (*make)(const AnalysisBoards& boards);
    bool isOfArrival = false; ///< depends on arrival times, which a file does not have
};

/// All analyses and detectors, in the order in which they see a change. One more is one row.
[[nodiscard]] std::span<const AnalysisRow> analysisTable();
/// Those that have something to look at in a file.
[[nodiscard]] std::vector<AnalysisRow> analysesOfFiles();
/// Their names, which a recorder notes in its recording.
[[nodiscard]] std::vector<std::string> analysisNames();

} // namespace lockstep
