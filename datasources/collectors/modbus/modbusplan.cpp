// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/modbus/modbusplan.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <tuple>

namespace lockstep {

namespace {

std::uint32_t swapped(std::uint16_t word)
{
    return static_cast<std::uint32_t>((word << 8U | word >> 8U) & 0xFFFFU);
}

/// The 32 bits of two registers in order of transmission.
std::uint32_t bitsOf(ModbusOrder order, std::uint16_t first, std::uint16_t second)
{
    switch (order) {
    case ModbusOrder::Abcd:
        return std::uint32_t{first} << 16U | second;
    case ModbusOrder::Cdab:
        return std::uint32_t{second} << 16U | first;
    case ModbusOrder::Badc:
        return swapped(first) << 16U | swapped(second);
    case ModbusOrder::Dcba:
        return swapped(second) << 16U | swapped(first);
    }
    return 0;
}

} // namespace

ModbusBlock blockOf(std::span<const ModbusRow> rows, std::size_t row)
{
    const ModbusPlace& at = rows[row].at;
    return {at.unit, at.table, at.address, at.width(), {row}};
}

std::vector<ModbusBlock> planModbus(std::span<const ModbusRow> rows)
{
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t row) {
        const ModbusPlace& at = rows[row].at;
        return std::tuple(at.unit, at.table, at.address);
    });
    std::vector<ModbusBlock> blocks;
    for (const std::size_t row : order) {
        const ModbusPlace& at = rows[row].at;
        const unsigned max = isOfBits(at.table) ? ModbusBlock::maxBits : ModbusBlock::maxRegisters;
        ModbusBlock* const last = blocks.empty() ? nullptr : &blocks.back();
        const unsigned end = at.address + unsigned{at.width()};
        const bool fits = last != nullptr && last->unit == at.unit && last->table == at.table
            && at.address <= last->address + unsigned{last->count} && end - last->address <= max;
        if (!fits) {
            blocks.push_back(blockOf(rows, row));
            continue;
        }
        last->count = static_cast<std::uint16_t>(std::max<unsigned>(last->count, end - last->address));
        last->rows.push_back(row);
    }
    return blocks;
}

double modbusNumber(const ModbusPlace& at, std::span<const std::uint16_t> values)
{
    if (values.size() < at.width())
        return std::numeric_limits<double>::quiet_NaN();
    if (isOfBits(at.table))
        return values[0] != 0 ? 1 : 0;
    if (at.bit)
        return values[0] >> *at.bit & 1;
    switch (at.type) {
    case ModbusType::Uint16:
        return values[0];
    case ModbusType::Int16:
        return static_cast<std::int16_t>(values[0]);
    case ModbusType::Uint32:
        return bitsOf(at.order, values[0], values[1]);
    case ModbusType::Int32:
        return static_cast<std::int32_t>(bitsOf(at.order, values[0], values[1]));
    case ModbusType::Float32:
        return std::bit_cast<float>(bitsOf(at.order, values[0], values[1]));
    }
    return std::numeric_limits<double>::quiet_NaN();
}

} // namespace lockstep
