// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/topologytext.h"

#include "models/core/metrics/flags.h"
#include "models/view/translation.h"

#include <QStringList>

#include <cmath>

namespace lockstep {

QString valueText(const MetricTable& metrics, MetricId metric, EntityKind kind, float value)
{
    if (metric.value >= metrics.size())
        return {};
    const MetricDescriptor& descriptor = metrics.descriptor(metric);
    if (std::isnan(value) && kind != descriptor.entityKind)
        return {};
    return QString::fromStdString(formatValue(descriptor, value));
}

QString metricTitle(const MetricTable& metrics, MetricId metric)
{
    if (metric.value >= metrics.size())
        return tr("Value");
    return QString::fromStdString(metrics.descriptor(metric).title);
}

QString stateText(const FreshnessCount& nodes, Freshness freshness, std::optional<Severity> severity,
                  bool isOfReporters)
{
    const std::uint32_t total = nodes.live + nodes.stale + nodes.neverSeen;
    if (total > 1) {
        QStringList parts;
        const auto add = [&parts](std::uint32_t count, const char* word) {
            if (count > 0)
                parts << QStringLiteral("%1 %2").arg(count).arg(tr(word));
        };
        add(nodes.live,
            isOfReporters ? QT_TRANSLATE_NOOP("TopologyModel", "reporters")
                          : QT_TRANSLATE_NOOP("TopologyModel", "live"));
        add(nodes.stale, QT_TRANSLATE_NOOP("TopologyModel", "stale"));
        add(nodes.neverSeen, QT_TRANSLATE_NOOP("TopologyModel", "never seen"));
        return parts.join(QStringLiteral(", "));
    }
    switch (freshness) {
    case Freshness::Live:
        if (severity && *severity != Severity::Information)
            return *severity == Severity::Critical ? tr("critical") : tr("warning");
        return tr("live");
    case Freshness::Stale:
        return tr("stale");
    case Freshness::NeverSeen:
        break;
    }
    return tr("never seen");
}

} // namespace lockstep
