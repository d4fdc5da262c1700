// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/http/httpclient.h"
#include "datasources/notifiers/notifiertarget.h"
#include "models/core/work/mutex.h"

#include <deque>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <random>
#include <string>
#include <thread>

namespace lockstep {

/// Time-outs and limits of a notifier.
struct NotifierLimits
{
    std::size_t waiting = 256; ///< messages; beyond that the oldest leaves
    std::size_t waitingBytes = 8U << 20U;
    std::chrono::milliseconds firstPause = std::chrono::seconds(1); ///< after a failure; doubles
    std::chrono::milliseconds maxPause = std::chrono::minutes(1);
    std::chrono::milliseconds giveUp = std::chrono::minutes(15); ///< retries end this long after the first attempt
    std::chrono::milliseconds connect = std::chrono::seconds(5);
    std::chrono::milliseconds answer = std::chrono::seconds(10);
};

struct NotifierMessage
{
    std::string body;
    std::string id; ///< idempotency key: equal for repeated messages
    bool isWhole = false; ///< supersedes earlier messages, which need not be sent any more
};

struct NotifierStatus
{
    std::uint64_t delivered = 0;
    std::uint64_t lost = 0; ///< rejected, abandoned, or displaced by newer ones
    std::size_t waiting = 0;
    std::string problem; ///< why the last message was not delivered, with the peer's name; empty: it was delivered
};

/// Sends messages to one address, in order, on its own thread, with retries. Never blocks the caller. Any thread.
class Notifier
{
public:
    explicit Notifier(NotifierTarget target) : Notifier(std::move(target), NotifierLimits()) { }
    Notifier(NotifierTarget target, NotifierLimits limits);
    ~Notifier(); ///< returns at once; see finish()
    Notifier(const Notifier&) = delete;
    Notifier& operator=(const Notifier&) = delete;

    void post(NotifierMessage message);
    [[nodiscard]] NotifierStatus status() const;
    [[nodiscard]] const NotifierTarget& target() const { return m_target; }
    /// Waits until all messages are sent, at most @p max.
    void finish(std::chrono::milliseconds max);

private:
    struct Waiting
    {
        NotifierMessage message;
        std::chrono::steady_clock::time_point firstTried{};
        bool isBeingSent = false;
    };

    void work(const std::stop_token& stop);
    void makeRoom() LOCKSTEP_REQUIRES(m_mutex);
    [[nodiscard]] HttpRequest requestOf(const NotifierMessage& message) const;
    void settle(const Result<HttpReply>& reply) LOCKSTEP_REQUIRES(m_mutex);
    [[nodiscard]] std::string problemOf(const Result<HttpReply>& reply) const;
    [[nodiscard]] std::chrono::milliseconds pause() LOCKSTEP_REQUIRES(m_mutex);

    const NotifierTarget m_target;
    const NotifierLimits m_limits;
    std::minstd_rand m_random{std::random_device()()}; ///< the worker's alone
    mutable Mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Waiting> m_waiting LOCKSTEP_GUARDED_BY(m_mutex);
    std::size_t m_bytes LOCKSTEP_GUARDED_BY(m_mutex) = 0; ///< of these
    unsigned m_failures LOCKSTEP_GUARDED_BY(m_mutex) = 0; ///< in a row
    NotifierStatus m_status LOCKSTEP_GUARDED_BY(m_mutex);
    std::jthread m_thread; ///< last
};

} // namespace lockstep
