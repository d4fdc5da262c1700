// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/linkfacts.h"

#include "models/analysis/fabric/crossing.h"
#include "models/core/metrics/flags.h"
#include "models/core/metrics/limits.h"
#include "models/core/metrics/metricnames.h"
#include "models/view/cursorvalues.h"
#include "models/view/translation.h"
#include "widgets/common/text.h"

#include <cmath>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::size_t maxFlows = 12; ///< more than that nobody reads
constexpr float slowShare = 0.5F; ///< of the line rate
constexpr float verySlowShare = 0.2F;

/// What is said of a link's ends, in this order; all that neither end has is left out.
constexpr std::string_view quantities[] = {metrics::port::trouble,
                                           metrics::port::up,
                                           metrics::port::falls,
                                           metrics::port::rate,
                                           metrics::port::transmit,
                                           metrics::port::receive,
                                           metrics::port::utilisation,
                                           metrics::port::utilisationPeak,
                                           metrics::port::burst,
                                           metrics::port::uplinkSkew,
                                           metrics::port::transmitWait,
                                           metrics::port::congestionVictims,
                                           metrics::port::congestionMarks,
                                           metrics::port::pauses,
                                           metrics::port::transmitDrops,
                                           metrics::port::symbolErrors,
                                           metrics::port::retransmits,
                                           metrics::port::linkDowned,
                                           metrics::port::linkDownedTotal,
                                           metrics::port::linkErrorRecoveryTotal,
                                           metrics::port::symbolErrorsTotal,
                                           metrics::port::linkIntegrityErrorsTotal,
                                           metrics::port::receiveErrorsTotal,
                                           metrics::port::transmitErrorsTotal};

LinkValue readable(const MetricDescriptor& metric, float value)
{
    if (std::isnan(value))
        return {QString(QChar(0x2013)), std::nullopt};
    return {toQString(formatValue(metric, value)), severityOf(metric, value)};
}

LinkFlow readable(const CommunicatorFlow& flow, const ClusterStore& store)
{
    LinkFlow read;
    read.name = toQString(store.spans().names().name(NameId{flow.communicator}));
    read.gpus = flow.gpus;
    const QString reached = quantityText(static_cast<double>(flow.busBandwidth), Unit::BytesPerSecond);
    const QString ranks = toQString(formatNumber(static_cast<double>(flow.gpus->size())));
    if (std::isnan(flow.lineRate)) {
        read.text = tr("%1 ranks · %2").arg(ranks, reached);
        return read;
    }
    const auto line = static_cast<double>(flow.lineRate);
    read.text = tr("%1 ranks · %2 of %3").arg(ranks, reached, quantityText(line, Unit::BytesPerSecond));
    const float share = flow.busBandwidth / flow.lineRate;
    if (share < slowShare)
        read.severity = share < verySlowShare ? Severity::Critical : Severity::Warning;
    return read;
}

} // namespace

LinkFacts linkFacts(const ClusterStore& store, const FabricMap& map, EntityRef port, std::optional<TickIndex> tick,
                    const std::vector<CommunicatorFlow>* flows)
{
    LinkFacts link;
    const Topology& topology = *store.topology();
    if (!port.isValid() || port.kind != EntityKind::Port || !topology.contains(port))
        return link;
    link.near = port;
    link.far = topology.peer(port);
    link.nearName = toQString(topology.path(port));
    link.farName = link.far.isValid() ? toQString(topology.path(link.far)) : tr("far end unknown");
    for (const std::string_view name : quantities) {
        const MetricId metric = store.metrics().find(name);
        if (!metric.isValid())
            continue;
        const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
        const float near = valueAt(store, metric, link.near, tick);
        const float far = valueAt(store, metric, link.far, tick);
        if (!std::isnan(near) || !std::isnan(far))
            link.facts.push_back({toQString(descriptor.title), readable(descriptor, near), readable(descriptor, far)});
    }
    if (flows == nullptr)
        return link;
    const std::vector<std::size_t> crossing = crossingFlows(*flows, gpusBehind(topology, map, port.index));
    for (const std::size_t at : crossing) {
        if (link.flows.size() == maxFlows)
            break;
        link.flows.push_back(readable((*flows)[at], store));
    }
    link.moreFlows = crossing.size() - link.flows.size();
    return link;
}

} // namespace lockstep
