// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/admission/connectionlimiter.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep {

/// Key of a peer: a local user or a network address.
struct ConnectionLimiter::Peer
{
    std::string name;
    std::size_t connections = 0;
    std::size_t calls = 0;
    std::size_t streams = 0;
    Time seen{};
    Time shutOutUntil{};
    unsigned wrongTokens = 0; ///< successive ones
    Time lastWrongToken{};
    Time arrivalsFrom{};
    double arrivals = 0; ///< connections that it may still open
    Time allowanceFrom{};
    double allowance = 0; ///< calls that it may still start
    Time bytesFrom{};
    double bytes = 0; ///< bytes that may still be read from it
};

namespace {

using GuestTime = ConnectionLimiter::Time;

/// Refills an allowance by @p rate per second up to @p max; a new one starts full.
void grow(double& allowance, GuestTime& from, GuestTime now, double rate, double max)
{
    const double seconds = std::chrono::duration<double>(now - from).count();
    allowance = from == GuestTime() ? max : std::min(max, allowance + std::max(seconds, 0.0) * rate);
    from = now;
}

/// @return false: the allowance was insufficient
bool spend(std::size_t amount, double& allowance, GuestTime& from, GuestTime now, double rate, double max)
{
    grow(allowance, from, now, rate, max);
    if (allowance < static_cast<double>(amount))
        return false;
    allowance -= static_cast<double>(amount);
    return true;
}

} // namespace

std::shared_ptr<ConnectionLimiter::Peer> ConnectionLimiter::peerNamed(const std::string& name, Time now)
{
    constexpr std::size_t maxPeers = 4096;
    constexpr auto memory = std::chrono::seconds(30); // every allowance is full again by then
    const bool isNew = !m_peers.contains(name);
    if (isNew && m_peers.size() >= maxPeers) {
        std::erase_if(m_peers, [&](const auto& entry) {
            return entry.second->connections == 0 && now - entry.second->seen > memory;
        });
    }
    // New peers share one account until others are forgotten.
    auto& peer = m_peers[isNew && m_peers.size() >= maxPeers ? std::string() : name];
    if (!peer)
        peer = std::make_shared<Peer>();
    peer->name = name.empty() ? "newcomers" : name;
    peer->seen = now;
    return peer;
}

ConnectionLimiter::Arrival ConnectionLimiter::refuse(std::string why)
{
    ++m_refusals.connections;
    m_refusals.lastReason = why;
    return {nullptr, std::move(why), {}};
}

ConnectionLimiter::ConnectionPtr ConnectionLimiter::longestIdle(const Peer* of, Time now) const
{
    constexpr auto timeToAsk = std::chrono::milliseconds(200);
    ConnectionPtr idlest;
    for (const auto& [address, connection] : m_connections) {
        const bool mayGo
            = connection->m_streams == 0 && !connection->m_isToClose && now - connection->m_lastCall > timeToAsk;
        if (mayGo && (of == nullptr || connection->m_peer.get() == of)
            && (!idlest || connection->m_lastCall < idlest->m_lastCall))
            idlest = connection;
    }
    return idlest;
}

ConnectionLimiter::Arrival ConnectionLimiter::arrive(const std::string& key, const std::string& address,
                                                     const std::string& peerName, Time now)
{
    const std::scoped_lock lock(m_mutex);
    const bool isOwn = !m_own.empty() && address == m_own;
    const std::shared_ptr<Peer> peer = peerNamed(isOwn ? "the agent itself" : peerName, now);
    Arrival arrival;
    if (!isOwn) {
        const auto rate = static_cast<double>(m_limits.arrivalsPerSecond);
        if (now < peer->shutOutUntil)
            return refuse(
                fmt::format("{} exceeded a call limit or sent wrong tokens and is temporarily rejected", peer->name));
        if (!spend(1, peer->arrivals, peer->arrivalsFrom, now, rate, 2 * rate))
            return refuse(
                fmt::format("{} connects more than {} times per second", peer->name, m_limits.arrivalsPerSecond));
        const bool isPeerFull = peer->connections >= m_limits.connectionsPerPeer;
        if (isPeerFull || m_connections.size() >= m_limits.connections) {
            const ConnectionPtr idlest = longestIdle(isPeerFull ? peer.get() : nullptr, now);
            if (!idlest)
                return refuse(isPeerFull
                                  ? fmt::format("{} has {} connections", peer->name, peer->connections)
                                  : fmt::format("there are already {} connections in total", m_connections.size()));
            idlest->m_isToClose = true;
            arrival.toClose.push_back(idlest->m_key);
            ++m_refusals.connections;
            m_refusals.lastReason = fmt::format("{} has idle connections that block new ones", idlest->m_peer->name);
        }
    }
    arrival.connection = std::make_shared<Connection>();
    arrival.connection->m_key = key;
    arrival.connection->m_peer = peer;
    arrival.connection->m_lastCall = now;
    ++peer->connections;
    m_connections[key] = arrival.connection;
    return arrival;
}

