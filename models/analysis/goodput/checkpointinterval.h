// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace lockstep {

using Seconds = std::chrono::duration<double>;

/// Optimal checkpoint interval of a job that fails at random, from the cost of a checkpoint and the failure rate of the
/// whole job. Results are computing times between two checkpoints, excluding the checkpoint. NaN if an input is not a
/// positive, finite time.

/// First order: sqrt(2 C M). J. W. Young, Communications of the ACM 17(9), 1974.
/// @param cost C: time for which writing one checkpoint stops computing
/// @param failures M: mean time between failures of the whole job
[[nodiscard]] Seconds youngInterval(Seconds cost, Seconds failures);

/// Higher order: sqrt(2 C M) (1 + sqrt(C / 2M) / 3 + (C / 2M) / 9) - C for C < 2M, else M.
/// J. T. Daly, Future Generation Computer Systems 22(3), 2006, equation 37.
[[nodiscard]] Seconds dalyInterval(Seconds cost, Seconds failures);

/// Wall time divided by computing time with a checkpoint each @p interval; 1 if nothing is lost: M e^(R/M) (e^((T+C)/M)
/// - 1) / T for failures as a Poisson process. Daly 2006, as above.
/// @param restart R: from the failure until computing continues at the last checkpoint
[[nodiscard]] double expectedSlowdown(Seconds interval, Seconds cost, Seconds restart, Seconds failures);

/// Mean time between failures of @p parts equal parts that a job needs simultaneously: that of one part divided by
/// their number.
[[nodiscard]] Seconds jointFailureTime(Seconds ofOnePart, double parts);

} // namespace lockstep
