// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <string_view>
#include <vector>

namespace lockstep {

/// Tells of XIDs where an exporter says only which was the last (gpu.xid), as agents tell of each. One that was there
/// when the GPU was first seen happened nobody knows when, and is not reported. Plain value; the worker of its
/// analysis.
class XidWatch
{
public:
    static constexpr std::array<std::string_view, 1> watched{metrics::gpu::xid};
    static constexpr float max = 9999; ///< beyond it is no XID

    void step(const WatchedTick& now, Derived& out);

private:
    std::vector<float> m_last; ///< by GPU; NaN: never heard
};

} // namespace lockstep
