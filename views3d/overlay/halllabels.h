// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/drawlist.h"

#include <QRectF>
#include <QString>

#include <functional>
#include <span>
#include <vector>

namespace lockstep {

/// A name in the picture, in widget pixels.
struct HallLabel
{
    QString text;
    QRectF rect;
    EntityRef entity;
    bool isOnBox = false; ///< written on the box itself, without a plate behind it
};

/// All inputs for placing the labels in one picture of the hall. Valid while the referenced objects live.
struct LabelView
{
    const Topology& topology;
    const HallGeometry& geometry;
    const DetailPlan& plan;
    const DrawList& list;
    const HallCamera& camera;
    QSizeF viewport;
    std::vector<QRectF> keepClear; ///< areas of the legend and callouts
    std::function<QSizeF(const QString&)> measure;
    std::function<QString(EntityRef)> text; ///< text for an entity
    QString coldAisle; ///< text on the floor of a cold aisle
    QString hotAisle;
    std::function<bool(EntityRef)> isNotable; ///< whether to name it even in a crowded picture (selected or silent)
};

/// Places rack names, the ends of rows first, so that rows are identifiable even if not all names fit.
[[nodiscard]] std::vector<HallLabel> placeRackNames(const LabelView& view);

/// Adds names of loops, of nodes and components with enough room, and of notable entities. Names never overlap, and
/// hidden objects get no name.
/// @param placed existing names
/// @param loopsWorstFirst all loops of the topology; if only one name fits, the first loop gets it
[[nodiscard]] std::vector<HallLabel> placeOtherNames(const LabelView& view, std::vector<HallLabel> placed,
                                                     std::span<const EntityRef> loopsWorstFirst);

} // namespace lockstep
