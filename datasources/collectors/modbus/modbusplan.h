// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/modbus/modbusoptions.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// Adjacent registers that are read in one request.
struct ModbusBlock
{
    static constexpr std::uint16_t maxRegisters = 125; ///< per response, by the protocol
    static constexpr std::uint16_t maxBits = 2000;

    int unit = 1;
    ModbusTable table = ModbusTable::Holding;
    std::uint16_t address = 0;
    std::uint16_t count = 0;
    std::vector<std::size_t> rows; ///< indices of the rows
};

/// The fewest requests without gaps, because devices reject a block that contains an unmapped register.
[[nodiscard]] std::vector<ModbusBlock> planModbus(std::span<const ModbusRow> rows);

/// The request for a single row.
[[nodiscard]] ModbusBlock blockOf(std::span<const ModbusRow> rows, std::size_t row);

/// The number at a place. @param values from its first register or bit on, at least as many as its width
[[nodiscard]] double modbusNumber(const ModbusPlace& at, std::span<const std::uint16_t> values);

} // namespace lockstep
