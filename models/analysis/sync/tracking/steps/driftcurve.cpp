// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/steps/driftcurve.h"

#include "models/analysis/sync/tracking/steps/syncstep.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lockstep {

namespace {

constexpr double memorySteps = 4000;
constexpr double minSteps = 200;
constexpr double certainSigma = 6;
/// Minimum increase of the compute time over the fitted steps.
constexpr double minDrift = 0.005;

} // namespace

void DriftLine::add(double slowdown)
{
    constexpr double keep = 1 - 1 / memorySteps;
    // Shifts all steps by one into the past: t becomes t - 1.
    m_tt = (m_tt - 2 * m_t + m_weight) * keep;
    m_tx = (m_tx - m_x) * keep;
    m_t = (m_t - m_weight) * keep;
    m_weight = m_weight * keep + 1;
    m_x = m_x * keep + slowdown;
    m_xx = m_xx * keep + slowdown * slowdown;
}

std::optional<DriftEstimate> DriftLine::estimate() const
{
    if (m_weight < minSteps)
        return std::nullopt;
    const double stt = m_tt - m_t * m_t / m_weight;
    const double stx = m_tx - m_t * m_x / m_weight;
    const double sxx = m_xx - m_x * m_x / m_weight;
    if (!(stt > 0))
        return std::nullopt;
    const double slope = stx / stt;
    const double residual = std::max(sxx - slope * stx, 0.0) / (m_weight - 2);
    const double error = std::sqrt(residual / stt);
    DriftEstimate drift;
    drift.perThousandSteps = slope * 1000;
    drift.steps = m_weight;
    drift.sigma = error > 0 ? slope / error : (slope == 0 ? 0.0 : 1e9);
    drift.error = error * 1000;
    drift.now = (m_x - slope * m_t) / m_weight;
    return drift;
}

bool isDrift(const std::optional<DriftEstimate>& drift)
{
    return drift && !drift->isJump && drift->sigma >= certainSigma
        && drift->perThousandSteps / 1000 * drift->steps >= minDrift;
}

namespace {

constexpr float nothing = std::numeric_limits<float>::quiet_NaN();
/// Minimum number of points to distinguish a line from levels.
constexpr std::size_t minForAShape = 8;

float slowdownOf(const DriftPoint& point, std::size_t lane)
{
    return lane < point.slowdown.size() ? point.slowdown[lane] : nothing;
}

DriftPoint joined(const DriftPoint& first, const DriftPoint& second)
{
    DriftPoint both{
        first.firstStep, second.lastStep, {first.range.from, second.range.to}, first.steps + second.steps, {}};
    both.slowdown.resize(std::max(first.slowdown.size(), second.slowdown.size()), nothing);
    const float part = static_cast<float>(first.steps) / static_cast<float>(both.steps);
    for (std::size_t lane = 0; lane < both.slowdown.size(); ++lane) {
        const float a = slowdownOf(first, lane);
        const float b = slowdownOf(second, lane);
        both.slowdown[lane] = std::isnan(a) ? b : std::isnan(b) ? a : part * a + (1 - part) * b;
    }
    return both;
}

/// Residual of a linear fit of equidistant values.
double besideLine(std::span<const double> values)
{
    const auto count = static_cast<double>(values.size());
    const double middle = (count - 1) / 2;
    double sum = 0;
    for (const double value : values)
        sum += value;
    const double mean = sum / count;
    double tt = 0;
    double tx = 0;
    double xx = 0;
    for (std::size_t at = 0; at < values.size(); ++at) {
        const double t = static_cast<double>(at) - middle;
        tt += t * t;
        tx += t * values[at];
        xx += (values[at] - mean) * (values[at] - mean);
    }
    return xx - tx * tx / tt;
}

/// Residual of two levels, with the best position of the jump.
double besideLevels(std::span<const double> values)
{
    double all = 0;
    double squares = 0;
    for (const double value : values) {
        all += value;
        squares += value * value;
    }
    double best = std::numeric_limits<double>::infinity();
    double before = 0;
    for (std::size_t at = 1; at < values.size(); ++at) {
        before += values[at - 1];
        const double after = all - before;
        const double explained
            = before * before / static_cast<double>(at) + after * after / static_cast<double>(values.size() - at);
        best = std::min(best, squares - explained);
    }
    return best;
}

} // namespace

void DriftCurve::add(const SyncStep& step)
{
    if (m_open.steps == 0) {
        m_open.firstStep = step.step;
        m_open.range = step.range;
    }
    ++m_open.steps;
    m_open.lastStep = step.step;
    m_open.range.to = step.range.to;
    m_open.slowdown.resize(std::max(m_open.slowdown.size(), step.slowdown.size()), 0);
    m_heard.resize(m_open.slowdown.size(), 0);
    for (std::size_t lane = 0; lane < step.slowdown.size(); ++lane) {
        if (std::isnan(step.slowdown[lane]))
            continue;
        m_open.slowdown[lane] += step.slowdown[lane];
        ++m_heard[lane];
    }
    if (m_open.steps >= m_stepsPerPoint)
        seal();
}

DriftPoint DriftCurve::openPoint() const
{
    DriftPoint point = m_open;
    for (std::size_t lane = 0; lane < point.slowdown.size(); ++lane)
        point.slowdown[lane] = m_heard[lane] > 0 ? point.slowdown[lane] / static_cast<float>(m_heard[lane]) : nothing;
    return point;
}

void DriftCurve::seal()
{
    m_points.push_back(std::make_shared<const DriftPoint>(openPoint()));
    m_open = {};
    m_heard.clear();
    if (m_points.size() <= maxPoints)
        return;
    if (m_stepsPerPoint < maxStepsPerPoint)
        halve();
    else
        m_points.pop_front();
}

void DriftCurve::halve()
{
    std::deque<std::shared_ptr<const DriftPoint>> points;
    // With an odd number, the newest point stays alone.
    for (std::size_t at = 0; at < m_points.size(); at += 2)
        points.push_back(at + 1 < m_points.size()
                             ? std::make_shared<const DriftPoint>(joined(*m_points[at], *m_points[at + 1]))
                             : m_points[at]);
    m_points = std::move(points);
    m_stepsPerPoint *= 2;
}

std::vector<std::shared_ptr<const DriftPoint>> DriftCurve::points() const
{
    std::vector<std::shared_ptr<const DriftPoint>> points(m_points.begin(), m_points.end());
    if (m_open.steps > 0)
        points.push_back(std::make_shared<const DriftPoint>(openPoint()));
    return points;
}

bool DriftCurve::isJump(std::uint32_t lane) const
{
    std::vector<double> values;
    for (const auto& point : m_points) {
        if (const float value = slowdownOf(*point, lane); !std::isnan(value))
            values.push_back(value - 1.0);
    }
    return values.size() >= minForAShape && besideLevels(values) < besideLine(values);
}

} // namespace lockstep
