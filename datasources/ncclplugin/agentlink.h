// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/ncclplugin/ringlayout.h"

#include <atomic>
#include <pthread.h>

namespace lockstep::nccl {

/// Hands the ring over to the node's agent, and again when the agent restarts. Its thread checks once per second and
/// holds no lock that a collective needs. The agent gets a read-only descriptor; the kernel identifies the process, and
/// closes the connection when it ends. Owned by the plugin.
class AgentLink
{
public:
    /// Called when an agent has connected or disconnected, on the thread that noticed.
    using OnChange = void (*)(void* context, bool isThere);

    constexpr AgentLink(OnChange onChange, void* context) : m_onChange(onChange), m_context(context) { }

    /// Looks for an agent at once, then periodically. Call again in a forked process.
    void start();
    void stop();

    /// Null until an agent was first found.
    [[nodiscard]] SharedRing* ring() const { return m_ring; }

private:
    static void* run(void* self);
    void watch();
    [[nodiscard]] bool connectOnce();
    [[nodiscard]] bool makeRing();
    [[nodiscard]] bool handOver(int socket) const;

    OnChange m_onChange;
    void* m_context;
    SharedRing* m_ring = nullptr;
    int m_memory = -1;
    int m_socket = -1; ///< to the agent; -1: none
    int m_wakeUp = -1;
    pthread_t m_thread{};
    bool m_isRunning = false;
    std::atomic<bool> m_isEnding{false};
};

} // namespace lockstep::nccl
