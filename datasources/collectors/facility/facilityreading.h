// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilityreport.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep {

/// One row of a mapping table: the meaning of one value of a device.
struct FacilityReading
{
    FacilityPlace place;
    std::string_view metric; ///< one of metricnames.h
    double scale = 1; ///< from the device's unit to the metric's
    double offset = 0; ///< added after that
    double lowest = 0; ///< that it can be, in the metric's unit
    double highest = 0;
};

/// A place as people read it: "Loop cdu-9, pump 1"; "This node" where it is empty.
[[nodiscard]] std::string placeText(const FacilityPlace& place);

/// Adds a device's values to its report. Implausible values (not a number, out of range) are treated as no data,
/// counted and reported; leak values are reported as leaks. Owned by a target; used on its thread.
class ReadingGate
{
public:
    /// A report is begun: what was refused before stays counted.
    void begin() { m_refusedNow = 0; }

    /// @param raw as the device says it, before scale and offset
    void take(const FacilityReading& reading, double raw, FacilityReport& report);

    [[nodiscard]] std::uint64_t refused() const { return m_refused; } ///< since the target is asked

    /// What was rejected since begin, and in total; empty: nothing.
    [[nodiscard]] std::string note() const;

private:
    void refuse(const FacilityReading& reading, double value, FacilityReport& report);

    std::uint64_t m_refused = 0;
    std::uint64_t m_refusedNow = 0;
    std::string m_first; ///< that was refused since begin
};

} // namespace lockstep
