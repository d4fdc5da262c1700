// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/fabric/queueing.h"

#include <algorithm>

namespace lockstep::sim {

namespace {
constexpr double limitPackets = 400; // 1.6 MB of buffer at 4 kB
constexpr double lowerThreshold = 10; // packets at which marking begins
constexpr double upperThreshold = 200;
constexpr double topMarkShare = 0.2;
} // namespace

double meanQueue(double load)
{
    return load < 1 ? std::min(limitPackets, load * load / (2 * (1 - load))) : limitPackets;
}

QueueState queueAt(double load)
{
    QueueState state;
    state.packets = meanQueue(load);
    if (state.packets > upperThreshold)
        state.markShare = 1;
    else if (state.packets > lowerThreshold)
        state.markShare = topMarkShare * (state.packets - lowerThreshold) / (upperThreshold - lowerThreshold);
    state.pauseShare = load > 1 ? 1 - 1 / load : 0;
    return state;
}

} // namespace lockstep::sim
