// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/physics/thermalnetwork.h"

#include <cmath>

namespace lockstep::sim {

ThermalNetwork::ThermalNetwork(const Constants& constants, double seconds)
{
    const double coupling = 1 / constants.couplingResistance;
    const double die = 1 / constants.dieResistance + coupling;
    const double memory = 1 / constants.memoryResistance + coupling;
    const double determinant = die * memory - coupling * coupling;
    riseDieDie = static_cast<float>(memory / determinant);
    riseMemoryMemory = static_cast<float>(die / determinant);
    riseCross = static_cast<float>(coupling / determinant);

    // A = -C^-1 G has two real negative eigenvalues; by Sylvester's formula exp(A h) = e1 (A - l2)/(l1 - l2) + e2 (A -
    // l1)/(l2 - l1).
    const double a = -die / constants.dieCapacity;
    const double b = coupling / constants.dieCapacity;
    const double c = coupling / constants.memoryCapacity;
    const double d = -memory / constants.memoryCapacity;
    const double half = (a + d) / 2;
    const double spread = std::sqrt((a - d) * (a - d) / 4 + b * c);
    const double fast = half - spread;
    const double slow = half + spread;
    const double decaySlow = std::exp(slow * seconds);
    const double decayFast = std::exp(fast * seconds);
    const double slope = (decaySlow - decayFast) / (slow - fast);
    decayDieDie = static_cast<float>(decaySlow + slope * (a - slow));
    decayDieMemory = static_cast<float>(slope * b);
    decayMemoryDie = static_cast<float>(slope * c);
    decayMemoryMemory = static_cast<float>(decaySlow + slope * (d - slow));
}

} // namespace lockstep::sim
