// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <array>
#include <cstdint>

namespace lockstep {

/// Which recent ticks of one node have arrived, to distinguish repeated from late ones. A plain value of fixed size;
/// earlier times are unknown, not seen.
class SeenTicks
{
public:
    static constexpr std::int64_t window = 1024; ///< longer than an agent's ring at 1 s

    /// Notes @p tick. @return true when it had been noted before.
    bool note(TickIndex tick);
    void clear();

private:
    [[nodiscard]] std::uint64_t& wordOf(TickIndex tick);

    std::array<std::uint64_t, window / 64> m_bits{};
    TickIndex m_newest = 0;
    bool m_isEmpty = true;
};

} // namespace lockstep
