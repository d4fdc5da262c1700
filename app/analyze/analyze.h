// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

/// `lockstep analyze [--json] [RANK=]FILE...`; arguments without program and sub-command. FILEs may be folders.
/// Notes on what was missing or damaged go to standard error, with --json into the object's "notes" (a list of texts).
///
/// --json prints one object. null means unknown, never zero. Of a what-if trace (training steps with parallel ranks):
///   slowdown           S: mean step time as observed over ideal
///   m_w, m_s           share of the loss that the slowest 3 % of workers, or the last stage, explain; null: no loss
///   verdict            "one worker", "last stage", "data" or "no straggler" (S below 1.1)
///   by_dp_rank, by_stage, by_optype   {"name": slowdown with only its durations as observed}
///   step_time_s, ideal_step_time_s    means over steps, simulated without launch gaps
///   steps              number of steps; slowest_workers: [{"dp_rank","stage","slowdown"}], the 3 %
/// Of collectives:
///   collectives        distinct collectives seen; matched: those with at least two timed ranks
///   ranks              [{"rank","source","collective_us","wait_us","last_arrivals","compute_us"}]; wait_us is null
///   where
///                      nothing could be matched
///   stragglers         ranks that others wait for, worst first
///   busbw_gbps         GB/s (1e9), the rate at which half of the bytes moved or slower, from transfer without wait
///   clocks             "shared", "corrected" or "unknown"; clock_uncertainty_us: scatter of collectives' ends
///   incomplete         collectives in which ranks are missing; differing: in which kind, shape or state differ
///   behind             [{"rank","communicator","sequence","waiting_ranks"}]: ranks that others hang waiting for
[[nodiscard]] CommandAnswer analyze(std::span<const std::string> arguments);

/// analyze(), printed. Returns the exit code. Blocks.
int runAnalyze(std::span<const std::string> arguments);

} // namespace lockstep
