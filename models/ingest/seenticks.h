// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <array>
#include <cstdint>

namespace lockstep {

/// Which recent ticks of one node have arrived, to distinguish repeated from late ones. A plain value of fixed size;
/// ticks before the window count as new.
class SeenTicks
{
public:
    static constexpr std::int64_t window = 1024; ///< longer than an agent's ring at 1 s

    /// Records @p tick. @return true if it was recorded before
    bool note(TickIndex tick);
    void clear();

private:
    [[nodiscard]] std::uint64_t& wordOf(TickIndex tick);

    std::array<std::uint64_t, window / 64> m_bits{};
    TickIndex m_newest = 0;
    bool m_isEmpty = true;
};

} // namespace lockstep
