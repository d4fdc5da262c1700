// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/sparkline.h"

#include "models/view/decimation.h"
#include "widgets/common/paint.h"

#include <QPainter>

#include <algorithm>

namespace lockstep {

void drawSparkline(QPainter& painter, const QRect& area, std::span<const float> samples, Rgb colour)
{
    if (area.width() < 4 || area.height() < 4)
        return;
    const std::vector<PixelExtent> extents = decimate(samples, static_cast<std::size_t>(area.width()));
    float low = 0;
    float high = 0;
    bool isFirst = true;
    for (const PixelExtent& extent : extents) {
        if (!extent.hasData)
            continue;
        low = isFirst ? extent.low : std::min(low, extent.low);
        high = isFirst ? extent.high : std::max(high, extent.high);
        isFirst = false;
    }
    if (isFirst)
        return;
    const double span = high > low ? static_cast<double>(high - low) : 0;
    const auto yOf = [&](float value) {
        return span > 0 ? area.bottom() - static_cast<double>(value - low) / span * (area.height() - 1)
                        : area.center().y();
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(toColor(colour));
    std::optional<QPointF> last;
    for (std::size_t x = 0; x < extents.size(); ++x) {
        const PixelExtent& extent = extents[x];
        if (!extent.hasData) {
            // Pixels between two samples are empty without being a gap; a gap breaks the line.
            if (extent.hasGap)
                last.reset();
            continue;
        }
        const double at = area.left() + static_cast<double>(x);
        if (last)
            painter.drawLine(*last, QPointF(at, yOf(extent.last)));
        painter.drawLine(QPointF(at, yOf(extent.low)), QPointF(at, yOf(extent.high)));
        last = QPointF(at, yOf(extent.last));
    }
    if (last)
        painter.fillRect(QRectF(last->x() - 1, last->y() - 1, 3, 3), toColor(colour));
    painter.restore();
}

} // namespace lockstep