ConnectionLimiter::Allowance ConnectionLimiter::allowanceOf(const ConnectionPtr& connection, Time now)
{
    constexpr double bytesAtOnce = 32 << 10;
    const std::scoped_lock lock(m_mutex);
    Peer& peer = *connection->m_peer;
    if (connection->m_isToClose)
        return {};
    const auto bytes = static_cast<double>(m_limits.bytesPerSecond);
    grow(connection->m_bytes, connection->m_bytesFrom, now, bytes, bytesAtOnce);
    grow(peer.bytes, peer.bytesFrom, now, bytes, 4 * bytesAtOnce);
    const auto calls = static_cast<double>(m_limits.callsPerSecond);
    grow(connection->m_allowance, connection->m_allowanceFrom, now, calls, 4 * calls);
    grow(peer.allowance, peer.allowanceFrom, now, 2 * calls, 8 * calls);
    const auto whole = [](double one, double other) {
        return static_cast<std::size_t>(std::max(std::min(one, other), 0.0));
    };
    return {whole(connection->m_bytes, peer.bytes), whole(connection->m_allowance, peer.allowance)};
}

void ConnectionLimiter::expectOwn(const std::string& address)
{
    const std::scoped_lock lock(m_mutex);
    m_own = address;
}

void ConnectionLimiter::breaksLimit(Connection& connection, Time now, std::string why)
{
    ++m_refusals.calls;
    m_refusals.lastReason = std::move(why);
    connection.m_isToClose = true;
    connection.m_peer->shutOutUntil = now + m_limits.shutOut;
}

bool ConnectionLimiter::note(const ConnectionPtr& connection, const ConnectionActivity& doings, Time now)
{
    constexpr double pingsPerSecond = 50;
    const std::scoped_lock lock(m_mutex);
    Peer& peer = *connection->m_peer;
    connection->m_bytes -= static_cast<double>(doings.bytes);
    peer.bytes -= static_cast<double>(doings.bytes);
    connection->m_calls += doings.callsBegun;
    peer.calls += doings.callsBegun;
    if (doings.callsBegun > 0)
        connection->m_lastCall = now;
    const auto rate = static_cast<double>(m_limits.callsPerSecond);
    const bool isSlow
        = spend(doings.callsBegun, connection->m_allowance, connection->m_allowanceFrom, now, rate, 4 * rate)
        && spend(doings.callsBegun, peer.allowance, peer.allowanceFrom, now, 2 * rate, 8 * rate);
    if (doings.problem != nullptr)
        breaksLimit(*connection, now, fmt::format("{} {}", peer.name, doings.problem));
    else if (!isSlow)
        breaksLimit(*connection, now,
                    fmt::format("{} starts more than {} calls per second", peer.name, m_limits.callsPerSecond));
    else if (peer.calls > m_limits.callsPerPeer)
        breaksLimit(*connection, now, fmt::format("{} has more than {} calls open", peer.name, m_limits.callsPerPeer));
    else if (!spend(doings.pings, connection->m_pings, connection->m_pingsFrom, now, pingsPerSecond,
                    8 * pingsPerSecond))
        breaksLimit(*connection, now, fmt::format("{} pings more than {} times per second", peer.name, pingsPerSecond));
    connection->m_calls -= doings.callsEnded;
    peer.calls -= doings.callsEnded;
    m_turnover += doings.callsEnded;
    noteUnfinished(*connection, now);
    return !connection->m_isToClose;
}

