// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/ids.h"
#include "models/core/result.h"
#include "models/core/time.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace lockstep {

/// One step of the path to a measured entity.
struct FacilityStep
{
    EntityKind kind = EntityKind::Sensor;
    std::string name;
    friend auto operator<=>(const FacilityStep&, const FacilityStep&) = default;
};

/// From the cluster down, for example rack A03, sensor PDU-A; empty: the agent's own node. A place that begins with a
/// sensor or port is part of that node.
using FacilityPlace = std::vector<FacilityStep>;

/// A value of a catalogue metric.
struct FacilityValue
{
    FacilityPlace place;
    std::string_view metric; ///< from metricnames.h
    double value = 0;
};

/// A fault condition: reported when it begins, worsens and ends.
struct FacilityCondition
{
    FacilityPlace place;
    std::string code; ///< of eventcodes.h
    Severity severity = Severity::Warning;
    std::string text;
    std::string over; ///< text of the event when it ends
};

/// Report of one target at one time.
struct FacilityReport
{
    static constexpr std::size_t maxValues = 32'768;
    static constexpr std::size_t maxConditions = 256;

    std::vector<FacilityValue> values;
    std::vector<FacilityCondition> conditions;
    std::vector<std::string> served; ///< names of racks that its loops cool; empty: unknown
    std::size_t refused = 0; ///< number of implausible values omitted
    std::string note; ///< unreadable parts; empty: none
};

/// A device's name as a valid entity name: without control characters, and limited in length.
/// @param longest maximum length in bytes; exceeded by a few to avoid cutting a character
[[nodiscard]] std::string facilityName(std::string_view said, std::size_t longest = 80);

/// A device that is polled over a network: cooling unit, PDU, switch. All calls except name() come from its poller's
/// thread, and may block.
class FacilityTarget
{
public:
    virtual ~FacilityTarget() = default;

    /// For display, without secrets: "https://cdu-7". Constant; any thread.
    [[nodiscard]] virtual const std::string& name() const = 0;

    /// Queries it once. Errors and notes do not contain name(). @param stop ends the query within seconds
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
