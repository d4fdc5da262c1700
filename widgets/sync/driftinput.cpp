// SPDX-License-Identifier: GPL-3.0-or-later
// What DriftCanvas says under the pointer.
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "widgets/common/hovertip.h"
#include "widgets/common/text.h"
#include "widgets/sync/driftcanvas.h"
#include "widgets/sync/drifttext.h"
#include "widgets/sync/jobshown.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double reach = 6; ///< pixels from a line

} // namespace

/// A line first, then any rank beside the crowd.
std::optional<std::uint32_t> DriftCanvas::laneAt(QPoint point) const
{
    const auto at = m_plot.pointAt(point.x());
    if (!at || !m_plot.area().contains(point))
        return std::nullopt;
    const DriftPoint& shown = *m_job->driftCurve[*at];
    const auto distance = [&](std::uint32_t lane) {
        const float value = lane < shown.slowdown.size() ? shown.slowdown[lane] : NAN;
        return std::isnan(value) ? reach + 1 : std::abs(m_plot.yOf(static_cast<double>(value)) - point.y());
    };
    std::optional<std::uint32_t> nearest;
    double least = reach;
    const auto look = [&](std::uint32_t lane) {
        if (const double away = distance(lane); away < least) {
            least = away;
            nearest = lane;
        }
    };
    std::ranges::for_each(marked(), look);
    if (nearest)
        return nearest;
    const DriftBand* band = m_bands.of(m_job->driftCurve[*at]);
    for (std::uint32_t lane = 0; lane < shown.slowdown.size(); ++lane) {
        if (band != nullptr && (shown.slowdown[lane] > band->high || shown.slowdown[lane] < band->low))
            look(lane);
    }
    return nearest;
}

HoverText DriftCanvas::explain(QPoint point) const
{
    const auto at = m_plot.pointAt(point.x());
    if (!at || !m_plot.area().contains(point))
        return {};
    const DriftPoint& shown = *m_job->driftCurve[*at];
    const auto stepText = [](std::uint32_t step) {
        return toQString(formatNumber(static_cast<double>(step)));
    };
    const QString steps = shown.firstStep == shown.lastStep
        ? tr("step %1").arg(stepText(shown.firstStep))
        : tr("steps %1 to %2").arg(stepText(shown.firstStep), stepText(shown.lastStep));
    HoverText text;
    if (const auto lane = laneAt(point)) {
        const DriftEstimate drift = *lane < m_job->drifts.size() ? m_job->drifts[*lane] : DriftEstimate{};
        const QString name = nameOf(*lane);
        text.sentence = !(drift.steps > 0) ? tr("%1: too few steps to tell a drift").arg(name)
            : drift.isJump                 ? tr("%1 changed at once").arg(name)
            : isDrift(drift)               ? tr("%1 becomes slower: %2").arg(name, slopeText(drift))
                                           : tr("%1 does not drift: %2").arg(name, slopeText(drift));
        if (drift.steps > 0 && !drift.isJump)
            text.facts.push_back({tr("Slope"), confidenceText(drift)});
        text.facts.push_back({tr("In %1").arg(steps), slowerText(static_cast<double>(shown.slowdown[*lane]))});
        if (drift.steps > 0)
            text.facts.push_back({tr("Now"), slowerText(drift.now)});
        const EntityRef entity = entityOf(*lane);
        if (m_context.cluster.store().topology()->contains(entity))
            text.facts.push_back({tr("Where"), toQString(m_context.cluster.store().topology()->path(entity))});
        return text;
    }
    const DriftBand* band = m_bands.of(m_job->driftCurve[*at]);
    if (band == nullptr || std::isnan(band->middle))
        return text;
    const auto range = [](float low, float high) {
        return tr("%1 to %2").arg(slowerText(static_cast<double>(low)), slowerText(static_cast<double>(high)));
    };
    text.sentence = tr("In %1 half of the ranks lay within %2 of their peers")
                        .arg(steps, range(band->quarter, band->threeQuarters));
    text.facts.push_back({tr("90 % of the ranks"), range(band->low, band->high)});
    const auto isKnown = [](float value) {
        return !std::isnan(value);
    };
    const auto worst
        = std::ranges::max_element(shown.slowdown, {}, [&](float value) { return isKnown(value) ? value : -1.0F; });
    text.facts.push_back({tr("Slowest"),
                          tr("%1, %2").arg(nameOf(static_cast<std::uint32_t>(worst - shown.slowdown.begin())),
                                           slowerText(static_cast<double>(*worst)))});
    return text;
}

} // namespace lockstep
