// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilitymapping.h"
#include "datasources/collectors/facility/facilityreport.h"
#include "datasources/text/filedescriptor.h"
#include "datasources/text/tomltable.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

struct _modbus; // libmodbus' name of a connection

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

/// Combines rows into as few requests as possible. Blocks have no gaps, because devices reject a block that contains an
/// unmapped register.
[[nodiscard]] std::vector<ModbusBlock> planModbus(std::span<const ModbusRow> rows);

/// The request for a single row.
[[nodiscard]] ModbusBlock blockOf(std::span<const ModbusRow> rows, std::size_t row);

/// The number at a place. @param values from its first register or bit on, at least as many as its width
[[nodiscard]] double modbusNumber(const ModbusPlace& at, std::span<const std::uint16_t> values);

/// Result of a request.
struct ModbusAnswer
{
    enum class Kind : std::uint8_t {
        Given,
        Refused, ///< rejected by the device; other requests may succeed
        Closed, ///< closed by the device
        Broken ///< silence or invalid data: the connection is unusable
    };
    Kind kind = Kind::Given;
    std::string problem; ///< empty: success
};

/// One Modbus/TCP connection through libmodbus, which validates responses. Every request has a time limit. Owned by a
/// ModbusTarget; used on its thread.
class ModbusLink
{
public:
    /// @param socket connected
    ModbusLink(FileDescriptor socket, std::chrono::milliseconds timeout);
    ~ModbusLink();
    ModbusLink(const ModbusLink&) = delete;
    ModbusLink& operator=(const ModbusLink&) = delete;

    /// Reads a block. @param values count() values, bits as 0 and 1. @param stop ends it at once
    [[nodiscard]] ModbusAnswer read(const ModbusBlock& block, std::vector<std::uint16_t>& values,
                                    const std::stop_token& stop);

private:
    [[nodiscard]] int ask(const ModbusBlock& block, std::vector<std::uint16_t>& values);

    struct Free
    {
        void operator()(_modbus* context) const;
    };
    std::unique_ptr<_modbus, Free> m_context;
    std::chrono::milliseconds m_timeout;
};

/// A cooling unit, meter or PDU that speaks Modbus/TCP: one persistent connection, one request at a time, adjacent
/// registers in one request. Read-only. Owned by its poller; used on its thread.
class ModbusTarget final : public FacilityTarget
{
public:
    static constexpr std::chrono::seconds maxPollDuration{30};
    static constexpr std::size_t maxFailures = 2; ///< connection failures per poll; more count as silence

    explicit ModbusTarget(ModbusOptions options);
    ~ModbusTarget() override;

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Result<FacilityReport> poll(const std::stop_token& stop) override;
    void close() override;

private:
    using Clock = std::chrono::steady_clock;
    /// One pass over all blocks.
    struct Turn
    {
        FacilityReport report;
        std::size_t answered = 0; ///< requests
        std::size_t refused = 0;
        std::size_t failures = 0; ///< connection failures
        std::string problem; ///< first problem
        std::string silence; ///< first connection problem
    };

    [[nodiscard]] ModbusAnswer read(const ModbusBlock& block, const std::stop_token& stop);
    void readBlock(const ModbusBlock& block, Turn& turn, const std::stop_token& stop);

    ModbusOptions m_options;
    std::string m_name;
    std::vector<ModbusBlock> m_blocks;
    std::unique_ptr<ModbusLink> m_link; ///< null: not connected
    std::vector<std::uint16_t> m_values; ///< of the latest block
    PlausibilityFilter m_gate;
};

} // namespace lockstep
