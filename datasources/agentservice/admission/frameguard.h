// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

namespace lockstep {

/// Inspects HTTP/2 frame headers in transit to count events that gRPC 1.51 does not limit well: started calls, even if
/// cancelled at once, pings, and headers without end. Decides when to close a connection. Does no I/O; owned by a
/// Relay.
class FrameGuard
{
public:
    struct Seen
    {
        std::size_t begun = 0; ///< new calls
        std::size_t ended = 0;
        std::size_t pings = 0; ///< pings to be answered
        const char* problem = nullptr; ///< protocol violation; null: none
    };

    FrameGuard() { m_fromPeer.toSkip = prefaceBytes; }

    /// @param mayBegin maximum number of new calls in these bytes
    [[nodiscard]] Seen fromPeer(std::string_view bytes, std::size_t mayBegin);
    [[nodiscard]] Seen fromServer(std::string_view bytes);

    [[nodiscard]] std::size_t openCalls() const { return m_open.size(); }

private:
    static constexpr std::size_t prefaceBytes = 24;
    static constexpr std::size_t headBytes = 9;

    struct Direction
    {
        std::size_t toSkip = 0; ///< remaining bytes of the current frame or preface
        std::array<unsigned char, headBytes> head{};
        std::size_t headHas = 0;
    };
    struct Frame
    {
        std::size_t size;
        std::uint8_t type;
        std::uint8_t flags;
        std::uint32_t stream;
    };

    template <class Visit>
    static void forEachFrame(Direction& direction, std::string_view bytes, Visit visit);
    void peerSends(const Frame& frame, std::size_t mayBegin, Seen& seen);

    Direction m_fromPeer;
    Direction m_fromServer;
    std::set<std::uint32_t> m_open;
    std::uint32_t m_newest = 0;
    std::size_t m_continuations = 0; ///< successive frames
};

} // namespace lockstep
