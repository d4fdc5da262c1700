// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/cellreduction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr std::size_t lanes = 8;
constexpr float infinity = std::numeric_limits<float>::infinity();

struct Extreme
{
    float value;
    std::size_t missing;
};

/// Side-by-side accumulators that compilers keep in vector registers. The comparison is false for NaN, so that NaN
/// never replaces a value; NaN is the only thing that differs from itself.
template <class IsMoreExtreme>
Extreme extremeOf(std::span<const float> samples, float start, IsMoreExtreme isMoreExtreme)
{
    std::array<float, lanes> best;
    best.fill(start);
    std::array<std::uint32_t, lanes> missing{};
    std::size_t at = 0;
    for (; at + lanes <= samples.size(); at += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const float sample = samples[at + lane];
            best[lane] = isMoreExtreme(sample, best[lane]) ? sample : best[lane];
            missing[lane] += sample != sample ? 1U : 0U;
        }
    }
    for (std::size_t lane = 0; at < samples.size(); ++at, ++lane) {
        const float sample = samples[at];
        best[lane] = isMoreExtreme(sample, best[lane]) ? sample : best[lane];
        missing[lane] += sample != sample ? 1U : 0U;
    }
    Extreme result{start, 0};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        result.value = isMoreExtreme(best[lane], result.value) ? best[lane] : result.value;
        result.missing += missing[lane];
    }
    return result;
}

} // namespace

CellReduction::CellReduction(Aggregate how, std::vector<float>& scratch)
    : m_how(how), m_scratch(scratch), m_extreme(how == Aggregate::Min ? infinity : -infinity)
{
    m_scratch.clear();
}

void CellReduction::add(std::span<const float> samples)
{
    if (m_how == Aggregate::Max || m_how == Aggregate::Min) {
        const Extreme extreme = m_how == Aggregate::Max
            ? extremeOf(samples, m_extreme, [](float a, float b) { return a > b; })
            : extremeOf(samples, m_extreme, [](float a, float b) { return a < b; });
        m_extreme = extreme.value;
        m_missing += extreme.missing;
        m_count += samples.size() - extreme.missing;
        return;
    }
    for (const float sample : samples) {
        if (std::isnan(sample)) {
            ++m_missing;
            continue;
        }
        ++m_count;
        m_sum += static_cast<double>(sample);
        if (m_how == Aggregate::P99)
            m_scratch.push_back(sample);
    }
}

float CellReduction::value() const
{
    if (m_count == 0)
        return noData;
    if (m_how == Aggregate::Mean)
        return static_cast<float>(m_sum / static_cast<double>(m_count));
    if (m_how != Aggregate::P99)
        return m_extreme;
    const auto rank = static_cast<std::ptrdiff_t>(std::ceil(0.99 * static_cast<double>(m_count))) - 1;
    std::ranges::nth_element(m_scratch, m_scratch.begin() + rank);
    return m_scratch[static_cast<std::size_t>(rank)];
}

} // namespace lockstep
