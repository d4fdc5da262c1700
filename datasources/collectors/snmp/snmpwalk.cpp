// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/snmp/snmpwalk.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

SnmpOid SnmpWalk::indexOf(const SnmpVariable& row) const
{
    return {row.oid.begin() + static_cast<std::ptrdiff_t>(m_column.size()), row.oid.end()};
}

void SnmpWalk::end(std::string problem)
{
    m_isDone = true;
    m_problem = std::move(problem);
}

void SnmpWalk::take(std::span<const SnmpVariable> answer)
{
    if (answer.empty())
        return end(fmt::format("says nothing of what comes after {}", snmpOidText(m_at)));
    for (const SnmpVariable& each : answer) {
        const bool isWithin
            = each.oid.size() > m_column.size() && std::equal(m_column.begin(), m_column.end(), each.oid.begin());
        if (!isWithin || each.kind == SnmpVariable::Kind::Absent)
            return end();
        if (each.oid <= m_at)
            return end(fmt::format("goes in circles: after {} it says {}", snmpOidText(m_at), snmpOidText(each.oid)));
        if (m_rows.size() >= maxRows)
            return end(fmt::format("has more than {} rows in {}", maxRows, snmpOidText(m_column)));
        m_at = each.oid;
        m_rows.push_back(each);
    }
}

} // namespace lockstep
