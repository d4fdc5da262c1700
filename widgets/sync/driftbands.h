// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/steps/driftcurve.h"

#include <map>
#include <memory>
#include <span>
#include <vector>

namespace lockstep {

/// Distribution of the ranks' slowdown at one point of the curves, as percentiles. NaN where no rank reported.
struct DriftBand
{
    float low = 0; ///< 5 %
    float quarter = 0;
    float middle = 0;
    float threeQuarters = 0;
    float high = 0; ///< 95 %
};

/// Computes the percentile bands of a job's curves, a few points at a time and each only once: points are immutable,
/// only the last one grows. With very many ranks only every n-th counts. GUI thread; a member of its view.
class DriftBands
{
public:
    using Points = std::vector<std::shared_ptr<const DriftPoint>>;

    /// Excludes ranks that are drawn individually; @p lanes ascending. A change restarts the computation.
    void leaveOut(std::vector<std::uint32_t> lanes);
    /// Continues with these points for about a millisecond. @return true when all are done
    bool work(const Points& points);
    /// Null: not computed yet.
    [[nodiscard]] const DriftBand* of(const std::shared_ptr<const DriftPoint>& point) const;

private:
    std::vector<std::uint32_t> m_leftOut;
    std::map<std::shared_ptr<const DriftPoint>, DriftBand> m_known;
};

/// The band of one point, without some lanes, ascending.
[[nodiscard]] DriftBand driftBandOf(const DriftPoint& point, std::span<const std::uint32_t> leftOut = {});

} // namespace lockstep
