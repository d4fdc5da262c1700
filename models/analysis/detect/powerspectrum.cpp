// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/powerspectrum.h"

#include "models/core/metric.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lockstep {

namespace {

constexpr double fewestCycles = 3; ///< of a sine in the series
constexpr double mostMissing = 0.2;
/// Above this share of the weight, a sine and a cosine cannot be distinguished at the sample times.
constexpr double mostAlike = 0.5;

} // namespace

std::vector<double> swingFrequencies(double secondsPerSample, std::size_t samples)
{
    std::vector<double> hertz;
    const double length = secondsPerSample * static_cast<double>(samples);
    if (!(length > 0))
        return hertz;
    const double lowest = std::max(lowestSwingHertz, fewestCycles / length);
    for (double at = lowest; at < nyquistHertz(secondsPerSample) - 1e-9; at += 0.5 / length)
        hertz.push_back(at);
    return hertz;
}

std::vector<Phasor> phasorsOf(std::span<const float> watts, double secondsPerSample, std::span<const double> hertz)
{
    const std::size_t count = watts.size();
    std::vector<double> weights(count, 0);
    double weight = 0;
    double sum = 0;
    std::size_t missing = 0;
    for (std::size_t at = 0; at < count; ++at) {
        if (std::isnan(watts[at])) {
            ++missing;
            continue;
        }
        const double place = (static_cast<double>(at) + 0.5) / static_cast<double>(count);
        weights[at] = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * place);
        weight += weights[at];
        sum += weights[at] * static_cast<double>(watts[at]);
    }
    if (!(weight > 0) || static_cast<double>(missing) > mostMissing * static_cast<double>(count))
        return {};
    std::vector<double> values(count, 0);
    for (std::size_t at = 0; at < count; ++at) {
        if (weights[at] > 0)
            values[at] = weights[at] * (static_cast<double>(watts[at]) - sum / weight);
    }
    std::vector<Phasor> phasors;
    phasors.reserve(hertz.size());
    for (const double each : hertz) {
        // Uses a rotating factor instead of one sine per sample; its error grows by 1e-16 per sample. The last sample
        // has phase 0.
        const Phasor turn = std::polar(1.0, 2 * std::numbers::pi * each * secondsPerSample);
        Phasor factor = 1;
        Phasor found = 0;
        Phasor lean = 0; // overlap of a sine with the mean, and of a sine with a cosine; nearly 0 without gaps
        Phasor alike = 0;
        for (std::size_t at = count; at-- > 0;) {
            found += values[at] * factor;
            if (missing > 0) {
                lean += weights[at] * factor;
                alike += weights[at] * factor * factor;
            }
            factor *= turn;
        }
        // The least-squares fit of mean and sine, so that samples missing at peaks or zeros do not change the
        // amplitude.
        const double own = weight - std::norm(lean) / weight;
        const Phasor other = alike - lean * lean / weight;
        phasors.push_back(std::abs(other) < mostAlike * own
                              ? 2.0 * (found * own - std::conj(found) * other) / (own * own - std::norm(other))
                              : found * (2 / weight));
    }
    return phasors;
}

PowerSwing swingOf(std::span<const float> watts, double secondsPerSample)
{
    PowerSwing swing{noData, noData, 0, 0};
    std::size_t count = 0;
    float last = noData;
    for (const float now : watts) {
        if (!std::isnan(now)) {
            ++count;
            swing.peak = std::fmax(swing.peak, now);
            swing.trough = std::fmin(swing.trough, now);
            const float ramp = (now - last) / static_cast<float>(secondsPerSample);
            swing.rampUp = std::fmax(swing.rampUp, ramp);
            swing.rampDown = std::fmax(swing.rampDown, -ramp);
        }
        last = now;
    }
    return count < 2 ? PowerSwing{noData, noData, noData, noData} : swing;
}

double shareOfSwing(Phasor part, Phasor whole)
{
    const double power = std::norm(whole);
    return power > 0 ? (part * std::conj(whole)).real() / power : 0;
}

} // namespace lockstep
