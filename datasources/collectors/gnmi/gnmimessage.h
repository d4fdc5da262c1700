// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lockstep {

/// A place in a device's tree: element names without modules, separated by slashes, and all keys in order.
struct GnmiPlace
{
    std::string path; ///< "interfaces/interface/state/oper-status"
    std::vector<std::pair<std::string, std::string>> keys; ///< {"name", "swp1"}

    /// Null: no such key.
    [[nodiscard]] const std::string* find(std::string_view key) const;
};

/// A leaf's value. Texts may be numbers, because JSON encodes 64-bit ones as text.
using GnmiValue = std::variant<std::uint64_t, double, std::string>;

struct GnmiUpdate
{
    GnmiPlace place;
    GnmiValue value;
};

/// A subscription response: leaves with values, and deleted parts of the tree.
struct GnmiMessage
{
    static constexpr std::size_t maxUpdates = 65'536;
    static constexpr std::size_t maxDeletes = 64;
    static constexpr std::size_t longestText = 256; ///< of names, keys and values; longer ones are omitted

    bool isSync = false; ///< the initial state is complete
    std::int64_t timestampNs = 0; ///< by the device's clock; 0: none
    std::vector<GnmiUpdate> updates;
    std::vector<GnmiPlace> deletes;
    std::size_t leftOut = 0; ///< values that were too long, too deep, too many, or of another type
};

/// Reads a SubscribeResponse. JSON values become one update for each leaf. Any part may be missing or of another type;
/// only other messages are an Error. Never throws; any thread.
[[nodiscard]] Result<GnmiMessage> readGnmiMessage(std::string_view bytes);

/// An integer of at least 0, also as text. @return nullopt: not one
[[nodiscard]] std::optional<std::uint64_t> countOf(const GnmiValue& value);
[[nodiscard]] std::optional<double> realOf(const GnmiValue& value);
/// The name without its module prefix, as in "openconfig-if-ethernet:SPEED_400GB".
[[nodiscard]] std::string_view wordOf(const GnmiValue& value);

} // namespace lockstep
