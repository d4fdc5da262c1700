// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilitymapping.h"
#include "datasources/text/tomltable.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// The four tables of a Modbus device.
enum class ModbusTable : std::uint8_t { Holding, Input, Coil, Discrete };

[[nodiscard]] constexpr bool isOfBits(ModbusTable table)
{
    return table == ModbusTable::Coil || table == ModbusTable::Discrete;
}

enum class ModbusType : std::uint8_t { Int16, Uint16, Int32, Uint32, Float32 };

[[nodiscard]] constexpr std::uint16_t registersOf(ModbusType type)
{
    return type == ModbusType::Int16 || type == ModbusType::Uint16 ? 1 : 2;
}

/// Byte order of a 32-bit number, where A is the highest byte; the names are libmodbus'.
enum class ModbusOrder : std::uint8_t { Abcd, Cdab, Badc, Dcba };

/// Address of a value in a device.
struct ModbusPlace
{
    int unit = 1;
    ModbusTable table = ModbusTable::Holding;
    std::uint16_t address = 0; ///< protocol address, from 0
    ModbusType type = ModbusType::Uint16;
    ModbusOrder order = ModbusOrder::Abcd;
    std::optional<unsigned> bit; ///< of a register, 0 is the lowest: the value is 0 or 1

    [[nodiscard]] std::uint16_t width() const { return isOfBits(table) ? 1 : registersOf(type); }
};

struct ModbusRow
{
    ModbusPlace at;
    FacilityMapping reading;
};

/// How to poll a device by Modbus/TCP, and the meaning of its registers.
struct ModbusOptions
{
    MappedDevice device;
    std::uint16_t port = 502;
    std::vector<ModbusRow> rows;
};

/// Reads [[modbus]] of an agent's configuration. The Error names file and line.
[[nodiscard]] Result<std::vector<ModbusOptions>> readModbusTargets(TomlTable& top, const std::string& origin);

} // namespace lockstep