void ConnectionLimiter::noteUnfinished(Connection& connection, Time now) const
{
    if (connection.m_calls <= connection.m_streams)
        connection.m_unfinishedSince = {};
    else if (connection.m_unfinishedSince == Time())
        connection.m_unfinishedSince = now;
}

void ConnectionLimiter::showsToken(const std::string& key, bool isRight, Time now)
{
    constexpr unsigned tries = 3; // a reader may not have a renewed token yet
    constexpr unsigned longest = 6; // doublings, up to one minute
    constexpr auto forgotten = std::chrono::minutes(5);
    constexpr std::size_t maxNamed = 64;
    const std::scoped_lock lock(m_mutex);
    const auto found = m_connections.find(key);
    if (found == m_connections.end())
        return;
    Peer& peer = *found->second->m_peer;
    if (isRight || now - peer.lastWrongToken > forgotten)
        peer.wrongTokens = 0;
    if (isRight)
        return;
    const bool isNamed = m_refusals.wrongTokens.size() < maxNamed || m_refusals.wrongTokens.contains(peer.name);
    ++m_refusals.wrongTokens[isNamed ? peer.name : "others"];
    peer.lastWrongToken = now;
    if (++peer.wrongTokens <= tries || found->second->m_isToClose)
        return;
    found->second->m_isToClose = true;
    peer.shutOutUntil = std::max(peer.shutOutUntil,
                                 now + std::chrono::seconds(1U << std::min(peer.wrongTokens - tries - 1, longest)));
}

std::string ConnectionLimiter::streamBegins(const std::string& key, ConnectionPtr& connection, Time now)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_connections.find(key);
    if (found == m_connections.end())
        return "the connection has ended"; // gRPC still processes earlier data
    std::string refusal;
    if (m_streams >= m_limits.streams)
        refusal = fmt::format("this agent already serves {} streams, its limit", m_streams);
    else if (found->second->m_peer->streams >= m_limits.streamsPerPeer)
        refusal = fmt::format("{} already has {} streams here, the limit per client", found->second->m_peer->name,
                              found->second->m_peer->streams);
    if (!refusal.empty()) {
        ++m_refusals.streams;
        m_refusals.lastReason = refusal;
        return refusal;
    }
    ++m_streams;
    connection = found->second;
    ++connection->m_streams;
    ++connection->m_peer->streams;
    noteUnfinished(*connection, now);
    return {};
}

void ConnectionLimiter::streamEnds(const ConnectionPtr& connection, Time now)
{
    const std::scoped_lock lock(m_mutex);
    --m_streams;
    --connection->m_streams;
    --connection->m_peer->streams;
    connection->m_lastCall = now; // restarts the time limit of a reader that reuses the connection
    noteUnfinished(*connection, now);
}

std::vector<std::string> ConnectionLimiter::toClose(Time now)
{
    const std::scoped_lock lock(m_mutex);
    std::vector<std::string> keys;
    for (const auto& [key, connection] : m_connections) {
        const bool isIdle = connection->m_streams == 0 && now - connection->m_lastCall > m_limits.withoutCall;
        const bool isStuck
            = connection->m_unfinishedSince != Time() && now - connection->m_unfinishedSince > m_limits.withoutCall;
        connection->m_isToClose = connection->m_isToClose || isIdle || isStuck;
        if (connection->m_isToClose)
            keys.push_back(key);
    }
    return keys;
}

void ConnectionLimiter::left(const ConnectionPtr& connection)
{
    const std::scoped_lock lock(m_mutex);
    if (m_connections.erase(connection->m_key) == 0)
        return;
    ++m_turnover;
    --connection->m_peer->connections;
    connection->m_peer->calls -= std::exchange(connection->m_calls, 0);
}

ConnectionLimiter::Refusals ConnectionLimiter::takeRefusals()
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_refusals, {});
}

bool ConnectionLimiter::takeTurnover()
{
    constexpr std::size_t much = 64;
    const std::scoped_lock lock(m_mutex);
    if (m_turnover < much)
        return false;
    m_turnover = 0;
    return true;
}

} // namespace lockstep
