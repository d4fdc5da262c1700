// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/admission/frameguard.h"

#include <algorithm>

namespace lockstep {

namespace {

enum FrameType : std::uint8_t { DataFrame = 0, HeadersFrame = 1, ResetFrame = 3, PingFrame = 6, ContinuationFrame = 9 };

constexpr std::uint8_t endsStream = 1; // flag in Data and Headers
constexpr std::uint8_t isAnswer = 1; // flag in Ping

} // namespace

template <class Visit>
void FrameGuard::forEachFrame(Direction& direction, std::string_view bytes, Visit visit)
{
    while (!bytes.empty()) {
        const std::size_t skipped = std::min(direction.toSkip, bytes.size());
        direction.toSkip -= skipped;
        bytes.remove_prefix(skipped);
        const std::size_t taken = std::min(headBytes - direction.headHas, bytes.size());
        std::copy_n(bytes.begin(), taken, direction.head.begin() + static_cast<std::ptrdiff_t>(direction.headHas));
        direction.headHas += taken;
        bytes.remove_prefix(taken);
        if (direction.headHas < headBytes)
            return;
        const auto& head = direction.head;
        const auto number = [&head](std::size_t at, std::size_t count) {
            std::uint32_t value = 0;
            for (std::size_t byte = at; byte < at + count; ++byte)
                value = value << 8U | head[byte];
            return value;
        };
        direction.headHas = 0;
        direction.toSkip = number(0, 3);
        visit(Frame{direction.toSkip, head[3], head[4], number(5, 4) & 0x7FFFFFFFU});
    }
}

void FrameGuard::peerSends(const Frame& frame, std::size_t mayBegin, Seen& seen)
{
    constexpr std::size_t maxContinuations = 4; // gRPC accepts no more headers than fit into one frame
    m_continuations = frame.type == ContinuationFrame ? m_continuations + 1 : 0;
    if (m_continuations > maxContinuations)
        seen.problem = "sends endless headers";
    switch (frame.type) {
    case HeadersFrame:
        if (frame.stream <= m_newest)
            return;
        m_newest = frame.stream;
        m_open.insert(frame.stream);
        ++seen.begun;
        if (seen.begun > mayBegin)
            seen.problem = "starts calls above the rate limit";
        return;
    case ResetFrame:
        seen.ended += m_open.erase(frame.stream);
        return;
    case PingFrame:
        seen.pings += (frame.flags & isAnswer) == 0 ? 1 : 0;
        return;
    default:
        return;
    }
}

FrameGuard::Seen FrameGuard::fromPeer(std::string_view bytes, std::size_t mayBegin)
{
    Seen seen;
    forEachFrame(m_fromPeer, bytes, [&](const Frame& frame) {
        if (seen.problem == nullptr)
            peerSends(frame, mayBegin, seen);
    });
    return seen;
}

FrameGuard::Seen FrameGuard::fromServer(std::string_view bytes)
{
    Seen seen;
    forEachFrame(m_fromServer, bytes, [&](const Frame& frame) {
        const bool hasEnded = frame.type == ResetFrame
            || ((frame.type == DataFrame || frame.type == HeadersFrame) && (frame.flags & endsStream) != 0);
        if (hasEnded)
            seen.ended += m_open.erase(frame.stream);
    });
    return seen;
}

} // namespace lockstep
