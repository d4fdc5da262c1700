// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/seams/alerts.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace lockstep {

class ClusterStore;

/// The alerts of what a store shows, at any moment: live, in the past and in a replay alike. Joined when they are asked
/// for, and kept until something was told since. GUI thread; the store outlives it.
class AlertBoard
{
public:
    explicit AlertBoard(const ClusterStore& store);
    ~AlertBoard();
    AlertBoard(const AlertBoard&) = delete;
    AlertBoard& operator=(const AlertBoard&) = delete;

    /// See alertsAt(). Valid until the next call.
    [[nodiscard]] const std::vector<Alert>& at(TimePoint moment) const;
    /// Changes with whatever at() could tell anew of the same moment.
    [[nodiscard]] std::uint64_t version() const;

private:
    struct Kept;
    struct Answer
    {
        std::uint64_t version = 0;
        TimePoint moment;
        std::vector<Alert> alerts;
    };

    const ClusterStore& m_store;
    std::unique_ptr<Kept> m_kept;
    mutable std::array<Answer, 2> m_answers; ///< of now and of the moment that is shown, the latest first
};

} // namespace lockstep
