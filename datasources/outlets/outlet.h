// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/http/httpclient.h"
#include "datasources/outlets/outlettarget.h"

#include <deque>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <random>
#include <string>
#include <thread>

namespace lockstep {

/// Time-outs and limits of an outlet.
struct OutletLimits
{
    std::size_t waiting = 256; ///< messages; beyond that the oldest leaves
    std::size_t waitingBytes = 8U << 20U;
    std::chrono::milliseconds firstPause = std::chrono::seconds(1); ///< after a failure; doubles
    std::chrono::milliseconds longestPause = std::chrono::minutes(1);
    std::chrono::milliseconds giveUp = std::chrono::minutes(15); ///< after a message was first tried
    std::chrono::milliseconds connect = std::chrono::seconds(5);
    std::chrono::milliseconds answer = std::chrono::seconds(10);
};

struct OutletMessage
{
    std::string body;
    std::string id; ///< idempotency key: equal for repeated messages
    bool isWhole = false; ///< supersedes earlier messages, which need not be sent any more
};

struct OutletStatus
{
    std::uint64_t delivered = 0;
    std::uint64_t lost = 0; ///< refused, given up, or pushed out
    std::size_t waiting = 0;
    std::string problem; ///< why the last one was not delivered; names the other side. Empty: it was
};

/// Sends messages to one address, in order, on its own thread, with retries. Never blocks the caller. Any thread.
class Outlet
{
public:
    explicit Outlet(OutletTarget target) : Outlet(std::move(target), OutletLimits()) { }
    Outlet(OutletTarget target, OutletLimits limits);
    ~Outlet(); ///< returns at once; see finish()
    Outlet(const Outlet&) = delete;
    Outlet& operator=(const Outlet&) = delete;

    void post(OutletMessage message);
    [[nodiscard]] OutletStatus status() const;
    [[nodiscard]] const OutletTarget& target() const { return m_target; }
    /// Waits until all messages are sent, at most @p max.
    void finish(std::chrono::milliseconds max);

private:
    struct Waiting
    {
        OutletMessage message;
        std::chrono::steady_clock::time_point firstTried{};
        bool isBeingSent = false;
    };

    void work(const std::stop_token& stop);
    void makeRoom();
    [[nodiscard]] HttpRequest requestOf(const OutletMessage& message) const;
    void settle(const Result<HttpReply>& reply);
    [[nodiscard]] std::string problemOf(const Result<HttpReply>& reply) const;
    [[nodiscard]] std::chrono::milliseconds pause();

    const OutletTarget m_target;
    const OutletLimits m_limits;
    std::minstd_rand m_random{std::random_device()()}; ///< the worker's alone
    mutable std::mutex m_mutex; ///< guards the following members
    std::condition_variable_any m_changed;
    std::deque<Waiting> m_waiting;
    std::size_t m_bytes = 0; ///< of these
    unsigned m_failures = 0; ///< in a row
    OutletStatus m_status;
    std::jthread m_thread; ///< last
};

} // namespace lockstep
