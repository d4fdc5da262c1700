// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/loopheat.h"

namespace lockstep {

double waterDensity(double celsius)
{
    const double fromDensest = celsius - 3.9863;
    return 1000 * (1 - (celsius + 288.9414) / (508929.2 * (celsius + 68.12963)) * fromDensest * fromDensest);
}

double loopHeat(double litersPerMinute, double supplyCelsius, double returnCelsius)
{
    const double cubicMetres = litersPerMinute / 60'000; // per second
    return cubicMetres * waterDensity((supplyCelsius + returnCelsius) / 2) * waterHeatCapacity
        * (returnCelsius - supplyCelsius);
}

} // namespace lockstep
