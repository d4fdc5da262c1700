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

/// The state of the picture at one moment, for labelling.
struct LabelView
{
    const Topology& topology;
    const HallGeometry& geometry;
    const DetailPlan& plan;
    const DrawList& list;
    const HallCamera& camera;
    QSizeF viewport;
    std::vector<QRectF> keepClear; ///< where the legend and callouts are
    std::function<QSizeF(const QString&)> measure;
    std::function<QString(EntityRef)> text; ///< what to write for an entity
    QString coldAisle; ///< what to write on the floor of one
    QString hotAisle;
    std::function<bool(EntityRef)> isNotable; ///< named even where names would crowd the picture: selected, silent
};

/// Names of racks, which everything else is found by: the ends of rows first, so that a row can be read even where not
/// all of its racks have room for their names.
[[nodiscard]] std::vector<HallLabel> placeRackNames(const LabelView& view);

/// Adds names for loops, for nodes where there is room beside them, for components that have room for theirs, and for
/// what is notable. Few rather than all: none overlaps another, none stands for something hidden behind something else.
/// @param placed names that are there already
/// @param loopsWorstFirst all that the topology has: where there is room for one name only, the first of them gets it
[[nodiscard]] std::vector<HallLabel> placeOtherNames(const LabelView& view, std::vector<HallLabel> placed,
                                                     std::span<const EntityRef> loopsWorstFirst);

} // namespace lockstep
