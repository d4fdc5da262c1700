// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/ipmi/ipmioptions.h"
#include "datasources/collectors/ipmi/ipmisensors.h"

#include <span>

namespace lockstep {

/// What sensors say, as our metrics: each as a sensor of its rack or node, with its own limits, and what rows say
/// besides. One that its controller judges as bad is reported as a part that is unwell.
[[nodiscard]] FacilityReport ipmiReport(std::span<const IpmiSensor> sensors, const IpmiOptions& options,
                                        ReadingGate& gate);

} // namespace lockstep
