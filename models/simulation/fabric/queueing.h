// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep::sim {

/// Behaviour of a switch port's output queue at an offered load, as shares of its line rate.
struct QueueState
{
    double packets = 0; ///< mean length
    double markShare = 0; ///< of packets that carry a congestion mark
    double pauseShare = 0; ///< of time in which it holds back those that feed it
};

/// Packets of equal size that arrive at random (M/D/1): mean number in the queue = r^2 / (2 (1 - r))
/// (Pollaczek 1930, Khinchine 1932). For r at or over 1 the queue stands at its limit.
[[nodiscard]] double meanQueue(double load);

/// Marks rise linearly from none at the lower threshold to 0.2 at the upper, and cover every packet beyond (RED as
/// DCQCN uses it: Zhu et al., SIGCOMM 2015, section 5). Past the line rate the sources are paused for what does not
/// fit: 1 - 1 / r.
[[nodiscard]] QueueState queueAt(double load);

} // namespace lockstep::sim
