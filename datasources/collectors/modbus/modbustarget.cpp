// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/modbus/modbustarget.h"

#include "datasources/collectors/facility/devicesocket.h"
#include "datasources/collectors/modbus/modbuslink.h"

#include <fmt/format.h>

#include <span>

namespace lockstep {

namespace {

std::string_view tableWord(ModbusTable table)
{
    switch (table) {
    case ModbusTable::Holding:
        return "holding register";
    case ModbusTable::Input:
        return "input register";
    case ModbusTable::Coil:
        return "coil";
    case ModbusTable::Discrete:
        return "discrete input";
    }
    return "register";
}

} // namespace

ModbusTarget::ModbusTarget(ModbusOptions options)
    : m_options(std::move(options)),
      m_name(fmt::format("modbus://{}:{}", m_options.device.host, m_options.port)),
      m_blocks(planModbus(m_options.rows))
{ }

ModbusTarget::~ModbusTarget() = default;

std::string ModbusTarget::blockText(const ModbusBlock& block) const
{
    const std::string what = fmt::format("{} {}", tableWord(block.table), block.address);
    return block.count > 1
        ? fmt::format("{}: {} to {} of unit {}", m_name, what, block.address + block.count - 1, block.unit)
        : fmt::format("{}: {} of unit {}", m_name, what, block.unit);
}

/// A device may have closed an idle connection, which is not a fault: tries once more.
ModbusAnswer ModbusTarget::read(const ModbusBlock& block, const std::stop_token& stop)
{
    for (;;) {
        const bool isKept = m_link != nullptr;
        if (!isKept) {
            Result<FileDescriptor> socket
                = connectDevice(m_options.device.host, m_options.port, m_options.device.patience, stop);
            if (!socket.isOk())
                return {ModbusAnswer::Kind::Broken, socket.error().message};
            m_link = std::make_unique<ModbusLink>(std::move(socket).value(), m_options.device.patience);
        }
        ModbusAnswer answer = m_link->read(block, m_values, stop);
        if (answer.kind == ModbusAnswer::Kind::Closed || answer.kind == ModbusAnswer::Kind::Broken)
            m_link.reset();
        if (!answer.problem.empty())
            answer.problem = fmt::format("{} {}", blockText(block), answer.problem);
        if (!isKept || answer.kind != ModbusAnswer::Kind::Closed || stop.stop_requested())
            return answer;
    }
}

void ModbusTarget::readBlock(const ModbusBlock& block, Turn& turn, const std::stop_token& stop)
{
    const ModbusAnswer answer = read(block, stop);
    if (answer.kind == ModbusAnswer::Kind::Given) {
        ++turn.answered;
        for (const std::size_t row : block.rows) {
            const auto& [at, reading] = m_options.rows[row];
            const std::span<const std::uint16_t> values(m_values);
            m_gate.take(reading, modbusNumber(at, values.subspan(at.address - block.address)), turn.report);
        }
        return;
    }
    if (turn.problem.empty())
        turn.problem = answer.problem;
    if (answer.kind != ModbusAnswer::Kind::Refused) {
        if (turn.failures++ == 0)
            turn.silence = answer.problem;
        return;
    }
    if (block.rows.size() == 1) {
        ++turn.refused;
        return;
    }
    // One unmapped address makes the whole request fail: reads its neighbours one by one.
    for (const std::size_t row : block.rows) {
        if (turn.failures < maxFailures && !stop.stop_requested())
            readBlock(blockOf(m_options.rows, row), turn, stop);
    }
}

Result<FacilityReport> ModbusTarget::poll(const std::stop_token& stop)
{
    Turn turn;
    turn.report.served = m_options.device.serves;
    m_gate.begin();
    const auto end = Clock::now() + longestPoll;
    for (const ModbusBlock& block : m_blocks) {
        if (stop.stop_requested() || turn.failures >= maxFailures)
            break;
        if (Clock::now() > end) {
            turn.problem = fmt::format("{} is too slow to read completely", m_name);
            break;
        }
        readBlock(block, turn, stop);
    }
    if (turn.answered == 0)
        return Error{turn.silence.empty() ? turn.problem : turn.silence};
    turn.report.note = turn.problem.empty() ? m_gate.note() : turn.problem;
    if (turn.refused > 1)
        turn.report.note += fmt::format("; same error for {} more", turn.refused - 1);
    return std::move(turn.report);
}

void ModbusTarget::close()
{
    m_link.reset();
}

} // namespace lockstep
