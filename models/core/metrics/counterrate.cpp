// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/counterrate.h"

namespace lockstep {

std::optional<double> CounterRate::sample(std::uint64_t count, TimePoint time)
{
    const std::optional<Sample> last = m_last;
    m_last = Sample{count, time, 0};
    if (!last || time <= last->time)
        return std::nullopt;

    std::uint64_t delta = count - last->count;
    if (count < last->count) {
        if (m_range == 0)
            return std::nullopt; // a 64-bit counter does not wrap in practice: this is a reset
        delta = count + (m_range - last->count);
        if (last->count >= m_range || delta > m_range / 2)
            return std::nullopt;
    }
    return static_cast<double>(delta) / std::chrono::duration<double>(time - last->time).count();
}

std::optional<double> CounterRate::sampleReal(double count, TimePoint time)
{
    constexpr double tooLarge = 18446744073709551616.0; // 2^64
    if (!(count >= 0 && count < tooLarge)) {
        clear();
        return std::nullopt;
    }
    const std::optional<Sample> last = m_last;
    const auto whole = static_cast<std::uint64_t>(count);
    std::optional<double> rate = sample(whole, time);
    m_last->part = count - static_cast<double>(whole);
    if (rate && last)
        *rate += (m_last->part - last->part) / std::chrono::duration<double>(time - last->time).count();
    return rate && *rate < 0 ? std::nullopt : rate;
}

} // namespace lockstep
