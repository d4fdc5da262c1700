// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/linktrouble.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr float allFalls = 3;
constexpr float allWait = 0.05F;
constexpr float rootOfTree = 0.6F; ///< minimum, because other ports wait for it
constexpr float freeSkew = 0.5F; ///< relative to the mean: no hash is more even
constexpr float allSkew = 3;

float share(float value, float from, float to)
{
    return std::isnan(value) ? 0 : std::clamp((value - from) / (to - from), 0.0F, 1.0F);
}

/// 0 for none, 0.5 at @p half, 1 for very many.
float saturating(float rate, float half)
{
    return std::isnan(rate) ? 0 : rate / (rate + half);
}

} // namespace

float linkTrouble(const LinkSigns& signs)
{
    if (std::isnan(signs.wait) && std::isnan(signs.errors) && std::isnan(signs.skew) && std::isnan(signs.retransmits)
        && signs.falls <= 0 && !signs.isDown)
        return noData;
    return std::max({signs.isDown ? 1.0F : 0.0F, share(signs.falls, 0, allFalls), share(signs.wait, 0, allWait),
                     signs.isRoot ? rootOfTree : 0.0F, saturating(signs.errors, 1), saturating(signs.retransmits, 10),
                     share(signs.skew, freeSkew, allSkew)});
}

} // namespace lockstep
