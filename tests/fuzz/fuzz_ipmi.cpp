// SPDX-License-Identifier: GPL-3.0-or-later
// Output of ipmi-sensors is either parsed within limits or gives an error with a text.
#include "datasources/collectors/ipmi/ipmitarget.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto sensors = readIpmiSensors({reinterpret_cast<const char*>(data), size});
    if (!sensors.isOk()) {
        if (sensors.error().message.empty())
            std::abort();
        return 0;
    }
    IpmiOptions options;
    options.device.place = {{EntityKind::Rack, "rack"}};
    PlausibilityFilter gate;
    const FacilityReport report = ipmiReport(sensors.value(), options, gate);
    if (report.conditions.size() > FacilityReport::maxConditions)
        std::abort();
    for (const FacilityValue& each : report.values) {
        if (!std::isfinite(each.value) || each.place.size() != 2 || each.place.back().name.empty())
            std::abort();
    }
    return 0;
}
