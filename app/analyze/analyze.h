// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

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
///   ranks              [{"rank","source","collective_us","wait_us","last_arrivals","compute_us","traced_us",
///   "gpu_busy_us","data_loading_us","data_loading_idle_us"}]: traced from the first event to the last, of that with
///   the GPU busy, waiting for the data loader, and waiting for it with the GPU idle, where a profiler tells; wait_us
///   is null where nothing could be matched; blamed_s: what others lost because of it over the steps judged, waits
///   followed back to their cause, as the window shows it
///   verdict            who slows the job, as the window says it: "rank 7 slows the job"; "" where nothing is compared
///   bound_by_data_loading
///                      ranks whose training loop waits for its next batch, with an idle GPU, most of the time
///   stragglers         ranks that others wait for, worst first; where the job hangs, those of behind
///   busbw_gbps         GB/s (1e9), the rate at which half of the bytes moved or slower, from transfer without wait
///   clocks             "shared", "corrected" or "unknown"; clock_uncertainty_us: scatter of collectives' ends
///   incomplete         collectives in which ranks are missing; differing: in which kind, shape or state differ
///   behind             [{"rank","reason","communicator","sequence","waiting_ranks"}]: ranks that a hanging job waits
///   for; empty where nothing hangs or it cannot be told. reason: "no dump", "empty dump", "never entered",
///   "no transfer" or "not completed"
///   held_up            ranks that did not enter a collective either, as they wait for those
///   not_completed      ranks that have not completed collectives that other ranks completed
///   hang               sentences that say the same; empty where nothing hangs
[[nodiscard]] CommandAnswer analyze(std::span<const std::string> arguments);

/// analyze(), printed. Returns the exit code. Blocks.
int runAnalyze(std::span<const std::string> arguments);

[[nodiscard]] CommandPage analyzePage();

} // namespace lockstep
