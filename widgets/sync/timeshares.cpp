// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/timeshares.h"

#include "models/analysis/sync/live/syncboard.h"
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/text.h"
#include "widgets/sync/jobshown.h"

#include <algorithm>

namespace lockstep {

namespace {

/// From most productive to unknown.
constexpr std::array<TimeClass, timeClassCount> order{TimeClass::Compute,    TimeClass::Transfer, TimeClass::Wait,
                                                      TimeClass::Checkpoint, TimeClass::Restart,  TimeClass::Idle,
                                                      TimeClass::Unknown};

QString nameOf(TimeClass timeClass)
{
    switch (timeClass) {
    case TimeClass::Compute:
        return TimeShares::tr("compute");
    case TimeClass::Transfer:
        return TimeShares::tr("transfer");
    case TimeClass::Wait:
        return TimeShares::tr("wait");
    case TimeClass::Checkpoint:
        return TimeShares::tr("checkpoint");
    case TimeClass::Restart:
        return TimeShares::tr("restart");
    case TimeClass::Idle:
        return TimeShares::tr("idle");
    case TimeClass::Unknown:
        break;
    }
    return TimeShares::tr("unknown");
}

/// Null: hatched.
Rgb Palette::*colourOf(TimeClass timeClass)
{
    switch (timeClass) {
    case TimeClass::Compute:
        return &Palette::compute;
    case TimeClass::Transfer:
        return &Palette::transfer;
    case TimeClass::Wait:
        return &Palette::wait;
    case TimeClass::Checkpoint:
        return &Palette::checkpoint;
    case TimeClass::Restart:
        return &Palette::restart;
    case TimeClass::Idle:
        return &Palette::raised;
    case TimeClass::Unknown:
        break;
    }
    return nullptr;
}

} // namespace

TimeShares::TimeShares(ViewContext context, QWidget* parent) : ShareBar(context, parent), m_context(context)
{
    setAccessibleName(tr("GPU time by activity"));
    connect(context.sync, &SyncBoard::changed, this, &TimeShares::refresh);
    connect(&context.selection, &Selection::selectedChanged, this, &TimeShares::refresh);
    refresh();
}

void TimeShares::refresh()
{
    std::array<double, timeClassCount> ofAll{};
    std::array<double, timeClassCount> ofSelected{};
    std::size_t ranks = 0;
    std::size_t selectedRanks = 0;
    std::size_t steps = 0;
    const auto& lanes = m_context.cluster.store().spans().lanes();
    for (const auto& job : m_context.sync->snapshot()->jobs) {
        steps = std::max(steps, job->judgedSteps);
        for (std::size_t own = 0; own < std::min(job->recent.size(), job->lanes.size()); ++own) {
            const std::uint32_t stored = job->lanes[own];
            const bool isSelected = stored < lanes.size() && m_context.selection.isSelected(lanes[stored].entity);
            ranks += 1;
            selectedRanks += isSelected ? 1 : 0;
            for (std::size_t at = 0; at < timeClassCount; ++at) {
                const double seconds = job->recent[own][at];
                ofAll[at] += seconds;
                ofSelected[at] += isSelected ? seconds : 0;
            }
        }
    }
    m_seconds = selectedRanks > 0 ? ofSelected : ofAll;
    m_ranks = selectedRanks > 0 ? selectedRanks : ranks;
    const QString window = tr("last %n steps", nullptr, static_cast<int>(steps)) + momentText(*m_context.sync);
    const QString whose = selectedRanks > 0
        ? tr("GPU time of the %n selected ranks, %1", nullptr, static_cast<int>(selectedRanks)).arg(window)
        : tr("GPU time of all %1 ranks, %2").arg(toQString(formatNumber(static_cast<double>(ranks))), window);
    std::vector<Part> parts;
    for (const TimeClass each : order)
        parts.push_back({nameOf(each), m_seconds[static_cast<std::size_t>(each)], colourOf(each)});
    setParts(whose, std::move(parts));
}

HoverText TimeShares::explain(const Part& part) const
{
    HoverText text;
    text.sentence = part.colour == nullptr
        ? tr("Time without a span, or in which wait and transfer cannot be separated")
        : tr("%2: %1 of the GPU time").arg(quantityText(part.amount / total(), Unit::Ratio), part.name);
    text.facts.push_back({tr("GPU seconds"), toQString(formatNumber(part.amount))});
    text.facts.push_back(
        {tr("Per rank"),
         quantityText(part.amount / static_cast<double>(std::max<std::size_t>(m_ranks, 1)), Unit::Seconds)});
    return text;
}

} // namespace lockstep

#include "moc_timeshares.cpp"
