// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/admission/frameguard.h"
#include "datasources/agentservice/admission/peersocket.h"
#include "datasources/text/filedescriptor.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace lockstep {

/// One connection through the proxy: bytes from the peer to gRPC at the peer's allowance, and back as fast as the peer
/// reads. At most one buffer per direction, none while idle. Proxy's thread; owned by the proxy.
class Relay
{
public:
    /// @param epoll reports events of both sides, with @p id and, for the inner one, id + 1
    /// @param guard inspects the data; none: not HTTP/2
    Relay(int epoll, std::uint64_t id, PeerSocket outer, FileDescriptor inner, std::optional<FrameGuard> guard);

    /// Result of one pump().
    struct Moved
    {
        std::size_t taken = 0; ///< bytes from the peer
        FrameGuard::Seen seen;
        bool isOver = false;
    };

    /// Forwards as much as possible now.
    /// @param mayTake bytes from the peer
    /// @param mayBegin calls in them; after these nothing more is forwarded
    Moved pump(std::size_t mayTake, std::size_t mayBegin, std::span<char> buffer);

    /// Call when the inner end has been closed. Reads the remaining data without waiting for events, which would
    /// otherwise be reported endlessly.
    void innerHasClosed();

    /// True while nothing is read from the peer, because its allowance is used up.
    [[nodiscard]] bool isPaused() const { return m_isPaused; }
    [[nodiscard]] std::size_t openCalls() const { return m_guard ? m_guard->openCalls() : 0; }

    /// Closes at once.
    void abort() { m_outer.abort(); }

private:
    /// @return false: that side is closed
    bool flushOuter();
    bool flushInner();
    bool readFromPeer(std::size_t max, std::size_t mayBegin, std::span<char> buffer, Moved& moved);
    bool writeToPeer(std::size_t max, std::span<char> buffer, Moved& moved);
    void listen();
    void listenTo(int socket, std::uint64_t id, std::uint32_t& interest, bool isReadable, bool isWritable) const;

    const int m_epoll;
    const std::uint64_t m_id;
    PeerSocket m_outer;
    FileDescriptor m_inner;
    std::optional<FrameGuard> m_guard;
    std::string m_toOuter; ///< waits until the peer reads it
    std::string m_toInner;
    std::uint32_t m_outerInterest = 0;
    std::uint32_t m_innerInterest = 0;
    bool m_isPaused = false;
    bool m_hasInnerClosed = false;
    bool m_isInnerRead = false; ///< read to its end, although the peer may not have received all of it
};

} // namespace lockstep
