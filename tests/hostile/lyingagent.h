// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace lockstep::test {

/// An agent that sends generated messages to all subscribers but answers clock probes correctly, so that its clock
/// looks normal. If the first message is larger than readers accept, it compresses all of them. Runs on gRPC's threads.
class LyingAgent
{
public:
    /// Makes the bytes of message @p number, starting at 0: valid v1.Frames or not. Called on gRPC's threads; each
    /// subscriber starts at 0 again.
    using MakeFrame = std::function<std::string(std::uint64_t number)>;

    /// @param period between messages; zero: as fast as they are read
    LyingAgent(MakeFrame makeFrame, Duration period);
    ~LyingAgent();

    [[nodiscard]] std::string address() const; ///< "127.0.0.1:PORT"
    [[nodiscard]] std::uint64_t sentMessages() const; ///< to all
    [[nodiscard]] std::uint64_t sentBytes() const; ///< to all

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace lockstep::test
