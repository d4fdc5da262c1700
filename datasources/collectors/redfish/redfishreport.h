// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilityreport.h"
#include "datasources/collectors/redfish/redfishoptions.h"
#include "datasources/collectors/redfish/redfishpage.h"

#include <span>
#include <string>

namespace lockstep {

/// A page, and the unit, PDU or chassis that it belongs to.
struct OwnedPage
{
    std::string owner; ///< path of that page
    RedfishPage page;
};

/// Converts pages to metrics of loops, racks and sensors. Several connectors of one side are one flow; pumps are
/// sensors of their loop, whose pump speed is the mean of those in use. A pure function.
[[nodiscard]] FacilityReport redfishReport(std::span<const OwnedPage> pages, const RedfishNames& names);

} // namespace lockstep
