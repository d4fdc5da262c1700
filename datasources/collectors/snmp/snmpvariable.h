// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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
        Count, ///< a counter that only grows, and wraps at its width
        Text,
        Absent, ///< the device has no such object
        Other ///< a type that is not used
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

/// Walk over a column of a table. Stops if a device loops or does not end. A plain value.
class SnmpWalk
{
public:
    static constexpr std::size_t maxRows = 512;

    explicit SnmpWalk(SnmpOid column) : m_column(std::move(column)), m_at(m_column) { }

    [[nodiscard]] bool isDone() const { return m_isDone; }
    [[nodiscard]] const SnmpOid& at() const { return m_at; } ///< the last OID: the next request continues after it
    [[nodiscard]] const std::vector<SnmpVariable>& rows() const { return m_rows; }
    [[nodiscard]] const std::string& problem() const { return m_problem; } ///< empty: the walk reached its end
    [[nodiscard]] SnmpOid indexOf(const SnmpVariable& row) const; ///< the part after the column

    /// Processes the answer to the last request.
    void take(std::span<const SnmpVariable> answer);

private:
    void end(std::string problem = {});

    SnmpOid m_column;
    SnmpOid m_at;
    bool m_isDone = false;
    std::vector<SnmpVariable> m_rows;
    std::string m_problem;
};

} // namespace lockstep
