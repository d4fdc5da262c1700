// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// How the values of a leaf are interpreted.
enum class GnmiKind : std::uint8_t {
    Counter, ///< a rate and, if the catalogue has one, a lifetime count
    Gauge,
    GigabitSpeed, ///< "400", "400G"
    SpeedName, ///< "SPEED_400GB"
    State, ///< 1: "UP" or "ACTIVE"
    Admin, ///< disabled by an administrator, which is not a fault
    DecibelMilliwatt, ///< converted to watts
    Transceiver, ///< name of the port's transceiver component
};

/// How the values of several lanes or queues of a port are combined.
enum class GnmiFold : std::uint8_t { Sum, Lowest, Highest };

/// A leaf of a device's tree, and the metric it maps to.
struct GnmiLeaf
{
    std::string path; ///< element names separated by slashes, without keys
    std::string metric; ///< from metricnames.h; empty: no metric
    GnmiKind kind = GnmiKind::Counter;
    GnmiFold fold = GnmiFold::Sum;
    double factor = 1;
    std::string portKey = "name"; ///< key with the name of the interface, or of a transceiver's component
    std::string switchKey = {}; ///< key with the name of the switch; empty: the target itself
    bool isOfComponent = false;
    unsigned bits = 64; ///< width of a counter
    std::string pattern = {}; ///< a site's own path to subscribe to, with keys in brackets

    [[nodiscard]] bool isChangeOnly() const
    {
        return kind == GnmiKind::State || kind == GnmiKind::Admin || kind == GnmiKind::SpeedName
            || kind == GnmiKind::GigabitSpeed || kind == GnmiKind::Transceiver;
    }
};

/// A subscribed path.
struct GnmiSubscription
{
    std::string pattern; ///< "interfaces/interface[name=*]/state/counters"
    bool isOnChange = false;
};

/// Leaves that are subscribed in one call, so that a group that a device does not support affects no other.
struct GnmiGroup
{
    std::string_view name; ///< as in the configuration
    std::vector<GnmiSubscription> subscriptions;
    std::vector<GnmiLeaf> leaves;
};

/// All known groups. To support another device's tree, add a row.
[[nodiscard]] std::span<const GnmiGroup> gnmiGroups();

/// An element of a path: its name and its keys.
struct GnmiStep
{
    std::string name;
    std::vector<std::pair<std::string, std::string>> keys;
};

/// Parses "a/b[key=value]/c". The Error names the expected input.
[[nodiscard]] Result<std::vector<GnmiStep>> parseGnmiPath(std::string_view text);

} // namespace lockstep
