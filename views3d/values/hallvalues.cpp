// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/values/hallvalues.h"

#include "models/core/limits.h"
#include "models/view/cursorvalues.h"
#include "models/view/windowscale.h"
#include "views3d/values/halldeviation.h"
#include "views3d/values/hallscale.h"
#include "views3d/values/recentcolumns.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// Takes what is known of a part into the whole that it belongs to.
void absorb(HallReading& whole, const HallReading& part, const MetricDescriptor& metric)
{
    whole.hidesSilence |= part.hidesSilence || part.knowledge == Knowledge::Stale;
    if (part.knowledge > whole.knowledge) {
        whole.knowledge = part.knowledge;
        whole.value = part.value;
        whole.worst = part.worst;
    } else if (part.knowledge == whole.knowledge && isWorse(metric, part.value, whole.value)) {
        whole.value = part.value;
        whole.worst = part.worst;
    }
}

TickIndex tickShown(const ClusterStore& store, TimePoint cursor, bool following)
{
    return following ? newestOr(store, std::nullopt) : tickAt(store, cursor);
}

} // namespace

void HallValues::update(const ClusterStore& store, MetricId metric, HallMode mode, TimePoint cursor, bool following,
                        std::optional<TimeRange> window)
{
    const Topology& topology = *store.topology();
    m_readings.assign(topology, {});
    if (!metric.isValid() || metric.value >= store.metrics().size()) {
        m_metric.reset();
        m_judgement = {};
        return;
    }
    if (store.topology() != m_cooled) {
        m_cooled = store.topology();
        m_cooling = CoolingMap(topology);
    }
    const MetricDescriptor& chosen = store.metrics().descriptor(metric);
    if (!isShowable(chosen, mode))
        mode = HallMode::Value;
    if (m_id != metric || m_mode != mode || !m_metric) {
        m_metric = shownAs(chosen, mode);
        m_id = metric;
        m_mode = mode;
        m_scale = {};
    }
    readEntities(store, metric, cursor, following);
    const HallMoment moment{store, m_cooling, metric, tickShown(store, cursor, following), following};
    applyMode(mode, moment, m_readings.of(m_metric->entityKind));
    chooseScale(store, window);
    judge(moment);
    spreadUpwards(topology);
    if (following)
        markSilentNodes(store);
}

void HallValues::readEntities(const ClusterStore& store, MetricId metric, TimePoint cursor, bool following)
{
    const Topology& topology = *store.topology();
    RecentColumns columns(store, metric, tickShown(store, cursor, following));
    const auto latest = store.latest(metric);
    Readings& readings = m_readings.of(m_metric->entityKind);
    for (std::uint32_t index = 0; index < readings.size(); ++index) {
        const EntityRef entity{m_metric->entityKind, index};
        HallReading& reading = readings[index];
        reading.worst = index;
        const EntityRef node = topology.ancestor(entity, EntityKind::Node);
        const NodeIdentity* identity = topology.contains(node) ? topology.identity(node) : nullptr;
        const float everReported = index < latest.size() ? latest[index] : noData;
        if (following && store.freshness(entity) == Freshness::Stale) {
            reading.knowledge = Knowledge::Stale;
            reading.value = everReported;
            continue;
        }
        reading.value = columns.value(index, ticksHeld(identity, store.tickPeriod(), following));
        // A fan has no temperature: a sensor that never reported this quantity measures another one.
        const bool measuresOther = entity.kind == EntityKind::Sensor && std::isnan(everReported);
        if (!std::isnan(reading.value))
            reading.knowledge = Knowledge::Current;
        else
            reading.knowledge = measuresOther ? Knowledge::NotMeasured : Knowledge::NoData;
    }
}

void HallValues::spreadUpwards(const Topology& topology)
{
    const EntityKind kind = m_metric->entityKind;
    for (std::uint32_t index = 0; index < m_readings.of(kind).size(); ++index) {
        const HallReading reading = m_readings.of(kind)[index];
        if (reading.knowledge == Knowledge::NotMeasured)
            continue;
        climb(topology, {kind, index}, [&](EntityRef above) {
            if (above.kind != kind)
                absorb(m_readings.at(above), reading, *m_metric);
            return true;
        });
    }
}

void HallValues::markSilentNodes(const ClusterStore& store)
{
    const Topology& topology = *store.topology();
    Readings& nodes = m_readings.of(EntityKind::Node);
    for (std::uint32_t index = 0; index < nodes.size(); ++index) {
        const EntityRef node{EntityKind::Node, index};
        const Freshness freshness = store.freshness(node);
        if (freshness == Freshness::Live)
            continue;
        // A node that is silent must not look like one that has nothing to say.
        HallReading& reading = nodes[index];
        if (reading.knowledge == Knowledge::NotMeasured)
            reading.knowledge = freshness == Freshness::Stale ? Knowledge::Stale : Knowledge::NoData;
        climb(topology, node, [&](EntityRef above) {
            HallReading& whole = m_readings.at(above);
            whole.hidesSilence = true;
            if (whole.knowledge == Knowledge::NotMeasured)
                whole.knowledge = reading.knowledge;
            return true;
        });
    }
}

void HallValues::chooseScale(const ClusterStore& store, std::optional<TimeRange> window)
{
    if (m_isScaleHeld && !m_scale.how.empty())
        return;
    if (window && m_mode == HallMode::Value)
        m_scale = scaleOver(store, m_id, *window);
    else
        m_scale = scaleShown(m_mode, *m_metric, m_readings.of(m_metric->entityKind), m_scale);
}

void HallValues::judge(const HallMoment& moment)
{
    const Readings& readings = m_readings.of(m_metric->entityKind);
    // What is far from its peers is not well, however far from its limit.
    const MetricId deviation = m_mode == HallMode::Value ? deviationOf(moment.store, moment.metric) : MetricId();
    m_deviation = deviation.isValid() ? std::optional(moment.store.metrics().descriptor(deviation)) : std::nullopt;
    const auto fromPeers = m_deviation ? deviationsWorkedOut(moment, readings.size()) : std::vector<float>();
    m_judgement.judge(*moment.store.topology(),
                      {*m_metric, m_scale, readings, m_deviation ? &*m_deviation : nullptr, fromPeers});
}

bool HallValues::isCritical(float value) const
{
    return m_metric && severityOf(*m_metric, value) == Severity::Critical;
}

bool HallValues::isWell(EntityRef entity) const
{
    const HallReading reading = of(entity);
    const bool isKnown = reading.knowledge == Knowledge::Current || reading.knowledge == Knowledge::NotMeasured;
    return isKnown && !reading.hidesSilence && !m_judgement.isUnwell(entity);
}

HallReading HallValues::worstOf(std::span<const HallNode> nodes) const
{
    HallReading whole;
    for (const HallNode& node : nodes)
        absorb(whole, of(node.entity), m_metric ? *m_metric : MetricDescriptor());
    return whole;
}

} // namespace lockstep
