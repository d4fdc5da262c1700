// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/overlay/hallannotator.h"

#include "models/analysis/causality/joinedalerts.h"
#include "models/core/metrics/limits.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/cursorvalues.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "models/view/translation.h"
#include "views3d/overlay/hallcallouts.h"
#include "views3d/values/recentcolumns.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>

namespace lockstep {

namespace {

constexpr std::int64_t loopTicksHeld = 3;

void judgeByLimits(const ClusterStore& store, TickIndex tick, std::vector<HallLoop>& loops)
{
    for (const MetricId metric : store.metrics().ofKind(EntityKind::Loop)) {
        const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
        if (!descriptor.warning && !descriptor.critical)
            continue;
        RecentColumns columns(store, metric, tick);
        for (HallLoop& loop : loops)
            loop.severity
                = std::max(loop.severity, severityOf(descriptor, columns.value(loop.loop.index, loopTicksHeld)));
    }
}

/// Alerts decide, as in the tree; limits count for loops without alerts. A loop whose alerts are all shelved is
/// healthy.
void judgeByAlerts(const JoinedAlerts& alerts, TimePoint moment, std::vector<HallLoop>& loops)
{
    std::vector<bool> isJudged(loops.size());
    for (const Alert& alert : alerts.at(moment)) {
        for (const EntityRef entity : alert.entities) {
            if (alert.end || entity.kind != EntityKind::Loop || entity.index >= loops.size())
                continue;
            std::optional<Severity>& severity = loops[entity.index].severity;
            if (!isJudged[entity.index])
                severity.reset();
            isJudged[entity.index] = true;
            if (alert.state != Alert::State::Shelved)
                severity = std::max(severity, std::optional(alert.severity));
        }
    }
}

void measureRise(const ClusterStore& store, TickIndex tick, std::vector<HallLoop>& loops)
{
    const MetricId supply = store.metrics().find(metrics::loop::supplyTemperature);
    const MetricId back = store.metrics().find(metrics::loop::returnTemperature);
    if (!supply.isValid() || !back.isValid())
        return;
    RecentColumns cold(store, supply, tick);
    RecentColumns warm(store, back, tick);
    for (HallLoop& loop : loops) {
        const float rise = warm.value(loop.loop.index, loopTicksHeld) - cold.value(loop.loop.index, loopTicksHeld);
        loop.rise = std::isnan(rise) ? 0 : rise;
    }
}

} // namespace

std::vector<HallLoop> loopsWorstFirst(const ClusterStore& store, const Topology& shown, const JoinedAlerts* alerts,
                                      TimePoint moment, bool following)
{
    std::vector<HallLoop> loops;
    for (std::uint32_t index = 0; index < shown.count(EntityKind::Loop); ++index)
        loops.push_back({{EntityKind::Loop, index}, std::nullopt, 0});
    if (loops.empty())
        return loops;
    const TickIndex tick = following ? newestOr(store, std::nullopt) : tickAt(store, moment);
    judgeByLimits(store, tick, loops);
    if (alerts != nullptr)
        judgeByAlerts(*alerts, following ? store.now() : moment, loops);
    measureRise(store, tick, loops);
    std::ranges::stable_sort(loops, std::greater{},
                             [](const HallLoop& loop) { return std::tuple(loop.severity, loop.rise); });
    return loops;
}

namespace {

constexpr std::size_t maxOutlines = 200; // a larger selection is shown by its first members

} // namespace

QString HallTexts::nameOf(EntityRef entity) const
{
    const QString name = QString::fromStdString(m_stage.topology().name(entity));
    if (entity.kind == EntityKind::Loop)
        return withTemperatures(name, entity);
    if (entity.kind != EntityKind::Node || !m_context.time.isFollowing())
        return name;
    switch (m_context.cluster.store().freshness(entity)) {
    case Freshness::Stale:
        return isOfSilentSource(entity) ? name : tr("%1 · stale").arg(name);
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

/// "cdu-1 · 32 °C > 41.3 °C": supply and return temperature at the moment shown, as far as known.
QString HallTexts::withTemperatures(const QString& name, EntityRef loop) const
{
    const float supply = valueOf(metrics::loop::supplyTemperature, loop);
    const float back = valueOf(metrics::loop::returnTemperature, loop);
    if (std::isnan(supply) && std::isnan(back))
        return name;
    const auto text = [](float value) {
        return QString::fromStdString(formatQuantity(static_cast<double>(value), Unit::Celsius));
    };
    return QStringLiteral("%1 · %2 → %3").arg(name, text(supply), text(back));
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
        return tr("No nodes yet. Connect to an agent, or open a cluster file.");
    if (nodes > 0 && m_stage.leftOut() == nodes)
        return tr("All nodes are healthy. Press H to show them.");
    return {};
}

void HallTexts::findSilentSources()
{
    const ClusterStore& store = m_context.cluster.store();
    std::map<std::uint32_t, std::pair<std::size_t, std::size_t>> counts; // by source: known and stale nodes
    for (std::uint32_t index = 0; index < store.topology()->count(EntityKind::Node); ++index) {
        const EntityRef node{EntityKind::Node, index};
        const Freshness freshness = store.freshness(node);
        if (freshness == Freshness::NeverSeen)
            continue;
        auto& [known, stale] = counts[store.node(node).source.value];
        ++known;
        stale += freshness == Freshness::Stale ? 1 : 0;
    }
    m_silentSources.clear();
    for (const auto& [source, count] : counts) {
        if (count.first > 1 && count.first == count.second)
            m_silentSources.push_back(SourceId{source});
    }
}

QString HallTexts::silence() const
{
    return m_silentSources.empty() ? QString() : tr("Data sources without data: %1").arg(m_silentSources.size());
}

bool HallTexts::isOfSilentSource(EntityRef entity) const
{
    const EntityRef node = m_stage.topology().ancestor(entity, EntityKind::Node);
    return node.isValid()
        && std::ranges::find(m_silentSources, m_context.cluster.store().node(node).source) != m_silentSources.end();
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
    QString caption = modelText(metric->title);
    if (const auto symbol = unitSymbol(metric->unit); !symbol.empty())
        caption += QStringLiteral(" (%1)").arg(QString::fromUtf8(symbol.data(), static_cast<qsizetype>(symbol.size())));
    const bool isFlags = metric->unit == Unit::Bitmask;
    switch (metric->entityKind) {
    case EntityKind::Link:
    case EntityKind::Job:
    case EntityKind::Tenant:
    case EntityKind::Cluster:
        return tr("%1: components with this metric have no position in the hall").arg(caption);
    case EntityKind::Rack:
    case EntityKind::Loop:
    case EntityKind::Switch:
        return caption;
    case EntityKind::Node:
        return (metric->direction == Direction::LowIsBad ? tr("%1, lowest value in each rack")
                                                         : tr("%1, highest value in each rack"))
            .arg(caption);
    default:
        return (isFlags                                        ? tr("%1, worst value in each node and rack")
                    : metric->direction == Direction::LowIsBad ? tr("%1, lowest value in each node and rack")
                                                               : tr("%1, highest value in each node and rack"))
            .arg(caption);
    }
}

QString HallTexts::aisle(bool isHot) const
{
    return isHot ? tr("hot aisle") : tr("cold aisle");
}

HallAnnotator::HallAnnotator(const ViewContext& context, const HallStage& stage, HallOverlay& overlay)
    : m_context(context), m_stage(stage), m_overlay(overlay), m_texts(context, stage)
{ }

void HallAnnotator::writeNamesAndLegend(const HallCamera& camera, QSizeF viewport)
{
    const NeutralColours tones(m_context.theme.palette());
    m_overlay.setMessage(m_texts.message());
    m_texts.findSilentSources();
    HallLegend legend = m_stage.geometry().isEmpty() ? HallLegend{} : legendFor(m_stage, tones);
    if (const QString silence = m_texts.silence(); !silence.isEmpty())
        legend.note = silence;
    m_overlay.setLegend(std::move(legend));

    const QFontMetricsF metrics(m_overlay.font());
    LabelView view{m_stage.topology(),
                   m_stage.geometry(),
                   m_stage.plan(),
                   m_stage.list(),
                   camera,
                   viewport,
                   {m_overlay.legendArea()},
                   [&](const QString& words) { return QSizeF(metrics.horizontalAdvance(words) + 2, metrics.height()); },
                   [this](EntityRef entity) { return m_texts.nameOf(entity); },
                   m_texts.aisle(false),
                   m_texts.aisle(true),
                   [this](EntityRef entity) {
                       return m_context.selection.isSelected(entity)
                           || (m_stage.values().of(entity).valueState == ValueState::Stale
                               && !m_texts.isOfSilentSource(entity));
                   }};
    // By priority: rack names, entities with problems, then the rest if there is room.
    std::vector<HallLabel> labels = placeRackNames(view);
    const std::vector<HallLoop> loops = loopsWorstFirst(m_context.cluster.store(), m_stage.topology(), m_context.alerts,
                                                        m_context.time.cursor(), m_context.time.isFollowing());
    view.keepClear = writeCallouts(camera, viewport, labels, loops);
    std::vector<EntityRef> unnamed; // loops without a callout
    for (const HallLoop& loop : loops) {
        if (!loop.severity)
            unnamed.push_back(loop.loop);
    }
    labels = placeOtherNames(view, std::move(labels), unnamed);
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
            marks.push_back({projectedEdges(box->grown(0.003F), camera, viewport), colour, width});
    };
    for (const EntityRef entity : m_context.selection.selected()) {
        if (marks.size() < maxOutlines)
            mark(entity, palette.accent, 2);
    }
    if (!m_context.selection.isSelected(m_context.selection.hovered()))
        mark(m_context.selection.hovered(), palette.hover, 1.25);
    m_overlay.setMarks(std::move(marks));
}

std::vector<CalloutRequest> HallAnnotator::requests(const HallCamera& camera, QSizeF viewport,
                                                    std::span<const HallLoop> loops) const
{
    const HallValues& values = m_stage.values();
    const Palette& palette = m_context.theme.palette();
    std::vector<CalloutRequest> requests;
    const auto add = [&](EntityRef entity, const QString& text, bool isCritical) {
        const auto box = m_stage.geometry().boxOf(m_stage.topology(), entity);
        if (const auto pixel = box ? camera.project(box->centre(), viewport) : std::nullopt)
            requests.push_back({text, *pixel, isCritical ? palette.critical : palette.warning});
    };
    for (const HallLoop& loop : loops) { // a common cause comes before its effects
        if (loop.severity)
            add(loop.loop, m_texts.loopCallout(loop.loop), loop.severity == Severity::Critical);
    }
    for (const auto& [entity, fromPeers] : values.hotspots())
        add(entity, m_texts.callout(entity, fromPeers), values.isCritical(values.of(entity).value));
    return requests;
}

std::vector<QRectF> HallAnnotator::writeCallouts(const HallCamera& camera, QSizeF viewport,
                                                 std::vector<HallLabel>& names, std::span<const HallLoop> loops)
{
    std::vector<QRectF> taken;
    for (const HallLabel& name : names)
        taken.push_back(name.rect);
    const QFontMetricsF metrics(m_overlay.font());
    const auto measure = [&metrics](const QString& words) {
        return QSizeF(metrics.horizontalAdvance(words), metrics.height());
    };
    std::vector<QRectF> keepClear{m_overlay.legendArea()};
    auto callouts = placeCallouts(requests(camera, viewport, loops), viewport, keepClear, measure, taken);
    for (const HallCallout& callout : callouts) {
        keepClear.push_back(callout.plate);
        std::erase_if(names, [&](const HallLabel& name) { return name.rect.intersects(callout.plate); });
    }
    m_overlay.setCallouts(std::move(callouts));
    return keepClear;
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
    m_overlay.setTape(rack != nullptr ? tapeAlong(*rack, camera, viewport, metrics.height()) : RackUnitScale{});
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

} // namespace lockstep
