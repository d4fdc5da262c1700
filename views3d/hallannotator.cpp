// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallannotator.h"

#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/theme.h"
#include "models/view/timewindow.h"
#include "views3d/hallcallouts.h"
#include "views3d/hallmeasure.h"
#include "views3d/halloutline.h"
#include "views3d/recentcolumns.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <cmath>

namespace lockstep {

namespace {

constexpr std::size_t mostOutlines = 200; // a selection of a whole hall is shown by its first members

QString text(const char* source)
{
    return QCoreApplication::translate("HallView", source);
}

} // namespace

HallAnnotator::HallAnnotator(const ViewContext& context, const HallStage& stage, HallOverlay& overlay)
    : m_context(context), m_stage(stage), m_overlay(overlay)
{ }

QString HallAnnotator::nameOf(EntityRef entity) const
{
    const QString name = QString::fromStdString(m_stage.topology().name(entity));
    if (entity.kind == EntityKind::Loop)
        return withTemperatures(name, entity);
    if (entity.kind != EntityKind::Node || !m_context.time.isFollowing())
        return name;
    switch (m_context.cluster.store().freshness(entity)) {
    case Freshness::Stale:
        return text("%1 · stale").arg(name);
    case Freshness::NeverSeen:
        return text("%1 · not heard of").arg(name);
    case Freshness::Live:
        break;
    }
    return name;
}

/// "cdu-1 · 32 °C > 41.3 °C": supply and return, as they are known at the moment shown.
QString HallAnnotator::withTemperatures(const QString& name, EntityRef loop) const
{
    const ClusterStore& store = m_context.cluster.store();
    const auto reading = [&](const char* metricName) {
        const MetricId metric = store.metrics().find(metricName);
        const TickIndex tick = m_context.time.isFollowing() && !store.ticks().isEmpty()
            ? store.ticks().to - 1
            : tickIndexOf(m_context.time.cursor(), store.tickPeriod());
        const float value = metric.isValid() ? RecentColumns(store, metric, tick).value(loop.index, 3) : noData;
        return QString::fromStdString(formatQuantity(static_cast<double>(value), Unit::Celsius));
    };
    if (!store.metrics().find("loop.supply_temperature").isValid())
        return name;
    return QStringLiteral("%1 · %2 → %3")
        .arg(name, reading("loop.supply_temperature"), reading("loop.return_temperature"));
}

void HallAnnotator::writeNamesAndLegend(const HallCamera& camera, QSizeF viewport)
{
    const HallTones tones(m_context.theme.palette());
    m_overlay.setMessage(m_stage.geometry().isEmpty() ? text(
                             "No machines yet. Connect an agent or open a cluster file, and they will stand here.")
                                                      : QString());
    m_overlay.setLegend(m_stage.geometry().isEmpty()
                            ? HallLegend{}
                            : legendFor(m_stage.values(), m_stage.colours(), tones, m_stage.choice().showsAir));

    const QFontMetricsF metrics(m_overlay.font());
    const auto labels = placeLabels(
        {m_stage.topology(), m_stage.geometry(), m_stage.plan(), m_stage.list(), camera, viewport,
         m_overlay.legendArea(),
         [&](const QString& words) { return QSizeF(metrics.horizontalAdvance(words) + 2, metrics.height()); },
         [this](EntityRef entity) { return nameOf(entity); }, text("cold aisle"), text("hot aisle"),
         [this](EntityRef entity) {
             return m_context.selection.isSelected(entity) || m_stage.values().of(entity).knowledge == Knowledge::Stale;
         }});
    std::vector<HallOverlay::Name> names;
    names.reserve(labels.size());
    for (const HallLabel& label : labels) {
        const BoxColour colour = colourOf(m_stage.values().of(label.entity), m_stage.values().scale(), tones);
        names.push_back({label, (Rgb{colour.red} << 16) | (Rgb{colour.green} << 8) | Rgb{colour.blue}});
    }
    m_overlay.setNames(std::move(names));
}

void HallAnnotator::drawMarks(const HallCamera& camera, QSizeF viewport)
{
    const Palette& palette = m_context.theme.palette();
    std::vector<HallOverlay::Mark> marks;
    const auto mark = [&](EntityRef entity, Rgb colour, double width) {
        if (const auto box = m_stage.geometry().boxOf(m_stage.topology(), entity))
            marks.push_back({outlineOf(box->grown(0.003F), camera, viewport), colour, width});
    };
    for (const EntityRef entity : m_context.selection.selected()) {
        if (marks.size() < mostOutlines)
            mark(entity, palette.accent, 2);
    }
    if (!m_context.selection.isSelected(m_context.selection.hovered()))
        mark(m_context.selection.hovered(), palette.hover, 1.25);
    m_overlay.setMarks(std::move(marks));
}

/// "node-006 gpu6 · 84.1 °C, 35 K from its peers".
QString HallAnnotator::calloutText(EntityRef entity, float fromPeers) const
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
    if (std::isnan(fromPeers))
        return QStringLiteral("%1 · %2").arg(name, value);
    const QString apart = quantity(std::abs(fromPeers), differenceUnit(metric.unit));
    return (fromPeers > 0 ? text("%1 · %2, %3 above its peers") : text("%1 · %2, %3 below its peers"))
        .arg(name, value, apart);
}

