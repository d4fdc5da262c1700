// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace lockstep::test {

/// An agent that sends the given bytes as frames to every subscriber.
class HostileAgent
{
public:
    enum class Manner { ThenSilent, RepeatForever };

    explicit HostileAgent(std::vector<std::string> frames, Manner manner = Manner::ThenSilent);
    ~HostileAgent();

    [[nodiscard]] int port() const;

    /// Valid frames of node "n", to mix with invalid ones.
    [[nodiscard]] static std::string description();
    [[nodiscard]] static std::string tick(std::uint64_t number);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace lockstep::test
