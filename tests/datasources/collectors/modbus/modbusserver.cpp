// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/collectors/modbus/modbusserver.h"

#include <array>
#include <bit>
#include <cstdlib>
#include <modbus/modbus.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

namespace lockstep::test {

struct ModbusServer::Parts
{
    static constexpr int size = 256;
    modbus_t* context = ::modbus_new_tcp("127.0.0.1", 0);
    modbus_mapping_t* values = ::modbus_mapping_new(size, size, size, size);

    Parts() = default;
    ~Parts()
    {
        ::modbus_mapping_free(values);
        ::modbus_free(context);
    }
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;
};

ModbusServer::ModbusServer() : m_parts(std::make_unique<Parts>())
{
    m_listener = FileDescriptor(::modbus_tcp_listen(m_parts->context, 4));
    sockaddr_in address{};
    socklen_t size = sizeof(address);
    if (::getsockname(m_listener.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
        std::abort();
    m_port = ntohs(address.sin_port);
    m_thread = std::jthread([this](const std::stop_token& stop) { serve(stop); });
}

ModbusServer::~ModbusServer() = default;

void ModbusServer::serve(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        pollfd look{m_listener.get(), POLLIN, 0};
        if (::poll(&look, 1, 10) <= 0)
            continue;
        const FileDescriptor socket(::accept(m_listener.get(), nullptr, nullptr));
        if (!socket.isOpen())
            continue;
        ++m_connections;
        serveOne(socket.get(), stop);
    }
}

void ModbusServer::serveOne(int socket, const std::stop_token& stop)
{
    ::modbus_set_socket(m_parts->context, socket);
    std::array<std::uint8_t, MODBUS_TCP_MAX_ADU_LENGTH> question{};
    m_isToDrop = false;
    while (!stop.stop_requested() && !m_isToDrop) {
        pollfd look{socket, POLLIN, 0};
        if (::poll(&look, 1, 10) <= 0)
            continue;
        const int length = ::modbus_receive(m_parts->context, question.data());
        if (length < 0)
            return;
        ++m_questions;
        const std::scoped_lock lock(m_mutex);
        ::modbus_reply(m_parts->context, question.data(), length, m_parts->values);
    }
}

void ModbusServer::setHolding(int address, std::uint16_t value)
{
    const std::scoped_lock lock(m_mutex);
    m_parts->values->tab_registers[address] = value;
}

void ModbusServer::setInput(int address, std::uint16_t value)
{
    const std::scoped_lock lock(m_mutex);
    m_parts->values->tab_input_registers[address] = value;
}

void ModbusServer::setInputFloat(int address, float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::scoped_lock lock(m_mutex);
    m_parts->values->tab_input_registers[address] = static_cast<std::uint16_t>(bits >> 16U);
    m_parts->values->tab_input_registers[address + 1] = static_cast<std::uint16_t>(bits & 0xFFFFU);
}

void ModbusServer::setCoil(int address, bool value)
{
    const std::scoped_lock lock(m_mutex);
    m_parts->values->tab_bits[address] = value ? 1 : 0;
}

void ModbusServer::setDiscrete(int address, bool value)
{
    const std::scoped_lock lock(m_mutex);
    m_parts->values->tab_input_bits[address] = value ? 1 : 0;
}

} // namespace lockstep::test
