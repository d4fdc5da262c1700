// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/heatgrid.h"

#include <span>
#include <vector>

namespace lockstep {

/// Mean or 99th percentile of the samples of one cell. Private to the heat grid.
class CellReduction
{
public:
    /// @param scratch borrowed for percentiles, so that no cell allocates
    CellReduction(Aggregate how, std::vector<float>& scratch);

    void add(std::span<const float> samples);

    [[nodiscard]] float value() const; ///< NaN when nothing was there
    [[nodiscard]] bool isPartial() const { return m_isPartial; }

private:
    Aggregate m_how;
    std::vector<float>& m_scratch; ///< the samples, for P99
    double m_sum = 0;
    std::size_t m_count = 0;
    bool m_isPartial = false;
};

} // namespace lockstep
