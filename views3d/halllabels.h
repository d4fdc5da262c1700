// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/drawlist.h"

#include <QRectF>
#include <QString>

#include <functional>
#include <vector>

namespace lockstep {

/// A name in the picture, in widget pixels.
struct HallLabel
{
    QString text;
    QRectF rect;
    EntityRef entity;
    bool isOnBox = false; ///< written on the thing itself, without a plate behind it
};

/// What labelling has to know of the picture, all of one moment.
struct LabelView
{
    const Topology& topology;
    const HallGeometry& geometry;
    const DetailPlan& plan;
    const DrawList& list;
    const HallCamera& camera;
    QSizeF viewport;
    QRectF keepClear; ///< where the legend is
    std::function<QSizeF(const QString&)> measure;
    std::function<QString(EntityRef)> text; ///< what to write for an entity
    QString coldAisle; ///< what to write on the floor of one
    QString hotAisle;
    std::function<bool(EntityRef)> isNotable; ///< named even where names would crowd the picture: selected, silent
};

/// Names for racks, for nodes where there is room beside them, for components that have room for theirs, and for what
/// is notable. Few rather than all: none overlaps another, none stands for something hidden behind something else.
[[nodiscard]] std::vector<HallLabel> placeLabels(const LabelView& view);

} // namespace lockstep
