// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/admission/relay.h"

#include <algorithm>
#include <cerrno>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <utility>

namespace lockstep {

namespace {

bool mayTryAgain()
{
    return errno == EAGAIN || errno == EINTR;
}

/// An idle connection has no buffers.
void release(std::string& text)
{
    std::string().swap(text);
}

void add(FrameGuard::Seen& sum, const FrameGuard::Seen& more)
{
    sum.begun += more.begun;
    sum.ended += more.ended;
    sum.pings += more.pings;
    sum.problem = sum.problem != nullptr ? sum.problem : more.problem;
}

} // namespace

Relay::Relay(int epoll, std::uint64_t id, PeerSocket outer, FileDescriptor inner, std::optional<FrameGuard> guard)
    : m_epoll(epoll), m_id(id), m_outer(std::move(outer)), m_inner(std::move(inner)), m_guard(std::move(guard))
{
    epoll_event event{};
    m_outerInterest = m_innerInterest = event.events = EPOLLIN;
    event.data.u64 = id;
    ::epoll_ctl(epoll, EPOLL_CTL_ADD, m_outer.descriptor(), &event);
    event.data.u64 = id + 1;
    ::epoll_ctl(epoll, EPOLL_CTL_ADD, m_inner.get(), &event);
}

void Relay::innerHasClosed()
{
    if (!std::exchange(m_hasInnerClosed, true))
        ::epoll_ctl(m_epoll, EPOLL_CTL_DEL, m_inner.get(), nullptr);
}

bool Relay::flushOuter()
{
    while (!m_toOuter.empty()) {
        const ssize_t sent = m_outer.write(m_toOuter);
        if (sent <= 0)
            return sent < 0;
        m_toOuter.erase(0, static_cast<std::size_t>(sent));
    }
    release(m_toOuter);
    return true;
}

bool Relay::flushInner()
{
    while (!m_toInner.empty()) {
        const ssize_t sent = ::send(m_inner.get(), m_toInner.data(), m_toInner.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0)
            return mayTryAgain();
        m_toInner.erase(0, static_cast<std::size_t>(sent));
    }
    release(m_toInner);
    return true;
}

bool Relay::readFromPeer(std::size_t max, std::size_t mayBegin, std::span<char> buffer, Moved& moved)
{
    while (m_toInner.empty() && moved.taken < max && moved.seen.problem == nullptr) {
        const ssize_t size = m_outer.read(buffer.first(std::min(buffer.size(), max - moved.taken)));
        if (size <= 0)
            return size < 0;
        moved.taken += static_cast<std::size_t>(size);
        m_toInner.assign(buffer.data(), static_cast<std::size_t>(size));
        if (m_guard)
            add(moved.seen, m_guard->fromPeer(m_toInner, mayBegin - moved.seen.begun));
        if (moved.seen.problem == nullptr && !flushInner())
            return false;
    }
    return true;
}

bool Relay::writeToPeer(std::size_t max, std::span<char> buffer, Moved& moved)
{
    std::size_t given = 0;
    while (m_toOuter.empty() && given < max) {
        const ssize_t size = ::recv(m_inner.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (size < 0)
            return mayTryAgain();
        if (size == 0)
            return false;
        given += static_cast<std::size_t>(size);
        m_toOuter.assign(buffer.data(), static_cast<std::size_t>(size));
        if (m_guard)
            add(moved.seen, m_guard->fromServer(m_toOuter));
        if (!flushOuter())
            return false;
    }
    return true;
}

Relay::Moved Relay::pump(std::size_t mayTake, std::size_t mayBegin, std::span<char> buffer)
{
    constexpr std::size_t maxBack = 256U << 10U; // then other connections get their turn
    Moved moved;
    moved.isOver = true;
    if (!flushOuter() || (!m_hasInnerClosed && !flushInner()))
        return moved;
    if (!m_hasInnerClosed && !readFromPeer(mayTake, mayBegin, buffer, moved))
        return moved;
    m_isPaused = moved.taken == mayTake;
    m_isInnerRead = m_isInnerRead || !writeToPeer(m_hasInnerClosed ? SIZE_MAX : maxBack, buffer, moved);
    if (m_isInnerRead && m_toOuter.empty())
        return moved;
    if (m_isInnerRead)
        innerHasClosed();
    moved.isOver = false;
    listen();
    return moved;
}

void Relay::listen()
{
    const bool mayRead = !m_isPaused && m_toInner.empty() && !m_hasInnerClosed;
    const bool hasToWrite = !m_toOuter.empty();
    listenTo(m_outer.descriptor(), m_id, m_outerInterest, mayRead || (hasToWrite && m_outer.writeWaitsToRead()),
             (hasToWrite && !m_outer.writeWaitsToRead()) || (mayRead && m_outer.readWaitsToWrite()));
    if (!m_hasInnerClosed)
        listenTo(m_inner.get(), m_id + 1, m_innerInterest, m_toOuter.empty(), !m_toInner.empty());
}

void Relay::listenTo(int socket, std::uint64_t id, std::uint32_t& interest, bool isReadable, bool isWritable) const
{
    const std::uint32_t wanted = (isReadable ? EPOLLIN : 0U) | (isWritable ? EPOLLOUT : 0U);
    if (std::exchange(interest, wanted) == wanted)
        return;
    epoll_event event{};
    event.events = wanted;
    event.data.u64 = id;
    ::epoll_ctl(m_epoll, EPOLL_CTL_MOD, socket, &event);
}

} // namespace lockstep
