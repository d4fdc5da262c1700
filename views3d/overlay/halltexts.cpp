// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/overlay/halltexts.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/view/cursorvalues.h"
#include "models/view/time/timewindow.h"
#include "models/view/translation.h"
#include "views3d/values/hallstage.h"
#include "views3d/values/recentcolumns.h"

#include <cmath>

namespace lockstep {

QString HallTexts::nameOf(EntityRef entity) const
{
    const QString name = QString::fromStdString(m_stage.topology().name(entity));
    if (entity.kind == EntityKind::Loop)
        return withTemperatures(name, entity);
    if (entity.kind != EntityKind::Node || !m_context.time.isFollowing())
        return name;
    switch (m_context.cluster.store().freshness(entity)) {
    case Freshness::Stale:
        return tr("%1 · stale").arg(name);
    case Freshness::NeverSeen:
        return tr("%1 · never reported").arg(name);
    case Freshness::Live:
        break;
    }
    return name;
}

float HallTexts::valueOf(const char* metricName, EntityRef loop) const
{
    const ClusterStore& store = m_context.cluster.store();
    const MetricId metric = store.metrics().find(metricName);
    const TickIndex tick = newestOr(store, tickAtCursor(store, m_context.time));
    return metric.isValid() ? RecentColumns(store, metric, tick).value(loop.index, 3) : noData;
}

/// "cdu-1 · 32 °C > 41.3 °C": supply and return, as they are known at the moment shown.
QString HallTexts::withTemperatures(const QString& name, EntityRef loop) const
{
    if (!m_context.cluster.store().metrics().find(metrics::loop::supplyTemperature).isValid())
        return name;
    const auto sample = [&](const char* metric) {
        return QString::fromStdString(formatQuantity(static_cast<double>(valueOf(metric, loop)), Unit::Celsius));
    };
    return QStringLiteral("%1 · %2 → %3")
        .arg(name, sample(metrics::loop::supplyTemperature), sample(metrics::loop::returnTemperature));
}

QString HallTexts::loopCallout(EntityRef loop) const
{
    QString name = QString::fromStdString(m_stage.topology().name(loop));
    if (const float flow = valueOf(metrics::loop::flow, loop); !std::isnan(flow))
        name += QStringLiteral(" · ")
            + QString::fromStdString(formatQuantity(static_cast<double>(flow), Unit::LitersPerMinute));
    return withTemperatures(name, loop);
}

QString HallTexts::message() const
{
    const std::size_t nodes = m_stage.geometry().nodes().size();
    if (m_stage.geometry().isEmpty())
        return tr("No nodes yet. Connect an agent or open a cluster file.");
    if (nodes > 0 && m_stage.leftOut() == nodes)
        return tr("All nodes are healthy. Press H to show them.");
    return {};
}

/// "node-006 gpu6 · 84.1 °C, 35 K from its peers".
QString HallTexts::callout(EntityRef entity, float fromPeers) const
{
    const Topology& topology = m_stage.topology();
    const MetricDescriptor& metric = *m_stage.values().metric();
    const auto quantity = [](float value, Unit unit) {
        return QString::fromStdString(formatQuantity(static_cast<double>(value), unit));
    };
    const EntityRef above = topology.parent(entity);
    QString name = QString::fromStdString(topology.name(entity));
    if (topology.contains(above) && above.kind != EntityKind::Rack)
        name = QStringLiteral("%1 %2").arg(QString::fromStdString(topology.name(above)), name);
    const QString value = quantity(m_stage.values().of(entity).value, metric.unit);
    if (std::isnan(fromPeers) || !m_stage.values().deviation())
        return QStringLiteral("%1 · %2").arg(name, value);
    const QString apart = quantity(std::abs(fromPeers), m_stage.values().deviation()->unit);
    return (fromPeers > 0 ? tr("%1 · %2, %3 above its peers") : tr("%1 · %2, %3 below its peers"))
        .arg(name, value, apart);
}

QString HallTexts::caption() const
{
    const auto& metric = m_stage.values().metric();
    if (!metric)
        return tr("No metric selected");
    QString caption = QString::fromStdString(metric->title);
    if (const auto symbol = unitSymbol(metric->unit); !symbol.empty())
        caption += QStringLiteral(" (%1)").arg(QString::fromUtf8(symbol.data(), static_cast<qsizetype>(symbol.size())));
    const bool isFlags = metric->unit == Unit::Bitmask;
    switch (metric->entityKind) {
    case EntityKind::Link:
    case EntityKind::Job:
    case EntityKind::Tenant:
        return tr("%1: its components have no position in the hall").arg(caption);
    case EntityKind::Rack:
    case EntityKind::Loop:
    case EntityKind::Switch:
        return caption;
    case EntityKind::Node:
        return (metric->direction == Direction::LowIsBad ? tr("%1, lowest in each rack")
                                                         : tr("%1, highest in each rack"))
            .arg(caption);
    default:
        return (isFlags                                        ? tr("%1, worst in each node and rack")
                    : metric->direction == Direction::LowIsBad ? tr("%1, lowest in each node and rack")
                                                               : tr("%1, highest in each node and rack"))
            .arg(caption);
    }
}

QString HallTexts::aisle(bool isHot) const
{
    return isHot ? tr("hot aisle") : tr("cold aisle");
}

} // namespace lockstep
