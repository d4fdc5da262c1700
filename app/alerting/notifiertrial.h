// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/notifiers/notifier.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// Sends a test message to each of several receivers, and reports which ones accepted it. Only finish() blocks. One
/// thread; unfinished messages are dropped on destruction.
class NotifierTrial
{
public:
    static constexpr std::chrono::seconds timeout{15}; ///< maximum wait for all results

    struct Outcome
    {
        enum class State : std::uint8_t { Pending, Arrived, Failed };

        std::string shown; ///< address for display
        State state = State::Pending;
        std::string says; ///< result as text, with the address
    };

    explicit NotifierTrial(std::vector<NotifierTarget> targets)
        : NotifierTrial(std::move(targets), NotifierLimits()) { }
    NotifierTrial(std::vector<NotifierTarget> targets, const NotifierLimits& limits);

    /// In the order of the targets.
    [[nodiscard]] std::vector<Outcome> outcomes() const;
    [[nodiscard]] bool isSettled() const; ///< each has succeeded or failed
    /// Waits until settled, at most @p max.
    void finish(std::chrono::milliseconds max = timeout) const;

private:
    std::vector<std::unique_ptr<Notifier>> m_notifiers;
};

} // namespace lockstep
