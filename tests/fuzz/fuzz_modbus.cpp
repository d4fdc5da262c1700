// SPDX-License-Identifier: GPL-3.0-or-later
// An answer over Modbus is either complete or a problem with a text, and any register content decodes to a number.
#include "datasources/collectors/modbus/modbustarget.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sys/socket.h>

using namespace lockstep;

/// Input: table, type and byte order, then the device's answer to the first request, as transaction 1.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 4)
        return 0;
    std::vector<ModbusRow> rows(1U + data[3] % 8U);
    for (std::size_t at = 0; at < rows.size(); ++at) {
        rows[at].at.table = static_cast<ModbusTable>(data[0] % 4U);
        rows[at].at.type = static_cast<ModbusType>(data[1] % 5U);
        rows[at].at.order = static_cast<ModbusOrder>(data[2] % 4U);
        rows[at].at.address = static_cast<std::uint16_t>(at * rows[at].at.width());
    }
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        std::abort();
    const FileDescriptor device(ends[1]);
    static_cast<void>(::send(device.get(), data + 4, std::min<std::size_t>(size - 4, 4096), MSG_NOSIGNAL));
    ::shutdown(device.get(), SHUT_WR);
    ModbusLink link(FileDescriptor(ends[0]), std::chrono::milliseconds(100));
    const std::vector<ModbusBlock> blocks = planModbus(rows);
    std::vector<std::uint16_t> values;
    const ModbusAnswer answer = link.read(blocks.front(), values, {});
    if ((answer.kind == ModbusAnswer::Kind::Given) != answer.problem.empty())
        std::abort();
    if (answer.kind != ModbusAnswer::Kind::Given)
        return 0;
    if (values.size() != blocks.front().count)
        std::abort();
    FacilityReport report;
    PlausibilityFilter gate;
    for (const std::size_t row : blocks.front().rows) {
        rows[row].reading = {{{EntityKind::Loop, "loop"}}, "loop.flow", 1, 0, -1e7, 1e7};
        const std::span<const std::uint16_t> all(values);
        gate.take(rows[row].reading, modbusNumber(rows[row].at, all.subspan(rows[row].at.address)), report);
    }
    if (report.values.size() + gate.refused() != blocks.front().rows.size())
        std::abort();
    return 0;
}
