// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace lockstep {

/// Amplitude and phase of a sine within a series: half of its peak-to-trough range, and its phase at the end of the
/// series.
using Phasor = std::complex<double>;

/// The lowest frequency that utilities limit (arXiv 2508.14318). Slower changes are load, not swings.
inline constexpr double lowestSwingHertz = 0.1;

/// Half of the sampling rate: the highest frequency that can be measured. Faster swings appear as slower ones.
[[nodiscard]] constexpr double nyquistHertz(double secondsPerSample)
{
    return 0.5 / secondsPerSample;
}

/// Frequencies to examine, spaced by half of the resolution. The range begins at 0.1 Hz or, for a short series, at the
/// frequency with three cycles in the series. It ends below the Nyquist limit. Empty: the series is too short, or
/// sampled too slowly.
[[nodiscard]] std::vector<double> swingFrequencies(double secondsPerSample, std::size_t samples);

/// Phasors of the given frequencies in a series, computed with a Hann window after subtracting the mean. Missing
/// samples (NaN) have no weight. Empty: more than a fifth of the samples is missing.
[[nodiscard]] std::vector<Phasor> phasorsOf(std::span<const float> watts, double secondsPerSample,
                                            std::span<const double> hertz);

/// Peak-to-peak range of a series; NaN if it has fewer than two samples.
struct PowerSwing
{
    float peak;
    float trough;
    float rampUp; ///< W/s between two adjacent samples; 0: it never rises
    float rampDown; ///< W/s, positive

    [[nodiscard]] float watts() const { return peak - trough; }
};
/// Missing samples are left out; no ramp is computed across them.
[[nodiscard]] PowerSwing swingOf(std::span<const float> watts, double secondsPerSample);

/// Share that a part contributes to a whole's swing, from their phasors at one frequency. The shares of all parts add
/// up to 1. A part that swings against the whole has a negative share.
[[nodiscard]] double shareOfSwing(Phasor part, Phasor whole);

} // namespace lockstep
