// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/seenticks.h"

namespace lockstep {

namespace {

std::uint64_t bitOf(TickIndex tick)
{
    return std::uint64_t{1} << (static_cast<std::uint64_t>(tick) % 64);
}

} // namespace

std::uint64_t& SeenTicks::wordOf(TickIndex tick)
{
    return m_bits[(static_cast<std::uint64_t>(tick) % window) / 64];
}

void SeenTicks::clear()
{
    m_bits = {};
    m_isEmpty = true;
}

bool SeenTicks::note(TickIndex tick)
{
    // A jump of the clock by more than the window restarts, in either direction.
    if (m_isEmpty || tick <= m_newest - window || tick >= m_newest + window) {
        m_bits = {};
        m_newest = tick;
        m_isEmpty = false;
    }
    for (; m_newest < tick; ++m_newest)
        wordOf(m_newest + 1) &= ~bitOf(m_newest + 1);
    const bool wasSeen = (wordOf(tick) & bitOf(tick)) != 0;
    wordOf(tick) |= bitOf(tick);
    return wasSeen;
}

} // namespace lockstep
