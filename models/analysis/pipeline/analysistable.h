// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/analysis.h"

#include <memory>
#include <span>

namespace lockstep {

class FabricBoard;
class LearnedBook;
class SyncBoard;

/// Where analyses put up for the views what is no column and no event. They outlive the analyses.
struct AnalysisBoards
{
    SyncBoard& sync;
    FabricBoard& fabric;
    LearnedBook* learned = nullptr; ///< that outlives a restart; null: what is usual is learned anew each time
};

/// Something that is computed from the data as it comes, and what makes it.
struct AnalysisRow
{
    const char* name;
    std::unique_ptr<Analysis> (*make)(const AnalysisBoards& boards);
};

/// All analyses and detectors, in the order in which they see a change. One more is one row.
[[nodiscard]] std::span<const AnalysisRow> analysisTable();

} // namespace lockstep
