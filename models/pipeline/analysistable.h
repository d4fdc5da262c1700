// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/analysis.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

class FabricResults;
class LearnedBaselines;
class SyncResults;

/// Results of analyses that are neither columns nor events. Outlives the analyses.
struct AnalysisResults
{
    SyncResults& sync;
    FabricResults& fabric;
    LearnedBaselines* learned = nullptr; ///< baselines that are kept over a restart; null: learned anew each time
};

/// An analysis, and how to create it.
struct AnalysisRow
{
    const char* name;
    std::unique_ptr<Analysis> (*make)(const AnalysisResults& results);
    bool isOfArrival = false; ///< depends on arrival times, which a file does not have
};

/// All analyses and detectors, in the order in which they process a change. To add one, add a row.
[[nodiscard]] std::span<const AnalysisRow> analysisTable();
/// Analyses that apply to files.
[[nodiscard]] std::vector<AnalysisRow> analysesOfFiles();
/// Names of all analyses, which a recorder notes in its recording.
[[nodiscard]] std::vector<std::string> analysisNames();

} // namespace lockstep
