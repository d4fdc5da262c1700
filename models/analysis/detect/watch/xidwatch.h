// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <string_view>
#include <vector>

namespace lockstep {

/// Reports XIDs from exporters that provide only the last one (gpu.xid), in the form in which agents report each. An
/// XID that was present when the GPU was first seen is of unknown age and not reported. A plain value, used by the
/// analysis's worker.
class XidWatch
{
public:
    static constexpr std::array<std::string_view, 1> watched{metrics::gpu::xid};
    static constexpr float max = 9999; ///< larger values are not XIDs

    void step(const WatchedTick& now, Derived& out);

private:
    std::vector<float> m_last; ///< by GPU; NaN: never reported
};

} // namespace lockstep
