// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/notifiers/notifier.h"

#include "models/core/work/backoff.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr double shortestPauseShare = 0.75;
constexpr std::size_t maxOfAnswer = 16U << 10U; // answers of receivers are ignored

/// Whether a retry may succeed.
bool isTransient(const Result<HttpReply>& reply)
{
    return !reply.isOk() || reply.value().status == 408 || reply.value().status == 429 || reply.value().status >= 500;
}

} // namespace

Notifier::Notifier(NotifierTarget target, NotifierLimits limits)
    : m_target(std::move(target)), m_limits(limits), m_thread([this](const std::stop_token& stop) { work(stop); })
{ }

Notifier::~Notifier() = default;

void Notifier::post(NotifierMessage message)
{
    {
        const Lock lock(m_mutex);
        if (message.isWhole) {
            std::erase_if(m_waiting, [this](const Waiting& each) LOCKSTEP_REQUIRES(m_mutex) {
                if (each.isBeingSent)
                    return false;
                m_bytes -= each.message.body.size();
                return true;
            });
        }
        m_bytes += message.body.size();
        m_waiting.push_back({std::move(message), {}, false});
        makeRoom();
    }
    m_changed.notify_all();
}

/// Drops the oldest messages, except the one being sent.
void Notifier::makeRoom()
{
    while (m_waiting.size() > 1 && (m_waiting.size() > m_limits.waiting || m_bytes > m_limits.waitingBytes)) {
        const auto oldest = std::ranges::find(m_waiting, false, &Waiting::isBeingSent);
        m_bytes -= oldest->message.body.size();
        m_waiting.erase(oldest);
        ++m_status.lost;
    }
}

NotifierStatus Notifier::status() const
{
    const Lock lock(m_mutex);
    NotifierStatus status = m_status;
    status.waiting = m_waiting.size();
    return status;
}

void Notifier::finish(std::chrono::milliseconds max)
{
    Lock lock(m_mutex);
    m_changed.wait_for(lock, max, [this]() LOCKSTEP_REQUIRES(m_mutex) { return m_waiting.empty(); });
}

void Notifier::work(const std::stop_token& stop)
{
    HttpClient http(
        {.caFile = m_target.caFile,
         .certificateFile = {},
         .privateKeyFile = {},
         .bearerTokenFile = m_target.tokenFile,
         .user = {},
         .passwordFile = {}},
        {.bytes = maxOfAnswer, .isTruncationAllowed = true, .connect = m_limits.connect, .whole = m_limits.answer});
    Lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this]() LOCKSTEP_REQUIRES(m_mutex) { return !m_waiting.empty(); })) {
        Waiting& next = m_waiting.front();
        if (next.firstTried == std::chrono::steady_clock::time_point())
            next.firstTried = std::chrono::steady_clock::now();
        next.isBeingSent = true;
        const NotifierMessage message = next.message;
        lock.unlock();
        const Result<HttpReply> reply = http.send(requestOf(message), stop);
        lock.lock();
        if (stop.stop_requested())
            return;
        settle(reply);
        m_changed.notify_all();
        if (m_failures > 0)
            m_changed.wait_for(lock, stop, pause(), [] { return false; });
    }
}

HttpRequest Notifier::requestOf(const NotifierMessage& message) const
{
    HttpRequest request{.url = m_target.url, .method = "POST", .body = message.body, .headers = {}};
    request.headers = {"Content-Type: application/json", "Idempotency-Key: " + message.id};
    if (!m_target.token.empty())
        request.headers.push_back("Authorization: Bearer " + m_target.token);
    return request;
}

/// Handles the result of the first message.
void Notifier::settle(const Result<HttpReply>& reply)
{
    Waiting& first = m_waiting.front();
    first.isBeingSent = false;
    const bool isTaken = reply.isOk() && reply.value().isOk();
    const bool isToTryAgain = isTransient(reply);
    m_failures = isToTryAgain ? m_failures + 1 : 0;
    m_status.problem = isTaken ? std::string() : problemOf(reply);
    const bool isOutdated = m_waiting.size() > 1 && m_waiting[1].message.isWhole;
    const bool isGivenUp = std::chrono::steady_clock::now() - first.firstTried >= m_limits.giveUp;
    if (isToTryAgain && !isGivenUp && !isOutdated)
        return;
    if (isTaken)
        ++m_status.delivered;
    else if (!isToTryAgain || isGivenUp)
        ++m_status.lost;
    m_bytes -= first.message.body.size();
    m_waiting.pop_front();
}

std::string Notifier::problemOf(const Result<HttpReply>& reply) const
{
    return reply.isOk() ? fmt::format("{} rejected an alert: status {}", m_target.shown, reply.value().status)
                        : fmt::format("cannot deliver alerts to {}: {}", m_target.shown, reply.error().message);
}

/// Increases after each consecutive failure, with jitter, so that many clients do not retry at the same time when a
/// server returns.
std::chrono::milliseconds Notifier::pause()
{
    const Duration longest = BackOff{m_limits.firstPause, m_limits.maxPause}.pauseAfter(m_failures);
    std::uniform_real_distribution<double> share(shortestPauseShare, 1);
    return std::chrono::duration_cast<std::chrono::milliseconds>(longest * share(m_random));
}

} // namespace lockstep
