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
    Counter, ///< becomes a rate, and where our catalogue keeps one, a lifetime count
    Gauge,
    GigabitSpeed, ///< "400", "400G"
    SpeedName, ///< "SPEED_400GB"
    State, ///< 1: "UP" or "ACTIVE"
    Admin, ///< switched off by an administrator, which is not a fault
    DecibelMilliwatt, ///< becomes watts
    Transceiver, ///< the name of the component in it
};

/// How the values of several lanes or queues of a port are combined.
enum class GnmiFold : std::uint8_t { Sum, Lowest, Highest };

/// A leaf of a device's tree, and the metric it maps to.
struct GnmiLeaf
{
    std::string path; ///< names of the elements, between slashes, without keys
    std::string metric; ///< from metricnames.h; empty: none by itself
    GnmiKind kind = GnmiKind::Counter;
    GnmiFold fold = GnmiFold::Sum;
    double factor = 1;
    std::string portKey = "name"; ///< key that names the interface, or the component of a transceiver
    std::string switchKey = {}; ///< key that names the switch; empty: the target is one
    bool isOfComponent = false;
    unsigned bits = 64; ///< of a counter
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
    std::string_view name; ///< as in a configuration
    std::vector<GnmiSubscription> subscriptions;
    std::vector<GnmiLeaf> leaves;
};

/// All that are known. One more device's tree is one more row.
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
