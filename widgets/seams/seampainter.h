// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "widgets/seams/seamcolumns.h"

#include <QPainter>

namespace lockstep {

/// Paints a dependency diagram: grey if healthy, coloured where something is wrong, including the lines. Lives for one
/// paint.
class SeamPainter
{
public:
    SeamPainter(QPainter& painter, const Palette& palette) : m_painter(painter), m_palette(palette) { }

    void paintLines(const SeamPicture& picture, const SeamColumns& columns) const;
    void paintHeadings(const SeamColumns& columns) const;
    void paintBox(const SeamBox& box, const QRectF& area, bool isHovered, bool isCurrent) const;

private:
    [[nodiscard]] QPen frameOf(const SeamBox& box, bool isHovered) const;

    QPainter& m_painter;
    const Palette& m_palette;
};

} // namespace lockstep
