// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// An object identifier: "1.3.6.1.2.1.1.3.0".
using SnmpOid = std::vector<std::uint32_t>;

/// nullopt: invalid; a leading dot is allowed.
[[nodiscard]] std::optional<SnmpOid> parseSnmpOid(std::string_view text);
[[nodiscard]] std::string snmpOidText(const SnmpOid& oid);

/// One value from a device.
struct SnmpVariable
{
    enum class Kind : std::uint8_t {
        Number,
        Count, ///< that only grows, and wraps after its bits
        Text,
        Absent, ///< it has none of that
        Other ///< which means nothing here
    };

    SnmpOid oid;
    Kind kind = Kind::Other;
    double number = 0; ///< of a number or count
    std::uint64_t count = 0; ///< of a count
    unsigned bits = 64; ///< of a count
    std::string text;
};

/// The numeric value; of a text the leading number, as in "36.5 C". nullopt: none.
[[nodiscard]] std::optional<double> numberOf(const SnmpVariable& variable);

} // namespace lockstep
