// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/heathover.h"

#include "models/core/metrics/limits.h"
#include "models/view/modeltext.h"
#include "models/view/time/timeaxis.h"
#include "models/view/translation.h"
#include "widgets/common/text.h"

#include <cmath>

namespace lockstep {

namespace {

QString sentenceOf(const ClusterStore& store, const HeatCell& cell, const QString& name)
{
    const MetricDescriptor& metric = store.metrics().descriptor(cell.metric);
    const QString title = modelText(metric.title);
    if (std::isnan(cell.value)) {
        if (!cell.tick && store.freshness(cell.entity) == Freshness::Stale)
            return tr("%1 has stopped reporting. Its last value is too old to show.").arg(name);
        return tr("No data: %1 did not report %2 at this time.").arg(name, title);
    }
    const QString value = valueText(metric, cell.value);
    const auto severity = severityOf(metric, cell.value);
    const bool hasLimits = metric.warning || metric.critical;
    if (!severity || !hasLimits) // flags already describe their problem
        return tr("%1: %2 is %3.").arg(name, title, value);
    const float limit = *severity == Severity::Critical ? *metric.critical : *metric.warning;
    const QString limitText = quantityText(static_cast<double>(limit), metric.unit);
    const QString rank = *severity == Severity::Critical ? tr("critical") : tr("warning");
    return metric.direction == Direction::HighIsBad
        ? tr("%1: %2 is %3, above its %4 limit of %5.").arg(name, title, value, rank, limitText)
        : tr("%1: %2 is %3, below its %4 limit of %5.").arg(name, title, value, rank, limitText);
}

} // namespace

HoverText heatHover(const ClusterStore& store, const HeatCell& cell)
{
    const Topology& topology = *store.topology();
    const MetricDescriptor& metric = store.metrics().descriptor(cell.metric);
    HoverText text;
    text.sentence = sentenceOf(store, cell, toQString(topology.name(cell.entity)));
    if (!metric.derivation.empty())
        text.sentence += QLatin1Char(' ') + tr("Derivation: %1.").arg(modelText(metric.derivation));
    text.facts.push_back({tr("Where"), toQString(topology.path(cell.entity))});
    text.facts.push_back({modelText(metric.title), valueText(metric, cell.value)});
    if (cell.tick)
        text.facts.push_back(
            {tr("Time"), toQString(formatTime(timeOfTick(*cell.tick, store.tickPeriod()), std::chrono::seconds(1)))});
    if (metric.warning)
        text.facts.push_back({tr("Warning limit"), quantityText(static_cast<double>(*metric.warning), metric.unit)});
    if (metric.critical)
        text.facts.push_back({tr("Critical limit"), quantityText(static_cast<double>(*metric.critical), metric.unit)});
    if (cell.sharing > 1)
        text.facts.push_back({tr("Value shown"), tr("worst of %1 components in this pixel").arg(cell.sharing)});
    return text;
}

} // namespace lockstep
