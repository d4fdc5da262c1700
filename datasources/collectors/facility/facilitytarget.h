// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilityreport.h"
#include "models/core/result.h"
#include "models/core/time.h"

#include <memory>
#include <stop_token>
#include <string>

namespace lockstep {

/// A device that is polled over a network: cooling unit, PDU, switch. All calls except name() come from its poller's
/// thread, and may block.
class FacilityTarget
{
public:
    virtual ~FacilityTarget() = default;

    /// For display, without secrets: "https://cdu-7". Constant; any thread.
    [[nodiscard]] virtual const std::string& name() const = 0;

    /// Queries it once. @param stop ends the query within seconds
    [[nodiscard]] virtual Result<FacilityReport> poll(const std::stop_token& stop) = 0;

    /// Ends the session within seconds; no query follows.
    virtual void close() { }
};

/// A target and its polling interval.
struct PolledTarget
{
    std::unique_ptr<FacilityTarget> target;
    Duration interval = std::chrono::seconds(10);
};

} // namespace lockstep
