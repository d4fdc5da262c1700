// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/metricchoice.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/units.h"
#include "models/view/modeltext.h"
#include "widgets/common/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <string_view>

namespace lockstep {

namespace {

struct KindWords
{
    const char* one;
    const char* many;
};

constexpr std::array<KindWords, entityKindCount> kindWords
    = {{{QT_TRANSLATE_NOOP("lockstep", "Rack"), QT_TRANSLATE_NOOP("lockstep", "Racks")},
        {QT_TRANSLATE_NOOP("lockstep", "Node"), QT_TRANSLATE_NOOP("lockstep", "Nodes")},
        {QT_TRANSLATE_NOOP("lockstep", "GPU"), QT_TRANSLATE_NOOP("lockstep", "GPUs")},
        {QT_TRANSLATE_NOOP("lockstep", "Port"), QT_TRANSLATE_NOOP("lockstep", "Ports")},
        {QT_TRANSLATE_NOOP("lockstep", "Switch"), QT_TRANSLATE_NOOP("lockstep", "Switches")},
        {QT_TRANSLATE_NOOP("lockstep", "Link"), QT_TRANSLATE_NOOP("lockstep", "Links")},
        {QT_TRANSLATE_NOOP("lockstep", "Cooling loop"), QT_TRANSLATE_NOOP("lockstep", "Cooling loops")},
        {QT_TRANSLATE_NOOP("lockstep", "Job"), QT_TRANSLATE_NOOP("lockstep", "Jobs")},
        {QT_TRANSLATE_NOOP("lockstep", "CPU core"), QT_TRANSLATE_NOOP("lockstep", "CPU cores")},
        {QT_TRANSLATE_NOOP("lockstep", "Disk"), QT_TRANSLATE_NOOP("lockstep", "Disks")},
        {QT_TRANSLATE_NOOP("lockstep", "Sensor"), QT_TRANSLATE_NOOP("lockstep", "Sensors")},
        {QT_TRANSLATE_NOOP("lockstep", "Tenant"), QT_TRANSLATE_NOOP("lockstep", "Tenants")},
        {QT_TRANSLATE_NOOP("lockstep", "Cluster"), QT_TRANSLATE_NOOP("lockstep", "Clusters")}}};
static_assert(kindWords.back().many != nullptr, "each kind has its words");

/// Port metrics by importance.
constexpr std::string_view firstOfPorts[]
    = {metrics::port::trouble,         metrics::port::uplinkSkew,   metrics::port::utilisation,
       metrics::port::utilisationPeak, metrics::port::transmitWait, metrics::port::congestionVictims,
       metrics::port::falls,           metrics::port::burst,        metrics::port::congestionMarks,
       metrics::port::pauses,          metrics::port::retransmits,  metrics::port::symbolErrors,
       metrics::port::transmitDrops};

} // namespace

MetricId defaultMetric(const MetricTable& metrics)
{
    for (const std::string_view name :
         {metrics::gpu::temperature, metrics::core::utilisation, metrics::node::cpuUtilisation}) {
        if (const MetricId id = metrics.find(name); id.isValid())
            return id;
    }
    return metrics.size() > 0 ? MetricId{0} : MetricId{};
}

std::vector<MetricId> metricsWorstFirst(const MetricTable& metrics, EntityKind kind)
{
    std::vector<MetricId> found;
    for (const std::string_view name : firstOfPorts) {
        const MetricId metric = kind == EntityKind::Port ? metrics.find(name) : MetricId{};
        if (metric.isValid() && metrics.descriptor(metric).entityKind == kind)
            found.push_back(metric);
    }
    for (const MetricId each : metrics.ofKind(kind)) {
        if (std::ranges::find(found, each) == found.end())
            found.push_back(each);
    }
    return found;
}

QString titleWithUnit(const MetricDescriptor& metric)
{
    const QString title = modelText(metric.title);
    return metric.unit == Unit::None ? title : QStringLiteral("%1 (%2)").arg(title, unitText(metric.unit));
}

QString kindTitle(EntityKind kind)
{
    return QCoreApplication::translate("lockstep", kindWords[static_cast<std::size_t>(kind)].many);
}

QString countedKind(EntityKind kind, std::size_t count)
{
    const KindWords& words = kindWords[static_cast<std::size_t>(kind)];
    const QString word = QCoreApplication::translate("lockstep", count == 1 ? words.one : words.many);
    // Within a sentence, English words other than abbreviations are in lower case.
    const bool isAbbreviation = word.size() > 1 && word[1].isUpper();
    const bool isEnglish = kindTitle(EntityKind::Node) == QLatin1String("Nodes");
    return toQString(formatNumber(static_cast<double>(count))) + QLatin1Char(' ')
        + (isEnglish && !isAbbreviation ? word.toLower() : word);
}

QString entityLabel(const Topology& topology, EntityRef entity)
{
    const QString name = toQString(topology.name(entity));
    const EntityRef node = topology.ancestor(entity, EntityKind::Node);
    if (entity.kind == EntityKind::Node || !node.isValid() || topology.count(EntityKind::Node) < 2)
        return name;
    return toQString(topology.name(node)) + QLatin1Char(' ') + name;
}

} // namespace lockstep
