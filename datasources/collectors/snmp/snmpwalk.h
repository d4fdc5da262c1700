// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/snmp/snmpvariable.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Walk over a column of a table. Stops if a device loops or does not end. A plain value.
class SnmpWalk
{
public:
    static constexpr std::size_t maxRows = 512;

    explicit SnmpWalk(SnmpOid column) : m_column(std::move(column)), m_at(m_column) { }

    [[nodiscard]] bool isDone() const { return m_isDone; }
    [[nodiscard]] const SnmpOid& at() const { return m_at; } ///< the last OID: the next request continues after it
    [[nodiscard]] const std::vector<SnmpVariable>& rows() const { return m_rows; }
    [[nodiscard]] const std::string& problem() const { return m_problem; } ///< empty: it went to its end
    [[nodiscard]] SnmpOid indexOf(const SnmpVariable& row) const; ///< the part after the column

    /// Takes the answer to the last request.
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
