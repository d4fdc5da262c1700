// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/modbus/modbusplan.h"
#include "datasources/text/filedescriptor.h"

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

struct _modbus; // libmodbus' name of a connection

namespace lockstep {

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
    ModbusLink(FileDescriptor socket, std::chrono::milliseconds patience);
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
    std::chrono::milliseconds m_patience;
};

} // namespace lockstep
