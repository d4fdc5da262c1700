// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/outlets/outlet.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// Sends a test message to each of several receivers, and reports which ones accepted it. Only finish() waits. One
/// thread; unfinished messages are dropped on destruction.
class OutletTrial
{
public:
    static constexpr std::chrono::seconds patience{15}; ///< maximum wait for all results

    struct Outcome
    {
        enum class State : std::uint8_t { Pending, Arrived, Failed };

        std::string shown; ///< address for display
        State state = State::Pending;
        std::string says; ///< result as text, with the address
    };

    explicit OutletTrial(std::vector<OutletTarget> targets) : OutletTrial(std::move(targets), OutletLimits()) { }
    OutletTrial(std::vector<OutletTarget> targets, const OutletLimits& limits);

    /// In the order of the targets.
    [[nodiscard]] std::vector<Outcome> outcomes() const;
    [[nodiscard]] bool isSettled() const; ///< each has succeeded or failed
    /// Waits until settled, at most @p max.
    void finish(std::chrono::milliseconds max = patience) const;

private:
    std::vector<std::unique_ptr<Outlet>> m_outlets;
};

} // namespace lockstep
