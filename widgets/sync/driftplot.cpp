// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/driftplot.h"

#include "models/core/median.h"
#include "models/core/metric.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>

namespace lockstep {

namespace {

constexpr std::chrono::microseconds turn{1000};
/// A sample of this many ranks has the same percentiles to within a pixel.
constexpr std::size_t enoughRanks = 2048;

} // namespace

DriftBand driftBandOf(const DriftPoint& point, std::span<const std::uint32_t> leftOut)
{
    std::vector<float> values;
    const std::size_t every = std::max<std::size_t>(1, point.slowdown.size() / enoughRanks);
    values.reserve(point.slowdown.size() / every + 1);
    for (std::size_t lane = 0; lane < point.slowdown.size(); lane += every) {
        const bool counts = !std::ranges::binary_search(leftOut, static_cast<std::uint32_t>(lane));
        if (counts && !std::isnan(point.slowdown[lane]))
            values.push_back(point.slowdown[lane]);
    }
    if (values.empty())
        return {noData, noData, noData, noData, noData};
    return {quantile(values, 0.05), quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75),
            quantile(values, 0.95)};
}

void DriftBands::leaveOut(std::vector<std::uint32_t> lanes)
{
    if (lanes == m_leftOut)
        return;
    m_leftOut = std::move(lanes);
    m_known.clear();
}

bool DriftBands::work(const Points& points)
{
    const auto end = std::chrono::steady_clock::now() + turn;
    for (const auto& point : points) {
        if (m_known.contains(point))
            continue;
        if (std::chrono::steady_clock::now() >= end)
            return false;
        m_known.emplace(point, driftBandOf(*point, m_leftOut));
    }
    // Occasionally drop points that the curve no longer contains.
    if (m_known.size() > 2 * points.size() + 16) {
        std::map<std::shared_ptr<const DriftPoint>, DriftBand> kept;
        for (const auto& point : points)
            kept.insert(m_known.extract(point));
        m_known = std::move(kept);
    }
    return true;
}

const DriftBand* DriftBands::of(const std::shared_ptr<const DriftPoint>& point) const
{
    const auto known = m_known.find(point);
    return known != m_known.end() ? &known->second : nullptr;
}

namespace {

constexpr double plotMargin = 0.08; ///< of the height, above and below
constexpr double minMarkDistance = 36; ///< pixels

} // namespace

DriftPlot::DriftPlot(std::shared_ptr<const JobSync> job, const DriftBands& bands,
                     const std::vector<std::uint32_t>& lanes, const QRectF& area)
    : m_job(std::move(job)), m_area(area)
{
    if (isEmpty())
        return;
    const auto& points = m_job->driftCurve;
    m_firstStep = points.front()->firstStep;
    m_stepCount = points.back()->lastStep - m_firstStep + 1;
    for (const auto& point : points) {
        if (const DriftBand* band = bands.of(point)) {
            reach(band->low);
            reach(band->high);
        }
        for (const std::uint32_t lane : lanes) {
            if (lane < point->slowdown.size())
                reach(point->slowdown[lane]);
        }
    }
    const double room = (m_high - m_low) * plotMargin;
    m_low -= room;
    m_high += room;
}

void DriftPlot::reach(float value)
{
    if (std::isnan(value))
        return;
    m_low = std::min(m_low, static_cast<double>(value));
    m_high = std::max(m_high, static_cast<double>(value));
}

double DriftPlot::xOfStep(double step) const
{
    return m_area.left() + (step - m_firstStep) / m_stepCount * m_area.width();
}

double DriftPlot::xOf(const DriftPoint& point) const
{
    return xOfStep((static_cast<double>(point.firstStep) + point.lastStep + 1) / 2);
}

double DriftPlot::yOf(double slowdown) const
{
    return m_area.top() + (m_high - slowdown) / (m_high - m_low) * m_area.height();
}

bool DriftPlot::breaksAfter(std::size_t point) const
{
    const auto& points = m_job->driftCurve;
    return point + 1 < points.size() && points[point + 1]->firstStep > points[point]->lastStep + 1;
}

std::vector<DriftPlot::Hole> DriftPlot::holes() const
{
    std::vector<Hole> holes;
    if (isEmpty())
        return holes;
    for (std::size_t at = 0; at + 1 < m_job->driftCurve.size(); ++at) {
        if (breaksAfter(at))
            holes.push_back({xOfStep(static_cast<double>(m_job->driftCurve[at]->lastStep) + 1),
                             xOfStep(m_job->driftCurve[at + 1]->firstStep)});
    }
    return holes;
}

std::vector<QPolygonF> DriftPlot::curveOf(std::uint32_t lane) const
{
    std::vector<QPolygonF> pieces(1);
    if (isEmpty())
        return pieces;
    const auto& points = m_job->driftCurve;
    for (std::size_t at = 0; at < points.size(); ++at) {
        const DriftPoint& point = *points[at];
        const bool isKnown = lane < point.slowdown.size() && !std::isnan(point.slowdown[lane]);
        if (isKnown)
            pieces.back() << QPointF(xOf(point), yOf(static_cast<double>(point.slowdown[lane])));
        if ((!isKnown || breaksAfter(at)) && !pieces.back().isEmpty())
            pieces.emplace_back();
    }
    return pieces;
}

QPolygonF DriftPlot::lineOf(std::uint32_t lane) const
{
    if (isEmpty() || lane >= m_job->drifts.size())
        return {};
    const DriftEstimate& drift = m_job->drifts[lane];
    const double back = std::min(drift.steps, m_stepCount);
    if (drift.isJump || !(back > 0))
        return {};
    const double newest = m_firstStep + m_stepCount;
    return {{QPointF(xOfStep(newest - back), yOf(drift.now - drift.perThousandSteps / 1000 * back)),
             QPointF(xOfStep(newest), yOf(drift.now))}};
}

std::optional<std::size_t> DriftPlot::pointAt(double x) const
{
    if (isEmpty() || x < m_area.left() || x > m_area.right())
        return std::nullopt;
    const double step = m_firstStep + (x - m_area.left()) / m_area.width() * m_stepCount;
    const auto& points = m_job->driftCurve;
    const auto found = std::ranges::lower_bound(
        points, step, {}, [](const auto& point) { return static_cast<double>(point->lastStep) + 1; });
    return found != points.end() ? static_cast<std::size_t>(found - points.begin()) : points.size() - 1;
}

std::vector<double> DriftPlot::marks() const
{
    const double max = std::max(2.0, m_area.height() / minMarkDistance);
    double distance = std::pow(10, std::floor(std::log10((m_high - m_low) / max)));
    for (const double factor : {2.0, 2.5, 2.0, 2.0}) { // 1, 2, 5, 10, 20
        if ((m_high - m_low) / distance <= max)
            break;
        distance *= factor;
    }
    std::vector<double> marks;
    const double first = std::ceil((m_low - 1) / distance);
    for (double at = first; 1 + at * distance <= m_high; ++at)
        marks.push_back(1 + at * distance);
    return marks;
}

} // namespace lockstep
