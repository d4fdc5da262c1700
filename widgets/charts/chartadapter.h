// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chartpicture.h"

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
    ChartAdapter& operator=(ChartAdapter&&) noexcept;

    /// The plot without axes or labels, on a clear ground. Drawn anew only when the picture or the ratio differs from
    /// the last; a null pixmap when the picture has no size.
    [[nodiscard]] const QPixmap& draw(const ChartPicture& picture, double devicePixelRatio);
    /// How often draw() had to draw.
    [[nodiscard]] std::uint64_t drawCount() const;

private:
    struct Private;
    std::unique_ptr<Private> m_private;
};

} // namespace lockstep
