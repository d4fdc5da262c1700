// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace lockstep {

using Seconds = std::chrono::duration<double>;

/// How often a job that fails at random should write checkpoints, from what one costs and how often the whole job
/// fails. All results are times of computing between two checkpoints, without the checkpoint itself. They are NaN where
/// an input is not a positive, finite time.

/// First order: sqrt(2 C M). J. W. Young, Communications of the ACM 17(9), 1974.
/// @param cost C: for how long writing one checkpoint keeps the job from computing
/// @param failures M: mean time between failures of the job, over all of its parts
[[nodiscard]] Seconds youngInterval(Seconds cost, Seconds failures);

/// Higher order: sqrt(2 C M) (1 + sqrt(C / 2M) / 3 + (C / 2M) / 9) - C for C < 2M, else M.
/// J. T. Daly, Future Generation Computer Systems 22(3), 2006, equation 37.
[[nodiscard]] Seconds dalyInterval(Seconds cost, Seconds failures);

/// Wall time over time of pure computing when checkpoints come each @p interval, 1 when nothing is lost:
/// M e^(R/M) (e^((T+C)/M) - 1) / T for failures that come as a Poisson process. Daly 2006, as above.
/// @param restart R: from the failure until computing goes on at the last checkpoint
[[nodiscard]] double expectedSlowdown(Seconds interval, Seconds cost, Seconds restart, Seconds failures);

/// Mean time between failures of @p parts alike parts that a job needs all at once: that of one over their number.
[[nodiscard]] Seconds jointFailureTime(Seconds ofOnePart, double parts);

} // namespace lockstep
