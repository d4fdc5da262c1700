// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/thermalfit.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr float huberWidth = 2.5F; ///< standard deviations within which a residual has full weight
constexpr float minRise = 2; ///< K above the coolant: below it the errors of sensors dominate
constexpr float wildestStep = 25; ///< K from tick to tick: a larger step is an invalid value
constexpr float worstError = 0.25F; ///< relative to the resistance; a less accurate estimate is not shown
/// Variance of a reported temperature, K^2: whole degrees (1/12), and 0.2 K of the sensor.
constexpr float temperatureVariance = 1.0F / 12 + 0.04F;

/// Variance of the filtered derivative due to noise of the temperature, for ticks of a second.
float slopeNoise(float keep)
{
    const float take = 1 - keep;
    return take * take * temperatureVariance * (1 + take / (1 + keep));
}

const float filterKeep = std::exp(-1 / ThermalFit::filterSeconds);
const float derivativeNoise = slopeNoise(filterKeep);

} // namespace

void ThermalFit::add(float temperature, float coolant, float power, float seconds)
{
    if (!std::isfinite(temperature + coolant + power) || !(seconds > 0)) {
        skip();
        return;
    }
    const float rise = temperature - coolant;
    if (!m_hasLast) {
        m_hasLast = true;
        m_slope = m_rise = m_power = 0;
        m_lastTemperature = temperature;
        m_lastRise = rise;
        return;
    }
    if (std::abs(temperature - m_lastTemperature) > wildestStep) {
        skip();
        return;
    }
    const bool isSecond = std::abs(seconds - 1) < 1e-3F;
    const float keep = isSecond ? filterKeep : std::exp(-seconds / filterSeconds);
    m_slope = keep * m_slope + (1 - keep) * (temperature - m_lastTemperature) / seconds;
    m_rise = keep * m_rise + (1 - keep) * 0.5F * (rise + m_lastRise);
    m_power = keep * m_power + (1 - keep) * power;
    m_lastTemperature = temperature;
    m_lastRise = rise;

    float weight = 1;
    if (m_weight >= minSamples / 2) {
        const Solution now = solve();
        const float residual = m_power - now.conductance * m_rise - now.capacity * m_slope;
        const float width = huberWidth * std::sqrt(m_residual);
        weight = std::abs(residual) > width ? width / std::abs(residual) : 1;
        // Clipped, so that one outlier does not widen the gate; a lasting change still opens it within seconds.
        const float square = std::min(residual * residual, 9 * m_residual + 1);
        m_residual += (square - m_residual) * std::min(1.0F, seconds / memorySeconds * 3);
    }
    const float forget = std::exp(-seconds / memorySeconds);
    const auto gather = [&](float& sum, float product) {
        sum = forget * sum + weight * product;
    };
    gather(m_slopeSlope, m_slope * m_slope);
    gather(m_slopeRise, m_slope * m_rise);
    gather(m_riseRise, m_rise * m_rise);
    gather(m_slopePower, m_slope * m_power);
    gather(m_risePower, m_rise * m_power);
    gather(m_weight, 1);
}

ThermalFit::Solution ThermalFit::solve() const
{
    Solution solution;
    if (m_riseRise <= 0)
        return solution;
    const float slopeSlope = m_slopeSlope - m_weight * derivativeNoise;
    const float determinant = slopeSlope * m_riseRise - m_slopeRise * m_slopeRise;
    // Shown only if the derivative varies by more than its noise, and independently of the rise.
    solution.reportsCapacity = slopeSlope > m_weight * derivativeNoise && determinant > 0.1F * slopeSlope * m_riseRise;
    if (solution.reportsCapacity) {
        solution.conductance = (m_risePower * slopeSlope - m_slopePower * m_slopeRise) / determinant;
        solution.capacity = (m_slopePower * m_riseRise - m_risePower * m_slopeRise) / determinant;
        solution.conductanceVariance = slopeSlope / determinant;
        solution.reportsCapacity = solution.capacity > 0;
    }
    if (!solution.reportsCapacity) {
        solution.conductance = m_risePower / m_riseRise;
        solution.capacity = 0;
        solution.conductanceVariance = 1 / m_riseRise;
    }
    return solution;
}

ThermalEstimate ThermalFit::estimate() const
{
    ThermalEstimate estimate;
    if (m_weight < minSamples)
        return estimate;
    estimate.meanRise = std::sqrt(m_riseRise / m_weight);
    const Solution now = solve();
    if (estimate.meanRise < minRise || now.conductance <= 0)
        return estimate;
    // Filtered samples are correlated: about one in two filter times is independent.
    const float repeats = (1 + filterKeep) / (1 - filterKeep);
    const float error = std::sqrt(m_residual * now.conductanceVariance * repeats) / now.conductance;
    if (error > worstError)
        return estimate;
    estimate.resistance = 1 / now.conductance;
    estimate.resistanceError = estimate.resistance * error;
    if (now.reportsCapacity)
        estimate.capacity = now.capacity;
    return estimate;
}

} // namespace lockstep
