// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/derived.h"

#include "models/core/metrics/metriccatalogue.h"

#include <cassert>

namespace lockstep {

std::vector<float>& Derived::addColumn(std::string_view metric, TickIndex tick, std::size_t count)
{
    const MetricDescriptor* const known = findMetric(metric);
    assert(known != nullptr);
    return columns.emplace_back(DerivedColumn{*known, tick, std::vector<float>(count, noData)}).values;
}

} // namespace lockstep
