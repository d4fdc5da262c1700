// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/filedescriptor.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>

namespace lockstep::test {

/// libmodbus' own server on a free loopback port, with 256 of each register and bit from address 0. Serves one
/// connection at a time. Any thread may set values.
class ModbusServer
{
public:
    ModbusServer();
    ~ModbusServer();
    ModbusServer(const ModbusServer&) = delete;
    ModbusServer& operator=(const ModbusServer&) = delete;

    [[nodiscard]] std::uint16_t port() const { return m_port; }
    void setHolding(int address, std::uint16_t value);
    void setInput(int address, std::uint16_t value);
    /// The high word first.
    void setInputFloat(int address, float value);
    void setCoil(int address, bool value);
    void setDiscrete(int address, bool value);

    [[nodiscard]] int questions() const { return m_questions; }
    [[nodiscard]] int connections() const { return m_connections; }
    /// Closes the current connection; the client has to reconnect.
    void dropConnection() { m_isToDrop = true; }

private:
    void serve(const std::stop_token& stop);
    void serveOne(int socket, const std::stop_token& stop);

    struct Parts;
    std::unique_ptr<Parts> m_parts;
    FileDescriptor m_listener;
    std::uint16_t m_port = 0;
    std::mutex m_mutex;
    std::atomic<int> m_questions = 0;
    std::atomic<int> m_connections = 0;
    std::atomic<bool> m_isToDrop = false;
    std::jthread m_thread; ///< last: it uses all of the above
};

} // namespace lockstep::test
