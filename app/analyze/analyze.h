// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandresult.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep analyze [--json] [RANK=]FILE...`; arguments without program and sub-command. A FILE may be a folder.
/// Notes on missing or damaged data go to standard error; with --json into the object's "notes" (a list of texts).
///
/// --json prints one object. null means unknown, never zero. For a what-if trace (training steps with parallel ranks):
///   slowdown           S: observed over ideal mean step time
///   m_w, m_s           share of the loss explained by the slowest 3 % of workers, or by the last stage; null: no loss
///   verdict            "one worker", "last stage", "data" or "no straggler" (S below 1.1)
///   by_dp_rank, by_stage, by_optype   {"name": slowdown with only its durations as observed}
///   step_time_s, ideal_step_time_s    means over steps, simulated without launch gaps
///   steps              number of steps; slowest_workers: [{"dp_rank","stage","slowdown"}], the 3 %
/// For collectives:
///   collectives        distinct collectives; matched: those with at least two timed ranks
///   ranks              [{"rank","source","collective_us","wait_us","last_arrivals","compute_us","traced_us",
///                      "gpu_busy_us","data_loading_us","data_loading_idle_us"}]. traced_us: first to last event; if
///                      known from a profiler, its parts with the GPU busy, waiting for the data loader, and
///                      waiting for it with the GPU idle. wait_us: null if nothing was matched. blamed_s: seconds
///                      that others lost because of the rank over the judged steps, with waits followed to their
///                      cause, as in the window
///   verdict            the window's: "rank 7 slows the job"; "" if nothing can be compared
///   bound_by_data_loading
///                      ranks that wait for their data loader with an idle GPU most of the time
///   stragglers         ranks that others wait for, worst first; if the job hangs, those of behind
///   busbw_gbps         median by bytes of the transfer rate without waits, GB/s (1e9)
///   clocks             "shared", "corrected" or "unknown"; clock_uncertainty_us: scatter of collectives' ends
///   incomplete         collectives with missing ranks; differing: those whose kind, shape or state differ
///   behind             [{"rank","reason","communicator","sequence","waiting_ranks"}]: ranks that a hanging job waits
///                      for; empty without a hang or if unknown. reason: "no dump", "empty dump", "never entered",
///                      "no transfer" or "not completed"
///   held_up            ranks that did not enter a collective because they wait for those
///   not_completed      ranks that have not completed collectives that others completed
///   hang               the same as sentences; empty without a hang
[[nodiscard]] CommandResult analyze(std::span<const std::string> arguments);

[[nodiscard]] CommandPage analyzePage();

} // namespace lockstep
