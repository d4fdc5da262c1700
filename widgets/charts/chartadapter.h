// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chartlines.h"

#include <QPixmap>

#include <memory>

namespace lockstep {

/// Draws a ChartPicture with Qt Charts; the only user of Qt Charts. Renders off screen, so that hovering needs no new
/// chart; keeps its series between pictures. GUI thread; one per chart.
class ChartAdapter
{
public:
    ChartAdapter();
    ~ChartAdapter();
    ChartAdapter(ChartAdapter&&) noexcept;

    /// The plot without axes and labels, on a transparent background. Redrawn only when picture or pixel ratio changed;
    /// a null pixmap if the picture has no size.
    [[nodiscard]] const QPixmap& draw(const ChartPicture& picture, double devicePixelRatio);
    /// Number of redraws.
    [[nodiscard]] std::uint64_t drawCount() const;

private:
    struct Private;
    std::unique_ptr<Private> m_private;
};

} // namespace lockstep
