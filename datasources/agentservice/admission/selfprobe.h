// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/admission/connectionlimiter.h"
#include "models/core/result.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <sys/socket.h>
#include <thread>

namespace lockstep {

/// Listener watchdog: connects to the server's own port periodically. If the server no longer answers, it must be
/// restarted. Has its own thread; owned by the server.
class SelfProbe
{
public:
    struct Rhythm
    {
        std::chrono::milliseconds period{5000};
        std::chrono::milliseconds timeout{5000}; ///< of one answer
        int misses = 4; ///< consecutive failures before the server counts as unreachable
    };

    /// @param name of the address, for display
    /// @param bound listening address of the server
    /// @param onUnresponsive called once, on the probe's thread, with the reason
    SelfProbe(std::string name, const sockaddr_storage& bound, ConnectionLimiter& limiter,
              std::function<void(const std::string&)> onUnresponsive);
    SelfProbe(std::string name, const sockaddr_storage& bound, ConnectionLimiter& limiter,
              std::function<void(const std::string&)> onUnresponsive, Rhythm rhythm);
    ~SelfProbe();
    SelfProbe(const SelfProbe&) = delete;
    SelfProbe& operator=(const SelfProbe&) = delete;

private:
    void run(const std::stop_token& stop);
    [[nodiscard]] Status probe() const;

    const std::string m_name;
    sockaddr_storage m_address;
    ConnectionLimiter& m_limiter;
    const Rhythm m_rhythm;
    const std::function<void(const std::string&)> m_onUnresponsive;
    std::mutex m_mutex;
    std::condition_variable_any m_wakeUp;
    std::jthread m_thread;
};

} // namespace lockstep
