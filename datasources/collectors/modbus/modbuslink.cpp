// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/modbus/modbuslink.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <modbus/modbus.h>
#include <sys/socket.h>

namespace lockstep {

void ModbusLink::Free::operator()(_modbus* context) const
{
    ::modbus_close(context);
    ::modbus_free(context);
}

ModbusLink::ModbusLink(FileDescriptor socket, std::chrono::milliseconds patience)
    // The address is not used, because the socket is connected already.
    : m_context(::modbus_new_tcp("127.0.0.1", MODBUS_TCP_DEFAULT_PORT)), m_patience(patience)
{
    if (!m_context)
        return;
    ::modbus_set_socket(m_context.get(), socket.release());
    const auto microseconds = std::chrono::microseconds(patience).count();
    ::modbus_set_response_timeout(m_context.get(), static_cast<std::uint32_t>(microseconds / 1'000'000),
                                  static_cast<std::uint32_t>(microseconds % 1'000'000));
    // Without a byte timeout the response timeout covers the whole answer, so that a slow sender gains nothing.
    ::modbus_set_byte_timeout(m_context.get(), 0, 0);
}

ModbusLink::~ModbusLink() = default;

int ModbusLink::ask(const ModbusBlock& block, std::vector<std::uint16_t>& values)
{
    modbus_t* const context = m_context.get();
    if (::modbus_set_slave(context, block.unit) != 0)
        return -1;
    values.assign(block.count, 0);
    if (!isOfBits(block.table))
        return block.table == ModbusTable::Holding
            ? ::modbus_read_registers(context, block.address, block.count, values.data())
            : ::modbus_read_input_registers(context, block.address, block.count, values.data());
    std::array<std::uint8_t, ModbusBlock::maxBits> bits{};
    const int count = block.table == ModbusTable::Coil
        ? ::modbus_read_bits(context, block.address, block.count, bits.data())
        : ::modbus_read_input_bits(context, block.address, block.count, bits.data());
    std::copy_n(bits.begin(), std::min<std::size_t>(block.count, bits.size()), values.begin());
    return count;
}

ModbusAnswer ModbusLink::read(const ModbusBlock& block, std::vector<std::uint16_t>& values, const std::stop_token& stop)
{
    using enum ModbusAnswer::Kind;
    if (!m_context)
        return {Broken, "not enough memory for a connection"};
    const int socket = ::modbus_get_socket(m_context.get());
    int given = 0;
    int error = 0;
    {
        const std::stop_callback wake(stop, [socket] { ::shutdown(socket, SHUT_RDWR); });
        errno = 0;
        given = ask(block, values);
        error = errno;
    }
    if (stop.stop_requested())
        return {Broken, "stopped"};
    if (given == block.count)
        return {};
    if (given >= 0)
        return {Broken, fmt::format("returned {} values, expected {}", given, block.count)};
    if (error >= EMBXILFUN && error <= EMBXGTAR)
        return {Refused, fmt::format("reports: {}", ::modbus_strerror(error))};
    if (error == ETIMEDOUT)
        return {Broken, fmt::format("has not answered within {} s", std::chrono::duration<double>(m_patience).count())};
    if (error == ECONNRESET || error == EPIPE || error == ECONNREFUSED)
        return {Closed, "closes the connection"};
    return {Broken, fmt::format("returned an invalid Modbus reply: {}", ::modbus_strerror(error))};
}

} // namespace lockstep
