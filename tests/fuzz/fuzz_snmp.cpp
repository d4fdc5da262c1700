// SPDX-License-Identifier: GPL-3.0-or-later
// A walk over a device's table ends and stays within the table, whatever the device answers. Any text is a number or
// none.
#include "datasources/collectors/snmp/snmpvariable.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace lockstep;

/// Bytes: lines of an object identifier, a blank and a text; the first is the column. An empty line ends an answer.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view text(reinterpret_cast<const char*>(data), size);
    std::vector<SnmpVariable> answer;
    SnmpWalk walk({1, 3});
    bool isFirst = true;
    while (!text.empty() && !walk.isDone()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const auto oid = parseSnmpOid(line.substr(0, line.find(' ')));
        if (oid && (oid->size() < 2 || oid->size() > 128 || parseSnmpOid(snmpOidText(*oid)) != oid))
            std::abort();
        if (isFirst && oid)
            walk = SnmpWalk(*oid);
        isFirst = false;
        SnmpVariable variable;
        variable.oid = oid.value_or(SnmpOid());
        variable.kind = SnmpVariable::Kind::Text;
        variable.text = line.substr(std::min(line.find(' '), line.size()));
        if (const auto number = numberOf(variable); number && variable.text.empty())
            std::abort();
        if (!line.empty()) {
            answer.push_back(std::move(variable));
            continue;
        }
        const std::size_t before = walk.rows().size();
        walk.take(answer);
        answer.clear();
        if (!walk.isDone() && walk.rows().size() == before)
            std::abort();
    }
    if (walk.rows().size() > SnmpWalk::maxRows)
        std::abort();
    for (const SnmpVariable& each : walk.rows()) {
        if (walk.indexOf(each).empty())
            std::abort();
    }
    return 0;
}
