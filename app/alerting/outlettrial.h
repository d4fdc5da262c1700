// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/outlets/outlet.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// A test message on its way to each of some outlets, and whether it has arrived. It says of itself that nothing is
/// wrong. Nobody is waited for but by finish(). One thread; what has not arrived when this goes is given up.
class OutletTrial
{
public:
    static constexpr std::chrono::seconds patience{15}; ///< of whoever waits for all to be settled

    struct Outcome
    {
        enum class State : std::uint8_t { Pending, Arrived, Failed };

        std::string shown; ///< whom
        State state = State::Pending;
        std::string says; ///< in words, with the address
    };

    explicit OutletTrial(std::vector<OutletTarget> targets) : OutletTrial(std::move(targets), OutletLimits()) { }
    OutletTrial(std::vector<OutletTarget> targets, const OutletLimits& limits);

    /// In the order of the targets.
    [[nodiscard]] std::vector<Outcome> outcomes() const;
    [[nodiscard]] bool isSettled() const; ///< each has arrived or failed
    /// Waits until it is, but no longer than that.
    void finish(std::chrono::milliseconds max = patience) const;

private:
    std::vector<std::unique_ptr<Outlet>> m_outlets;
};

} // namespace lockstep
