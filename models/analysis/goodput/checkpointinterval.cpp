// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/goodput/checkpointinterval.h"

#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

bool isTime(Seconds time)
{
    return std::isfinite(time.count()) && time.count() > 0;
}

} // namespace

Seconds youngInterval(Seconds cost, Seconds failures)
{
    if (!isTime(cost) || !isTime(failures))
        return Seconds(unknown);
    return Seconds(std::sqrt(2 * cost.count() * failures.count()));
}

Seconds dalyInterval(Seconds cost, Seconds failures)
{
    if (!isTime(cost) || !isTime(failures))
        return Seconds(unknown);
    if (cost >= 2 * failures)
        return failures;
    const double ratio = cost / (2 * failures);
    return youngInterval(cost, failures) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - cost;
}

double expectedSlowdown(Seconds interval, Seconds cost, Seconds restart, Seconds failures)
{
    if (!isTime(interval) || !isTime(failures) || !(cost.count() >= 0) || !(restart.count() >= 0))
        return unknown;
    return failures / interval * std::exp(restart / failures) * std::expm1((interval + cost) / failures);
}

Seconds jointFailureTime(Seconds ofOnePart, double parts)
{
    if (!isTime(ofOnePart) || !(parts > 0))
        return Seconds(unknown);
    return ofOnePart / parts;
}

} // namespace lockstep
