// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/lifetimewatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/metrics/flags.h"
#include "models/core/metrics/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

void LifetimeWatch::step(TickIndex tick, TimePoint time, const Topology& topology, const MetricDescriptor& metric,
                         std::span<const float> values, Derived& out)
{
    Known& known = m_known[metric.name];
    if (values.size() < known.isSeen.size())
        known = {}; // another cluster
    known.isSeen.resize(values.size());
    for (std::uint32_t at = 0; at < values.size(); ++at) {
        if (std::isnan(values[at]) || std::exchange(known.isSeen[at], std::uint8_t{1}) != 0
            || !severityOf(metric, values[at]))
            continue;
        known.large.push_back(at);
        if (!known.gatheringSince)
            known.gatheringSince = tick;
    }
    if (!known.gatheringSince || tick - *known.gatheringSince < gatheredTicks)
        return;
    known.gatheringSince.reset();
    const std::vector<std::uint32_t> large = std::exchange(known.large, {});
    const std::uint32_t worst = *std::ranges::max_element(
        large, [&](std::uint32_t a, std::uint32_t b) { return isWorse(metric, values[b], values[a]); });
    const EntityRef ref{metric.entityKind, worst};
    const auto severity = severityOf(metric, values[worst]);
    if (!severity || !topology.contains(ref))
        return;
    const std::string others = large.size() == 1
        ? ""
        : fmt::format("; {} more at {} or over", large.size() - 1,
                      formatValue(metric, metric.warning.value_or(values[worst])));
    out.events.push_back({ref,
                          {time, *severity, 0, code,
                           fmt::format("{}: {} {}{}", placeText(topology, ref), metric.title,
                                       formatValue(metric, values[worst]), others)}});
}

} // namespace lockstep