void HallAnnotator::writeCallouts(const HallCamera& camera, QSizeF viewport)
{
    std::vector<CalloutWish> wishes;
    const HallValues& values = m_stage.values();
    const Palette& palette = m_context.theme.palette();
    const Topology& topology = m_stage.topology();
    for (const auto& [entity, fromPeers] : values.hotspots()) {
        const auto box = m_stage.geometry().boxOf(topology, entity);
        const auto pixel = box ? camera.project(box->centre(), viewport) : std::nullopt;
        if (!pixel)
            continue;
        const float value = values.of(entity).value;
        wishes.push_back(
            {calloutText(entity, fromPeers), *pixel, values.isCritical(value) ? palette.critical : palette.warning});
    }
    const QFontMetricsF metrics(m_overlay.font());
    m_overlay.setCallouts(placeCallouts(wishes, viewport, m_overlay.legendArea(), [&metrics](const QString& words) {
        return QSizeF(metrics.horizontalAdvance(words), metrics.height());
    }));
}

void HallAnnotator::drawTape(const HallCamera& camera, QSizeF viewport)
{
    const Topology& topology = m_stage.topology();
    const HallRack* rack = nullptr;
    if (m_stage.choice().measures) {
        for (const EntityRef entity : {m_context.selection.hovered(), m_context.selection.current()}) {
            if (rack == nullptr && topology.contains(entity))
                rack = m_stage.geometry().rack(topology.ancestor(entity, EntityKind::Rack));
        }
    }
    const QFontMetricsF metrics(m_overlay.font());
    m_overlay.setTape(rack != nullptr ? tapeAlong(*rack, camera, viewport, metrics.height()) : HallTape{});
}

void HallAnnotator::writeTip(std::optional<QPointF> pointer)
{
    const EntityRef hovered = m_context.selection.hovered();
    const TopologyPtr& topology = m_context.cluster.store().topology();
    if (!pointer || topology == nullptr || !topology->contains(hovered))
        m_overlay.setTip({}, {});
    else
        m_overlay.setTip(tipFor(m_context, m_stage.values(), hovered), *pointer);
}

QString HallAnnotator::caption() const
{
    const auto& metric = m_stage.values().metric();
    if (!metric)
        return text("No metric chosen to colour by");
    QString caption = QString::fromStdString(metric->title);
    if (const auto symbol = unitSymbol(metric->unit); !symbol.empty())
        caption += QStringLiteral(" (%1)").arg(QString::fromUtf8(symbol.data(), static_cast<qsizetype>(symbol.size())));
    switch (metric->entityKind) {
    case EntityKind::Link:
    case EntityKind::Job:
        return text("%1: of things that have no place in the hall").arg(caption);
    case EntityKind::Rack:
    case EntityKind::Loop:
    case EntityKind::Switch:
        return caption;
    case EntityKind::Node:
        return (metric->direction == Direction::LowIsBad ? text("%1, lowest in each rack")
                                                         : text("%1, highest in each rack"))
            .arg(caption);
    default:
        return (metric->direction == Direction::LowIsBad ? text("%1, lowest in each node and rack")
                                                         : text("%1, highest in each node and rack"))
            .arg(caption);
    }
}

} // namespace lockstep
