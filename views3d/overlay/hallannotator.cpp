// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/overlay/hallannotator.h"

#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "views3d/overlay/hallcallouts.h"
#include "views3d/overlay/hallmeasure.h"
#include "views3d/overlay/halloutline.h"

#include <QFontMetricsF>

namespace lockstep {

namespace {

constexpr std::size_t maxOutlines = 200; // a selection of a whole hall is shown by its first members

} // namespace

HallAnnotator::HallAnnotator(const ViewContext& context, const HallStage& stage, HallOverlay& overlay)
    : m_context(context), m_stage(stage), m_overlay(overlay), m_texts(context, stage)
{ }

void HallAnnotator::writeNamesAndLegend(const HallCamera& camera, QSizeF viewport)
{
    const HallTones tones(m_context.theme.palette());
    m_overlay.setMessage(m_texts.message());
    m_overlay.setLegend(m_stage.geometry().isEmpty() ? HallLegend{} : legendFor(m_stage, tones));

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
                           || m_stage.values().of(entity).knowledge == Knowledge::Stale;
                   }};
    // Racks, which everything is found by; what is not well; then the rest, as far as there is room.
    std::vector<HallLabel> labels = placeRackNames(view);
    const std::vector<HallLoop> loops = loopsWorstFirst(m_context.cluster.store(), m_stage.topology(), m_context.alerts,
                                                        m_context.time.cursor(), m_context.time.isFollowing());
    view.keepClear = writeCallouts(camera, viewport, labels, loops);
    std::vector<EntityRef> unnamed; // loops that are not called out
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
            marks.push_back({outlineOf(box->grown(0.003F), camera, viewport), colour, width});
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
    for (const HallLoop& loop : loops) { // a cause of many comes before those it affects
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

} // namespace lockstep
